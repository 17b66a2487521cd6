"""What is counted, for Prometheus. Every label has a short list of values: nothing that a client writes becomes one."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TypeAlias

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from data.pool import Pool

OTHER = "other"
CONTENT_TYPE = CONTENT_TYPE_LATEST

_PROVIDERS = ("demo", "lark", "slack", "telegram", "webhook")
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)

_Counts: TypeAlias = Counter[tuple[str, ...]]


class Metrics:
    """The counters of one application. `operations` are the names that requests are counted by.

    Only the event loop counts, so that plain numbers do: the locks of Prometheus' own counters cost a page as much as
    checking its token.
    """

    def __init__(self, operations: Iterable[str]) -> None:
        self._requests: _Counts = Counter({(name,): 0 for name in (*operations, OTHER)})
        self._documents: _Counts = Counter({("hit",): 0, ("miss",): 0})
        self._executions: _Counts = Counter({("compiled",): 0, ("graphql-core",): 0})
        self._refusals: _Counts = Counter()
        self._responses: _Counts = Counter({("200",): 0})
        self._provider_calls: _Counts = Counter()
        self._buckets = [0] * (len(_SECONDS) + 1)
        self._seconds = 0.0

    def looked_up(self, *, hit: bool) -> None:
        """A document was found in the cache, or not."""
        self._documents[("hit",) if hit else ("miss",)] += 1

    def executed(self, operation: str | None, *, compiled: bool) -> None:
        """An operation was executed, whose only root field is `operation`."""
        named = (operation or OTHER,)
        self._requests[named if named in self._requests else (OTHER,)] += 1
        self._executions[("compiled",) if compiled else ("graphql-core",)] += 1

    def refused(self, code: str) -> None:
        """Something was refused or failed. `code` is one of ours."""
        self._refusals[(code,)] += 1

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered."""
        self._responses[(str(status),)] += 1
        self._buckets[bisect_left(_SECONDS, seconds)] += 1
        self._seconds += seconds

    def asked(self, provider: str, outcome: str) -> None:
        """A provider was asked. `provider` may be any name, `outcome` is one of ours."""
        self._provider_calls[(provider if provider in _PROVIDERS else OTHER, outcome)] += 1

    def text(self, pools: Mapping[str, Pool]) -> bytes:
        """Everything in Prometheus' format, and how `pools`, by their names, stand now."""
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        registry.register(_Collected([*self._families(), _connections(pools)]))
        return generate_latest(registry)

    def _families(self) -> Iterator[Metric]:
        yield _counter("requests", "Operations executed, by their only root field.", ["operation"], self._requests)
        yield _counter("documents", "Documents looked up in the cache.", ["result"], self._documents)
        executions = "Operations executed, by a compiled plan or by graphql-core."
        yield _counter("executions", executions, ["way"], self._executions)
        yield _counter("refusals", "Refusals and errors, by their code or type.", ["code"], self._refusals)
        yield _counter("responses", "Answers of /graphql, by HTTP status.", ["status"], self._responses)
        calls = "Conversations asked for, by provider and outcome."
        yield _counter("provider_calls", calls, ["provider", "outcome"], self._provider_calls)
        bounds = (*map(str, _SECONDS), "+Inf")
        yield HistogramMetricFamily(
            "directory_request_seconds",
            "Seconds that /graphql took.",
            list(zip(bounds, accumulate(self._buckets), strict=True)),
            self._seconds,
        )


class _Collected(Collector):
    """Families that were collected already."""

    def __init__(self, families: list[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


def _counter(name: str, documentation: str, labels: list[str], counts: _Counts) -> Metric:
    family = CounterMetricFamily(f"directory_{name}", documentation, labels=labels)
    for values, count in counts.items():
        family.add_metric(values, count)
    return family


def _connections(pools: Mapping[str, Pool]) -> Metric:
    family = GaugeMetricFamily(
        "directory_pool_connections",
        "Connections to the database that are taken or waited for.",
        labels=["pool", "state"],
    )
    for name, pool in pools.items():
        family.add_metric([name, "in_use"], pool.in_use)
        family.add_metric([name, "waiting"], pool.waiting)
    return family
