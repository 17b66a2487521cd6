"""The bindings file: which private chat, of which App and owner, continues in which workspace."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from data.loopx.documents import DamageError, Document, text
from data.records import RawRecord

BINDINGS_SCHEMA = "loopx_chat_conversation_bindings_v0"
PROVIDER = "lark"

_KINDS = {"project": "PROJECT", "steward": "STEWARD"}
_GRANTS = {"workspace_read", "workspace_write", "portfolio_read"}


@dataclass(frozen=True, slots=True)
class Binding:
    """A row of the file. `kind`, `audience` and `status` are a record's words, `grant` is LoopX's own."""

    id: str
    kind: str
    audience: str
    connection: object
    app: object
    operator: object
    project: str
    executor: object
    grant: str
    status: str

    def record(self) -> RawRecord:
        """It as a record. LoopX does not keep which conversation it is."""
        return {
            "record": "binding",
            "id": self.id,
            "projectId": self.project,
            "kind": self.kind,
            "audience": self.audience,
            "provider": PROVIDER,
            "connection": self.connection,
            "providerApp": self.app,
            "operator": self.operator,
            "executorId": self.executor,
            "grant": grant_name(self.grant),
            "status": self.status,
        }


@dataclass(frozen=True, slots=True)
class Bindings:
    """The rows that can be used, by id, and why others cannot.

    `unnamed` holds the reasons for rows, or for a whole file, that have no id to go by. Only where there are none is a
    binding that is not in the file known to be gone.
    """

    rows: Mapping[str, Binding]
    damaged: Mapping[str, str]
    unnamed: tuple[str, ...] = ()

    @property
    def reasons(self) -> list[str]:
        """Why bindings are left out, one for each."""
        return [*self.unnamed, *(f"binding {identity}: {reason}" for identity, reason in self.damaged.items())]

    def has_lost(self, identity: str) -> bool:
        """Whether the file is known not to have this binding."""
        return not self.unnamed and identity not in self.rows and identity not in self.damaged

    def reason(self, identity: str) -> str:
        """Why a session of a binding that did not come in is left out."""
        if identity in self.damaged:
            return f"its binding is left out: {self.damaged[identity]}"
        if identity in self.rows or not self.unnamed:
            return "its binding is refused"
        return "the bindings file cannot be read, so it is not known whether its binding is gone"

    def steady_since(self, earlier: "Bindings") -> "Bindings":
        """These bindings, with those set apart as damaged that are not just so in `earlier`."""
        changed = {
            identity: "it changed while the home was read"
            for identity in self.rows.keys() | earlier.rows.keys()
            if self.rows.get(identity) != earlier.rows.get(identity)
        }
        steady = {identity: row for identity, row in self.rows.items() if identity not in changed}
        return replace(self, rows=steady, damaged={**self.damaged, **changed})


def grant_name(grant: str | None) -> str:
    """A record's word for a grant of LoopX's: a portfolio can only be read."""
    return "WRITE" if grant == "workspace_write" else "READ"


def read_bindings(document: Document) -> Bindings:
    """The bindings of the file. DamageError if it holds no list of them."""
    listed = document.get("bindings")
    if not isinstance(listed, list):
        raise DamageError("it holds no list of bindings")
    named = {position: row for position, row in enumerate(listed) if _is_named(row)}
    times = Counter(row["binding_id"] for row in named.values())
    rows: dict[str, Binding] = {}
    damaged = {identity: "it is there more than once" for identity, count in times.items() if count > 1}
    for row in named.values():
        identity = row["binding_id"]
        try:
            if times[identity] == 1:
                rows[identity] = _read_binding(row)
        except DamageError as damage:
            damaged[identity] = str(damage)
    unnamed = tuple(f"bindings[{place}] has no binding_id" for place in range(len(listed)) if place not in named)
    return Bindings(rows, damaged, unnamed)


def _is_named(row: object) -> bool:
    return isinstance(row, dict) and isinstance(row.get("binding_id"), str)


def _read_binding(row: Document) -> Binding:
    kind, grant = text(row, "context_kind"), text(row, "grant")
    if kind not in _KINDS:
        raise DamageError("its context_kind is unknown")
    if grant not in _GRANTS:
        raise DamageError("its grant is unknown")
    return Binding(
        id=text(row, "binding_id"),
        kind=_KINDS[kind],
        audience=_audience(row),
        connection=row.get("transport_ref"),
        app=row.get("provider_ref"),
        operator=row.get("operator_ref"),
        project=text(row, "project_ref"),
        executor=row.get("executor_endpoint_id"),
        grant=grant,
        status="ACTIVE" if row.get("enabled") is True else "REVOKED",
    )


def _audience(row: Document) -> str:
    if "audience" not in row:
        return "PRIVATE"
    return "GROUP" if row["audience"] == "group" else "UNKNOWN"
