"""Wrong arguments, whatever the subcommand."""

import pytest

from server import command_line
from tests.server.commands.asking import KEY


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nothing"],
        ["up", "--port", "65536"],
        ["up", "--port", "-1"],
        ["up", "--port", "http"],
        ["up", "--por", "1"],
        ["serve", "--demo"],
        ["import"],
        ["import-loopx", "home"],
        ["import-loopx", "home", "--user", ""],
        ["token", "--user", "ada"],
        ["token", "--app", "desk"],
        ["token", "--user", "", "--app", "desk"],
        ["token", "--user", " ada", "--app", "desk"],
        ["token", "--user", "ada", "--app", "a" * 161],
        ["token", "--user", "ada", "--app", "desk", "--run", "r", "--publisher"],
        ["token", "--user", "ada", "--app", "desk", "--project", "p", "--publisher"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "0s"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "-1h"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "12"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "forever"],
        ["token", "--user", "ada", "--app", "desk", "--ttl", "99999999999d"],
    ],
)
def test_wrong_arguments_end_with_2_and_one_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_refused(arguments, capsys, monkeypatch)


@pytest.mark.parametrize("no_id", ["", " ", " ada", "ada ", "ada\n", "a\tb", "a\x00", "a\x85", "\ud800", "a" * 161])
@pytest.mark.parametrize(
    "arguments",
    [
        ["import-loopx", "home", "--user"],
        ["import-loopx", "home", "--user", "ada", "--app"],
        ["token", "--app", "desk", "--user"],
        ["token", "--user", "ada", "--app"],
        ["token", "--user", "ada", "--app", "desk", "--project"],
        ["token", "--user", "ada", "--app", "desk", "--run"],
    ],
)
def test_what_could_be_no_id_ends_with_2_and_one_line(
    arguments: list[str], no_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_refused([*arguments, no_id], capsys, monkeypatch)


def assert_refused(arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # This process is pytest's: its log stays as it is.
    monkeypatch.setattr(command_line, "log_to_stderr", lambda: None)
    monkeypatch.setenv("DIRECTORY_JWT_SECRET", KEY)
    assert command_line.main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
