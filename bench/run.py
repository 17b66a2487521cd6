"""One run: the rows, the variants, the figures."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.contestant import Contestant, Course, contestants, require_equal_answers
from bench.lifetime import Lifetime, compile_ms, growth, start_seconds
from bench.measurement import Schedule, measure
from bench.rows import Size, loaded_rows
from bench.summary import Row, summarize
from bench.variant import PRODUCT, Variant


@dataclass(frozen=True, slots=True)
class Form:
    """How large a run is. `starts` is how often the product is started to see how long that takes; `requests` is how
    many it answers to show that its memory does not grow, and 0 leaves that out."""

    size: Size
    schedule: Schedule
    starts: int = 3
    requests: int = 0


FULL = Form(Size(1_000_000), Schedule(rounds=11, seconds=0.7))
QUICK = Form(Size(100_000), Schedule(rounds=7, seconds=0.2))


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured."""

    rows: Sequence[Row]
    lifetime: Lifetime


def run(form: Form, variants: Sequence[Variant], directory: Path, progress: Callable[[str], None]) -> Result:
    """The figures of `variants`, the product and the floor among them, on rows that are kept in `directory`.

    DifferentAnswersError when they do not answer alike, before or meanwhile; LoadError, StartError.
    """
    with loaded_rows(form.size, directory) as rows:
        course = Course(rows, secrets.token_urlsafe(48))
        start = start_seconds(course, PRODUCT, form.starts)
        with contestants(course, variants) as started:
            require_equal_answers(started)
            measured = measure(started, form.schedule, progress)
            grown = growth(_product(started), form.requests, progress) if form.requests else None
    return Result(summarize(measured), Lifetime(start, compile_ms(), grown))


def _product(started: Sequence[Contestant]) -> Contestant:
    return next(one for one in started if one.variant is PRODUCT)
