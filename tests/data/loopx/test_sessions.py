"""Sessions as records. No database."""

import pytest

from data.loopx.sessions import read_session
from tests.data.loopx.copied_home import PROJECT_SESSION, CopiedHome, session_file


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("closed", "CLOSED"),
        ("ready", "OPEN"),
        ("busy", "OPEN"),
        ("CLOSED", "OPEN"),
        (None, "OPEN"),
        (["closed"], "OPEN"),
    ],
)
def test_only_closed_is_history(home: CopiedHome, status: object, expected: str) -> None:
    document = {**home.read(session_file(PROJECT_SESSION)), "status": status}
    session = read_session(document, file="", directory=PROJECT_SESSION, turns=())
    assert session.record(channel=None)["status"] == expected
