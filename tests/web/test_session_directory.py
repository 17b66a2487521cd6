"""<session-directory>: every state of the list."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from playwright.async_api import Page, Request, Route, expect

from tests.records import project, session, turn
from tests.server.tokens import token
from tests.web.answers import answer_with, page_of, row
from tests.web.site import MINA, Site, site_on
from tests.web.visitor import Visitor

HEADING = "session-directory .message h2"
ROW = "session-directory .row"


def ago(**time: float) -> str:
    return (datetime.now(UTC) - timedelta(**time)).isoformat()


async def test_a_row_says_title_path_state_and_time(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    colours = page.locator(ROW, has_text="Which green is ours?")
    await expect(colours.locator(".where")).to_have_text("Plan the relaunch › design › colours")
    await expect(colours.locator(".where")).to_have_attribute("title", "/root/design/colours")
    await expect(colours.locator(".state")).to_have_text("Waiting for an answer")
    await expect(colours.locator("time")).to_have_text("18 minutes ago")
    exact = await colours.locator("time").get_attribute("title")
    assert exact is not None
    assert "GMT+8" in exact


async def test_a_null_title_shows_the_last_step_of_the_path_in_a_quieter_style(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    untitled = page.locator(ROW, has_text="sitemap").locator(".title")
    await expect(untitled).to_have_text("root")
    titled = page.locator(f"{ROW} .title").first
    assert await _style(untitled, "fontStyle") == "italic" != await _style(titled, "fontStyle")
    assert await _style(untitled, "color") != await _style(titled, "color")


async def test_the_whole_history_comes_by_cursor_while_scrolling(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA), height=500)
    asked = _asked(page)
    await page.get_by_role("button", name="All history").click()
    await expect(page.locator(f"{ROW} .project").first).to_have_text("website")
    rows = page.locator(ROW)
    total = _total(site)
    await _scroll_until(page, total)
    assert len(set(await rows.all_text_contents())) == total > 40
    pages = [variables for variables in asked if variables["scope"] == "ALL"]
    assert all(variables["first"] == 10 for variables in pages)
    assert ["after" in variables for variables in pages] == [False] + [True] * (len(pages) - 1)


async def test_a_project_beyond_the_limit_of_one_list_is_paged_and_rows_off_screen_are_not_laid_out(
    visitor: Visitor, site: Site
) -> None:
    await site.store(project("large"), *(session(f"large-{n}", projectId="large") for n in range(90)))
    with site_on(site.dsn, project_limit=10) as small:
        visitor.allow(small.url)
        page = await visitor.open(small.link(project="large"), height=500)
        await _scroll_until(page, 90)
        assert len(set(await page.locator(ROW).all_text_contents())) == 90
        laid_out = await page.locator(ROW).evaluate_all(
            "(rows) => rows.map((row) => row.checkVisibility({contentVisibilityAuto: true}))"
        )
        assert laid_out[-1]
        assert not laid_out[0]


async def test_a_project_that_the_token_does_not_name_is_that_of_the_attribute(visitor: Visitor, site: Site) -> None:
    await site.store(project("named"), session("in-named", projectId="named", title="In the named project"))
    page = await visitor.open(site.link())
    await expect(page.locator(HEADING)).to_have_text("No project is chosen")
    await expect(page.locator("session-directory code")).to_have_text("projectId")
    await page.locator("session-directory").evaluate("(element) => element.setAttribute('project-id', 'named')")
    await expect(page.locator(ROW)).to_contain_text("In the named project")
    await page.locator("session-directory").evaluate("(element) => element.setAttribute('project-id', 'unheard-of')")
    await expect(page.locator(HEADING)).to_have_text("There is no such project")
    await page.locator("session-directory .message").get_by_role("button", name="All history").click()
    await expect(page.locator(ROW).first).to_be_visible()


@pytest.mark.parametrize(
    ("claims", "heading"),
    [
        ({"project": "nothing-in-it"}, "No sessions in this project yet"),
        ({"project": "unheard-of"}, "There is no such project"),
        ({"scope": "sessions:publish"}, "This sign-in may not read sessions"),
    ],
    ids=["an empty project", "an unknown project", "a publisher"],
)
async def test_what_has_no_rows_says_why(visitor: Visitor, site: Site, claims: Any, heading: str) -> None:
    await site.store(project("nothing-in-it"))
    page = await visitor.open(site.link(**claims))
    await expect(page.locator(HEADING)).to_have_text(heading)


async def test_an_empty_history_says_so(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(sub="newcomer", project="none"))
    await page.get_by_role("button", name="All history").first.click()
    await expect(page.locator(HEADING)).to_have_text("No sessions yet")


async def test_loading_is_shown_until_the_answer_comes(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    loaded = asyncio.Event()

    async def hold(route: Route) -> None:
        await loaded.wait()
        await route.continue_()

    await page.route("**/graphql", hold)
    await page.goto(site.link(**MINA))
    await expect(page.locator("session-directory [role=status]", has_text="Loading sessions…")).to_be_attached()
    loaded.set()
    await expect(page.locator(ROW).first).to_be_visible()
    await expect(page.locator("session-directory .skeleton")).to_have_count(0)


async def test_offline_says_so_and_a_retry_brings_the_rows(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await visitor.blank()
    await page.route("**/graphql", lambda route: route.abort())
    await page.goto(site.link(**MINA))
    await expect(page.locator(HEADING)).to_have_text("The directory cannot be reached")
    await page.unroute("**/graphql")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator(ROW).first).to_be_visible()


async def test_rows_that_are_there_stay_when_a_refresh_fails(visitor: Visitor, site: Site) -> None:
    visitor.expect("503")
    page = await visitor.open(site.link(**MINA))
    await expect(page.locator(ROW).first).to_be_visible()
    rows = await page.locator(ROW).count()
    await answer_with(page, "PageSessions", {"errors": [{"extensions": {"code": "BUSY"}}]}, 503)
    await page.get_by_role("button", name="Refresh").click()
    await expect(page.locator("session-directory .note")).to_contain_text("The directory is busy")
    await expect(page.locator(ROW)).to_have_count(rows)
    await page.unroute_all()
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator("session-directory .note")).to_have_count(0)


async def test_a_page_that_fails_while_scrolling_can_be_asked_again(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await visitor.open(site.link(**MINA), height=300)
    await page.get_by_role("button", name="All history").click()
    await expect(page.locator(f"{ROW} .project").first).to_be_visible()
    await page.route("**/graphql", lambda route: route.abort())
    await page.mouse.move(300, 200)
    note = page.locator("session-directory .end .note")
    while not await note.count():
        await page.mouse.wheel(0, 2000)
        await page.wait_for_timeout(20)
    await page.unroute_all()
    await note.get_by_role("button").click()
    await _scroll_until(page, _total(site))


OTHER_VERSION = "This page is out of date"


@pytest.mark.parametrize(
    ("body", "status", "heading"),
    [
        ({"data": {"sessions": {"__typename": "SessionsPostponed"}}}, 200, OTHER_VERSION),
        ({"data": {"sessions": {"__typename": "toString"}}}, 200, OTHER_VERSION),
        ({"data": {}}, 200, OTHER_VERSION),
        (page_of({"id": "one"}), 200, OTHER_VERSION),
        (page_of(row(lastActivityAt="yesterday")), 200, OTHER_VERSION),
        (page_of(row(status="constructor")), 200, OTHER_VERSION),
        (page_of(row(currentTurn={"status": "toString", "waitingFor": None})), 200, OTHER_VERSION),
        (page_of(row(), scope="ALL"), 200, "The answer belongs to another question"),
        ("<!doctype html><title>Welcome</title>", 200, OTHER_VERSION),
        ({"errors": [{"extensions": {"code": "GRAPHQL_VALIDATION_FAILED"}}]}, 200, OTHER_VERSION),
        (
            {"errors": [{"extensions": {"code": "INTERNAL_SERVER_ERROR", "incident": "c0ffee"}}]},
            200,
            "Something went wrong at the server",
        ),
    ],
    ids=[
        "an unknown member",
        "a member by the name of a method",
        "no field at all",
        "a missing field",
        "no instant",
        "a status by the name of a method",
        "a turn by the name of a method",
        "another scope",
        "HTML",
        "a document that is not valid",
        "a defect",
    ],
)
async def test_an_answer_that_is_not_understood_is_said_to_be_so(
    visitor: Visitor, site: Site, body: object, status: int, heading: str
) -> None:
    page = await visitor.blank()
    await answer_with(page, "PageSessions", body, status)
    await page.goto(site.link(**MINA))
    await expect(page.locator(HEADING)).to_have_text(heading)
    await expect(page.locator(ROW)).to_have_count(0)


async def test_a_status_of_a_newer_version_is_shown_by_its_name(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    newer = page_of(row(currentTurn={"status": "DREAMING", "waitingFor": None}))
    await answer_with(page, "PageSessions", newer)
    await page.goto(site.link(**MINA))
    await expect(page.locator(f"{ROW} .state")).to_have_text("DREAMING")


async def test_new_activity_is_told_and_shown_when_asked_for(visitor: Visitor, site: Site) -> None:
    await site.store(project("busy"), session("older", projectId="busy", title="Older"))
    page = await visitor.blank()
    await page.clock.install()
    await page.goto(site.link(project="busy"))
    await expect(page.locator(ROW)).to_have_count(1)
    news = page.get_by_role("button", name="There is new activity. Show it")
    async with page.expect_response("**/graphql"):
        await page.clock.run_for(20_000)
    await expect(news).to_have_count(0)
    await site.store(session("newer", projectId="busy", title="Newer"))
    await page.clock.run_for(20_000)
    await expect(news).to_be_visible()
    await expect(page.locator(ROW)).to_have_count(1)  # nothing moves by itself
    await news.click()
    await expect(page.locator(f"{ROW} .title")).to_have_text(["Newer", "Older"])
    await expect(news).to_have_count(0)


async def test_an_answer_for_the_scope_before_is_dropped(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    await expect(page.locator(ROW).first).to_be_visible()
    held: list[Any] = []
    await page.route("**/graphql", lambda route: held.append(route))
    await page.get_by_role("button", name="All history").click()
    await page.get_by_role("button", name="This project").click()
    while len(held) < 2:
        await page.wait_for_timeout(10)
    await held[1].continue_()
    await expect(page.locator(ROW).first).to_be_visible()
    await held[0].continue_()
    await page.wait_for_timeout(100)
    await expect(page.locator(f"{ROW} .project")).to_have_count(0)


@pytest.mark.parametrize("wrong", [timedelta(hours=-1), timedelta(hours=1)], ids=["slow", "fast"])
async def test_a_clock_that_is_an_hour_off_changes_no_words(visitor: Visitor, site: Site, wrong: timedelta) -> None:
    await site.store(
        project("timed"), session("old", projectId="timed", createdAt=ago(hours=5), lastActivityAt=ago(minutes=5.5))
    )
    page = await visitor.blank()
    await page.clock.install(time=datetime.now(UTC) + wrong)
    await page.goto(site.link(project="timed"))
    await expect(page.locator(f"{ROW} time")).to_have_text("5 minutes ago")


HOSTILE = '<img src="x" onerror="document.title=1">"\'><script>document.title=2</script>'


async def test_markup_in_titles_and_ids_is_text(visitor: Visitor, site: Site) -> None:
    await site.store(
        project(HOSTILE),
        session(HOSTILE, projectId=HOSTILE, title=HOSTILE),
        session("child", projectId=HOSTILE, parentId=HOSTILE, name="-img", title="{sessionId}"),
        turn(f"t{HOSTILE}", HOSTILE, status="WAITING", waitingFor="APPROVAL"),
    )
    page = await visitor.open(site.link(project=HOSTILE))
    await expect(page.locator("#caller")).to_contain_text(HOSTILE)
    root = page.locator(ROW, has=page.locator(".title", has_text="onerror"))
    await expect(root.locator(".title")).to_have_text(HOSTILE)
    await page.get_by_role("button", name="All history").click()
    await expect(page.locator(f"{ROW} .project").first).to_have_text(HOSTILE)
    await page.locator(ROW).first.click()
    await expect(page.locator("session-tree .members .title").first).to_have_text(HOSTILE)
    links = page.locator("session-tree a")
    assert all(
        href and href.startswith("https://platform.example/") and "<" not in href and '"' not in href
        for href in [await link.get_attribute("href") for link in await links.all()]
    )
    assert await links.count() == 3
    assert await page.locator("img, script:not([type=module])").count() == 0
    assert await page.title() == "Sessions"


async def test_titles_of_any_length_and_direction_stay_on_one_line(visitor: Visitor, site: Site) -> None:
    titles = [
        "مرحبًا",
        "مرحبًا " * 60,
        "word " * 80,
        "x" * 400,
        "line\nbreak\tand\u202eoverride",
        "短い",
        "👩‍👩‍👧‍👦" * 40,
    ]
    await site.store(
        project("titles"), *(session(f"t{n}", projectId="titles", title=title) for n, title in enumerate(titles))
    )
    page = await visitor.open(site.link(project="titles"), width=360)
    await expect(page.locator(ROW)).to_have_count(len(titles))
    heights = await page.locator(f"{ROW} .title").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
    assert max(heights) < 30
    assert await page.evaluate("document.documentElement.scrollWidth") == 360
    starts = await page.locator(f"{ROW} .title").evaluate_all(
        """(all) => all.map((one) => {
          const text = document.createRange();
          text.selectNodeContents(one);
          return Math.round(Math.max(text.getBoundingClientRect().left, one.getBoundingClientRect().left));
        })"""
    )
    assert len(set(starts)) == 1
    tags = await page.locator(f"{ROW} .title").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).direction)"
    )
    assert "rtl" in tags


async def test_everything_is_done_with_the_keyboard(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    rows = page.locator(ROW)
    await rows.first.focus()
    await page.keyboard.press("ArrowDown")
    await expect(rows.nth(1)).to_be_focused()
    assert await _style(rows.nth(1), "outlineStyle") == "solid"
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Status")).to_be_visible()
    await expect(page.get_by_role("heading", name="Status")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(rows.first).to_be_focused()
    await page.get_by_role("button", name="This project").focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="All history")).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("button", name="All history")).to_be_focused()


async def _style(locator: Any, name: str) -> str:
    value: str = await locator.evaluate("(element, name) => getComputedStyle(element)[name]", name)
    return value


def _asked(page: Page) -> list[dict[str, Any]]:
    """The variables of each `PageSessions`, from now on."""
    asked: list[dict[str, Any]] = []

    def see(request: Request) -> None:
        if request.method == "POST" and "query PageSessions" in (request.post_data or ""):
            asked.append(json.loads(request.post_data or "")["variables"])

    page.on("request", see)
    return asked


def _total(site: Site) -> int:
    """How many sessions Mina's history holds."""
    query = "{ sessions(scope: ALL) { ... on SessionConnection { totalCount } } }"
    headers = {"Authorization": f"Bearer {token(**MINA)}"}
    total: int = httpx.post(f"{site.url}/graphql", json={"query": query}, headers=headers).json()["data"]["sessions"][
        "totalCount"
    ]
    return total


async def _scroll_until(page: Page, count: int) -> None:
    """Scroll down until there are `count` rows, and no more to come."""
    await page.mouse.move(300, 250)
    while await page.locator(ROW).count() < count:
        await page.mouse.wheel(0, 2000)
        await page.wait_for_timeout(20)
    await expect(page.locator(ROW)).to_have_count(count)
    await expect(page.locator("session-directory .end")).to_be_empty()
