"""<session-receipt>: the lines that the Python client has too, and nothing to unfold."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from session_directory_client.receipts import CallState, receipt_line
from tests.web.modules import import_module
from tests.web.visitor import Visitor

ROOT = Path(__file__).parents[2]
ROW = {"session_id": "one", "title": "<b>Title</b>"}
RECEIPTS: tuple[object, ...] = (
    None,
    {},
    [ROW],  # before there were scopes
    {"sessions": [ROW, ROW]},
    {"scope": "project", "sessions": []},
    {"scope": "all", "sessions": [ROW] * 10, "next_offset": 10},
    {"scope": "all"},
    {"scope": "elsewhere", "sessions": []},
    "nonsense",
)
ARGUMENTS = (None, {"scope": "project"}, {"scope": "all", "offset": 10})
LANGUAGES = ("en", "zh", "zh-Hans-CN", "ZH-tw", "fr")
CALLS: list[dict[str, Any]] = [
    {"state": state.value, "receipt": receipt, "arguments": arguments, "language": language}
    for state, receipt, arguments, language in itertools.product(CallState, RECEIPTS, ARGUMENTS, LANGUAGES)
]


def test_the_table_is_that_of_the_python_client() -> None:
    module = (ROOT / "web" / "receipts.js").read_text()
    table = module.partition("export const RECEIPTS = ")[2].removesuffix(";\n")
    assert table == (ROOT / "client" / "session_directory_client" / "receipts.json").read_text().rstrip()


async def test_every_line_is_that_of_the_python_client(visitor: Visitor) -> None:
    page = await visitor.open("/")
    await import_module(page, "session-receipt.js")
    lines = await page.evaluate("(calls) => calls.map((call) => imported.receiptLine(call.state, call))", CALLS)
    assert lines == [
        receipt_line(CallState(call["state"]), **{name: call[name] for name in ("receipt", "arguments", "language")})
        for call in CALLS
    ]


@pytest.mark.parametrize(
    ("lang", "state", "line"),
    [
        ("en", "completed", "Viewed the session history · 2 returned"),
        ("zh", "completed", "已查看会话历史 · 返回 2 个"),
        ("en", "running", "Viewing the session history…"),
    ],
)
async def test_the_element_shows_one_line_and_no_session(visitor: Visitor, lang: str, state: str, line: str) -> None:
    page = await visitor.open("/")
    await import_module(page, "session-receipt.js")
    await page.evaluate(
        """([lang, state, receipt]) => {
          const element = document.createElement("session-receipt");
          Object.assign(element, { lang, receipt });
          element.setAttribute("state", state);
          document.body.replaceChildren(element);
        }""",
        [lang, state, {"sessions": [ROW, ROW]}],
    )
    receipt = page.locator("session-receipt")
    assert await receipt.evaluate("(element) => element.shadowRoot.textContent") == line
    assert await receipt.locator("*").count() == 1


async def test_of_a_state_that_is_none_nothing_is_said(visitor: Visitor) -> None:
    page = await visitor.open("/")
    await import_module(page, "session-receipt.js")
    said = await page.evaluate(
        """(states) => states.map((state) => {
          document.body.innerHTML = "<session-receipt lang=en state=running></session-receipt>";
          const element = document.querySelector("session-receipt");
          element.setAttribute("state", state);
          return element.shadowRoot.textContent + element.shadowRoot.querySelector("span").title;
        })""",
        ["", "nonsense", "COMPLETED", "viewed", "toString"],
    )
    assert set(said) == {""}


async def test_a_line_that_is_too_long_is_cut_and_whole_in_its_title(visitor: Visitor) -> None:
    page = await visitor.open("/")
    await import_module(page, "session-receipt.js")
    await page.evaluate(
        """() => {
          document.body.innerHTML = "<session-receipt lang=en state=interrupted></session-receipt>";
          document.body.style.width = "180px";
        }"""
    )
    line = page.locator("session-receipt span")
    await expect(line).to_have_attribute("title", "Viewing this project's sessions was interrupted")
    box = await line.bounding_box()
    assert box is not None
    assert box["width"] <= 180
    assert box["height"] < 30


async def test_properties_that_were_set_before_the_module_came_are_taken(visitor: Visitor) -> None:
    page = await visitor.open("/")
    receipt = json.dumps({"scope": "project", "sessions": [ROW]})
    await page.evaluate(
        "(receipt) => document.body.replaceChildren("
        "Object.assign(document.createElement('session-receipt'), {lang: 'en', receipt: JSON.parse(receipt)}))",
        receipt,
    )
    await import_module(page, "session-receipt.js")
    line = await page.locator("session-receipt").evaluate("(element) => element.shadowRoot.textContent")
    assert line == "Viewed this project's sessions · 1 returned"
