"""The tools of an agent, by a real directory."""

import asyncio
import json
from typing import Any

import jsonschema_rs
import pytest

from session_directory_client import (
    FIND_BOUND_SESSION,
    LIST_SESSIONS,
    TOOLS,
    AsyncSessionDirectory,
    SessionConnection,
    SessionDirectory,
    SessionScope,
    SessionsRefusalCode,
    Tool,
    ToolAnswer,
    UnauthenticatedError,
)
from tests.client.planted import SESSION, page
from tests.providers.loopback import Loopback, reply
from tests.server.tokens import token

SESSION_KEYS = [
    "session_id",
    "title",
    "path",
    "tree_root_session_id",
    "project_id",
    "turn_id",
    "turn_status",
    "waiting_for",
]


def called(url: str, tool: Tool, arguments: object, credential: str | None = None) -> ToolAnswer:
    """What both callables answer, alike, and with a receipt as it is described."""
    credential = credential or token(sub="mina", app="workbench", run="relaunch-run")

    async def call() -> ToolAnswer:
        async with AsyncSessionDirectory(url, credential) as directory:
            return await tool.call_async(directory, arguments)

    with SessionDirectory(url, credential) as directory:
        answer = tool.call(directory, arguments)
    assert asyncio.run(call()) == answer
    if answer.receipt is not None:
        jsonschema_rs.validate(dict(tool.receipt_schema), answer.receipt)
    return answer


def receipt(answer: ToolAnswer) -> dict[str, Any]:
    assert answer.receipt is not None
    assert json.loads(answer.text) == answer.receipt
    return dict(answer.receipt)


@pytest.mark.parametrize("arguments", [None, {}, {"scope": "project"}, {"scope": "project", "offset": 0}])
def test_the_project_comes_by_default_and_whole(demonstration: str, arguments: object) -> None:
    listed = receipt(called(demonstration, LIST_SESSIONS, arguments))
    assert list(listed) == ["scope", "sessions", "next_offset"]
    assert listed["scope"] == "project"
    assert {session["project_id"] for session in listed["sessions"]} == {"website"}
    assert listed["next_offset"] is None


def test_the_history_is_paged_by_its_offset(demonstration: str) -> None:
    offset: int | None = 0
    seen: list[str] = []
    while offset is not None:
        listed = receipt(called(demonstration, LIST_SESSIONS, {"scope": "all", "offset": offset}))
        assert listed["scope"] == "all"
        seen += [session["session_id"] for session in listed["sessions"]]
        offset = listed["next_offset"]
    assert len(seen) == len(set(seen)) > 20


def test_a_receipt_holds_of_a_session_what_cooperation_needs_and_no_more(demonstration: str) -> None:
    credential = token(sub="mina", app="workbench", run="relaunch-run")
    with SessionDirectory(demonstration, credential) as directory:
        answer = directory.sessions(scope=SessionScope.ALL)
    assert isinstance(answer, SessionConnection)
    listed = receipt(called(demonstration, LIST_SESSIONS, {"scope": "all"}))["sessions"]
    for session, held in zip(answer.nodes, listed, strict=True):
        turn = session.current_turn
        assert list(held) == SESSION_KEYS
        assert list(held.values()) == [
            session.id,
            session.title,
            session.path,
            session.root_session_id,
            session.project_id,
            turn and turn.id,
            turn and turn.status,
            turn and turn.waiting_for,
        ]


WRONG: list[tuple[Tool, object, str]] = [
    (LIST_SESSIONS, {"scope": "everything"}, 'scope must be "project" or "all". Leave it out for "project".'),
    (LIST_SESSIONS, {"scope": None}, 'scope must be "project" or "all". Leave it out for "project".'),
    (LIST_SESSIONS, {"scope": ["all"]}, 'scope must be "project" or "all". Leave it out for "project".'),
    *(
        (
            LIST_SESSIONS,
            {"scope": "all", "offset": offset},
            "offset must be a whole number from 0 to 1000000, such as 10.",
        )
        for offset in (-1, 1_000_001, 0.5, "10", True, None, float("nan"), float("inf"))
    ),
    (
        LIST_SESSIONS,
        {"offset": 10},
        'offset is for scope "all" only: the sessions of the project come all at once.',
    ),
    (LIST_SESSIONS, {"limit": 5}, "There is no argument 'limit'. There is offset and scope."),
    (LIST_SESSIONS, ["all"], "The arguments must be one JSON object with offset and scope."),
    (LIST_SESSIONS, "all", "The arguments must be one JSON object with offset and scope."),
    (FIND_BOUND_SESSION, {}, "conversation_binding_id must be given, and be a text."),
    (FIND_BOUND_SESSION, {"conversation_binding_id": 7}, "conversation_binding_id must be given, and be a text."),
    (FIND_BOUND_SESSION, {"conversation_binding_id": ""}, "conversation_binding_id must be given, and be a text."),
    (FIND_BOUND_SESSION, {"id": "x"}, "There is no argument 'id'. There is conversation_binding_id."),
]


@pytest.mark.parametrize("case", range(len(WRONG)))
def test_wrong_arguments_come_back_as_a_text_that_a_model_can_mend(loopback: Loopback, case: int) -> None:
    tool, arguments, text = WRONG[case]
    assert called(loopback.url, tool, arguments) == ToolAnswer(text, None)
    assert not loopback.asked


def test_a_whole_number_may_be_written_with_a_point(demonstration: str) -> None:
    assert receipt(called(demonstration, LIST_SESSIONS, {"scope": "all", "offset": 10.0}))


def test_a_refusal_comes_back_as_a_text_and_never_as_an_empty_list(demonstration: str) -> None:
    answer = called(demonstration, LIST_SESSIONS, {}, token(sub="mina", app="workbench"))
    assert answer.receipt is None
    assert answer.text == 'PROJECT_REQUIRED: there is no current project: call again with scope "all".'


@pytest.mark.parametrize("code", SessionsRefusalCode)
def test_a_refusal_names_no_argument_that_the_tool_does_not_have(loopback: Loopback, code: SessionsRefusalCode) -> None:
    text = "give projectId or first, and follow the pages with after" if "PROJECT" in code else "mend it"
    refused = {"__typename": "SessionsRefused", "code": code.value, "message": text, "argument": "first"}
    loopback.answers["/graphql"] = [reply({"data": {"sessions": refused}})]
    answer = called(loopback.url, LIST_SESSIONS, {})
    assert answer.receipt is None
    assert answer.text.startswith(code.value)
    if code in {"PROJECT_REQUIRED", "PROJECT_NOT_FOUND", "PROJECT_TOO_LARGE"}:
        assert 'scope "all"' in answer.text
        assert not any(name in answer.text for name in ("projectId", "first", "after"))


def test_an_answer_that_is_not_known_comes_back_as_a_text(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply({"data": {"sessions": {"__typename": "Postponed"}}})]
    answer = called(loopback.url, LIST_SESSIONS, {})
    assert answer == ToolAnswer("The directory answered Postponed, which is no list.", None)


def test_an_error_is_raised(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply({}, 401)]
    with pytest.raises(UnauthenticatedError):
        called(loopback.url, LIST_SESSIONS, {})


def test_an_empty_page_is_a_receipt(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page(nodes=[], returnedCount=0))]
    assert receipt(called(loopback.url, LIST_SESSIONS, {})) == {"scope": "project", "sessions": [], "next_offset": None}


def test_a_session_may_have_no_title_and_no_turn(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page(nodes=[SESSION | {"title": None, "currentTurn": None}]))]
    [held] = receipt(called(loopback.url, LIST_SESSIONS, {}))["sessions"]
    assert [name for name, value in held.items() if value is None] == ["title", "turn_id", "turn_status", "waiting_for"]


def test_a_bound_session_is_found(demonstration: str) -> None:
    found = receipt(called(demonstration, FIND_BOUND_SESSION, {"conversation_binding_id": "demo-bound"}))
    assert found["outcome"] == "BoundSession"
    assert list(found["session"]) == SESSION_KEYS
    assert found["channel_id"].startswith("project.external.demo-bound.")
    assert (found["goal_id"], found["message"], found["next_step"]) == (None, None, None)


@pytest.mark.parametrize(
    ("binding_id", "outcome", "next_step"),
    [
        ("demo-none-open", "NoOpenSession", "START_NEW"),
        ("demo-group", "BindingNotPrivate", "CONTINUE_IN_PROVIDER"),
        ("demo-two-open", "BindingAmbiguous", "ASK_OPERATOR"),
        ("demo-unheard-of", "BindingInvalid", "RECONNECT"),
    ],
)
def test_a_refused_binding_has_no_session(demonstration: str, binding_id: str, outcome: str, next_step: str) -> None:
    found = receipt(called(demonstration, FIND_BOUND_SESSION, {"conversation_binding_id": binding_id}))
    assert (found["conversation_binding_id"], found["outcome"], found["next_step"]) == (binding_id, outcome, next_step)
    assert found["message"]
    assert (found["session"], found["channel_id"], found["goal_id"]) == (None, None, None)


def test_an_unknown_answer_to_a_binding_has_no_session(loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply({"data": {"boundSession": {"__typename": "Postponed"}}})]
    found = receipt(called(loopback.url, FIND_BOUND_SESSION, {"conversation_binding_id": "bind"}))
    assert found == {
        "conversation_binding_id": "bind",
        "outcome": "Postponed",
        "session": None,
        "channel_id": None,
        "goal_id": None,
        "message": None,
        "next_step": None,
    }


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_is_described_for_a_model(tool: Tool) -> None:
    assert json.loads(json.dumps(tool.parameters)) == tool.parameters
    assert tool.parameters["additionalProperties"] is False
    assert all(one["description"] for one in tool.parameters["properties"].values())
    assert tool.receipt_schema["required"] == list(tool.receipt_schema["properties"])
    assert tool.receipt_schema["additionalProperties"] is False


def test_the_description_says_when_to_widen_and_how_to_page() -> None:
    for word in ('scope "project", the default', 'Widen to scope "all"', "next_offset", *SESSION_KEYS):
        assert word in LIST_SESSIONS.description
