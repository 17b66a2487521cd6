"""What holds for every batch."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from data.errors import StoreUnavailableError
from data.pool import Pool
from data.publishing import MAX_PROBLEMS, MAX_RECORDS, Published, publish
from data.records import RawRecord
from tests.data.bad_records import WORLD
from tests.data.dump import dump, rows
from tests.data.publishing.refusal import refused
from tests.records import binding, project, queued_input, run, session, store, turn


def columns(raw: RawRecord) -> dict[str, Any]:
    """The fields of a record under the names of their columns."""
    named = {
        "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name): raw[name] for name in raw
    }
    return {name: value for name, value in named.items() if name != "record"}


async def test_an_empty_batch_is_stored(pool: Pool) -> None:
    assert await publish(pool, []) == Published(accepted=0, stale=0)


async def test_a_batch_of_500_is_stored_and_one_of_501_is_refused(pool: Pool) -> None:
    assert MAX_RECORDS == 500
    batch = [project(f"p{n}") for n in range(501)]
    assert await refused(pool, *batch) == [(500, None)]
    assert await publish(pool, batch[:500]) == Published(accepted=500, stale=0)
    assert len(await rows(pool, "projects")) == 500


async def test_every_field_is_stored_in_the_column_of_its_name(pool: Pool) -> None:
    told: dict[str, RawRecord] = {
        "projects": project("p", name="Garten", status="DELETED", workspace="/srv/x", grant="WRITE", version=3),
        "sessions": session(
            "s", projectId="p", parentId="r", name="step", title="A \U0001f331", status="ARCHIVED", queuePaused=True,
            executorId="e", channelId="c", goalId="g", bindingId="b", sourceId="o", version=4,
        ),
        "turns": turn(
            "t", "s", status="WAITING", waitingFor="COOPERATION", currentRunId="none", resultRunId="none", version=5
        ),
        "runs": run("u", "s", "t", status="YIELDED", version=6),
        "queued_inputs": queued_input("q", "s", status="CONSUMED", version=7),
        "bindings": binding(
            "b", projectId="p", kind="STEWARD", audience="CHANNEL", provider="lark", connection="x", providerApp="y",
            operator="z", conversation="w", executorId="e", grant="WRITE", status="REVOKED", replacedBy="b", version=8,
        ),
    }  # fmt: skip
    instants = {
        "sessions": {"createdAt": "2026-01-01T00:00:00.000001Z", "lastActivityAt": "2026-01-02T00:00:00.000002Z"},
        "turns": {"createdAt": "2026-01-01T00:00:00.000003Z"},
        "runs": {"leaseExpiresAt": "2999-01-01T00:00:00.000004Z"},
        "queued_inputs": {"receivedAt": "2026-01-01T00:00:00.000005Z"},
        "bindings": {"revokedAt": "2026-01-01T00:00:00.000006Z"},
    }
    complete = {table: {**raw, **instants.get(table, {})} for table, raw in told.items()}
    await store(pool, session("r", projectId="p"), *complete.values())
    for table, raw in complete.items():
        row = (await rows(pool, table))[str(raw["id"])]
        for column, value in columns(raw).items():
            assert row[column] == (datetime.fromisoformat(value) if column.endswith("_at") else value), column


async def test_two_apps_and_two_owners_share_nothing(pool: Pool) -> None:
    for owner in ({}, {"appId": "phone"}, {"userId": "bob"}):
        await store(
            pool, project(**owner), session("s", title=str(owner), **owner), turn("t", "s", status="RUNNING", **owner)
        )
    stored = await dump(pool)
    assert {row["title"] for row in stored["sessions"]} == {"{}", "{'appId': 'phone'}", "{'userId': 'bob'}"}
    assert len(stored["turns"]) == 3


async def test_ids_are_compared_byte_for_byte(pool: Pool) -> None:
    ids = ["e\u0301", "\u00e9", "E\u0301", "a", "A", "\u0430", "ß", "ss", "i\u200b", "i"]
    await store(pool, *(project(one) for one in ids))
    assert set(await rows(pool, "projects")) == set(ids)


async def test_the_longest_ids_fit_every_index(pool: Pool) -> None:
    owner = {"userId": "\U0001f331" * 160, "appId": "\U0001f332" * 160}
    longest = {kind: chr(0x1F333 + n) * 160 for n, kind in enumerate(("project", "root", "child", "turn", "other"))}
    await store(
        pool,
        project(longest["project"], **owner),
        session(longest["root"], projectId=longest["project"], bindingId=longest["other"], **owner),
        session(longest["child"], projectId=longest["project"], parentId=longest["root"], name="n" * 64, **owner),
        turn(longest["turn"], longest["child"], status="RUNNING", **owner),
        run(longest["other"], longest["child"], longest["turn"], status="RUNNING", **owner),
        queued_input(longest["other"], longest["child"], status="PENDING", **owner),
        binding(longest["other"], projectId=longest["project"], conversation="\U0001f331" * 5000, **owner),
    )


# ------------------------------------------------------------------------------------------------ one problem, no batch


async def test_problems_of_form_and_of_reference_come_together_in_the_order_of_the_batch(pool: Pool) -> None:
    await store(pool, project(), session("root"), turn("live", "root", status="RUNNING"))
    found = await refused(
        pool,
        turn("t", "root", status="WAITING"),
        session("s", title=5, createdAt="2999-01-01T00:00:00Z"),
        session("lost", projectId="none", parentId="nowhere", name="x"),
        binding("b", grant="WRITE"),
        {"record": "thing"},
        session("trunk", name="trunk"),
    )
    assert found == [
        (0, "status"),
        (1, "title"),
        (1, "createdAt"),
        (2, "projectId"),
        (2, "parentId"),
        (3, "grant"),
        (4, "record"),
        (5, "name"),
    ]


async def test_at_most_100_problems_are_told_those_of_the_first_records(pool: Pool) -> None:
    found = await refused(pool, *(session(f"s{n}", projectId="none", status="open") for n in range(300)))
    assert found == [(n, "status") for n in range(MAX_PROBLEMS)]


async def test_an_identity_comes_once_in_a_batch(pool: Pool) -> None:
    assert await refused(pool, project("a"), project("b"), project("a", name="again")) == [(2, "id")]
    assert await refused(pool, project("a", grant="?"), project("a")) == [(0, "grant"), (1, "id")]


async def test_the_same_id_may_come_for_each_kind_owner_and_app(pool: Pool) -> None:
    batch = [project("x"), session("x", projectId="x"), turn("x", "x", status="FAILED"), binding("x", projectId="x")]
    batch += [run("x", "x", "x", status="FAILED"), queued_input("x", "x", status="CONSUMED")]
    await store(pool, *batch, *({**raw, "appId": "phone"} for raw in batch), *({**raw, "userId": "x"} for raw in batch))


async def test_the_order_inside_a_batch_is_free(pool: Pool) -> None:
    await store(pool, *reversed(WORLD))
    backwards = {table: [row["id"] for row in found] for table, found in (await dump(pool)).items()}
    assert sum(len(ids) for ids in backwards.values()) == len(WORLD)
    assert (await rows(pool, "sessions"))["deep14"]["path"].count("/") == 16


async def test_what_came_in_a_wrong_form_is_not_missing(pool: Pool) -> None:
    found = await refused(
        pool,
        project("p", grant="ALL"),
        session("s", projectId="p", status="?"),
        session("child", projectId="p", parentId="s", name="x"),
        turn("t", "s", status="RUNNING", waitingFor="?"),
        run("r", "s", "t", status="RUNNING"),
        binding("b", projectId="p", grant="WRITE", replacedBy="c"),
        binding("c", projectId="p", provider=1),
    )
    assert found == [(0, "grant"), (1, "status"), (3, "waitingFor"), (6, "provider")]


async def test_nothing_is_concluded_from_what_is_stored_for_a_record_of_wrong_form(pool: Pool) -> None:
    await store(
        pool, project(), project("field"), session("root"), turn("live", "root", status="RUNNING"), binding("bind")
    )
    await store(pool, session("child", parentId="root", name="x"))
    found = await refused(
        pool,
        project("garden", grant="write"),
        binding("b", grant="WRITE"),
        session("root", projectId="field", title=1),
        session("child", projectId="field", parentId="root", name="x"),
        turn("live", "root", status="COMPLETED", finishedAt="now"),
        turn("next", "root", status="RUNNING"),
        binding("bind", status="REVOKED", revokedAt="now"),
        binding("heir", conversation="chat of bind"),
    )
    assert found == [(0, "grant"), (2, "title"), (4, "finishedAt"), (6, "revokedAt")]


async def test_a_record_of_another_app_is_a_problem_where_one_app_publishes(pool: Pool) -> None:
    await store(pool, project(appId="phone"))
    found = await refused(
        pool, project(), session("s", appId="phone"), session("t", appId=7), session("", appId="pad"), app_id="desk"
    )
    assert found == [(1, "appId"), (2, "appId"), (3, "id"), (3, "appId")]
    assert await publish(pool, [project()], app_id="desk") == Published(accepted=1, stale=0)


# ------------------------------------------------------------------------------------------------ once and again


async def test_the_same_batch_twice_leaves_the_same_rows(pool: Pool) -> None:
    await store(pool, *WORLD)
    before = await dump(pool)
    assert await publish(pool, WORLD) == Published(accepted=len(WORLD), stale=0)
    assert await dump(pool) == before


async def test_rows_that_do_not_change_are_not_written(pool: Pool) -> None:
    async def versions_of_rows() -> list[Any]:
        async with pool.connection() as connection:
            return await connection.fetch(
                "SELECT id, xmin, ctid FROM sessions UNION ALL SELECT id, xmin, ctid FROM turns"
                " UNION ALL SELECT id, xmin, ctid FROM bindings UNION ALL SELECT id, xmin, ctid FROM projects"
            )

    await store(pool, *WORLD)
    before = await versions_of_rows()
    await store(pool, *WORLD)
    assert await versions_of_rows() == before


@pytest.mark.parametrize(
    ("stored", "told", "is_stale"),
    [
        (5, 4, True),
        (5, 5, True),
        (5, 6, False),
        (5, None, False),
        (None, 1, False),
        (None, None, False),
        (-1, -2, True),
        (0, -(2**63), True),
    ],
)
async def test_a_version_that_is_not_larger_is_stale_and_changes_nothing(
    pool: Pool, stored: int | None, told: int | None, is_stale: bool
) -> None:
    first = [project(version=stored, name="old"), session("s", version=stored, title="old")]
    second = [project(version=told, name="new"), session("s", version=told, title="new")]
    await store(pool, *first, turn("t", "s", version=stored, status="RUNNING"))
    before = await dump(pool)
    outcome = await publish(pool, [*second, turn("t", "s", version=told, status="WAITING", waitingFor="ANSWER")])
    if is_stale:
        assert outcome == Published(accepted=0, stale=3)
        assert await dump(pool) == before
    else:
        assert outcome == Published(accepted=3, stale=0)
        assert (await rows(pool, "projects"))["garden"]["name"] == "new"
        assert (await rows(pool, "sessions"))["s"]["current_turn_status"] == "WAITING"


async def test_fresh_and_stale_records_of_a_batch_are_told_apart(pool: Pool) -> None:
    await store(pool, project("a", version=2), project("b", version=2))
    again = [project("a", version=1), project("b", version=3), project("c")]
    assert await publish(pool, again) == Published(accepted=2, stale=1)


async def test_a_stale_record_breaks_no_guard_and_counts_for_nothing(pool: Pool) -> None:
    await store(pool, project(), session("s", version=9, createdAt="2026-01-01T00:00:00Z"))
    await store(
        pool,
        turn(
            "t", "s", version=9, status="COMPLETED", createdAt="2026-01-01T00:00:00Z", finishedAt="2026-01-01T00:00:00Z"
        ),
    )
    await store(pool, binding("bind", version=9, status="REVOKED"), binding("heir", conversation="chat of bind"))
    before = await dump(pool)
    late = "2026-02-01T00:00:00Z"
    outcome = await publish(
        pool,
        [
            binding("bind", version=8),
            session("s", version=8, parentId="unknown", name="x", lastActivityAt=late),
            turn("t", "s", version=8, status="RUNNING", createdAt=late),
        ],
    )
    assert outcome == Published(accepted=0, stale=3)
    assert await dump(pool) == before


async def test_a_record_is_the_whole_of_what_is_known(pool: Pool) -> None:
    await store(pool, project(name="x", workspace="w", grant="WRITE"), binding("b", revokedAt="2026-01-01T00:00:00Z"))
    await store(
        pool, session("s", title="x", channelId="c", goalId="g", bindingId="b", queuePaused=True, status="CLOSED")
    )
    await store(pool, turn("t", "s", status="WAITING", waitingFor="ANSWER", currentRunId="r", resultRunId="r"))
    await store(pool, run("r", "s", "t", status="RUNNING", leaseExpiresAt="2999-01-01T00:00:00Z"))
    await store(pool, queued_input("q", "s", status="PENDING", receivedAt="2026-01-01T00:00:00Z"))
    await store(pool, project(), session("s"), turn("t", "s", status="WAITING"), run("r", "s", "t", status="RUNNING"))
    await store(pool, queued_input("q", "s", status="PENDING"), binding("b"))
    [kept] = (await dump(pool))["projects"]
    assert (kept["name"], kept["workspace"], kept["grant"]) == (None, None, "READ")
    [kept] = (await dump(pool))["sessions"]
    assert [kept[name] for name in ("title", "channel_id", "goal_id", "binding_id")] == [None] * 4
    assert (kept["queue_paused"], kept["status"]) == (False, "OPEN")
    [kept] = (await dump(pool))["turns"]
    assert [kept[name] for name in ("waiting_for", "current_run_id", "result_run_id")] == [None] * 3
    assert [row["lease_expires_at"] for row in (await dump(pool))["runs"]] == [None]
    assert [row["received_at"] for row in (await dump(pool))["queued_inputs"]] == [None]
    assert [row["revoked_at"] for row in (await dump(pool))["bindings"]] == [None]


async def test_creation_and_version_are_kept_when_absent(pool: Pool) -> None:
    await store(pool, project(version=7), session("s", version=7, createdAt="2026-01-01T00:00:00.000001Z"))
    await store(pool, turn("t", "s", version=7, status="RUNNING", createdAt="2026-01-01T00:00:00.000002Z"))
    before = await dump(pool)
    await store(pool, project(), session("s"), turn("t", "s", status="RUNNING"))
    assert await dump(pool) == before


async def test_instants_that_were_never_told_are_the_databases_clock_of_that_moment(pool: Pool) -> None:
    async def clock() -> datetime:
        async with pool.connection() as connection:
            return await connection.fetchval("SELECT clock_timestamp()")  # type: ignore[no-any-return]

    began = await clock()
    await store(pool, project(), session("s"), turn("t", "s", status="RUNNING"))
    [told] = (await dump(pool))["turns"]
    assert began < told["created_at"] < await clock()
    assert told["finished_at"] is None
    assert (await rows(pool, "sessions"))["s"]["created_at"] == told["created_at"]
    await store(pool, turn("t", "s", status="COMPLETED"))
    [ended] = (await dump(pool))["turns"]
    assert told["created_at"] < ended["finished_at"] < await clock()
    await store(pool, turn("t", "s", status="FAILED"))
    assert (await dump(pool))["turns"] == [{**ended, "status": "FAILED"}]


async def test_a_turn_that_has_not_ended_has_no_finish(pool: Pool) -> None:
    finish = "2026-01-01T00:00:00Z"
    await store(pool, project(), session("s"), turn("t", "s", status="CANCELLED", finishedAt=finish))
    await store(pool, turn("t", "s", status="RUNNING", finishedAt=finish))
    assert (await rows(pool, "turns"))["t"]["finished_at"] is None


async def test_clocks_that_differ_by_less_than_five_minutes_are_accepted_as_they_are(pool: Pool) -> None:
    async with pool.connection() as connection:
        now = await connection.fetchval("SELECT now()")
    soon, late = now + timedelta(minutes=4, seconds=30), now + timedelta(minutes=5, seconds=30)
    await store(pool, project(), session("s", createdAt=soon.isoformat()))
    assert (await rows(pool, "sessions"))["s"]["created_at"] == soon
    assert await refused(pool, session("t", createdAt=late.isoformat())) == [(0, "createdAt")]


async def test_a_database_that_is_away_is_told_as_such() -> None:
    pool = await Pool.open("postgresql://directory@127.0.0.1:9/directory", size=1, read_only=False)
    with pytest.raises(StoreUnavailableError):
        await publish(pool, [project()])
    await pool.close()
