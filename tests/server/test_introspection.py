"""What the schema tells of itself, as clients and tools ask for it."""

import httpx
import pytest
from graphql import (
    GraphQLObjectType,
    build_schema,
    get_introspection_query,
    get_named_type,
    graphql_sync,
    is_composite_type,
)

from tests.server.programs import ROOT
from tests.server.tokens import token

COMMITTED = build_schema((ROOT / "schema" / "schema.graphql").read_text())
NAMES = sorted(COMMITTED.type_map)


def everything(of: str, depth: int) -> str:
    """All fields of an introspection type, `depth` levels deep."""
    inspected = COMMITTED.type_map[of]
    assert isinstance(inspected, GraphQLObjectType)
    selected = []
    for name, field in inspected.fields.items():
        below = get_named_type(field.type)
        if not is_composite_type(below):
            selected.append(name)
        elif depth:
            selected.append(f"{name} {everything(below.name, depth - 1)}")
    return f"{{ {' '.join(selected)} }}"


def in_order(told: object) -> object:
    """The same with the types that implement an interface in the order of their names: those come in any."""
    if isinstance(told, list):
        return [in_order(one) for one in told]
    if not isinstance(told, dict):
        return told
    possible = told.get("possibleTypes")
    by_name = sorted(possible, key=lambda one: one["name"]) if possible else possible
    return {name: in_order(by_name if name == "possibleTypes" else value) for name, value in told.items()}


def ask(client: httpx.Client, document: str) -> object:
    answer = client.post("/graphql", json={"query": document}, headers={"Authorization": f"Bearer {token()}"})
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_every_type_is_told_as_the_committed_print_has_it(client: httpx.Client, name: str) -> None:
    document = f'{{ __type(name: "{name}") {everything("__Type", 2)} }}'
    told = graphql_sync(COMMITTED, document)
    assert told.errors is None
    assert in_order(ask(client, document)) == in_order({"data": told.data})


def test_the_query_of_tools_is_answered(client: httpx.Client) -> None:
    document = get_introspection_query(specified_by_url=True, input_value_deprecation=True, one_of=True)
    answer = ask(client, document)
    assert isinstance(answer, dict)
    assert set(answer) == {"data"}
