"""Operations over the whole schema, as schemathesis makes them: an outside judge of the live server."""

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from schema.build import schema
from tests.server.tokens import token

ROOT_FIELDS = [
    (root.name, name)
    for root in (schema._schema.query_type, schema._schema.mutation_type)
    if root is not None
    for name in sorted(root.fields)
]

# What a document may ask for too much of, or may say wrongly. A defect and a store that is away are none of these.
CODES = {"LIMIT_EXCEEDED", "GRAPHQL_VALIDATION_FAILED", "BAD_USER_INPUT"}

HEADERS = {"Authorization": f"Bearer {token()}"}


@pytest.fixture(scope="module")
def introspected(client: httpx.Client) -> Any:
    """The schema as the live server tells it."""
    return schemathesis.graphql.from_url(f"{client.base_url}/graphql", headers=HEADERS)


def test_every_root_field_is_judged(introspected: Any) -> None:
    operations = {operation.ok().label for operation in introspected.get_all_operations()}
    assert operations == {f"{root}.{name}" for root, name in ROOT_FIELDS}


@pytest.mark.parametrize(("root", "name"), ROOT_FIELDS)
def test_every_generated_operation_is_answered(client: httpx.Client, introspected: Any, root: str, name: str) -> None:
    operation = introspected[root][name]

    @settings(
        max_examples=50,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def judge(case: Any) -> None:
        answer = client.post("/graphql", json={"query": case.body}, headers=HEADERS)
        assert answer.status_code == 200
        told = answer.json()
        assert {error["extensions"]["code"] for error in told.get("errors", ())} <= CODES, case.body
        assert told.get("data") or told["errors"], case.body

    judge()
