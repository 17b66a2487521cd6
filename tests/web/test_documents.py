"""What the page asks is what the schema answers."""

import json
import subprocess
from functools import cache
from pathlib import Path

import pytest
from graphql import OperationDefinitionNode, build_schema, parse, validate

from tests.node import node

ROOT = Path(__file__).parents[2]
NAMES = ("CALLER", "SESSIONS", "SESSION_TREE", "BOUND_SESSION")


@cache
def documents() -> dict[str, str]:
    """What web/documents.js exports."""
    script = "import(process.argv[1]).then((all) => console.log(JSON.stringify(all)))"
    command = [node(), "--input-type=module", "--eval", script, (ROOT / "web" / "documents.js").as_uri()]
    exported: dict[str, str] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return exported


def test_every_document_is_tested_here() -> None:
    assert sorted(documents()) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_valid_for_the_committed_schema(name: str) -> None:
    schema = build_schema((ROOT / "schema" / "schema.graphql").read_text())
    assert validate(schema, parse(documents()[name])) == []


def test_every_operation_has_a_name_of_its_own() -> None:
    definitions = [definition for text in documents().values() for definition in parse(text).definitions]
    names = [node.name and node.name.value for node in definitions if isinstance(node, OperationDefinitionNode)]
    assert None not in names
    assert len(set(names)) == len(NAMES)
