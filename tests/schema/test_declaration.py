"""What the types of the schema read is there in the records."""

from enum import Enum
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from strawberry.types.base import StrawberryObjectDefinition, StrawberryOptional

from resolvers import (
    bound_session_outcome,
    directory,
    publishing,
    records,
    session_page,
    session_tree,
    sessions_refused,
)
from schema.build import schema
from schema.declaration import describe, description_of, object_type

RECORDS = {
    "BindingAmbiguous": bound_session_outcome.BindingAmbiguous,
    "BindingChanged": bound_session_outcome.BindingChanged,
    "BindingInvalid": bound_session_outcome.BindingInvalid,
    "BindingNotPrivate": bound_session_outcome.BindingNotPrivate,
    "BindingRevoked": bound_session_outcome.BindingRevoked,
    "BindingUnverified": bound_session_outcome.BindingUnverified,
    "BoundSession": bound_session_outcome.BoundSession,
    "Caller": records.Caller,
    "NoOpenSession": bound_session_outcome.NoOpenSession,
    "PageInfo": session_page.PageInfo,
    "PanelNotAllowed": session_tree.PanelNotAllowed,
    "PublishRefused": publishing.PublishRefused,
    "Published": publishing.Published,
    "RecordProblem": records.Problem,
    "Run": records.Run,
    "Session": records.Session,
    "SessionConnection": session_page.SessionPage,
    "SessionEdge": session_page.SessionEdge,
    "SessionNotFound": directory.SessionNotFound,
    "SessionQueue": records.SessionQueue,
    "SessionTree": session_tree.SessionTree,
    "SessionTreeNode": records.SessionTreeNode,
    "SessionsRefused": sessions_refused.SessionsRefused,
    "Turn": records.Turn,
}


def definition_of(name: str) -> StrawberryObjectDefinition:
    definition = schema.get_type_by_name(name)
    assert isinstance(definition, StrawberryObjectDefinition)
    return definition


def test_every_object_type_but_the_root_shows_a_record() -> None:
    shown = {
        name
        for name, concrete in schema.schema_converter.type_map.items()
        if isinstance(concrete.definition, StrawberryObjectDefinition)
        and not concrete.definition.is_interface
        and not concrete.definition.is_input
    }
    assert shown == RECORDS.keys() | {"Query", "Mutation"}


def attribute_type(record: type, name: str) -> Any:
    """What an attribute holds: of a dataclass's field, or of a property."""
    attribute = getattr(record, name)
    if isinstance(attribute, property):
        return get_type_hints(attribute.fget)["return"]
    return get_type_hints(record)[name]


@pytest.mark.parametrize(("name", "record"), RECORDS.items())
def test_a_field_is_an_attribute_of_the_record_and_null_where_that_may_be_none(name: str, record: type) -> None:
    for field in definition_of(name).fields:
        assert field.base_resolver is None
        may_be_none = NoneType in get_args(attribute_type(record, field.python_name))
        assert isinstance(field.type, StrawberryOptional) is may_be_none, f"{name}.{field.python_name}"


def test_a_type_without_a_docstring_is_not_declared() -> None:
    class Nameless:
        name: str

    with pytest.raises(ValueError, match="Nameless"):
        object_type(records.Turn)(Nameless)


def test_an_enum_value_without_a_description_is_not_declared() -> None:
    class Colour(Enum):
        RED = "RED"
        BLUE = "BLUE"

    with pytest.raises(KeyError, match="BLUE"):
        describe(Colour, "A colour.", RED="Red.")


def test_a_docstring_is_a_description_with_a_line_for_each_paragraph() -> None:
    class Described:
        """One
        paragraph.

        Another.
        """

    assert description_of(Described) == "One paragraph.\n\nAnother."


async def test_a_misspelt_name_is_not_mended() -> None:
    result = await schema.execute("{ sesions { __typename } }")
    assert [error.message for error in result.errors or ()] == ["Cannot query field 'sesions' on type 'Query'."]
