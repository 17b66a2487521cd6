"""Rows, a provider and a platform that are full of what must never come out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from data.records import RawRecord
from providers.observation import Inquiry, Observation, ObservationFailedError
from tests.providers.loopback import reply
from tests.records import binding, bound_session, project, session


def planted_binding(binding_id: str, **fields: Any) -> RawRecord:
    planted = {
        "connection": "planted connection",
        "providerApp": "planted App",
        "operator": "planted operator",
        "conversation": f"planted chat of {binding_id}",
        "executorId": "planted executor",
    }
    return binding(binding_id, **planted | fields)


def planted_session(session_id: str, binding_id: str, **fields: Any) -> RawRecord:
    identity = {
        "bindingId": binding_id,
        "channelId": f"project.external.{binding_id}.source",
        "executorId": "planted executor",
    }
    return bound_session(session_id, **identity | fields)


OWN = (
    project("garden", name="planted name", workspace="/planted/workspace", grant="WRITE"),
    project("shed", name="planted name", workspace="/planted/shed"),
    project("house", name="planted name", workspace="/planted/twice"),
    project("copy", name="planted name", workspace="/planted/twice"),
    planted_binding("good"),
    planted_session("roses", "good", title="Roses"),
    planted_binding("none-open"),
    planted_session("tulips", "none-open", status="CLOSED"),
    planted_binding("group", audience="GROUP"),
    planted_session("party", "group", title="Party"),
    planted_binding("revoked", status="REVOKED"),
    planted_binding("replaced", status="REVOKED", replacedBy="good"),
    planted_binding("workspace-twice", projectId="house"),
    planted_binding("session-changed"),
    planted_session("moved", "session-changed", channelId="planted channel", sourceId="planted", goalId="planted"),
    planted_binding("executor-changed"),
    planted_session("handed-over", "executor-changed", executorId="planted other executor"),
    *(planted_binding(name) for name in ("fails", "late", "breaks", "breaks-in-groups", "nonsense", "silent")),
    *(planted_binding(name) for name in ("unverified", "app", "operator", "moved", "no-longer-private", "twice")),
)
STRANGERS = (
    project("planted-project", name="planted name", workspace="/planted/workspace"),
    planted_binding("theirs", projectId="planted-project"),
    planted_session("their-session", "theirs", projectId="planted-project", title="planted title"),
    session("their-other", projectId="planted-project", title="planted title"),
)


# ------------------------------------------------------------------------------------------------ a provider
class HostileProvider:
    """Fails and answers in every way, by the id of the binding."""

    def __init__(self) -> None:
        self.asked: list[Inquiry] = []

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        self.asked.append(inquiry)
        app, operator, conversation = inquiry.provider_app, inquiry.operator, inquiry.conversation
        good = Observation(inquiry.connection, app, operator, conversation, private=True, verified=True)
        said = _hostile(good).get(inquiry.binding_id, [good])
        if isinstance(said, Exception):
            raise said
        return said


def _hostile(good: Observation) -> Mapping[str, Exception | Sequence[Any]]:
    return {
        "fails": ObservationFailedError("planted failure"),
        "late": TimeoutError("planted failure"),
        "breaks": RuntimeError("planted defect"),
        "breaks-in-groups": ExceptionGroup("planted defects", [ValueError("planted defect")]),
        "nonsense": ["planted nonsense"],
        "silent": [],
        "unverified": [replace(good, verified=False)],
        "app": [replace(good, provider_app="planted other App")],
        "operator": [replace(good, operator="planted other operator")],
        "moved": [replace(good, conversation="planted other chat")],
        "no-longer-private": [replace(good, private=False)],
        "twice": [good, good],
        "good": [replace(good, conversation="planted other chat"), good],
    }


# ------------------------------------------------------------------------------------------------ a platform
_SAID = {
    "connection": "planted connection",
    "providerApp": "planted App",
    "operator": "planted operator",
    "conversation": "planted chat of good",
    "private": True,
    "verified": True,
    "note": "planted note",
}
HOSTILE = (
    reply(_SAID),
    reply([_SAID, _SAID]),
    reply(_SAID | {"operator": "planted other"}),
    reply(_SAID | {"conversation": "planted other"}),
    reply(_SAID | {"verified": "planted"}),
    reply(_SAID | {"private": "planted"}),
    reply(_SAID | {"providerApp": {"planted": "planted"}}),
    reply("planted"),
    reply(content=b'{"connection": "planted'),
    reply(content=b"<h1>planted</h1>", Content_Type="text/html"),
    reply({"error": "planted"}, 401, WWW_Authenticate="planted"),
    reply({"error": "planted"}, 429, Retry_After="planted"),
    reply({}, 302, Location="http://planted.example/"),
    reply(content=b"planted" * 200_000),
    b"planted\r\n\r\n",
)
"""Answers of a platform's webhook for the binding `good`, from the right one to rubbish."""
