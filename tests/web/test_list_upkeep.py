"""A list that is kept up to date: news, another language, and answers that cross each other."""

import json
from typing import Any

from playwright.async_api import Page, Route, expect

from tests.records import project
from tests.web.answers import answer_with, page_of, row
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"


async def test_another_language_keeps_scope_rows_and_the_chosen_session(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA), width=1280, height=500)
    await page.get_by_role("button", name="All history").click()
    await expect(page.locator(f"{ROW} .project").first).to_be_visible()
    await page.mouse.move(300, 250)
    while await page.locator(ROW).count() <= 10:
        await page.mouse.wheel(0, 1000)
        await page.wait_for_timeout(20)
    colours = page.locator(ROW, has_text="Which green is ours?")
    await colours.click()
    await expect(page.locator("session-tree .members")).to_be_visible()
    shown = await page.locator(ROW).count()
    await page.get_by_role("button", name="中文").click()
    await expect(page.get_by_role("heading", name="状态")).to_be_visible()
    await expect(page.get_by_role("button", name="全部历史")).to_have_attribute("aria-pressed", "true")
    await expect(colours.locator(".state")).to_have_text("等待回答")
    await expect(colours.locator("time")).to_contain_text("分钟前")
    await expect(colours).to_have_attribute("aria-current", "true")
    assert await page.locator(ROW).count() >= shown


async def test_a_list_without_rows_is_told_in_the_other_language(visitor: Visitor, site: Site) -> None:
    await site.store(project("nothing-in-it"))
    page = await visitor.open(site.link(project="nothing-in-it"))
    await expect(page.get_by_role("heading", name="No sessions in this project yet")).to_be_visible()
    await page.get_by_role("button", name="中文").click()
    await expect(page.get_by_role("heading", name="这个项目还没有会话")).to_be_visible()


async def test_news_move_nothing_and_are_seen_wherever_the_list_is_scrolled_to(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank(height=500)
    await page.clock.install()
    await answer_with(page, "PageSessions", page_of(*(row(id=str(n)) for n in range(40))))
    await page.goto(site.link(**MINA))
    await expect(page.locator(ROW)).to_have_count(40)
    await page.locator(ROW).nth(20).scroll_into_view_if_needed()
    place = await page.locator(ROW).nth(20).bounding_box()
    await answer_with(page, "PageSessions", page_of(row(id="newer")))
    await page.clock.run_for(20_000)
    news = page.get_by_role("button", name="There is new activity. Show it")
    await expect(news).to_be_in_viewport(ratio=1)
    assert await page.locator(ROW).nth(20).bounding_box() == place
    await page.evaluate("scrollTo(0, 0)")
    await expect(news).to_be_in_viewport(ratio=1)
    await page.evaluate("scrollTo(0, document.body.scrollHeight)")
    await expect(news).to_be_in_viewport(ratio=1)
    last = await page.locator(ROW).last.bounding_box()
    line = await news.bounding_box()
    assert last is not None
    assert line is not None
    assert last["y"] + last["height"] <= line["y"]


async def test_a_refresh_after_a_failed_further_page_ends_in_rows_that_are_looked_after(
    visitor: Visitor, site: Site
) -> None:
    visitor.expect("ERR_FAILED")
    page = await visitor.blank(height=500)
    await page.clock.install()
    rows = [row(id=str(n)) for n in range(10)]
    await answer_with(page, "PageSessions", page_of(*rows, pageInfo={"hasNextPage": True, "endCursor": "c"}))

    async def fail_further(route: Route) -> None:
        if '"after"' in (route.request.post_data or ""):
            await route.abort()
        else:
            await route.fallback()

    await page.route("**/graphql", fail_further)
    await page.goto(site.link(**MINA))
    await expect(page.locator("session-directory .end .note")).to_be_visible()
    held: list[Route] = []
    await page.route("**/graphql", lambda route: held.append(route))
    await page.get_by_role("button", name="Refresh").click()
    again = page.locator("session-directory .end").get_by_role("button", name="Try again")
    if await again.count():
        await again.click()
    while not held:
        await page.wait_for_timeout(10)
    await held[0].fulfill(json=page_of(row(id="only")))
    list_of_rows = page.locator("session-directory .rows")
    await expect(list_of_rows).to_have_attribute("aria-busy", "false")
    await expect(page.locator(ROW)).to_have_count(1)


async def test_a_further_page_that_leads_nowhere_is_not_taken_for_the_end(visitor: Visitor, site: Site) -> None:
    nowhere = {"hasNextPage": True, "endCursor": None}
    page = await visitor.blank()
    await answer_with(page, "PageSessions", page_of(pageInfo=nowhere))
    await page.goto(site.link(**MINA))
    await expect(page.get_by_role("heading", name="This page is out of date")).to_be_visible()
    await _answers_by_cursor(page, {None: "a", "a": "a"})
    await page.reload()
    await expect(page.locator("session-directory .end .note")).to_contain_text("This page is out of date")
    await page.unroute_all()
    await page.locator("session-directory .end").get_by_role("button", name="Reload").click()
    await expect(page.locator(ROW, has_text="Which green is ours?")).to_be_visible()


async def test_a_root_has_one_name_also_in_rows_that_came_before_it(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    child = row(id="c", title="Child", path="/root/child", rootSessionId="r")
    root = row(id="r", title="The root", rootSessionId="r")
    await _answers_by_cursor(page, {None: "a", "a": None}, {None: child, "a": root})
    await page.goto(site.link(**MINA))
    await expect(page.locator(ROW)).to_have_count(2)
    await expect(page.locator(f"{ROW} .where").first).to_have_text("The root › child")


async def _answers_by_cursor(
    page: Page, cursors: dict[str | None, str | None], rows: dict[str | None, dict[str, Any]] | None = None
) -> None:
    """Answer each page of the list with a row, and the cursor of the next one."""

    async def answer(route: Route) -> None:
        asked = json.loads(route.request.post_data or "")
        if "query PageSessions" not in asked["query"]:
            return await route.fallback()
        after = asked["variables"].get("after")
        further = {"hasNextPage": cursors[after] is not None, "endCursor": cursors[after]}
        given = rows[after] if rows else row(id=f"after {after}")
        return await route.fulfill(json=page_of(given, pageInfo=further))

    await page.unroute_all()
    await page.route("**/graphql", answer)
