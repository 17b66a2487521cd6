"""The decision on a bound session, row by row (rules.md, section 3)."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from data.binding import (
    BindingAudience,
    BindingKind,
    BindingStatus,
    BoundProject,
    ProjectStatus,
    WorkspaceGrant,
)
from data.session import SessionStatus
from providers.observation import Observation
from resolvers import decision
from resolvers.bound_session_outcome import (
    BoundSession,
    NoOpenSession,
)
from resolvers.decision import TABLE, Row, decide
from tests.resolvers.evidence import (
    BINDING,
    GOOD,
    NOW,
    OBSERVATION,
    OPEN,
    REPLACED,
    REVOKED,
    Change,
    Told,
    fenced,
    first_read,
    observations,
    observed,
    open_session,
    opened_twice,
    second_read,
    session,
    told,
    twice,
)

ROWS: list[tuple[Row, Change, Told]] = [
    (decision.malformed_id, lambda e: e._replace(binding_id=" bind"), ("BindingInvalid", "MALFORMED_ID", "FIX_CALL")),
    (
        decision.unreadable,
        lambda e: e._replace(before=None, store_failed=True),
        ("BindingUnverified", "STORE_UNAVAILABLE", "RETRY"),
    ),
    (decision.unknown, lambda e: e._replace(before=None), ("BindingInvalid", "UNKNOWN", "RECONNECT")),
    (decision.replaced, first_read(**REPLACED), ("BindingChanged", "BINDING", "RECONNECT")),
    (decision.revoked, first_read(**REVOKED), ("BindingRevoked", None, "RECONNECT")),
    (
        decision.audience_not_private,
        first_read(audience=BindingAudience.GROUP),
        ("BindingNotPrivate", None, "CONTINUE_IN_PROVIDER"),
    ),
    (
        decision.provider_unavailable,
        lambda e: e._replace(observed=None),
        ("BindingUnverified", "PROVIDER_UNAVAILABLE", "RETRY"),
    ),
    (
        decision.identity_unverified,
        observed(verified=False),
        ("BindingUnverified", "IDENTITY_UNVERIFIED", "RETRY"),
    ),
    (decision.app_changed, observed(provider_app="other"), ("BindingChanged", "APP", "RECONNECT")),
    (decision.operator_changed, observed(operator="eve"), ("BindingChanged", "OPERATOR", "RECONNECT")),
    (
        decision.conversation_changed,
        observed(conversation="moved"),
        ("BindingChanged", "CONVERSATION", "RECONNECT"),
    ),
    (decision.no_longer_private, observed(private=False), ("BindingNotPrivate", None, "CONTINUE_IN_PROVIDER")),
    (decision.conversation_twice, twice, ("BindingAmbiguous", "BINDING", "ASK_OPERATOR")),
    (
        decision.unreadable_again,
        lambda e: e._replace(after=None, store_failed=True),
        ("BindingUnverified", "STORE_UNAVAILABLE", "RETRY"),
    ),
    (decision.binding_changed, second_read(executor_id="other"), ("BindingChanged", "BINDING", "RECONNECT")),
    (decision.project_gone, fenced(project=None), ("BindingChanged", "WORKSPACE", "ASK_OPERATOR")),
    (decision.workspace_twice, fenced(workspaces=2), ("BindingAmbiguous", "WORKSPACE", "ASK_OPERATOR")),
    (
        decision.grant_narrowed,
        fenced(project=BoundProject("garden", ProjectStatus.ACTIVE, WorkspaceGrant.READ)),
        ("BindingChanged", "GRANT", "RECONNECT"),
    ),
    (decision.session_changed, open_session(project_id="house"), ("BindingChanged", "SESSION", "START_NEW")),
    (decision.executor_changed, open_session(executor_id="other"), ("BindingChanged", "EXECUTOR", "RECONNECT")),
    (decision.several_open, opened_twice, ("BindingAmbiguous", "SESSION", "ASK_OPERATOR")),
    (decision.none_open, fenced(sessions=()), ("NoOpenSession", None, "START_NEW")),
]

# Rows that cannot apply together: where no observation counts none is wrong, and what is not open is not looked at.
NEVER_TOGETHER = {
    (decision.unknown, decision.unreadable_again),
    (decision.identity_unverified, decision.conversation_changed),
    (decision.app_changed, decision.conversation_changed),
    (decision.operator_changed, decision.conversation_changed),
    (decision.session_changed, decision.none_open),
    (decision.executor_changed, decision.none_open),
    (decision.several_open, decision.none_open),
}


def name_of(value: object) -> str | None:
    return getattr(value, "__name__", None)


def test_every_row_of_the_table_is_tested_in_its_order() -> None:
    assert tuple(row for row, _change, _answer in ROWS) == tuple(TABLE)


@pytest.mark.parametrize(("row", "change", "answer"), ROWS, ids=name_of)
def test_each_row_answers_when_it_applies(row: Row, change: Change, answer: Told) -> None:
    evidence = change(GOOD)
    assert told(decide(evidence)) == answer
    assert decide(evidence).conversation_binding_id == evidence.binding_id


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(first, second, id=f"{first[0].__name__}-{second[0].__name__}")
        for first, second in combinations(ROWS, 2)
        if (first[0], second[0]) not in NEVER_TOGETHER
    ],
)
def test_of_two_rows_that_apply_the_earlier_answers(
    first: tuple[Row, Change, Told], second: tuple[Row, Change, Told]
) -> None:
    evidence = first[1](second[1](GOOD))
    assert told(decide(evidence)) == first[2]


@pytest.mark.parametrize(("row", "change", "answer"), ROWS, ids=name_of)
def test_a_refusal_says_nothing_about_the_conversation(row: Row, change: Change, answer: Told) -> None:
    secrets = {"connection": "secret-1", "provider_app": "secret-2", "operator": "secret-3", "conversation": "secret-4"}
    planted = open_session(source_id="secret-5", channel_id="project.external.bind.secret-5", title="secret-6")
    evidence = change(planted(observed(**secrets)(first_read(**secrets, executor_id="robot")(GOOD))))
    assert told(decide(evidence)) == answer
    assert "secret" not in repr(decide(evidence))


def test_the_one_open_session_is_the_answer_when_no_row_before_applies() -> None:
    assert decide(GOOD) == BoundSession(
        conversation_binding_id="bind",
        kind=BindingKind.PROJECT,
        session=OPEN.session,
        channel_id="project.external.bind.source",
        goal_id=None,
        verified_at=NOW,
    )


def test_a_steward_has_its_own_channel_and_goal() -> None:
    steward = open_session(channel_id="manager.external.native.bind.source", goal_id="loopx-manager")
    answer = decide(steward(first_read(kind=BindingKind.STEWARD)(GOOD)))
    assert isinstance(answer, BoundSession)
    assert (answer.kind, answer.channel_id, answer.goal_id) == (
        BindingKind.STEWARD,
        "manager.external.native.bind.source",
        "loopx-manager",
    )


@pytest.mark.parametrize("binding_id", ["", "x" * 161, "bi\x00nd", "bind\x7f", "bind ", "\tbind", "bi\ud800nd"])
def test_an_id_of_another_form_is_malformed(binding_id: str) -> None:
    answer = decide(GOOD._replace(binding_id=binding_id))
    assert told(answer) == ("BindingInvalid", "MALFORMED_ID", "FIX_CALL")
    assert answer.conversation_binding_id == binding_id


@pytest.mark.parametrize("status", [REVOKED, REPLACED], ids=["revoked", "replaced"])
def test_a_tombstone_names_its_successor_or_its_end(status: dict[str, Any]) -> None:
    answer = decide(first_read(**status, revoked_at=NOW)(GOOD))
    named = {"replaced_by": "next"} if "replaced_by" in status else {"revoked_at": NOW}
    assert named.items() <= {field: getattr(answer, field, None) for field in ("replaced_by", "revoked_at")}.items()


def test_a_tombstone_that_names_itself_has_no_successor() -> None:
    itself = first_read(status=BindingStatus.REVOKED, replaced_by=BINDING.id)(GOOD)
    assert told(decide(itself)) == ("BindingRevoked", None, "RECONNECT")


@pytest.mark.parametrize("audience", [BindingAudience.GROUP, BindingAudience.CHANNEL, BindingAudience.UNKNOWN])
def test_of_no_other_audience_than_private_anything_is_said(audience: BindingAudience) -> None:
    assert decide(first_read(audience=audience)(GOOD)) == decide(observed(private=False)(GOOD))


def test_an_empty_list_of_observations_is_a_failure() -> None:
    assert told(decide(observations()(GOOD))) == ("BindingUnverified", "PROVIDER_UNAVAILABLE", "RETRY")


def test_another_connection_is_another_app() -> None:
    assert told(decide(observed(connection="other")(GOOD))) == ("BindingChanged", "APP", "RECONNECT")


def test_a_conversation_of_unknown_kind_is_not_private() -> None:
    assert told(decide(observed(private=None)(GOOD))) == ("BindingNotPrivate", None, "CONTINUE_IN_PROVIDER")


def test_a_conversation_that_the_provider_does_not_name_is_another() -> None:
    assert told(decide(observed(conversation=None)(GOOD))) == ("BindingChanged", "CONVERSATION", "RECONNECT")


def test_only_observations_of_the_bound_conversation_count() -> None:
    stranger = Observation("other", "other", "eve", "other chat", private=False, verified=False)
    assert decide(observations(stranger, OBSERVATION, stranger)(GOOD)) == decide(GOOD)


def test_where_the_binding_has_no_conversation_it_is_not_compared() -> None:
    without = first_read(conversation=None)
    for conversation in ("chat", "anything", None):
        assert type(decide(observed(conversation=conversation)(without(GOOD)))) is BoundSession


def test_where_the_binding_has_no_conversation_every_observation_counts() -> None:
    without = first_read(conversation=None)
    other = replace(OBSERVATION, conversation="other")
    assert told(decide(observations(OBSERVATION, other)(without(GOOD))))[:2] == ("BindingAmbiguous", "BINDING")
    stranger = replace(other, operator="eve")
    assert told(decide(observations(OBSERVATION, stranger)(without(GOOD))))[:2] == ("BindingChanged", "OPERATOR")


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": BindingKind.STEWARD},
        {"provider": "lark"},
        {"connection": "other"},
        {"provider_app": "other"},
        {"operator": "eve"},
        {"conversation": "other"},
        {"conversation": None},
        {"executor_id": None},
        {"grant": WorkspaceGrant.READ},
        {"project_id": "house"},
        {"replaced_by": "next"},
    ],
    ids=str,
)
def test_a_binding_that_differs_at_the_fence_has_changed(changes: dict[str, Any]) -> None:
    assert told(decide(second_read(**changes)(GOOD))) == ("BindingChanged", "BINDING", "RECONNECT")


@pytest.mark.parametrize(
    "changes", [REVOKED, REPLACED, {"audience": BindingAudience.GROUP}], ids=["revoked", "replaced", "group"]
)
def test_a_binding_that_ended_meanwhile_answers_as_if_it_had_before(changes: dict[str, Any]) -> None:
    assert decide(second_read(**changes)(GOOD)) == decide(first_read(**changes)(GOOD))


def test_a_binding_that_is_not_there_at_the_fence_has_changed() -> None:
    assert told(decide(GOOD._replace(after=None))) == ("BindingChanged", "BINDING", "RECONNECT")


def test_a_deleted_project_is_gone() -> None:
    deleted = fenced(project=BoundProject("garden", ProjectStatus.DELETED, WorkspaceGrant.WRITE))
    assert told(decide(deleted(GOOD))) == ("BindingChanged", "WORKSPACE", "ASK_OPERATOR")


def test_a_project_without_a_workspace_is_not_ambiguous() -> None:
    assert decide(fenced(workspaces=0)(GOOD)) == decide(GOOD)


@pytest.mark.parametrize("offered", list(WorkspaceGrant))
def test_a_binding_to_read_is_content_with_any_grant(offered: WorkspaceGrant) -> None:
    project = BoundProject("garden", ProjectStatus.ACTIVE, offered)
    to_read = first_read(grant=WorkspaceGrant.READ)
    assert type(decide(fenced(project=project)(to_read(GOOD)))) is BoundSession


@pytest.mark.parametrize("private", [True, False, None])
def test_nobody_known_is_not_another_operator_and_never_private(private: bool | None) -> None:
    answer = decide(observed(operator=None, private=private)(GOOD))
    assert told(answer) == ("BindingNotPrivate", None, "CONTINUE_IN_PROVIDER")


@pytest.mark.parametrize(
    "changes",
    [
        {"project_id": "house"},
        {"goal_id": "loopx-manager"},
        {"channel_id": None},
        {"channel_id": "project.external.bind.other"},
        {"channel_id": "project.external.other.source"},
        {"channel_id": "manager.external.native.bind.source"},
        {"source_id": None},
        {"source_id": None, "channel_id": None},
        {"source_id": None, "channel_id": "project.external.bind.None"},
    ],
    ids=str,
)
def test_an_open_session_of_another_identity_is_not_the_one_that_was_bound(changes: dict[str, Any]) -> None:
    assert told(decide(open_session(**changes)(GOOD))) == ("BindingChanged", "SESSION", "START_NEW")


@pytest.mark.parametrize("goal_id", [None, "other"])
def test_a_stewards_session_works_on_the_stewards_goal(goal_id: str | None) -> None:
    steward = open_session(channel_id="manager.external.native.bind.source", goal_id=goal_id)
    answer = decide(steward(first_read(kind=BindingKind.STEWARD)(GOOD)))
    assert told(answer) == ("BindingChanged", "SESSION", "START_NEW")


def test_the_last_of_several_open_sessions_is_looked_at_too() -> None:
    foreign = session(SessionStatus.OPEN, "moved", executor_id="other")
    assert told(decide(fenced(sessions=(OPEN, OPEN, foreign))(GOOD)))[:2] == ("BindingChanged", "EXECUTOR")


def test_damaged_history_cannot_block() -> None:
    damaged = {"executor_id": "other", "channel_id": None, "goal_id": "other", "source_id": None}
    history = (session(SessionStatus.CLOSED, "old", **damaged), session(SessionStatus.ARCHIVED, "older", **damaged))
    assert decide(fenced(sessions=(history[0], OPEN, history[1]))(GOOD)) == decide(GOOD)


def test_without_an_open_session_the_first_closed_one_is_named() -> None:
    archived, newest, oldest = (
        session(SessionStatus.ARCHIVED, "archived"),
        session(SessionStatus.CLOSED, "newest"),
        session(SessionStatus.CLOSED, "oldest"),
    )
    answer = decide(fenced(sessions=(archived, newest, oldest))(GOOD))
    assert isinstance(answer, NoOpenSession)
    assert answer.last_closed_session == newest.session


def test_archived_sessions_are_no_history_to_name() -> None:
    answer = decide(fenced(sessions=(session(SessionStatus.ARCHIVED, "archived"),))(GOOD))
    assert isinstance(answer, NoOpenSession)
    assert answer.last_closed_session is None
