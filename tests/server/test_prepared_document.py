"""Documents are prepared once, whatever their size; plans are those of late use; and no names of clients are kept."""

import pytest

from schema.build import schema
from schema.plan.operation import MOST_PLANS, Operation
from schema.plan.uncovered import UncoveredError
from server.document import DocumentRefusedError
from server.graphql_execution import MOST_CACHED_BYTES
from server.limits import Limits
from server.prepared_document import PreparedDocument

TWO = "query A($x: Boolean!) { caller { kind @skip(if: $x) } } query B { caller { kind } }"


def prepared(text: str) -> PreparedDocument:
    return PreparedDocument(text, schema._schema, Limits())


def operation(text: str, name: str | None = None) -> Operation:
    selected = prepared(text).select(name).operation
    assert selected is not None
    return selected


def test_what_a_name_selects_is_made_once() -> None:
    document = prepared(TWO)
    assert document.select("A") is document.select("A")
    assert document.select("A") is not document.select("B")


def test_names_that_the_document_does_not_have_select_nothing_and_are_not_kept() -> None:
    document = prepared(TWO)
    before = len(document._selected)
    for number in range(100):
        selected = document.select(f"name {number}")
        assert (selected.cost, selected.root_field, selected.operation) == (None, None, None)
    assert len(document._selected) == before


def test_the_largest_document_within_the_limits_is_small_enough_for_the_cache() -> None:
    fields = "id title path rootSessionId projectId status lastActivityAt createdAt "
    rows = f"... on SessionConnection {{ nodes {{ {fields * 20} }} }}"
    largest = "{" + " ".join(f"a{number}: sessions(scope: ALL) {{ {rows} }}" for number in range(5)) + "}"
    document = prepared(largest)
    assert 850 < document._checked.node.token_count <= 1_000
    assert document.size <= MOST_CACHED_BYTES // 4
    with pytest.raises(DocumentRefusedError):
        prepared(largest.replace("}", fields * 20 + "}", 1))


def test_switches_of_other_operations_switch_nothing() -> None:
    plan, _ = operation(TWO, "B").prepare({})
    assert [field.key for field in plan.fields] == ["caller"]


def test_of_many_plans_those_of_late_use_are_kept() -> None:
    switches = [f"s{number}" for number in range(4)]
    declared = ", ".join(f"${name}: Boolean!" for name in switches)
    fields = " ".join(f"{name}: kind @include(if: ${name})" for name in switches)
    selected = operation(f"query({declared}) {{ caller {{ __typename {fields} }} }}")

    def plan(number: int) -> object:
        return selected.prepare({name: bool(number >> place & 1) for place, name in enumerate(switches)})[0]

    first = plan(0)
    for number in range(1, 2 * MOST_PLANS):
        assert plan(number) is not first
        assert plan(0) is first  # it is in use
        assert plan(number) is plan(number)
    assert len(selected._plans) == MOST_PLANS
    with pytest.raises(UncoveredError):
        selected.prepare({})


def test_a_document_whose_plan_would_take_long_to_compile_is_left_to_the_ordinary_executor() -> None:
    names = ["id", "title", "path", "rootSessionId", "projectId", "status", "lastActivityAt", "createdAt"]

    def asking(roots: int) -> str:
        rows = [" ".join(names[place:] + names[:place]) for place in range(roots)]  # none is like another
        members = (
            f"... on BoundSession {{ session {{ {row} currentTurn {{ id status }} }} }} "
            f"... on NoOpenSession {{ lastClosedSession {{ {row} currentTurn {{ status id }} }} }}"
            for row in rows
        )
        fields = (f'b{n}: boundSession(conversationBindingId: "b") {{ {one} }}' for n, one in enumerate(members))
        return f"{{ {' '.join(fields)} }}"

    plan, _ = operation(asking(2)).prepare({})
    assert len(plan.fields) == 2
    with pytest.raises(UncoveredError):
        operation(asking(8)).prepare({})


def test_the_operations_of_a_document_share_the_room_for_plans() -> None:
    names = [f"O{number}" for number in range(MOST_PLANS)]
    document = prepared(
        " ".join(f"query {name}($s: Boolean!) {{ caller {{ __typename kind @skip(if: $s) }} }}" for name in names)
    )
    plans = []
    for name in names:
        selected = document.select(name).operation
        assert selected is not None
        plans += [selected.prepare({"s": switch})[0] for switch in (False, True)]
        assert plans[-2] is selected.prepare({"s": False})[0]
    assert len(set(map(id, plans))) == 2 * MOST_PLANS
    assert len(document._plans) == MOST_PLANS
