"""Which media type an answer is written in, as GraphQL over HTTP and RFC 9110 (12.5.1) say."""

import re
from collections.abc import Iterator
from functools import lru_cache

from server.answers import JSON_MEDIA_TYPE

GRAPHQL_MEDIA_TYPE = "application/graphql-response+json"

_QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")
# Longer headers are read each time: what is kept stays small.
_MOST_KEPT = 256


def answer_media_type(accept: str) -> str:
    """What is wanted most of the two media types of an answer.

    On a tie the newer one, if it is named, else plain JSON. Plain JSON too where there is no preference at all, or none
    for either: a GraphQL answer is worth more than a 406.
    """
    return _kept(accept) if len(accept) <= _MOST_KEPT else _wanted(accept)


def _wanted(accept: str) -> str:
    ranges = dict(_ranges(accept))
    newer, plain = _quality(GRAPHQL_MEDIA_TYPE, ranges), _quality(JSON_MEDIA_TYPE, ranges)
    if newer > plain or (newer == plain > 0 and GRAPHQL_MEDIA_TYPE in ranges):
        return GRAPHQL_MEDIA_TYPE
    return JSON_MEDIA_TYPE


_kept = lru_cache(maxsize=256)(_wanted)


def _quality(media_type: str, ranges: dict[str, float]) -> float:
    """That of the most specific range that holds it."""
    return next((ranges[holds] for holds in (media_type, "application/*", "*/*") if holds in ranges), 0.0)


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    for part in accept.lower().split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        qualities = [
            value.strip() for name, _, value in (text.partition("=") for text in parameters) if name.strip() == "q"
        ]
        if all(_QUALITY.fullmatch(quality) for quality in qualities):
            yield media_range, float(qualities[0]) if qualities else 1.0
