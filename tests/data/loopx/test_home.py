"""Reading: what is found, what is left out and why. No database."""

import os
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from data.loopx import NotALoopxHomeError
from data.loopx.files import MAX_FILE_BYTES, Directory
from data.loopx.home import read_home
from data.loopx.session_files import SessionFiles
from tests.data.loopx.copied_home import (
    ANSWERS,
    BINDINGS,
    PROJECT_SESSION,
    REAL_HOME,
    WORKSPACE_SESSION,
    CopiedHome,
    session_file,
    tree_hash,
)

SESSION = session_file(WORKSPACE_SESSION)
BINDING = ANSWERS["bindings"]["project"]
SESSION_AND_TURNS = ["session", "turn", "turn"]


def left_out(home: CopiedHome) -> list[tuple[str, str, list[str]]]:
    return [(left.file, left.reason, list(left.kinds)) for left in read_home(home.path).left_out]


def test_the_real_home_is_read_whole() -> None:
    assert sum(path.is_file() for path in REAL_HOME.rglob("*")) == 233
    home = read_home(REAL_HOME)
    assert len(home.sessions) == ANSWERS["sessions"] == 27
    assert sum(len(session.turns) for session in home.sessions) == 34
    assert len(home.bindings.rows) == 4
    assert not home.left_out
    assert not home.bindings.reasons


@pytest.mark.parametrize("name", ["home", "home/.."])
def test_the_runtime_root_and_the_directory_above_are_the_same_home(home: CopiedHome, name: str) -> None:
    assert read_home(home.path.parent / name) == read_home(REAL_HOME)


def test_below_a_directory_the_name_that_loopx_gives_its_root_wins(home: CopiedHome) -> None:
    (home.path.parent / ".loopx/chat/sessions").mkdir(parents=True)
    assert not read_home(home.path.parent).sessions


def test_a_home_may_be_named_by_a_link(home: CopiedHome) -> None:
    link = home.path.parent / "link"
    link.symlink_to(home.path)
    assert read_home(link) == read_home(REAL_HOME)


def missing(path: Path) -> Path:
    return path / "missing"


def a_file(path: Path) -> Path:
    (path / "file").touch()
    return path / "file"


def empty(path: Path) -> Path:
    return path


def a_chat_without_anything(path: Path) -> Path:
    (path / "chat").mkdir()
    return path


def a_linked_chat(path: Path) -> Path:
    (path / "chat").symlink_to(REAL_HOME / "chat")
    return path


def two_roots(path: Path) -> Path:
    for name in ("a", "b"):
        (path / name / "chat/sessions").mkdir(parents=True)
    return path


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (missing, "no such file or directory"),
        (a_file, "not a directory"),
        (empty, "there is neither chat/sessions nor chat/conversation-bindings.json in it or right below"),
        (a_chat_without_anything, "there is neither chat/sessions nor"),
        (a_linked_chat, "there is neither chat/sessions nor"),
        (two_roots, "several directories in it are LoopX runtime roots"),
    ],
)
def test_what_is_no_home_says_in_one_line_what_was_looked_for_and_what_to_do(
    tmp_path: Path, make: Callable[[Path], Path], reason: str
) -> None:
    path = make(tmp_path)
    with pytest.raises(NotALoopxHomeError) as raised:
        read_home(path)
    assert str(raised.value).startswith(f"{path} is no LoopX home ({reason}")
    assert str(raised.value).endswith(
        "): name the LoopX runtime root (it holds the directory `chat`) or the directory above it"
    )
    assert "\n" not in str(raised.value)


def broken_json(file: Path) -> None:
    file.write_text('{"schema_version":')


def not_utf_8(file: Path) -> None:
    file.write_bytes(b'{"schema_version": "\xff"}')


def a_lone_surrogate(file: Path) -> None:
    file.write_text(r'{"schema_version": "\ud800"}')


def a_list(file: Path) -> None:
    file.write_text("[]")


def nested_deeply(file: Path) -> None:
    file.write_text("[" * 100_000)


def huge(file: Path) -> None:
    os.truncate(file, MAX_FILE_BYTES + 1)


def a_directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


def a_fifo(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def a_link(file: Path) -> None:
    file.rename(file.with_suffix(".moved"))
    file.symlink_to(file.with_suffix(".moved"))


def a_dangling_link(file: Path) -> None:
    file.unlink()
    file.symlink_to("nowhere")


DAMAGES = [
    (broken_json, "broken JSON"),
    (not_utf_8, "broken JSON"),
    (a_lone_surrogate, "broken JSON"),
    (nested_deeply, "broken JSON"),
    (a_list, "no JSON object"),
    (huge, "larger than 16777216 bytes"),
    (a_directory, "not a regular file"),
    (a_fifo, "not a regular file"),
    (a_link, "a symbolic link, not followed"),
    (a_dangling_link, "a symbolic link, not followed"),
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES)
def test_a_damaged_session_is_left_out_with_its_turns(
    home: CopiedHome, damage: Callable[[Path], None], reason: str
) -> None:
    damage(home.path / SESSION)
    assert left_out(home) == [(SESSION, reason, SESSION_AND_TURNS)]
    assert len(read_home(home.path).sessions) == 26


@pytest.mark.parametrize(("damage", "reason"), DAMAGES)
def test_a_damaged_turn_is_left_out_alone(home: CopiedHome, damage: Callable[[Path], None], reason: str) -> None:
    turn, other = home.turns(WORKSPACE_SESSION)
    damage(home.path / turn)
    assert left_out(home) == [(turn, reason, ["turn"])]
    [session] = [session for session in read_home(home.path).sessions if session.id == WORKSPACE_SESSION]
    assert [turn.file for turn in session.turns] == [other]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES)
def test_damaged_bindings_are_not_taken_for_no_bindings(
    home: CopiedHome, damage: Callable[[Path], None], reason: str
) -> None:
    damage(home.path / BINDINGS)
    bindings = read_home(home.path).bindings
    assert not bindings.rows
    assert bindings.reasons == [reason]
    assert not bindings.has_lost(ANSWERS["bindings"]["revoked"])


def test_no_bindings_file_is_a_home_without_bindings(home: CopiedHome) -> None:
    (home.path / BINDINGS).unlink()
    bindings = read_home(home.path).bindings
    assert not bindings.rows
    assert not bindings.reasons
    assert bindings.has_lost(ANSWERS["bindings"]["project"])


def without(field: str) -> Callable[[CopiedHome], None]:
    def change(home: CopiedHome) -> None:
        document = home.read(SESSION)
        del document[field]
        home.write(SESSION, document)

    return change


def having(**fields: object) -> Callable[[CopiedHome], None]:
    return lambda home: home.change(SESSION, **fields)


def in_context(**fields: object) -> Callable[[CopiedHome], None]:
    return lambda home: home.change_context(WORKSPACE_SESSION, **fields)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (having(schema_version="loopx_chat_session_state_v2"), "its schema_version is not loopx_chat_session_state_v1"),
        (without("schema_version"), "its schema_version is not loopx_chat_session_state_v1"),
        (having(session_id=PROJECT_SESSION), "its session_id is not the name of its directory"),
        (without("session_id"), "its session_id is not the name of its directory"),
        (without("goal_id"), "its goal_id is missing"),
        (having(goal_id=7), "its goal_id is not a text"),
        (without("project_context"), "it has neither a context nor a goal"),
        (having(project_context=None), "it has neither a context nor a goal"),
        (having(steward_context={"project_ref": "x"}), "it has both a project context and a steward context"),
        (having(project_context=["project_ref"]), "its project_context is not an object"),
        (in_context(project_ref=None), "its project_ref is not a text"),
        (in_context(workspace_path=["srv"]), "its workspace_path is not a text"),
        (in_context(audience=1), "its audience is not a text"),
        (in_context(grant=True), "its grant is not a text"),
        (in_context(binding_id={}), "its binding_id is not a text"),
    ],
)
def test_a_session_that_says_no_sense_is_left_out(
    home: CopiedHome, change: Callable[[CopiedHome], None], reason: str
) -> None:
    change(home)
    assert left_out(home) == [(SESSION, reason, SESSION_AND_TURNS)]


def test_a_goal_of_null_is_not_a_missing_goal(home: CopiedHome) -> None:
    assert home.read(SESSION)["goal_id"] is None
    assert not left_out(home)


def test_a_turn_of_another_schema_or_without_an_id_is_left_out(home: CopiedHome) -> None:
    turn, other = home.turns(WORKSPACE_SESSION)
    home.change(turn, schema_version="loopx_chat_turn_state_v2")
    home.change(other, turn_id=5)
    assert left_out(home) == [
        (turn, "its schema_version is not loopx_chat_turn_state_v1", ["turn"]),
        (other, "its turn_id is not a text", ["turn"]),
    ]


@pytest.mark.parametrize(
    ("bindings", "reason"),
    [
        ({"schema_version": "loopx_chat_conversation_bindings_v1", "bindings": []}, "its schema_version is not"),
        ({"schema_version": "loopx_chat_conversation_bindings_v0"}, "it holds no list of bindings"),
        ({"schema_version": "loopx_chat_conversation_bindings_v0", "bindings": {}}, "it holds no list of bindings"),
    ],
)
def test_a_bindings_file_of_another_form_cannot_be_read(home: CopiedHome, bindings: object, reason: str) -> None:
    home.write(BINDINGS, bindings)
    assert read_home(home.path).bindings.reasons[0].startswith(reason)


def test_links_in_the_place_of_directories_are_not_followed(home: CopiedHome) -> None:
    for name in (f"chat/sessions/{PROJECT_SESSION}", f"chat/sessions/{WORKSPACE_SESSION}/turns"):
        a_link(home.path / name)
    (home.path / f"chat/sessions/{PROJECT_SESSION}.moved").rename(home.path / "elsewhere")
    assert left_out(home) == [
        (f"chat/sessions/{WORKSPACE_SESSION}/turns", "a symbolic link, not followed", []),
        (f"chat/sessions/{PROJECT_SESSION}", "a symbolic link, not followed", ["session"]),
    ]


def test_linked_sessions_are_not_followed(home: CopiedHome) -> None:
    (home.path / "chat/sessions").rename(home.path / "elsewhere")
    (home.path / "chat/sessions").symlink_to("../elsewhere")
    assert left_out(home) == [("chat/sessions", "a symbolic link, not followed", [])]


def test_a_session_directory_without_its_file_is_left_out(home: CopiedHome) -> None:
    (home.path / SESSION).rename(home.path / f"{SESSION}.tmp")
    assert left_out(home) == [(SESSION, "not there", SESSION_AND_TURNS)]


def test_files_to_leave_alone_are_never_opened(home: CopiedHome) -> None:
    """Each is a FIFO here: whoever opened it for reading or writing would be seen, or would wait for ever."""
    turn = home.turns(WORKSPACE_SESSION)[0].removesuffix(".json")
    for name in (
        f"{BINDINGS}.lock.holder",
        "chat/sessions/stray.json",
        f"{SESSION}.tmp",
        f"{SESSION}.lock.holder.json",
        f"{turn}.execution",
        f"{turn}.events.json",
        f"{turn}.json.lock.holder.json",
        f"{turn}.json.abc.tmp",
    ):
        os.mkfifo(home.path / name)
    for file in home.path.rglob("*"):
        if file.suffix in {".lock", ".jsonl"}:
            a_fifo(file)
    assert read_home(home.path) == read_home(REAL_HOME)


def test_reading_changes_nothing_and_needs_no_permission_to_write(home: CopiedHome) -> None:
    entries = [home.path, *home.path.rglob("*")]
    for entry in entries:
        entry.chmod(stat.S_IMODE(entry.stat().st_mode) & ~0o222)
    before = tree_hash(home.path)
    assert read_home(home.path) == read_home(REAL_HOME)
    assert tree_hash(home.path) == before
    for entry in entries:
        entry.chmod(stat.S_IMODE(entry.stat().st_mode) | 0o200)


def test_no_descriptor_stays_open(home: CopiedHome) -> None:
    broken_json(home.path / SESSION)
    before = len(list(Path("/dev/fd").iterdir()))
    read_home(home.path)
    assert len(list(Path("/dev/fd").iterdir())) == before


def change_while_reading(monkeypatch: pytest.MonkeyPatch, *changes: Callable[[], None]) -> list[int]:
    """Change files on the disk while the sessions are read, another change each time. The list grows with each time."""
    read, remaining = SessionFiles.read, list(changes)
    rounds: list[int] = []

    def read_and_change(files: SessionFiles, chat: Directory) -> None:
        read(files, chat)
        rounds.append(len(files.sessions))
        if remaining:
            remaining.pop(0)()

    monkeypatch.setattr(SessionFiles, "read", read_and_change)
    return rounds


def test_bindings_that_change_under_the_sessions_are_read_again_with_them(
    home: CopiedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    def revoke() -> None:
        home.change_binding(BINDING, enabled=False)
        home.change_session(PROJECT_SESSION, status="closed")

    rounds = change_while_reading(monkeypatch, revoke)
    found = read_home(home.path)
    assert rounds == [27, 27]
    assert found.bindings.rows[BINDING].status == "REVOKED"
    assert {session.status for session in found.sessions if session.id == PROJECT_SESSION} == {"CLOSED"}
    assert not found.bindings.reasons


def test_what_has_changed_three_times_is_reported_and_the_rest_is_kept(
    home: CopiedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = change_while_reading(
        monkeypatch, *(partial(home.change_binding, BINDING, transport_ref=f"app-{number}") for number in range(9))
    )
    bindings = read_home(home.path).bindings
    assert rounds == [27, 27, 27]
    assert bindings.reasons == [f"binding {BINDING}: it changed while the home was read"]
    assert len(bindings.rows) == 3
    assert not bindings.has_lost(BINDING)


def test_a_binding_that_goes_while_it_is_read_has_changed_and_is_not_lost(
    home: CopiedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_while_reading(
        monkeypatch,
        partial(home.change_binding, BINDING, enabled=False),
        partial(home.change_binding, BINDING, enabled=True),
        partial(home.remove_binding, BINDING),
    )
    bindings = read_home(home.path).bindings
    assert bindings.reasons == [f"binding {BINDING}: it changed while the home was read"]
    assert not bindings.has_lost(BINDING)


def test_a_change_that_touches_no_row_is_none(home: CopiedHome, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = change_while_reading(monkeypatch, partial(home.change, BINDINGS, revision=99))
    assert not read_home(home.path).bindings.reasons
    assert rounds == [27]
