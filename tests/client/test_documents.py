"""The client's documents are constants that the server knows: valid, compiled, and counted each by its root field."""

from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from graphql import FieldNode, GraphQLSchema, OperationDefinitionNode, build_schema, parse, print_ast, validate
from prometheus_client.parser import text_string_to_metric_families

from session_directory_client import SessionDirectory
from session_directory_client.documents import DOCUMENTS, PUBLISH
from tests.server.tokens import token

PRINT: GraphQLSchema = build_schema((Path(__file__).parents[2] / "schema/schema.graphql").read_text())


def operation(document: str) -> OperationDefinitionNode:
    [definition] = parse(document).definitions
    assert isinstance(definition, OperationDefinitionNode)
    return definition


def root_field(document: str) -> str:
    [field] = operation(document).selection_set.selections
    assert isinstance(field, FieldNode)
    return field.name.value


def counted(url: str, name: str) -> Mapping[str, float]:
    """A counter of the server by its label."""
    families = text_string_to_metric_families(httpx.get(f"{url}/metrics").text)
    samples = [sample for family in families for sample in family.samples if sample.name == f"directory_{name}_total"]
    return {label: sample.value for sample in samples for label in sample.labels.values()}


@pytest.mark.parametrize("document", DOCUMENTS, ids=root_field)
def test_a_document_is_valid_by_the_committed_print(document: str) -> None:
    assert validate(PRINT, parse(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=root_field)
def test_a_document_has_one_operation_named_for_its_one_root_field(document: str) -> None:
    name, field = operation(document).name, root_field(document)
    assert name is not None
    assert name.value == field[0].upper() + field[1:]


def test_every_root_field_has_a_document() -> None:
    assert PRINT.query_type
    assert PRINT.mutation_type
    assert sorted(map(root_field, DOCUMENTS)) == sorted([*PRINT.query_type.fields, *PRINT.mutation_type.fields])


def test_no_document_says_more_than_it_needs() -> None:
    for document in DOCUMENTS:
        assert "totalCount" not in document
        assert print_ast(parse(document)).count("{") < 20


def test_the_server_compiles_each_query_and_counts_each_operation_by_its_own_name(demonstration: str) -> None:
    requests, executions = counted(demonstration, "requests"), counted(demonstration, "executions")
    with SessionDirectory(demonstration, token(sub="mina", app="workbench", project="website")) as directory:
        directory.caller()
        directory.sessions()
        directory.session("relaunch")
        directory.bound_session("demo-bound")
        directory.session_tree("relaunch")
        directory.publish([])
    after = counted(demonstration, "requests")
    assert {name: after[name] - requests[name] for name in after} == {
        **{root_field(document): 1 for document in DOCUMENTS},
        "other": 0,
    }
    ways = counted(demonstration, "executions")
    # A mutation has no plan.
    assert ways["compiled"] - executions["compiled"] == len([one for one in DOCUMENTS if one is not PUBLISH])
