"""The owner filter is written once, and no statement that reads for a caller goes without it."""

import ast
import importlib
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from data.session import SESSION_ATTRIBUTES
from data.session_columns import ByAttributes
from data.statement import Statement

ROOT = Path(__file__).parent.parent.parent
REPOSITORIES = sorted(path.stem for path in (ROOT / "data").glob("*_repository.py"))

_SOURCE = re.compile(r"(?:FROM|JOIN) (?!LATERAL\b)(\w+)(?: AS (\w+))?")
_COMMON_TABLE = re.compile(r"(\w+) AS \s*\(SELECT")
_OWNED = re.compile(r"(\w+)\.user_id = (\$\d+)::VARCHAR AND \1\.app_id = (\$\d+)::VARCHAR")
_VISIBLE = re.compile(r"NOT (\w+)\.deleted AND NOT \1\.project_deleted")


def modules(*rooms: str) -> Iterator[tuple[str, ast.Module]]:
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_bytes())


def statements_of(repository: str) -> Iterator[tuple[str, Statement]]:
    """Those that are compiled with the module, and those that are compiled for the attributes that are read."""
    module = importlib.import_module(f"data.{repository}")
    owners: list[object] = [module]
    repository_class: Any = getattr(module, "".join(word.title() for word in repository.split("_")))
    for made in vars(repository_class(None)).values():
        if isinstance(made, ByAttributes):
            owners += [made.reading(attributes) for attributes in (SESSION_ATTRIBUTES, frozenset())]
    for place, owner in enumerate(owners):
        if isinstance(owner, Statement):
            yield f"{place}", owner
            continue
        for name in dir(owner):
            if isinstance(statement := getattr(owner, name), Statement):
                yield f"{place}.{name}", statement


STATEMENTS = [
    pytest.param(statement, id=f"{repository}.{name}")
    for repository in REPOSITORIES
    for name, statement in statements_of(repository)
]


def sources_of(statement: Statement) -> list[tuple[str, str]]:
    """The tables that a statement reads, each with the name that it has there."""
    made_of_others = set(_COMMON_TABLE.findall(statement.sql))
    return [(table, alias or table) for table, alias in _SOURCE.findall(statement.sql) if table not in made_of_others]


def test_the_repositories_are_read() -> None:
    assert {"binding_repository", "session_repository", "session_tree_repository"} <= set(REPOSITORIES)
    assert len(STATEMENTS) >= 20


@pytest.mark.parametrize("statement", STATEMENTS)
def test_every_table_that_a_statement_reads_is_narrowed_to_the_owner(statement: Statement) -> None:
    read = Counter(name for _table, name in sources_of(statement))
    narrowed = Counter(table for table, _user, _app in _OWNED.findall(statement.sql))
    assert read
    assert narrowed == read
    owner = {(user, app) for _table, user, app in _OWNED.findall(statement.sql)}
    assert len(owner) == 1


@pytest.mark.parametrize("statement", STATEMENTS)
def test_every_statement_reads_visible_sessions_only(statement: Statement) -> None:
    read = Counter(name for table, name in sources_of(statement) if table == "sessions")
    assert Counter(_VISIBLE.findall(statement.sql)) == read


def test_the_owner_filter_is_written_once() -> None:
    compared = {
        name
        for name, tree in modules("data")
        for comparison in ast.walk(tree)
        if isinstance(comparison, ast.Compare)
        for operand in (comparison.left, *comparison.comparators)
        if isinstance(operand, ast.Attribute) and operand.attr in {"user_id", "app_id"}
    }
    assert compared == {"data/ownership.py"}


def test_only_authentication_makes_a_caller() -> None:
    makers = {
        name
        for name, tree in modules("data", "providers", "resolvers", "schema", "server")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)) == "Caller"
    }
    assert makers == {"server/authentication.py"}
