"""The line that people see for a call."""

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

import session_directory_client
from session_directory_client import CallState, receipt_line

TABLE: dict[str, dict[str, dict[str, str]]] = json.loads(
    Path(session_directory_client.__file__).with_name("receipts.json").read_text()
)
PROJECT = {"scope": "project", "sessions": [{"title": "planted"}] * 3, "next_offset": None}
HISTORY = {"scope": "all", "sessions": [{"title": "planted"}] * 10, "next_offset": 10}
EMPTY: dict[str, Any] = {"scope": "all", "sessions": [], "next_offset": None}

COMPLETED: list[tuple[object, object, str, str]] = [
    (PROJECT, {}, "Viewed this project's sessions · 3 returned", "已查看本项目的会话 · 返回 3 个"),
    (HISTORY, {"scope": "all"}, "Viewed the session history · 10 returned", "已查看会话历史 · 返回 10 个"),
    (EMPTY, {"scope": "all"}, "Viewed the session history · none returned", "已查看会话历史 · 没有会话"),
    (
        EMPTY | {"scope": "project"},
        {},
        "Viewed this project's sessions · none returned",
        "已查看本项目的会话 · 没有会话",
    ),
    # The receipt says what was viewed, whatever was asked for.
    (HISTORY, {"scope": "project"}, "Viewed the session history · 10 returned", "已查看会话历史 · 返回 10 个"),
    # Of the time before there were scopes.
    ({"sessions": [{}, {}]}, None, "Viewed the session history · 2 returned", "已查看会话历史 · 返回 2 个"),
    ({"sessions": []}, {}, "Viewed the session history · none returned", "已查看会话历史 · 没有会话"),
    ([{}, {}], None, "Viewed the session history · 2 returned", "已查看会话历史 · 返回 2 个"),
    ({"scope": None, "sessions": [{}]}, {}, "Viewed the session history · 1 returned", "已查看会话历史 · 返回 1 个"),
    # An answer without a list is no empty one.
    (None, {"scope": "all"}, "Viewed the session history", "已查看会话历史"),
    ({}, None, "Viewed this project's sessions", "已查看本项目的会话"),
    ("planted", 7, "Viewed this project's sessions", "已查看本项目的会话"),
    ({"scope": "all", "sessions": 7}, {}, "Viewed the session history", "已查看会话历史"),
]

OTHERS: list[tuple[CallState, str, str]] = [
    (CallState.WAITING, "Waiting to view the session history", "等待查看会话历史"),
    (CallState.RUNNING, "Viewing the session history…", "正在查看会话历史…"),
    (CallState.FAILED, "Could not view the session history", "未能查看会话历史"),
    (CallState.INTERRUPTED, "Viewing the session history was interrupted", "查看会话历史时被中断"),
]


@pytest.mark.parametrize("case", range(len(COMPLETED)))
def test_a_call_that_is_through_says_what_was_viewed_and_how_much(case: int) -> None:
    receipt, arguments, english, chinese = COMPLETED[case]
    for language, expected in (("en", english), ("zh", chinese)):
        line = receipt_line(CallState.COMPLETED, receipt=receipt, arguments=arguments, language=language)
        assert line == expected


@pytest.mark.parametrize(("state", "english", "chinese"), OTHERS)
def test_a_call_that_is_not_through_says_how_it_stands(state: CallState, english: str, chinese: str) -> None:
    for receipt, arguments in ((None, {"scope": "all"}), (HISTORY, None), (HISTORY, {}), ([{}], {})):
        assert receipt_line(state, receipt=receipt, arguments=arguments) == english
        assert receipt_line(state, receipt=receipt, arguments=arguments, language="zh") == chinese


@pytest.mark.parametrize("state", CallState)
def test_without_a_receipt_it_is_what_was_asked_for(state: CallState) -> None:
    for arguments in (None, {}, {"scope": "project"}, {"scope": "planted"}, "planted"):
        assert "this project" in receipt_line(state, arguments=arguments)
    assert "history" in receipt_line(state, arguments={"scope": "all"})


@pytest.mark.parametrize(
    ("language", "same"),
    [("zh-CN", "zh"), ("zh-Hant-TW", "zh"), ("ZH", "zh"), ("en-GB", "en"), ("fr", "en"), ("", "en")],
)
def test_a_language_is_a_tag_and_others_are_english(language: str, same: str) -> None:
    line = receipt_line(CallState.COMPLETED, receipt=PROJECT, language=language)
    assert line == receipt_line(CallState.COMPLETED, receipt=PROJECT, language=same)


def test_nothing_of_the_sessions_is_in_a_line() -> None:
    receipts: list[Any] = [PROJECT, HISTORY, EMPTY, [{"title": "planted"}]]
    for state, receipt, language in itertools.product(CallState, receipts, TABLE):
        line = receipt_line(state, receipt=receipt, language=language)
        assert "planted" not in line
        assert "\n" not in line


def test_the_table_is_complete_in_both_languages() -> None:
    rows = {"waiting", "running", "viewed", "empty", "uncounted", "failed", "interrupted"}
    assert TABLE.keys() == {"en", "zh"}
    for viewed in TABLE.values():
        assert viewed.keys() == {"project", "history"}
        for lines in viewed.values():
            assert lines.keys() == rows
            assert {row for row, line in lines.items() if re.search("[{}]", line)} == {"viewed"}
            assert "{count}" in lines["viewed"]
            assert len(set(lines.values())) == len(rows)


@pytest.mark.parametrize("state", CallState)
def test_a_state_may_come_as_text_out_of_a_stored_receipt(state: CallState) -> None:
    stored: Any = str(state)
    assert receipt_line(stored, receipt=PROJECT) == receipt_line(state, receipt=PROJECT)
