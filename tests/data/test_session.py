"""The records of a session and a binding know every value that a row may have."""

from enum import Enum

import pytest

from data import tables
from data.binding import BindingAudience, BindingKind, BindingStatus, ProjectStatus, WorkspaceGrant
from data.session import SessionStatus, TurnStatus, WaitKind


@pytest.mark.parametrize(
    ("enumeration", "values"),
    [
        (SessionStatus, set(tables.SESSION_STATUSES) - {"DELETED"}),
        (TurnStatus, set(tables.TURN_STATUSES)),
        (WaitKind, set(tables.WAIT_KINDS)),
        (BindingKind, set(tables.BINDING_KINDS)),
        (BindingAudience, set(tables.BINDING_AUDIENCES)),
        (BindingStatus, set(tables.BINDING_STATUSES)),
        (WorkspaceGrant, set(tables.WORKSPACE_GRANTS)),
        (ProjectStatus, set(tables.PROJECT_STATUSES)),
    ],
)
def test_an_enumeration_has_the_values_of_its_column(enumeration: type[Enum], values: set[str]) -> None:
    assert {member.value for member in enumeration} == {member.name for member in enumeration} == values
