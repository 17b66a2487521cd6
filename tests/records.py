"""Records for tests, and the way to store them."""

from data.pool import Pool
from data.publishing import Published, publish
from data.records import RawRecord


async def store(pool: Pool, *records: RawRecord) -> None:
    """Publish `records` as a platform does; every one must be accepted."""
    for start in range(0, len(records), 500):
        batch = records[start : start + 500]
        assert await publish(pool, batch) == Published(accepted=len(batch), stale=0)


def project(project_id: str = "garden", **fields: object) -> RawRecord:
    return _record("project", project_id, fields)


def session(session_id: str, **fields: object) -> RawRecord:
    return _record("session", session_id, {"projectId": "garden"} | fields)


def turn(turn_id: str, session_id: str, **fields: object) -> RawRecord:
    return _record("turn", turn_id, {"sessionId": session_id} | fields)


def run(run_id: str, session_id: str, turn_id: str, **fields: object) -> RawRecord:
    return _record("run", run_id, {"sessionId": session_id, "turnId": turn_id} | fields)


def queued_input(input_id: str, session_id: str, **fields: object) -> RawRecord:
    return _record("queuedInput", input_id, {"sessionId": session_id} | fields)


def binding(binding_id: str = "bind", **fields: object) -> RawRecord:
    """A private binding of the provider `demo` to the project `garden`."""
    bound = {
        "projectId": "garden",
        "audience": "PRIVATE",
        "provider": "demo",
        "connection": "main",
        "providerApp": "app",
        "operator": "operator",
        "conversation": f"chat of {binding_id}",
        "executorId": "robot",
    }
    return _record("binding", binding_id, bound | fields)


def bound_session(session_id: str, **fields: object) -> RawRecord:
    """A session with the identity that the binding `bind` to the project `garden` wants."""
    identity = {
        "bindingId": "bind",
        "sourceId": "source",
        "channelId": "project.external.bind.source",
        "executorId": "robot",
    }
    return session(session_id, **(identity | fields))


def _record(kind: str, record_id: str, fields: dict[str, object]) -> RawRecord:
    return {"record": kind, "userId": "ada", "appId": "desk", "id": record_id} | fields
