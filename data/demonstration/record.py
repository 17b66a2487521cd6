"""Demonstration records in few words: a session brings its turn, and the turn its run."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from data.records import RawRecord

USER_ID = "mina"

_LIVE_TURNS = ("RUNNING", "WAITING", "CANCELLING")
_RUN_OF_TURN = {"WAITING": "YIELDED", "CANCELLING": "CANCEL_REQUESTED"}


class DemonstrationApp:
    """Makes records of one app. Fields of a record that are not named here go by their names."""

    def __init__(self, app_id: str) -> None:
        self.app_id = app_id

    def record(self, kind: str, record_id: str, /, **fields: object) -> RawRecord:
        """A record of Mina's in this app."""
        return {"record": kind, "userId": USER_ID, "appId": self.app_id, "id": record_id, **fields}

    def project(self, project_id: str, name: str, **fields: object) -> RawRecord:
        """A project with a workspace of its own."""
        return self.record("project", project_id, **{"name": name, "workspace": f"workspace-{project_id}"} | fields)

    def session(
        self,
        session_id: str,
        project_id: str,
        title: str | None,
        turn: str | None = "COMPLETED",
        waiting_for: str | None = None,
        **fields: object,
    ) -> "DemonstrationSession":
        """A session, without its instants. `turn` is the status of its turn."""
        session = self.record("session", session_id, projectId=project_id, title=title, **fields)
        return DemonstrationSession(self, session, turn, waiting_for)


class DemonstrationSession:
    """A session whose instants are still to be told."""

    def __init__(self, app: DemonstrationApp, session: RawRecord, turn: str | None, waiting_for: str | None) -> None:
        self._app = app
        self._session = session
        self._turn = turn
        self._waiting_for = waiting_for

    def records(self, active_at: datetime) -> Iterator[RawRecord]:
        """The session with its turn and run, last active at `active_at`."""
        created_at = active_at - timedelta(hours=2)
        yield {**self._session, "createdAt": created_at.isoformat(), "lastActivityAt": active_at.isoformat()}
        if self._turn is None:
            return
        session_id = str(self._session["id"])
        turn_id, run_id = f"{session_id}-turn", f"{session_id}-run"
        yield self._app.record(
            "turn",
            turn_id,
            sessionId=session_id,
            status=self._turn,
            waitingFor=self._waiting_for,
            currentRunId=run_id,
            resultRunId=run_id if self._turn == "COMPLETED" else None,
            createdAt=(active_at - timedelta(minutes=4)).isoformat(),
            finishedAt=None if self._turn in _LIVE_TURNS else active_at.isoformat(),
        )
        status = _RUN_OF_TURN.get(self._turn, self._turn)
        yield self._app.record("run", run_id, sessionId=session_id, turnId=turn_id, status=status)
