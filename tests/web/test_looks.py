"""The main states at three widths and in both themes: nothing overflows, axe finds nothing, and pictures are kept."""

import asyncio
from typing import Any

import pytest
from playwright.async_api import Route, expect

from tests.records import project, session, turn
from tests.web.answers import answer_with, page_of, row
from tests.web.looks import Screenshot, look
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

MESSAGE = ".message h2"
ROW = "session-directory .row"


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
async def test_a_list_with_its_tree(visitor: Visitor, site: Site, screenshot: Screenshot, locale: str) -> None:
    page = await visitor.open(site.link(**MINA), locale=locale)
    await expect(page.locator(ROW).first).to_be_visible()
    await look(page, f"list-{locale}", screenshot)
    await page.locator(ROW).first.click()
    await expect(page.locator("session-tree .members")).to_be_visible()
    await look(page, f"tree-{locale}", screenshot)


async def test_the_history_with_titles_of_all_kinds(visitor: Visitor, site: Site, screenshot: Screenshot) -> None:
    await site.store(
        project("a-project-with-quite-a-long-name-that-does-not-fit"),
        *(
            session(f"s{n}", projectId="a-project-with-quite-a-long-name-that-does-not-fit", title=title)
            for n, title in enumerate(["مرحبًا بك في الفريق", "<b>Bold?</b>", "A very long title " * 20, None])
        ),
        session("s-child", projectId="a-project-with-quite-a-long-name-that-does-not-fit", parentId="s0", name="child"),
        turn("s-turn", "s-child", status="WAITING", waitingFor="COOPERATION"),
    )
    page = await visitor.open(site.link())
    await expect(page.locator(MESSAGE)).to_be_visible()
    await look(page, "refused", screenshot)
    await page.get_by_role("button", name="All history").last.click()
    await expect(page.locator(ROW).first).to_be_visible()
    await look(page, "history", screenshot)


async def test_what_is_there_instead_of_a_list(visitor: Visitor, site: Site, screenshot: Screenshot) -> None:
    await site.store(project("nothing-in-it"))
    for name, address in {
        "empty-project": site.link(project="nothing-in-it"),
        "signed-out": "/",
    }.items():
        page = await visitor.open(address)
        await expect(page.locator(MESSAGE)).to_be_visible()
        await look(page, name, screenshot)


async def test_failures(visitor: Visitor, site: Site, screenshot: Screenshot) -> None:
    visitor.expect("ERR_FAILED")
    page = await visitor.open(site.link(**MINA))
    await expect(page.locator(ROW).first).to_be_visible()
    await page.route("**/graphql", lambda route: route.abort())
    await page.get_by_role("button", name="Refresh").click()
    await expect(page.locator("session-directory .note")).to_be_visible()
    await look(page, "offline-with-rows", screenshot)
    await page.get_by_role("button", name="All history").click()
    await expect(page.locator(MESSAGE)).to_be_visible()
    await look(page, "offline", screenshot)
    await page.unroute_all()
    await answer_with(page, "PageSessions", page_of({"id": "one"}))
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator(MESSAGE)).to_have_text("This page is out of date")
    await look(page, "other-version", screenshot)


async def test_loading_and_new_activity(visitor: Visitor, site: Site, screenshot: Screenshot) -> None:
    loaded = asyncio.Event()

    async def hold(route: Route) -> None:
        await loaded.wait()
        await route.continue_()

    page = await visitor.blank()
    await page.clock.install()
    await page.route("**/graphql", hold)
    await page.goto(site.link(**MINA))
    await expect(page.locator("session-directory .skeleton")).to_be_attached()
    await look(page, "loading", screenshot)
    loaded.set()
    await expect(page.locator(ROW).first).to_be_visible()
    await answer_with(page, "PageSessions", page_of(row(id="newer")))
    await page.clock.run_for(20_000)
    await expect(page.locator("session-directory .news")).to_be_visible()
    await look(page, "new-activity", screenshot)


@pytest.mark.parametrize(
    "binding_id",
    ["demo-bound", "demo-none-open", "demo-two-open", "demo-revoked", " demo-bound"],
)
async def test_the_door(visitor: Visitor, site: Site, screenshot: Screenshot, binding_id: str) -> None:
    page = await visitor.open(site.door(binding_id, **MINA), locale="zh-CN" if binding_id == "demo-revoked" else "en")
    await expect(page.locator("binding-door .details")).to_be_visible()
    if binding_id != "demo-bound":
        await page.locator("binding-door .primary").click()
        await expect(page.locator("binding-door .how")).to_be_visible()
    await look(page, f"door-{binding_id.strip()}{'-malformed' * (binding_id != binding_id.strip())}", screenshot)


async def test_motion_stops_where_it_is_not_wanted(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank(motion="reduce")
    held: list[Any] = []
    await page.route("**/graphql", lambda route: held.append(route))
    await page.goto(site.link(**MINA))
    bone = page.locator("session-directory .bone").first
    await expect(bone).to_be_attached()
    assert await bone.evaluate("(element) => getComputedStyle(element).animationName") == "none"
    await page.goto(site.door("demo-bound", **MINA))
    wait = page.locator("binding-door .wait")
    await expect(wait).to_be_attached()
    assert await wait.evaluate("(element) => getComputedStyle(element).animationName") == "none"
