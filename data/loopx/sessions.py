"""Session files."""

from collections.abc import Mapping
from dataclasses import dataclass

from data.loopx.bindings import Binding
from data.loopx.contexts import Context, read_context
from data.loopx.documents import DamageError, Document, text_or_none
from data.loopx.turns import Turn
from data.records import RawRecord

SESSION_SCHEMA = "loopx_chat_session_state_v1"


@dataclass(frozen=True, slots=True)
class Session:
    """A session with its turns; `file` is its path in the home. It has a context, or a goal, or both."""

    file: str
    id: str
    goal: str | None
    context: Context | None
    agent: object
    executor: object
    channel: object
    status: str
    created_at: object
    last_activity_at: object
    turns: tuple[Turn, ...]

    @property
    def project(self) -> str:
        """The id of its project: a goal chat without a context has one of its own."""
        return self.context.project if self.context else f"goal.{self.goal}"

    @property
    def binding(self) -> str | None:
        """The id of the binding that it names, None where it is not bound."""
        return self.context.binding if self.context else None

    @property
    def kinds(self) -> list[str]:
        """The kinds of its records: itself and its turns."""
        return ["session", *(turn.kind for turn in self.turns)]

    def record(self, *, channel: object) -> RawRecord:
        """It as a record with this `channel`: the root of its tree and without a title, since LoopX keeps neither."""
        return {
            "record": "session",
            "id": self.id,
            "projectId": self.project,
            "status": self.status,
            "executorId": self.executor,
            "channelId": channel,
            "goalId": self.goal,
            "bindingId": self.binding,
            "sourceId": self.context.source if self.context else None,
            "createdAt": self.created_at,
            "lastActivityAt": self.last_activity_at,
        }

    def disagreements(self, bindings: Mapping[str, Binding]) -> list[str]:
        """In what it differs from the binding that it names, if that is one of `bindings`; nothing where they agree.

        LoopX compares the same before it continues a session (`resolveBoundConversation` in LoopX 2.1.1): there, the
        agent of a bound session is its executor. Channel, source and goal are left to discovery: they are stored.
        """
        context = self.context
        if context is None or context.binding is None or context.binding not in bindings:
            return []
        binding = bindings[context.binding]
        compared: dict[str, tuple[object, object]] = {
            "kind": (context.kind, binding.kind),
            "audience": (context.audience or binding.audience, binding.audience),
            "project": (context.project, binding.project),
            "grant": (context.grant, binding.grant),
            "App": (context.app, binding.app),
            "operator": (context.operator, binding.operator),
            "agent": (self.agent, binding.executor),
            "executor": (self.executor, binding.executor),
        }
        return [name for name, (told, bound) in compared.items() if told != bound]


def read_session(document: Document, *, file: str, directory: str, turns: tuple[Turn, ...]) -> Session:
    """The session of the session file in `directory`. DamageError says why it cannot be imported."""
    if document.get("session_id") != directory:
        raise DamageError("its session_id is not the name of its directory")
    if "goal_id" not in document:
        raise DamageError("its goal_id is missing")
    goal, context = text_or_none(document, "goal_id"), read_context(document)
    if context is None and goal is None:
        raise DamageError("it has neither a context nor a goal")
    return Session(
        file=file,
        id=directory,
        goal=goal,
        context=context,
        agent=document.get("agent_id"),
        executor=document.get("executor_endpoint_id"),
        channel=document.get("channel_id"),
        status="CLOSED" if document.get("status") == "closed" else "OPEN",
        created_at=document.get("created_at"),
        last_activity_at=document.get("last_activity_at"),
        turns=turns,
    )
