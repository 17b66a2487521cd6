"""Both clients against a real directory."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from session_directory_client import (
    BindingChanged,
    BindingFacet,
    BindingInvalid,
    BindingNextStep,
    BoundSession,
    Caller,
    CallerKind,
    NoOpenSession,
    PanelNotAllowed,
    Published,
    PublishRefused,
    RefusedError,
    SchemaMismatchError,
    Session,
    SessionConnection,
    SessionDirectory,
    SessionNotFound,
    SessionScope,
    SessionsRefusalCode,
    SessionsRefused,
    SessionTree,
    UnauthenticatedError,
    UnknownAnswer,
    UnknownBindingAnswer,
)
from tests.client.conftest import Opening
from tests.client.planted import PAGE_INFO, SESSION, page
from tests.providers.loopback import Loopback, reply
from tests.server.tokens import token


def mina(**claims: Any) -> str:
    return token(**({"sub": "mina", "app": "workbench", "project": "website"} | claims))


def publisher() -> str:
    return token(sub="mina", app="published", scope="sessions:publish")


@pytest.fixture
def directory(opened: Opening, demonstration: str) -> SessionDirectory:
    return opened(demonstration, mina())


def test_the_caller_is_told(directory: SessionDirectory) -> None:
    assert directory.caller() == Caller(CallerKind.PERSON, "mina", "workbench", "website", None)


def test_a_project_comes_whole_and_the_history_ten_at_a_time(directory: SessionDirectory) -> None:
    project = directory.sessions()
    assert isinstance(project, SessionConnection)
    assert project.scope is SessionScope.PROJECT
    assert {session.project_id for session in project.nodes} == {"website"}
    assert project.next_offset is None
    history = directory.sessions(scope=SessionScope.ALL, offset=3)
    assert isinstance(history, SessionConnection)
    assert (history.offset, history.returned_count, history.next_offset) == (3, 10, 13)
    assert history.nodes[0].last_activity_at.utcoffset() == datetime.now(UTC).utcoffset()


def test_a_page_is_cut_and_continued_by_its_cursor(directory: SessionDirectory) -> None:
    first = directory.sessions(first=2)
    assert isinstance(first, SessionConnection)
    second = directory.sessions(first=2, after=first.page_info.end_cursor)
    assert isinstance(second, SessionConnection)
    assert second.offset is None
    assert not set(first.nodes) & set(second.nodes)


def test_a_walk_yields_each_session_once(directory: SessionDirectory) -> None:
    history = list(directory.iter_sessions(scope=SessionScope.ALL))
    assert len(history) == len({session.id for session in history}) > 20
    project = directory.sessions()
    assert isinstance(project, SessionConnection)
    assert tuple(directory.iter_sessions()) == project.nodes


def test_refusals_are_values_and_a_walk_raises_them(opened: Opening, demonstration: str) -> None:
    directory = opened(demonstration, mina(project=None))
    refused = directory.sessions()
    assert isinstance(refused, SessionsRefused)
    assert refused.code is SessionsRefusalCode.PROJECT_REQUIRED
    with pytest.raises(RefusedError) as raised:
        list(directory.iter_sessions())
    assert raised.value.refusal == refused
    named = directory.sessions(project_id="website")
    assert isinstance(named, SessionConnection)


def test_one_session_is_found_or_not(directory: SessionDirectory) -> None:
    found = directory.session("relaunch")
    assert isinstance(found, Session)
    assert found.id == "relaunch"
    assert isinstance(directory.session("nowhere"), SessionNotFound)


def test_a_bound_session_or_the_reason_why_not(directory: SessionDirectory) -> None:
    bound = directory.bound_session("demo-bound")
    assert isinstance(bound, BoundSession)
    assert bound.verified_at <= datetime.now(UTC)
    none_open = directory.bound_session("demo-none-open")
    assert isinstance(none_open, NoOpenSession)
    assert none_open.next_step is BindingNextStep.START_NEW
    changed = directory.bound_session("demo-moved")
    assert isinstance(changed, BindingChanged)
    assert changed.changed is BindingFacet.CONVERSATION
    assert isinstance(directory.bound_session(" nothing "), BindingInvalid)


def test_the_panel_is_a_persons(opened: Opening, demonstration: str, directory: SessionDirectory) -> None:
    tree = directory.session_tree("relaunch")
    assert isinstance(tree, SessionTree)
    assert tree.nodes[0].session.id == tree.root_session_id
    assert isinstance(directory.session_tree("nowhere"), SessionNotFound)
    run = opened(demonstration, mina(project=None, run="relaunch-run"))
    assert isinstance(run.session_tree("relaunch"), PanelNotAllowed)


def test_a_batch_is_published_or_its_problems_are_told(opened: Opening, demonstration: str) -> None:
    directory = opened(demonstration, publisher())
    assert directory.publish(
        [
            {"project": {"userId": "ada", "appId": "published", "id": "garden"}},
            {
                "session": {
                    "userId": "ada",
                    "appId": "published",
                    "id": "roses",
                    "projectId": "garden",
                    "lastActivityAt": datetime(2026, 1, 1, tzinfo=UTC),
                }
            },
        ]
    ) == Published(accepted=2, stale=0)
    refused = directory.publish([{"project": {"userId": "ada", "appId": "other", "id": "garden"}}])
    assert isinstance(refused, PublishRefused)
    assert refused.problems[0].index == 0


def test_a_token_that_nobody_believes_is_told(opened: Opening, demonstration: str) -> None:
    with pytest.raises(UnauthenticatedError):
        opened(demonstration, mina(exp=1)).caller()


# ------------------------------------------------------------------------------------------------ tomorrow
def test_a_member_that_is_added_tomorrow_is_a_value_today(opened: Opening, loopback: Loopback) -> None:
    refusal = {"__typename": "Postponed", "message": "Come back in March"}
    binding = refusal | {"conversationBindingId": "bind", "nextStep": "WAIT"}
    loopback.answers["/graphql"] = [
        reply({"data": {root: member}})
        for root, member in {
            "sessions": refusal,
            "session": {"__typename": "Postponed"},
            "sessionTree": refusal,
            "publish": refusal,
            "boundSession": binding,
        }.items()
    ]
    directory = opened(loopback.url)
    known = UnknownAnswer("Postponed", "Come back in March")
    assert directory.sessions() == known
    assert directory.session("roses") == UnknownAnswer("Postponed", None)
    assert directory.session_tree("roses") == known
    assert directory.publish([]) == known
    answer = directory.bound_session("bind")
    assert answer == UnknownBindingAnswer("Postponed", "bind", "Come back in March", BindingNextStep("WAIT"))


def test_a_walk_raises_what_it_does_not_know(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply({"data": {"sessions": {"__typename": "Postponed"}}})]
    with pytest.raises(RefusedError) as raised:
        list(opened(loopback.url).iter_sessions())
    assert raised.value.refusal == UnknownAnswer("Postponed", None)


def test_an_enum_value_that_is_added_tomorrow_is_kept(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page(nodes=[SESSION | {"status": "FROZEN"}]))]
    answer = opened(loopback.url).sessions()
    assert isinstance(answer, SessionConnection)
    [session] = answer.nodes
    assert session.status == "FROZEN"
    assert not session.status.known


def test_fields_that_are_added_tomorrow_are_left_alone(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page(planted=1) | {"extensions": {"planted": 1}})]
    assert isinstance(opened(loopback.url).sessions(), SessionConnection)


# ------------------------------------------------------------------------------------------------ connections
def test_a_client_keeps_its_connection(opened: Opening, loopback: Loopback) -> None:
    loopback.answers["/graphql"] = [reply(page())]
    directory = opened(loopback.url)
    for _ in range(5):
        directory.sessions()
    assert len(loopback.writers) == 1


def test_threads_share_a_client(demonstration: str) -> None:
    together = threading.Barrier(4)
    with SessionDirectory(demonstration, mina()) as shared, ThreadPoolExecutor(4) as threads:

        def ask(_number: int) -> object:
            together.wait()
            return shared.sessions()

        assert len(set(threads.map(ask, range(4)))) == 1


def test_a_walk_that_leads_nowhere_is_no_walk_without_end(opened: Opening, loopback: Loopback) -> None:
    more = PAGE_INFO | {"hasNextPage": True}
    loopback.answers["/graphql"] = [reply(page(pageInfo=more)), reply(page(pageInfo=more, offset=None))]
    with pytest.raises(SchemaMismatchError):
        list(opened(loopback.url).iter_sessions())
    assert loopback.count("/graphql") == 2
