"""What the page asks is what the schema answers."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from graphql import OperationDefinitionNode, build_schema, parse, validate

from tests.node import node

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "web").glob("ask-*.js"))


@cache
def document(module: Path) -> str:
    """What a module of the page asks."""
    script = "import(process.argv[1]).then(({ DOCUMENT }) => process.stdout.write(DOCUMENT))"
    command: list[str | Path] = [node(), "--input-type=module", "--eval", script, module.as_uri()]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_a_document_is_valid_for_the_committed_schema(module: Path) -> None:
    schema = build_schema((ROOT / "schema" / "schema.graphql").read_text())
    assert validate(schema, parse(document(module))) == []


def test_nothing_else_of_the_page_asks_anything() -> None:
    asking = [path for path in (ROOT / "web").glob("*.js") if re.search(r"query \w+[ ({]|mutation ", path.read_text())]
    assert sorted(asking) == MODULES


def test_every_operation_has_a_name_of_its_own() -> None:
    definitions = [definition for module in MODULES for definition in parse(document(module)).definitions]
    names = [node.name and node.name.value for node in definitions if isinstance(node, OperationDefinitionNode)]
    assert None not in names
    assert len(set(names)) == len(MODULES)
