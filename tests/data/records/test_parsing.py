from datetime import UTC, datetime, timedelta

import pytest

from data.records import BindingRecord, Problem, RawRecord, Record, RunRecord, SessionRecord, Unreadable, read
from data.records.parsing import MAX_UNKNOWN_FIELDS
from tests.data.bad_records import BAD_RECORDS, WORLD, BadRecord
from tests.records import binding, project, run, session, turn

OF_FORM = [bad for bad in BAD_RECORDS if read(0, bad.record).record is None]


def good(raw: RawRecord) -> Record:
    reading = read(0, raw)
    assert reading.record is not None, reading.problems
    return reading.record


@pytest.mark.parametrize("bad", OF_FORM, ids=lambda bad: bad.name)
def test_a_bad_form_is_a_problem_at_its_position_and_field(bad: BadRecord) -> None:
    [problem] = read(7, bad.record).problems
    assert (problem.index, problem.field) == (7, bad.field)
    assert bad.message in problem.message


def test_most_of_the_table_is_about_form() -> None:
    assert len(OF_FORM) > 200


@pytest.mark.parametrize("raw", WORLD, ids=lambda raw: f"{raw['record']} {raw['id']}")
def test_a_good_form_has_no_problem(raw: RawRecord) -> None:
    assert read(0, raw).problems == ()


def test_every_problem_of_a_record_is_told_at_once() -> None:
    raw = session("", projectId=1, status="open", queuePaused="yes", createdAt="today", version=1.5, colour="red")
    problems = read(3, raw).problems
    assert [problem.field for problem in problems] == [
        "id", "version", "projectId", "status", "queuePaused", "createdAt", "colour"
    ]  # fmt: skip
    assert {problem.index for problem in problems} == {3}


def test_no_text_of_the_record_stands_in_a_problem() -> None:
    secret = "\u00a0s3cret"
    raw = dict.fromkeys(session("x", createdAt="", executorId="", status="", queuePaused=""), secret)
    problems = read(0, {**raw, "record": "session", "title": 1, "s3cret": 1}).problems
    assert len(problems) == 10
    assert not any("s3cret" in problem.message for problem in problems)


def test_a_record_with_countless_unknown_fields_makes_a_limited_number_of_problems() -> None:
    raw = {f"field{n}": n for n in range(10_000)}
    assert len(read(0, {**project(), **raw}).problems) == MAX_UNKNOWN_FIELDS


def test_what_could_not_be_parsed_is_a_problem_of_its_own() -> None:
    assert read(4, Unreadable("is no JSON")).problems == (Problem(4, None, "is no JSON"),)


def test_absent_fields_have_the_defaults_of_the_contract() -> None:
    assert good({"record": "session", "userId": "u", "appId": "a", "id": "s", "projectId": "p"}) == SessionRecord(
        user_id="u", app_id="a", id="s", project_id="p", name="root", status="OPEN", queue_paused=False
    )
    wanted = {"provider": "slack", "connection": "", "providerApp": "", "operator": ""}
    assert good({"record": "binding", "userId": "u", "appId": "a", "id": "b", "projectId": "p", **wanted}) == (
        BindingRecord(
            user_id="u",
            app_id="a",
            id="b",
            project_id="p",
            kind="PROJECT",
            audience="UNKNOWN",
            provider="slack",
            connection="",
            provider_app="",
            operator="",
            grant="READ",
            status="ACTIVE",
        )
    )


def test_null_is_the_same_as_absent_where_null_is_a_value() -> None:
    nothing = dict.fromkeys(("parentId", "title", "executorId", "channelId", "goalId", "bindingId", "version"))
    assert good(session("s", **nothing)) == good(session("s"))


@pytest.mark.parametrize(
    "value",
    ["x", "i" * 160, "\U0001f331" * 160, "a b", "a/b", "Ünïcödé", "e\u0301", "\u200b", "0", "-"],
    ids=ascii,
)
def test_ids_are_opaque(value: str) -> None:
    assert good(session(value)).id == value


@pytest.mark.parametrize("value", ["", " ", "a\nb\t", "\x1b[2J", "\u2028", "\U0001f331", "x" * 100_000], ids=len)
def test_texts_are_kept_as_they_are(value: str) -> None:
    record = good(session("s", title=value))
    assert isinstance(record, SessionRecord)
    assert record.title == value


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-11-30T17:55:25.145076Z", datetime(2026, 11, 30, 17, 55, 25, 145076, UTC)),
        ("2026-11-30T17:55:25Z", datetime(2026, 11, 30, 17, 55, 25, 0, UTC)),
        ("2026-11-30T17:55Z", datetime(2026, 11, 30, 17, 55, 0, 0, UTC)),
        ("2026-11-30T17:55:25.1Z", datetime(2026, 11, 30, 17, 55, 25, 100_000, UTC)),
        ("2026-11-30T17:55:25,145Z", datetime(2026, 11, 30, 17, 55, 25, 145_000, UTC)),
        ("2026-11-30T17:55:25.145076999Z", datetime(2026, 11, 30, 17, 55, 25, 145076, UTC)),
        ("2026-11-30T23:25:25+05:30", datetime(2026, 11, 30, 17, 55, 25, 0, UTC)),
        ("2026-12-01T01:55:25+0800", datetime(2026, 11, 30, 17, 55, 25, 0, UTC)),
        ("2026-11-30T09:55:25-08", datetime(2026, 11, 30, 17, 55, 25, 0, UTC)),
        ("20261130T175525Z", datetime(2026, 11, 30, 17, 55, 25, 0, UTC)),
        ("2026-W49-1T17:55:25Z", datetime(2026, 11, 30, 17, 55, 25, 0, UTC)),
        ("0001-01-01T00:00:00.000001Z", datetime(1, 1, 1, 0, 0, 0, 1, UTC)),
    ],
)
def test_an_instant_in_iso_8601_with_an_offset_is_read_to_the_microsecond(text: str, instant: datetime) -> None:
    record = good(session("s", createdAt=text))
    assert isinstance(record, SessionRecord)
    assert record.created_at == instant
    assert record.created_at.tzinfo is UTC


@pytest.mark.parametrize("value", [-(2**63), -1, 0, 2**63 - 1])
def test_a_version_is_any_bigint(value: int) -> None:
    assert good(session("s", version=value)).version == value


def test_only_a_lease_may_end_after_the_limit() -> None:
    limit = datetime(2026, 1, 1, tzinfo=UTC)
    later = (limit + timedelta(microseconds=1)).isoformat()
    bad = read(5, turn("t", "s", status="FAILED", createdAt=later, finishedAt=later))
    assert [(problem.index, problem.field) for problem in bad.future_instants(limit)] == [
        (5, "createdAt"),
        (5, "finishedAt"),
    ]
    assert not list(read(0, session("s", createdAt=limit.isoformat())).future_instants(limit))
    lease = read(0, run("r", "s", "t", status="RUNNING", leaseExpiresAt="9999-12-31T23:59:59.999998Z"))
    assert not list(lease.future_instants(limit))
    assert isinstance(lease.record, RunRecord)


def test_an_identity_is_read_where_the_rest_is_wrong() -> None:
    assert read(0, binding("b", grant="ALL")).key == ("ada", "desk", "b")
    assert read(0, binding(" ")).key is None
