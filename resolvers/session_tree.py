"""The status panel: the whole tree around a session, for people (rules.md, section 5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from data.caller import Caller, CallerKind
from data.identifier import is_identifier
from data.session import SESSION_ATTRIBUTES
from data.session_tree import SessionTreeNode
from data.session_tree_repository import SessionTreeRepository
from resolvers.directory import SessionNotFound


class SessionTree(NamedTuple):
    """A tree in preorder, the root first."""

    nodes: Sequence[SessionTreeNode]

    @property
    def root_session_id(self) -> str:
        """The id of the root."""
        return self.nodes[0].session.id


@dataclass(frozen=True, slots=True)
class PanelNotAllowed:
    """The panel is for people: a run never sees it, whatever it asks for."""

    message: str = "The status panel is for people: a run does not see it. Ask sessions or session instead."


SessionTreeOutcome: TypeAlias = SessionTree | SessionNotFound | PanelNotAllowed


class SessionTrees:
    """Answers with whole trees of sessions. StoreUnavailableError when the database fails."""

    def __init__(self, trees: SessionTreeRepository) -> None:
        self._trees = trees

    async def session_tree(
        self, caller: Caller, session_id: str, *, attributes: frozenset[str] = SESSION_ATTRIBUTES
    ) -> SessionTreeOutcome:
        """The tree around any of its members, by one statement; none for a run, for a publisher, or for an id that
        could not be one. `attributes` are those of the sessions that will be read: the others may be None."""
        if caller.kind is CallerKind.RUN:
            return PanelNotAllowed()
        if caller.kind is not CallerKind.PERSON or not is_identifier(session_id):
            return SessionNotFound(session_id)
        nodes = await self._trees.nodes(caller, session_id, attributes=attributes)
        return SessionTree(nodes) if nodes else SessionNotFound(session_id)
