"""The projects of a LoopX home: it keeps no list of them, bindings and sessions name them."""

from collections.abc import Collection
from dataclasses import dataclass

from data.loopx.bindings import grant_name
from data.loopx.entry import Entry
from data.loopx.home import BINDINGS_FILE, Home
from data.loopx.sessions import Session


@dataclass(frozen=True, slots=True)
class _Mention:
    file: str
    workspace: str | None = None
    name: str | None = None
    grant: str = "READ"


def project_entries(home: Home, writable: Collection[str]) -> list[Entry]:
    """A record for each workspace that a binding or a session names, and for each goal without a workspace. Whoever may
    write there makes its grant WRITE; that of the projects in `writable` stays so."""
    mentions: dict[str, list[_Mention]] = {}
    for session in home.sessions:
        mentions.setdefault(session.project, []).append(_by_session(session))
    for binding in home.bindings.rows.values():
        mention = _Mention(BINDINGS_FILE, workspace=binding.project, grant=grant_name(binding.grant))
        mentions.setdefault(binding.project, []).append(mention)
    return [_entry(project, mentioned, writable=project in writable) for project, mentioned in mentions.items()]


def _by_session(session: Session) -> _Mention:
    context = session.context
    if context is None:
        return _Mention(session.file)
    return _Mention(session.file, context.project, context.workspace_name, grant_name(context.grant))


def _entry(project: str, mentions: list[_Mention], *, writable: bool) -> Entry:
    record = {
        "record": "project",
        "id": project,
        "name": next((mention.name for mention in mentions if mention.name), None),
        "workspace": next((mention.workspace for mention in mentions if mention.workspace), None),
        "grant": "WRITE" if writable or any(mention.grant == "WRITE" for mention in mentions) else "READ",
    }
    return Entry(mentions[0].file, record)
