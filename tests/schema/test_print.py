"""The print of the schema is the contract."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphql import (
    build_client_schema,
    build_schema,
    introspection_from_schema,
    lexicographic_sort_schema,
    print_schema,
    specified_scalar_types,
)
from graphql.utilities import find_breaking_changes, find_dangerous_changes

from schema.build import print_sdl

ROOT = Path(__file__).parent.parent.parent
COMMITTED = (ROOT / "schema/schema.graphql").read_text()
CONTRACT = (Path(__file__).parent / "contract.graphql").read_text()
CHANGELOG = (ROOT / "CHANGELOG.md").read_text()

BASELINES = [pytest.param(COMMITTED, id="the committed print"), pytest.param(CONTRACT, id="the contract")]


def structure_of(sdl: str) -> str:
    """A schema without descriptions and in the order of the alphabet: equal texts are equal contracts."""
    bare = build_client_schema(introspection_from_schema(build_schema(sdl), descriptions=False))
    return print_schema(lexicographic_sort_schema(bare))


def breaking_changes(old: str, new: str) -> list[str]:
    return [change.description for change in find_breaking_changes(build_schema(old), build_schema(new))]


def dangerous_changes_beyond(changelog: str, old: str, new: str) -> list[str]:
    """The dangerous changes that have no line in the changelog."""
    dangerous = find_dangerous_changes(build_schema(old), build_schema(new))
    return [change.description for change in dangerous if change.description not in changelog]


def elements() -> Iterator[tuple[str, str | None]]:
    """Every type, field, argument and enum value of the contract with its description."""
    types = introspection_from_schema(build_schema(print_sdl()))["__schema"]["types"]
    for described in types:
        if not described["name"].startswith("__") and described["name"] not in specified_scalar_types:
            yield from _elements(described["name"], described)


def _elements(name: str, element: Any) -> Iterator[tuple[str, str | None]]:
    yield name, element["description"]
    for members in ("fields", "args", "inputFields", "enumValues"):
        for member in element.get(members) or ():
            yield from _elements(f"{name}.{member['name']}", member)


def test_the_committed_print_is_that_of_the_code() -> None:
    assert print_sdl() == COMMITTED, "run `make schema` and read what changed"


def test_the_print_is_the_contract_but_for_descriptions() -> None:
    assert structure_of(print_sdl()) == structure_of(CONTRACT)


@pytest.mark.parametrize("old", BASELINES)
def test_nothing_breaks_for_clients(old: str) -> None:
    assert breaking_changes(old, print_sdl()) == []


@pytest.mark.parametrize("old", BASELINES)
def test_a_dangerous_change_has_a_line_in_the_changelog(old: str) -> None:
    assert dangerous_changes_beyond(CHANGELOG, old, print_sdl()) == []


def test_breaking_changes_are_told_by_name() -> None:
    assert breaking_changes(COMMITTED, COMMITTED.replace("  title: String\n", "  name: String\n", 1)) == [
        "Field Session.title was removed."
    ]


def test_dangerous_changes_are_told_by_name_until_the_changelog_names_them() -> None:
    changed = COMMITTED.replace("enum WaitKind {", "enum WaitKind {\n  PAYMENT")
    added = "Enum value WaitKind.PAYMENT was added."
    assert dangerous_changes_beyond("", COMMITTED, changed) == [added]
    assert dangerous_changes_beyond(f"- {added} Ask your accountant.", COMMITTED, changed) == []


def test_every_element_of_the_contract_has_a_description() -> None:
    described = dict(elements())
    assert {"Query.sessions.after", "Session.title", "WaitKind.ANSWER", "SessionsResult", "DateTime"} <= set(described)
    assert [name for name, description in described.items() if not description] == []


def test_descriptions_are_sentences() -> None:
    assert [name for name, description in elements() if description and not description.endswith(".")] == []


def test_the_manual_says_what_paging_promises() -> None:
    promise = dict(elements())["SessionConnection"]
    assert promise is not None
    for words in (
        "`offset` reads the order as it is now, and pages may repeat or miss rows that move",
        "`after` never repeats a row, and a row that was active again meanwhile is found from a fresh first page",
        "Neither is a snapshot",
    ):
        assert words in promise


def test_the_print_has_no_spaces_at_the_ends_of_lines() -> None:
    assert [line for line in COMMITTED.splitlines() if line != line.rstrip()] == []
