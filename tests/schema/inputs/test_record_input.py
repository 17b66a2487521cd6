"""The input types are the record model that every door has."""

from dataclasses import MISSING, fields
from typing import Any, cast

import pytest
from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    Undefined,
    get_named_type,
    is_non_null_type,
    is_required_input_field,
)
from graphql.utilities.coerce_input_value import coerce_default_value

from data.records import Record
from data.records.field import FIELDS
from data.records.record import RECORD_TYPES
from data.records.rule import FormError
from schema.build import schema
from schema.inputs.record_input import raw_record
from schema.types.project_status import ProjectStatus


def input_type(name: str) -> GraphQLInputObjectType:
    return cast(GraphQLInputObjectType, schema._schema.type_map[name])


def test_a_record_has_a_member_for_each_kind() -> None:
    members = input_type("RecordInput").fields
    assert {name: str(member.type) for name, member in members.items()} == {
        kind: record_type.__name__ for kind, record_type in RECORD_TYPES.items()
    }
    assert input_type("RecordInput").is_one_of


@pytest.mark.parametrize("record_type", RECORD_TYPES.values(), ids=lambda record_type: record_type.__name__)
def test_an_input_type_has_the_fields_of_its_record_with_their_defaults(record_type: type[Record]) -> None:
    given = input_type(record_type.__name__).fields
    defaults = {field.name: field.default for field in fields(record_type)}
    assert given.keys() == {field.name for field in FIELDS[record_type]}
    for field in FIELDS[record_type]:
        declared, default = given[field.name], defaults[field.attribute]
        assert is_required_input_field(declared) is field.required is (default is MISSING)
        assert is_non_null_type(declared.type) is not field.nullable
        if default in (None, MISSING):
            assert coerce_default_value(declared) is Undefined
        else:
            assert raw_record({"kind": {"field": coerce_default_value(declared)}})["field"] == default


@pytest.mark.parametrize("record_type", RECORD_TYPES.values(), ids=lambda record_type: record_type.__name__)
def test_an_enum_has_the_names_that_its_rule_knows(record_type: type[Record]) -> None:
    for field in FIELDS[record_type]:
        named: Any = get_named_type(input_type(record_type.__name__).fields[field.name].type)
        if isinstance(named, GraphQLEnumType):
            with pytest.raises(FormError, match=f"^must be one of {', '.join(named.values)}$"):
                field.rule("NONE")


def test_a_raw_record_has_what_was_given_and_nothing_else() -> None:
    coerced = {"project": {"id": "p", "name": None, "status": ProjectStatus.DELETED}}
    assert raw_record(coerced) == {"record": "project", "id": "p", "name": None, "status": "DELETED"}
