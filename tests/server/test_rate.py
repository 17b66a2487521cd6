"""The buckets of callers, by a clock of the test's own."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from data.caller import Caller, CallerKind
from server.rate import Rate


@dataclass
class Clock:
    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now


ADA = Caller(CallerKind.PERSON, "ada", "desk")


def rate(clock: Clock, *, per_second: int = 5, most_callers: int = 100) -> Rate:
    return Rate(per_second, most_callers=most_callers, clock=clock)


def test_a_bucket_holds_ten_seconds_worth_and_an_empty_one_says_when_to_come_again() -> None:
    clock = Clock()
    buckets = rate(clock)
    buckets.charge(ADA, 49)
    assert buckets.wait(ADA) == 0
    buckets.charge(ADA, 1)
    assert buckets.wait(ADA) == 1
    clock.now += 1
    assert buckets.wait(ADA) == 0


def test_a_cost_may_take_the_bucket_below_zero_and_is_paid_back_by_the_second() -> None:
    clock = Clock()
    buckets = rate(clock)
    buckets.charge(ADA, 1_050)
    assert buckets.wait(ADA) == 200
    clock.now += 199.5
    assert buckets.wait(ADA) == 1
    clock.now += 0.6
    assert buckets.wait(ADA) == 0


def test_a_bucket_never_holds_more_than_ten_seconds_worth() -> None:
    clock = Clock()
    buckets = rate(clock)
    buckets.charge(ADA, 1)
    clock.now += 86_400
    buckets.charge(ADA, 50)
    assert buckets.wait(ADA) > 0


def test_a_person_each_run_and_a_publisher_have_buckets_of_their_own_and_a_project_makes_no_other() -> None:
    buckets = rate(Clock())
    others = [
        Caller(CallerKind.PERSON, "eve", "desk"),
        Caller(CallerKind.PERSON, "ada", "phone"),
        Caller(CallerKind.RUN, "ada", "desk", "garden", "one"),
        Caller(CallerKind.RUN, "ada", "desk", "garden", "two"),
        Caller(CallerKind.PUBLISHER, "ada", "desk"),
    ]
    buckets.charge(ADA, 50)
    assert [buckets.wait(caller) for caller in others] == [0] * len(others)
    assert buckets.wait(Caller(CallerKind.PERSON, "ada", "desk", "house")) > 0


def test_pushing_out_an_empty_bucket_fills_none() -> None:
    """Two buckets, three greedy callers taking turns: together they get what two buckets give."""
    clock = Clock()
    buckets = rate(clock, most_callers=2)
    callers = [Caller(CallerKind.PERSON, name, "desk") for name in ("one", "two", "three")]
    spent = 0
    for _ in range(1_000):
        for caller in callers:
            if buckets.wait(caller) == 0:
                buckets.charge(caller, 10)
                spent += 10
        clock.now += 0.01
    # Each may overdraw by one request.
    assert spent <= 2 * (5 * 10 + 5 * 10 + 10) + len(callers) * 10


def test_memory_is_bounded() -> None:
    buckets = rate(Clock(), most_callers=50)
    for number in range(1_000):
        buckets.charge(Caller(CallerKind.PERSON, str(number), "desk"), 1)
    assert len(buckets._full_at) == 50


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(1, 200)), max_size=40))
def test_nobody_gets_more_than_the_burst_the_rate_and_one_request(steps: list[tuple[float, int]]) -> None:
    clock = Clock()
    buckets = rate(clock)
    spent, last = 0, 0
    for wait, cost in steps:
        clock.now += wait
        if buckets.wait(ADA) == 0:
            buckets.charge(ADA, cost)
            spent, last = spent + cost, cost
    assert spent - last <= 50 + 5 * (clock.now - 1_000) + 1e-6
