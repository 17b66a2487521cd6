"""The house as architecture.md draws it: who may import whom, and nothing in circles."""

import ast
import graphlib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

MAY_IMPORT = {
    "server": {"schema", "resolvers", "providers", "data"},
    "schema": {"resolvers"},
    "resolvers": {"data", "providers"},
    "providers": set(),
    "data": set(),
    "session_directory_client": set(),
}

# What a room must never know, whatever is installed.
MUST_NOT_IMPORT = {
    "server": set(),
    "schema": {"sqlalchemy", "asyncpg", "alembic", "httpx", "starlette", "uvicorn", "jwt"},
    "resolvers": {"strawberry", "graphql", "starlette", "uvicorn", "httpx", "sqlalchemy", "asyncpg", "jwt"},
    "providers": {"sqlalchemy", "asyncpg", "alembic", "strawberry", "graphql", "starlette", "uvicorn"},
    "data": {"strawberry", "graphql", "starlette", "uvicorn", "httpx", "jwt"},
    "session_directory_client": set(),
}

# A distribution of its own stands in a folder of its own.
FOLDERS = {"session_directory_client": ROOT / "client"}

# What the client's extras bring, and the modules that import it.
EXTRAS = {
    "session_directory_client.table_output": {"rich"},
    "session_directory_client.mcp_tools": {"mcp"},
    "session_directory_client.mcp_stdio": {"mcp"},
    "session_directory_client.mcp_http": {"mcp", "starlette", "uvicorn"},
}

ROOMS = tuple(MAY_IMPORT)


def modules(room: str) -> dict[str, ast.Module]:
    """Every module of a room by its dotted name, parsed."""
    folder = FOLDERS.get(room, ROOT)
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): ast.parse(path.read_bytes())
        for path in sorted((folder / room).rglob("*.py"))
    }


def imported(tree: ast.Module) -> set[str]:
    """The dotted names that a module imports, in functions too; of `from a import b` both `a` and `a.b`."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name their room"
            names |= {str(node.module)} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def packages(tree: ast.Module) -> set[str]:
    return {name.partition(".")[0] for name in imported(tree)}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_owns_in_its_docstring(room: str) -> None:
    assert ast.get_docstring(modules(room)[room])


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    for name, tree in modules(room).items():
        above = packages(tree) & (set(ROOMS) | {"client", "tests", "bench"}) - MAY_IMPORT[room] - {room}
        assert not above, f"{name} imports {above}"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_never_imports_what_it_must_not_know(room: str) -> None:
    for name, tree in modules(room).items():
        assert not packages(tree) & MUST_NOT_IMPORT[room], name


def test_the_client_imports_httpx_alone_and_each_extra_in_its_module() -> None:
    room = "session_directory_client"
    for name, tree in modules(room).items():
        assert packages(tree) - sys.stdlib_module_names - {room, "httpx"} == EXTRAS.get(name, set()), name


def test_no_module_imports_itself_in_a_circle() -> None:
    known = {name: tree for room in ROOMS for name, tree in modules(room).items()}
    graph = {name: (imported(tree) & known.keys()) - {name} for name, tree in known.items()}
    graphlib.TopologicalSorter(graph).prepare()


def test_the_rooms_import_nothing_that_the_serving_lock_does_not_bring() -> None:
    brought = {
        line.partition("==")[0].replace("-", "_") for line in (ROOT / "requirements/serve.txt").read_text().splitlines()
    } | {"jwt", "strawberry", "graphql"}
    # Extras, imported where a setting or a command asks for them.
    brought |= {"opentelemetry", "mcp"}
    wanted = {package for room in ROOMS for tree in modules(room).values() for package in packages(tree)}
    assert wanted - set(ROOMS) - sys.stdlib_module_names <= brought


def test_no_module_is_named_for_nothing() -> None:
    nothing = {"utils", "util", "helpers", "helper", "common", "misc"}
    assert not nothing & {part for room in ROOMS for name in modules(room) for part in name.split(".")}


def test_tests_are_no_packages() -> None:
    assert not list((ROOT / "tests").rglob("__init__.py"))
