"""GraphiQL at /explorer, as its lock file names it, under a policy without inline scripts."""

from collections.abc import Iterator

import pytest
from playwright.async_api import expect

from data.embedded import Address
from server.page.explorer import FOLDER
from tests.node import installed
from tests.server.tokens import token
from tests.web.site import MINA, Site, site_on
from tests.web.visitor import BLOCKED, Visitor


@pytest.fixture(scope="module")
def site(demonstrated: Address) -> Iterator[Site]:
    installed(FOLDER)
    with site_on(demonstrated.dsn, explorer=True) as served:
        yield served


async def test_a_query_is_answered_with_the_token_of_the_address(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link("/explorer", **MINA))
    assert page.url == f"{site.url}/explorer"
    await page.get_by_role("button", name="Execute query").click()
    await expect(page.get_by_label("Result Window")).to_contain_text('"title"')


async def test_a_browser_that_keeps_nothing_asks_with_the_token_all_the_same(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    await page.add_init_script(BLOCKED)
    await page.goto(site.link("/explorer?from=mail", **MINA))
    assert page.url == f"{site.url}/explorer?from=mail"
    await page.get_by_role("button", name="Execute query").click()
    await expect(page.get_by_label("Result Window")).to_contain_text('"title"')


async def test_the_manual_and_the_dialogs_are_there(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link("/explorer", **MINA))
    await page.get_by_role("button", name="Show Documentation Explorer").click()
    await page.get_by_role("link", name="Query", exact=True).click()
    await expect(page.get_by_role("link", name="boundSession", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Open settings dialog").click()
    await expect(page.get_by_role("dialog")).to_contain_text("Settings")


async def test_who_is_signed_in_at_the_page_is_signed_in_here(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    await page.goto(f"{site.url}/explorer")
    await page.get_by_role("button", name="Execute query").click()
    await expect(page.get_by_label("Result Window")).to_contain_text('"title"')


async def test_nobody_is_told_how_to_sign_in(visitor: Visitor) -> None:
    visitor.expect("401")
    page = await visitor.open("/explorer")
    await expect(page.get_by_label("Query Editor")).to_contain_text("Nobody is signed in")
    await page.get_by_role("button", name="Execute query").click()
    await expect(page.get_by_label("Result Window")).to_contain_text("bearer token")


async def test_a_link_that_is_opened_in_the_same_tab_signs_in_and_leaves_no_token(visitor: Visitor, site: Site) -> None:
    visitor.expect("401")
    page = await visitor.open("/explorer")
    await expect(page.get_by_label("Query Editor")).to_contain_text("Nobody is signed in")
    await page.evaluate("(link) => { location.href = link; }", site.link("/explorer", **MINA))
    await expect(page.get_by_label("Query Editor")).not_to_contain_text("Nobody is signed in")
    assert page.url == f"{site.url}/explorer"
    await page.get_by_role("button", name="Execute query").click()
    await expect(page.get_by_label("Result Window")).to_contain_text('"title"')


async def test_a_token_in_the_headers_goes_with_the_tab(visitor: Visitor, site: Site) -> None:
    visitor.expect("401")
    page = await visitor.open("/explorer")
    await page.get_by_role("button", name="Headers").click()
    await page.locator(".graphiql-editor-tool textarea").last.press_sequentially(
        f'{{"Authorization": "Bearer {token(**MINA)}'
    )
    await page.get_by_role("button", name="Execute query").click()
    await expect(page.get_by_label("Result Window")).to_contain_text('"title"')
    kept = "(storage) => JSON.stringify(Object.entries(storage))"
    assert "Bearer ey" not in await page.evaluate(f"({kept})(localStorage)")
