"""The list with a keyboard: where the focus goes, and where it stays."""

from playwright.async_api import Page, expect

from tests.web.answers import answer_with, page_of, row
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"
OFFLINE = "The directory cannot be reached"


async def listed(visitor: Visitor, site: Site, count: int = 60) -> Page:
    """A page with rows of a known number, whose next questions may be answered otherwise."""
    page = await visitor.blank(height=600)
    await page.clock.install()
    await answer_with(page, "PageSessions", page_of(*(row(id=str(n), title=f"Title {n}") for n in range(count))))
    await page.goto(site.link(**MINA))
    await expect(page.locator(ROW)).to_have_count(count)
    return page


async def test_a_row_with_the_focus_is_not_under_the_bar(visitor: Visitor, site: Site) -> None:
    page = await listed(visitor, site)
    rows = page.locator(ROW)
    await rows.nth(30).focus()
    await rows.nth(30).evaluate("(row) => scrollBy(0, row.getBoundingClientRect().top - 60)")
    await page.keyboard.press("ArrowUp")
    await expect(rows.nth(29)).to_be_focused()
    bar = await page.locator("session-directory .bar").bounding_box()
    focused = await rows.nth(29).bounding_box()
    assert bar is not None
    assert focused is not None
    assert focused["y"] >= bar["y"] + bar["height"]


async def test_the_rows_are_one_tab_stop_and_are_walked_with_keys(visitor: Visitor, site: Site) -> None:
    page = await listed(visitor, site)
    rows = page.locator(ROW)
    await page.get_by_role("button", name="Refresh").focus()
    await page.keyboard.press("Tab")
    await expect(rows.nth(0)).to_be_focused()
    for key, place in {"End": 59, "Home": 0, "ArrowDown": 1, "PageDown": 8, "PageUp": 1}.items():
        await page.keyboard.press(key)
        await expect(rows.nth(place)).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.locator(f"{ROW}:focus")).to_have_count(0)
    await page.keyboard.press("Shift+Tab")
    await expect(rows.nth(1)).to_be_focused()
    assert await rows.evaluate_all("(all) => all.filter((one) => one.tabIndex === 0).length") == 1


async def test_the_focus_goes_from_a_failure_to_what_comes_instead(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await visitor.blank()
    await page.route("**/graphql", lambda route: route.abort())
    await page.goto(site.link(**MINA))
    for _ in "again", "and again":
        await page.get_by_role("button", name="Try again").press("Enter")
        await expect(page.get_by_role("heading", name=OFFLINE)).to_be_focused()
    await page.unroute_all()
    await page.get_by_role("button", name="Try again").press("Enter")
    await expect(page.locator(ROW).first).to_be_visible()
    await expect(page.get_by_role("button", name="This project")).to_be_focused()


async def test_the_focus_goes_from_a_refusal_to_the_chosen_scope(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA | {"project": "unheard-of"}))
    await page.locator("session-directory .message").get_by_role("button", name="All history").press("Enter")
    await expect(page.locator(ROW).first).to_be_visible()
    await expect(page.get_by_role("button", name="All history")).to_be_focused()


async def test_a_note_that_says_the_same_stays_and_keeps_the_focus(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await listed(visitor, site)
    await page.route("**/graphql", lambda route: route.abort())
    await page.get_by_role("button", name="Refresh").click()
    again = page.locator("session-directory .note").get_by_role("button", name="Try again")
    await again.focus()
    said = await page.locator("session-directory .line").evaluate_handle(
        """(line) => {
          const said = [];
          new MutationObserver((changes) => said.push(...changes)).observe(line, {childList: true, subtree: true});
          return said;
        }"""
    )
    async with page.expect_event("requestfailed"):
        await page.clock.run_for(20_000)
    await again.press("Enter")
    await expect(page.locator("session-directory .rows")).to_have_attribute("aria-busy", "false")
    await expect(again).to_be_focused()
    assert await said.evaluate("(said) => said.length") == 0


async def test_where_the_row_of_a_closed_panel_is_gone_the_focus_goes_to_the_scope(
    visitor: Visitor, site: Site
) -> None:
    page = await visitor.open(site.link(**MINA))
    await page.locator(ROW).first.press("Enter")
    await expect(page.get_by_role("heading", name="Status")).to_be_focused()
    await answer_with(page, "PageSessions", page_of(row(id="another")))
    await page.locator("session-directory .refresh").click()
    await expect(page.locator(ROW)).to_have_count(1)
    await page.get_by_role("button", name="Close").press("Enter")
    await expect(page.get_by_role("button", name="This project")).to_be_focused()
