"""A token that an application gives late, never, or not at all."""

from playwright.async_api import Page, expect

from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"


async def listed(visitor: Visitor, site: Site) -> Page:
    page = await visitor.open(site.link(**MINA))
    await expect(page.locator(ROW).first).to_be_visible()
    await page.evaluate("document.addEventListener('directory-signed-out', () => { window.signedOut = true; })")
    return page


async def test_a_token_that_cannot_be_fetched_is_no_network_and_the_rows_stay(visitor: Visitor, site: Site) -> None:
    page = await listed(visitor, site)
    rows = await page.locator(ROW).count()
    signed = await page.evaluate("sessionStorage.getItem('directory-token')")
    await page.evaluate("() => { Storage.prototype.getItem = () => Promise.reject(new TypeError()); }")
    await page.get_by_role("button", name="Refresh").click()
    note = page.locator("session-directory .note")
    await expect(note).to_contain_text("The directory cannot be reached")
    await expect(page.locator(ROW)).to_have_count(rows)
    assert not await page.evaluate("window.signedOut")
    await page.evaluate("(signed) => { Storage.prototype.getItem = async () => signed; }", signed)
    await note.get_by_role("button", name="Try again").click()
    await expect(note).to_have_count(0)
    await expect(page.locator(ROW)).to_have_count(rows)


async def test_no_token_is_signed_out(visitor: Visitor, site: Site) -> None:
    page = await listed(visitor, site)
    await page.evaluate("() => { Storage.prototype.getItem = async () => ''; }")
    await page.get_by_role("button", name="Refresh").click()
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    assert await page.evaluate("window.signedOut")


async def test_a_token_that_never_comes_has_the_time_of_a_request(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    await page.add_init_script(
        """const time = new AbortController();
        AbortSignal.timeout = () => time.signal;
        window.endTime = () => time.abort();
        Storage.prototype.getItem = () => new Promise(() => {});"""
    )
    await page.goto(site.link(**MINA))
    await expect(page.locator("session-directory .skeleton")).to_be_attached()
    await page.evaluate("endTime()")
    await expect(page.get_by_role("heading", name="The directory cannot be reached")).to_be_visible()
