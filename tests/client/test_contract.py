"""What the client says in Python is what the contract says in SDL."""

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from graphql import (
    GraphQLInputObjectType,
    GraphQLObjectType,
    build_schema,
    is_enum_type,
    is_input_object_type,
    is_non_null_type,
    is_object_type,
    is_required_input_field,
    is_union_type,
)

import session_directory_client as client
from session_directory_client import bound_sessions, enums, publishing, records, session_tree, sessions
from session_directory_client.open_enum import OpenEnum

TYPES = build_schema((Path(__file__).parents[2] / "schema/schema.graphql").read_text()).type_map
ENUMS = {one.__name__: one for one in OpenEnum.__subclasses__()}
READERS: Mapping[str, Mapping[str, object]] = {
    "SessionsResult": sessions._SESSIONS,
    "SessionResult": sessions._SESSION,
    "BoundSessionResult": bound_sessions._READERS,
    "SessionTreeResult": session_tree._READERS,
    "PublishResult": publishing._READERS,
}
INPUTS = sorted(name for name, one in TYPES.items() if is_input_object_type(one))
OBJECTS = sorted(
    name for name, one in TYPES.items() if is_object_type(one) and dataclasses.is_dataclass(vars(client).get(name))
)

# The client has `nodes`, and counts nothing that it was not asked to.
LEFT_OUT = {("SessionConnection", "edges"), ("SessionConnection", "total_count")}


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


@pytest.mark.parametrize("name", ENUMS)
def test_an_enum_lists_the_values_of_the_contract(name: str) -> None:
    declared = TYPES[name]
    assert is_enum_type(declared)
    assert [member.value for member in ENUMS[name]] == list(declared.values)


def test_an_enum_keeps_a_value_that_it_does_not_list() -> None:
    unknown = enums.SessionStatus("FROZEN")
    assert isinstance(unknown, OpenEnum)
    assert (unknown, unknown.value, unknown.known) == ("FROZEN", "FROZEN", False)
    assert unknown == enums.SessionStatus("FROZEN")
    assert unknown not in list(enums.SessionStatus)
    assert enums.SessionStatus("OPEN") is enums.SessionStatus.OPEN
    assert enums.SessionStatus.OPEN.known
    with pytest.raises(ValueError, match="7"):
        enums.SessionStatus(7)  # type: ignore[arg-type]


def test_every_member_of_a_union_has_a_reader() -> None:
    unions = {name: one for name, one in TYPES.items() if is_union_type(one)}
    assert unions.keys() == READERS.keys()
    for name, union in unions.items():
        assert {member.name for member in union.types} == READERS[name].keys()


@pytest.mark.parametrize("name", OBJECTS)
def test_a_dataclass_has_the_fields_of_its_type(name: str) -> None:
    declared = TYPES[name]
    assert isinstance(declared, GraphQLObjectType)
    expected = {snake_case(field): is_non_null_type(one.type) for field, one in declared.fields.items()}
    given: dict[str, Any] = get_type_hints(vars(client)[name])
    nullable = {field: type(None) not in getattr(hint, "__args__", ()) for field, hint in given.items()}
    assert nullable == {field: one for field, one in expected.items() if (name, field) not in LEFT_OUT}


def test_every_answer_is_a_dataclass() -> None:
    objects = {name for name, one in TYPES.items() if is_object_type(one) and not name.startswith("__")}
    assert objects - set(OBJECTS) == {"Query", "Mutation", "SessionEdge"}


@pytest.mark.parametrize("name", INPUTS)
def test_a_record_has_the_fields_of_its_input(name: str) -> None:
    declared, record = TYPES[name], vars(records)[name]
    assert isinstance(declared, GraphQLInputObjectType)
    assert set(get_type_hints(record)) == declared.fields.keys()
    required = {field for field, one in declared.fields.items() if is_required_input_field(one)}
    assert record.__required_keys__ == required
