"""What is counted, for Prometheus. Every label has a short list of values: nothing that a client writes becomes one."""

from collections.abc import Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from data.pool import Pool

OTHER = "other"
CONTENT_TYPE = CONTENT_TYPE_LATEST

_PROVIDERS = ("demo", "lark", "slack", "telegram", "webhook")
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)


class Metrics:
    """The counters of one application. `operations` are the names that requests are counted by."""

    def __init__(self, operations: Iterable[str]) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        requests = self._counter("requests", "Operations executed, by their only root field.", "operation")
        self._requests = {name: requests.labels(name) for name in (*operations, OTHER)}
        documents = self._counter("documents", "Documents looked up in the cache.", "result")
        self._hit, self._miss = documents.labels("hit"), documents.labels("miss")
        executions = self._counter("executions", "Operations executed, by a compiled plan or by graphql-core.", "way")
        self._compiled, self._interpreted = executions.labels("compiled"), executions.labels("graphql-core")
        self._refusals = self._counter("refusals", "Refusals and errors, by their code or type.", "code")
        self._responses = self._counter("responses", "Answers of /graphql, by HTTP status.", "status")
        self._succeeded = self._responses.labels("200")
        self._provider_calls = self._counter(
            "provider_calls", "Conversations asked for, by provider and outcome.", "provider", "outcome"
        )
        self._seconds = Histogram(
            "directory_request_seconds", "Seconds that /graphql took.", buckets=_SECONDS, registry=self._registry
        )
        self._connections = Gauge(
            "directory_pool_connections", "Connections of the read-only pool.", ["state"], registry=self._registry
        )

    def looked_up(self, *, hit: bool) -> None:
        """A document was found in the cache, or not."""
        (self._hit if hit else self._miss).inc()

    def executed(self, operation: str | None, *, compiled: bool) -> None:
        """An operation was executed, whose only root field is `operation`."""
        self._requests.get(operation or OTHER, self._requests[OTHER]).inc()
        (self._compiled if compiled else self._interpreted).inc()

    def refused(self, code: str) -> None:
        """Something was refused or failed. `code` is one of ours."""
        self._refusals.labels(code).inc()

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered."""
        (self._succeeded if status == 200 else self._responses.labels(str(status))).inc()
        self._seconds.observe(seconds)

    def asked(self, provider: str, outcome: str) -> None:
        """A provider was asked. `provider` may be any name, `outcome` is one of ours."""
        self._provider_calls.labels(provider if provider in _PROVIDERS else OTHER, outcome).inc()

    def text(self, pool: Pool) -> bytes:
        """Everything in Prometheus' format, and how `pool` stands now."""
        self._connections.labels("in_use").set(pool.in_use)
        self._connections.labels("waiting").set(pool.waiting)
        return generate_latest(self._registry)

    def _counter(self, name: str, documentation: str, *labels: str) -> Counter:
        return Counter(f"directory_{name}", documentation, labels, registry=self._registry)
