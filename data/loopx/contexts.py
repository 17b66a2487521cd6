"""The context of a session: its workspace, and the conversation that it is bound to."""

import re
from dataclasses import dataclass

from data.loopx.bindings import PROVIDER, grant_name
from data.loopx.documents import DamageError, Document, object_or_none, text, text_or_none
from data.records import RawRecord

_AUDIENCES = {"bound_owner": "PRIVATE", "bound_group": "GROUP"}


@dataclass(frozen=True, slots=True)
class Context:
    """Where a session works and, if `binding` is not None, for which conversation.

    `kind` and `audience` are a record's words (an audience of None is not told), `grant` is LoopX's own.
    """

    kind: str
    project: str
    workspace_name: str | None
    audience: str | None
    grant: str | None
    binding: str | None
    source: object
    app: object
    operator: object

    def tombstone(self, executor: object) -> RawRecord:
        """The binding as a record, when nothing more is known of it than that it is gone: LoopX keeps no tombstones."""
        return {
            "record": "binding",
            "id": self.binding,
            "projectId": self.project,
            "kind": self.kind,
            "audience": self.audience or "UNKNOWN",
            "provider": PROVIDER,
            "connection": "",
            "providerApp": self.app,
            "operator": self.operator,
            "executorId": executor,
            "grant": grant_name(self.grant),
            "status": "REVOKED",
        }


def read_context(session: Document) -> Context | None:
    """The context of a session file, None where it has none. DamageError if it has two, or one that cannot be used."""
    project, steward = object_or_none(session, "project_context"), object_or_none(session, "steward_context")
    if project is not None and steward is not None:
        raise DamageError("it has both a project context and a steward context")
    if project is not None:
        return _read("PROJECT", project)
    return None if steward is None else _read("STEWARD", steward)


def _read(kind: str, context: Document) -> Context:
    return Context(
        kind=kind,
        project=text(context, "project_ref"),
        workspace_name=_last_step(text_or_none(context, "workspace_path")),
        audience=_audience(context),
        grant=text_or_none(context, "grant"),
        binding=text_or_none(context, "binding_id"),
        source=context.get("source_ref"),
        app=context.get("provider_ref"),
        operator=context.get("operator_ref"),
    )


def _audience(context: Document) -> str | None:
    audience = text_or_none(context, "audience")
    return None if audience is None else _AUDIENCES.get(audience, "UNKNOWN")


def _last_step(path: str | None) -> str | None:
    """The name of a workspace. LoopX keeps paths of POSIX and of Windows."""
    steps = [step for step in re.split(r"[\\/]", path or "") if step]
    return steps[-1] if steps else None
