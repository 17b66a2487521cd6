"""What the page says is there in both languages, for every word of the contract."""

from typing import Any

import pytest
from graphql import GraphQLEnumType, GraphQLUnionType, build_schema

from tests.server.programs import ROOT
from tests.web.modules import import_module
from tests.web.visitor import Visitor

SCHEMA = build_schema((ROOT / "schema" / "schema.graphql").read_text())
TABLES = {
    "messages.js": "MESSAGES",
    "list-messages.js": "LIST_MESSAGES",
    "tree-messages.js": "TREE_MESSAGES",
    "door-messages.js": "DOOR_MESSAGES",
    "next-step.js": "STEP_MESSAGES",
}
OF_REASONS = {"BindingInvalid": "BindingInvalidReason", "BindingUnverified": "BindingUnverifiedReason"}


def names(enumeration: str) -> set[str]:
    found = SCHEMA.type_map[enumeration]
    assert isinstance(found, GraphQLEnumType)
    return set(found.values)


OF_FACETS = {
    "BindingChanged": names("BindingFacet"),
    # What there can be several of (rules.md, section 3).
    "BindingAmbiguous": {"BINDING", "WORKSPACE", "SESSION"},
}


async def told(visitor: Visitor, module: str) -> dict[str, Any]:
    """The words of a module by language; functions are `true`."""
    page = await visitor.open("/")
    await import_module(page, module)
    tables: dict[str, Any] = await page.evaluate(
        """(table) => JSON.parse(JSON.stringify(imported[table], (_, value) =>
          typeof value === "function" ? true : value))""",
        TABLES[module],
    )
    return tables


def paths(words: object, above: str = "") -> set[str]:
    if not isinstance(words, dict):
        return {above}
    return {path for name, value in words.items() for path in paths(value, f"{above}/{name}")}


@pytest.mark.parametrize("module", TABLES)
async def test_both_languages_say_the_same_things(visitor: Visitor, module: str) -> None:
    tables = await told(visitor, module)
    assert set(tables) == {"en", "zh"}
    assert paths(tables["en"]) == paths(tables["zh"])


async def test_every_step_and_member_of_the_contract_has_its_words_at_the_door(visitor: Visitor) -> None:
    union = SCHEMA.type_map["BoundSessionResult"]
    assert isinstance(union, GraphQLUnionType)
    members = {member.name for member in union.types} - {"BoundSession"}
    for words in (await told(visitor, "door-messages.js")).values():
        assert set(words["step"]) >= names("BindingNextStep")
        said = set(words["said"])
        assert {key.partition(".")[0] for key in said} == members
        for member, enumeration in OF_REASONS.items():
            assert {f"{member}.{name}" for name in names(enumeration)} <= said
        facets = {key for key in said if key.partition(".")[0] in OF_FACETS}
        assert facets == {f"{member}.{facet}" for member, facets in OF_FACETS.items() for facet in facets}
    for words in (await told(visitor, "next-step.js")).values():
        assert set(words["how"]) == names("BindingNextStep") - {"RETRY", "FIX_CALL"}


async def test_every_state_of_the_contract_has_its_word(visitor: Visitor) -> None:
    for words in (await told(visitor, "messages.js")).values():
        assert set(words["session"]) == names("SessionStatus") - {"OPEN"}
        assert set(words["turn"]) == names("TurnStatus")
        assert set(words["waiting"]) == names("WaitKind")
    for words in (await told(visitor, "tree-messages.js")).values():
        assert set(words["run"]) == names("RunStatus")
        assert set(words["queue"]) <= names("QueueStatus")  # of the others nothing is said
