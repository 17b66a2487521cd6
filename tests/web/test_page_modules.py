"""A module of the page that does not come: browsers remember it, and after an update there is none of this version."""

import pytest
from playwright.async_api import expect

from tests.web.site import MINA, Site
from tests.web.visitor import Visitor


async def test_where_the_tree_cannot_be_loaded_the_page_is_said_to_be_out_of_date_and_reloaded(
    visitor: Visitor, site: Site
) -> None:
    visitor.expect("404")
    page = await visitor.open(site.link(**MINA))
    await expect(page.locator("session-directory .row").first).to_be_visible()
    await page.route("**/assets/**", lambda route: route.fulfill(status=404))
    await page.locator("session-directory .row").first.click()
    note = page.locator("session-directory .note")
    await expect(note).to_contain_text("This page is incomplete or out of date")
    await page.unroute_all()
    await note.get_by_role("button", name="Reload").click()
    await expect(note).to_have_count(0)
    await page.locator("session-directory .row").first.click()
    await expect(page.locator("session-tree .members")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "module", "shown"),
    [
        ("/", "session-directory.js", "session-directory .row"),
        ("/open/demo-bound", "door-messages.js", "binding-door .details"),
    ],
)
async def test_where_the_element_cannot_be_loaded_the_page_says_so_in_both_languages(
    visitor: Visitor, site: Site, path: str, module: str, shown: str
) -> None:
    visitor.expect("ERR_FAILED")
    page = await visitor.blank()
    await page.route(f"**/{module}", lambda route: route.abort())
    await page.goto(site.link(path, **MINA))
    await expect(page.locator("main")).to_contain_text("This page is incomplete or out of date")
    await page.get_by_role("button", name="中文").click()
    await expect(page.get_by_role("button", name="重新加载")).to_be_visible()
    await page.unroute_all()
    await page.get_by_role("button", name="重新加载").click()
    await expect(page.locator(shown).first).to_be_visible()
