"""What is said instead of sessions, at three widths and in both themes: nothing overflows, and axe finds nothing."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.web.answers import answer_with
from tests.web.looks import Screenshot, look
from tests.web.modules import import_module
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"
MESSAGE = ".message h2"
TREE = "session-tree"
FAILED: dict[str, Any] = {
    "errors": [{"message": "masked", "extensions": {"code": "INTERNAL_SERVER_ERROR", "incident": "0123456789abcdef"}}]
}
BINDINGS = [
    "demo-group",
    "demo-no-longer-private",
    "demo-unverified",
    "demo-replaced",
    "demo-executor-changed",
    "nobody-knows",
]
INSTEAD_OF_A_TREE: dict[str, Any] = {
    "gone": {"__typename": "SessionNotFound", "message": "No session with this id.", "sessionId": "one"},
    "not-allowed": {"__typename": "PanelNotAllowed", "message": "The panel is for people."},
    "other-version": {"__typename": "Planted"},
}


async def test_a_history_without_sessions(visitor: Visitor, site: Site, screenshot: Screenshot) -> None:
    page = await visitor.open(site.link(sub="new-here"))
    await page.get_by_role("button", name="All history").last.click()
    await expect(page.locator(MESSAGE)).not_to_have_text("The list was refused")
    await look(page, "empty-history", screenshot)


@pytest.mark.parametrize("status", [500, 503])
async def test_a_server_that_fails_or_is_busy(
    visitor: Visitor, site: Site, screenshot: Screenshot, status: int
) -> None:
    visitor.expect(str(status))
    page = await visitor.blank()
    await answer_with(page, "PageSessions", FAILED, status)
    await page.goto(site.link(**MINA))
    await expect(page.locator(MESSAGE)).to_be_visible()
    await look(page, f"server-{status}", screenshot)


@pytest.mark.parametrize("name", INSTEAD_OF_A_TREE)
async def test_what_is_there_instead_of_a_tree(visitor: Visitor, site: Site, screenshot: Screenshot, name: str) -> None:
    page = await visitor.open(site.link(**MINA))
    await answer_with(page, "PageSessionTree", {"data": {"sessionTree": INSTEAD_OF_A_TREE[name]}})
    await page.locator(ROW).first.click()
    await expect(page.locator(f"{TREE} .message h3")).to_be_visible()
    await look(page, f"tree-{name}", screenshot)


async def test_a_tree_that_could_not_be_renewed(visitor: Visitor, site: Site, screenshot: Screenshot) -> None:
    page = await visitor.open(site.link(**MINA))
    await page.locator(ROW).first.click()
    await expect(page.locator(f"{TREE} .members")).to_be_visible()
    await answer_with(page, "PageSessionTree", FAILED)
    await page.locator(TREE).get_by_role("button", name="Refresh").click()
    await expect(page.locator(f"{TREE} .note")).to_be_visible()
    await look(page, "tree-stale", screenshot)


@pytest.mark.parametrize("binding_id", BINDINGS)
async def test_the_door_of_other_refusals(
    visitor: Visitor, site: Site, screenshot: Screenshot, binding_id: str
) -> None:
    page = await visitor.open(site.door(binding_id, **MINA))
    await expect(page.locator("binding-door .details")).to_be_visible()
    await look(page, f"door-{binding_id}", screenshot)


async def test_receipts(visitor: Visitor, screenshot: Screenshot) -> None:
    page = await visitor.open("/")
    await import_module(page, "session-receipt.js")
    await page.evaluate(
        """(states) => {
          document.querySelector("main").replaceChildren(...["en", "zh"].flatMap((lang) => states.map((state) => {
            const receipt = document.createElement("session-receipt");
            receipt.lang = lang;
            receipt.setAttribute("state", state);
            return Object.assign(document.createElement("p"), { lang }).appendChild(receipt).parentElement;
          })));
        }""",
        ["waiting", "running", "completed", "failed", "interrupted"],
    )
    await look(page, "receipts", screenshot)
