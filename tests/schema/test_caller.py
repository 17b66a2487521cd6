"""`caller`: who the request is answered for."""

import pytest

from data.caller import Caller
from tests.callers import ADA, ADA_IN_GARDEN, PUBLISHER, RUN_IN_GARDEN
from tests.live_directory import LiveDirectory


@pytest.mark.parametrize(
    ("caller", "kind", "project_id", "run_id"),
    [
        (ADA, "PERSON", None, None),
        (ADA_IN_GARDEN, "PERSON", "garden", None),
        (RUN_IN_GARDEN, "RUN", "garden", "run"),
        (PUBLISHER, "PUBLISHER", None, None),
    ],
)
async def test_every_caller_is_told_who_they_are_without_sql(
    directory: LiveDirectory, caller: Caller, kind: str, project_id: str | None, run_id: str | None
) -> None:
    answer = await directory.ask(caller, "{ caller { kind userId appId projectId runId } }")
    assert answer["caller"] == {
        "kind": kind,
        "userId": "ada",
        "appId": "desk",
        "projectId": project_id,
        "runId": run_id,
    }
    assert directory.statement_count == 0
