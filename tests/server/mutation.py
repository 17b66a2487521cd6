"""Requests, broken a little: in their bytes, their document or their variables."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any, TypeAlias

Request: TypeAlias = tuple[str, dict[str, Any]]
"""A document and its variables."""

_MOST_BYTES = 20_000

_TOKEN = re.compile(r'"[^"\n]*"|\.\.\.|\w+|\s+|[^\w\s]')
_WORDS = r"""
{ } ( ) [ ] : $ @ ! | & = ... # " query mutation subscription fragment on null true __typename __schema __type
@skip(if:true) @include(if:false) @include(if:$x) @deprecated @oneOf @specifiedBy
-0 1e400 99999999999999999999 -2147483649 0x1 1. "\u{110000}" "\ud800" é 🌹
"""
_TOKENS = (*_WORDS.split(), '"""', ",", "\n", "\ufeff", "\0")
_BYTES = (
    *rb"""\ \u \ud800 " { } [ ] , : - null 1e999 NaN "query": "variables":[], "operationName":1, /**/""".split(),
    *(b"\x00", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xef\xbb\xbf"),
)
_VALUES: Sequence[Any] = (
    *(None, True, 0, -1, 2**31, -(2**63), 2**64, 10**40, 1.0, 1.5, 1e308, "", "x", "ALL", "\0", "\ud800", "é" * 300),
    *([], [[]], [None], {}, {"a": {"b": []}}, {"": ""}, "2020-01-01T00:00:00Z", "eyJ2IjoxfQ", "x" * 2_000),
)


class Mutator:
    """Breaks one of `requests` after the other; the same `seed`, the same bodies."""

    def __init__(self, requests: Sequence[Request], seed: int) -> None:
        self._requests = requests
        self._random = random.Random(seed)
        self._tokens = [token for document, _ in requests for token in _TOKEN.findall(document)]

    def body(self) -> bytes:
        """The next one."""
        document, variables = self._random.choice(self._requests)
        members: dict[str, Any] = {"query": document, "variables": dict(variables)}
        for _ in range(self._random.choice((1, 1, 1, 2, 4))):
            self._random.choice((self._break_document, self._break_document, self._break_variables))(members)
        body = json.dumps(members, ensure_ascii=self._random.random() < 0.5).encode(errors="surrogatepass")
        if self._random.random() < 0.2:
            for _ in range(self._random.randint(1, 4)):
                body = self._broken_bytes(body)
        return body[:_MOST_BYTES]

    def _break_document(self, members: dict[str, Any]) -> None:
        tokens = _TOKEN.findall(members["query"])
        start, end = self._span(len(tokens))
        other, another = self._span(len(tokens))
        new = [self._random.choice(_TOKENS if self._random.random() < 0.5 else self._tokens)]
        tokens[start:end] = self._random.choice(
            ([], new, [*tokens[start:end], *new], tokens[start:end] * 2, tokens[other:another], tokens[start:end] * 20)
        )
        members["query"] = "".join(tokens)[:_MOST_BYTES]

    def _break_variables(self, members: dict[str, Any]) -> None:
        names = [*members["variables"], *re.findall(r"\$(\w+)", members["query"]), "x"]
        members["variables"][self._random.choice(names)] = self._random.choice(_VALUES)
        if self._random.random() < 0.05:
            member = self._random.choice(("operationName", "extensions", "id"))
            members[member] = self._random.choice(_VALUES)

    def _broken_bytes(self, body: bytes) -> bytes:
        start, end = self._span(len(body))
        new = self._random.choice((self._random.choice(_BYTES), self._random.randbytes(self._random.randint(1, 4))))
        middle = self._random.choice((b"", new, body[start:end] + new, body[start:end] * 2))
        return body[:start] + middle + body[end:]

    def _span(self, length: int) -> tuple[int, int]:
        """A place, and a place soon behind it."""
        start = self._random.randint(0, length)
        return start, min(length, start + self._random.choice((0, 1, 1, 2, 5, 20)))
