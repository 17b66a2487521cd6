"""<session-tree>: the panel that a session opens."""

import asyncio
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from tests.records import project, queued_input, run, session, turn
from tests.server.tokens import token
from tests.web.answers import answer_with, page_of, row
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"
MEMBER = "session-tree .members li"


def node(of: object, run: object = None) -> dict[str, object]:
    """A member of a tree as the page asks for it."""
    return {"session": of, "name": "root", "depth": 0, "run": run, "queue": {"status": "READY", "pendingInputs": 0}}


async def opened(visitor: Visitor, site: Site, title: str = "Plan the relaunch", **looks: Any) -> Page:
    """The page of Mina with the tree around a session."""
    page = await visitor.open(site.link(**MINA), **looks)
    await page.locator(ROW, has=page.locator(".title", has_text=title)).click()
    await expect(page.locator(MEMBER).first).to_be_visible()
    return page


async def test_the_tree_is_in_preorder_and_indented_by_steps(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, "Design")
    members = page.locator(MEMBER)
    assert await members.locator(".title").all_text_contents() == [
        "Plan the relaunch",
        "Texts for the start page",
        "Textes en français",
        "日本語のテキスト",
        "Design",
        "Which green is ours?",
        "Schriften für Überschriften und Fließtext",
        "Compare hosting offers",
        "Photos from the workshop",
    ]
    levels = await members.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-level'))")
    assert levels == ["1", "2", "3", "3", "2", "3", "3", "2", "2"]
    indents = await members.evaluate_all("(all) => all.map((one) => parseFloat(getComputedStyle(one).paddingLeft))")
    assert [round((indent - indents[0]) / (indents[1] - indents[0])) + 1 for indent in indents] == list(
        map(int, levels)
    )
    await expect(page.locator(f"{MEMBER}[aria-current=true] .title")).to_have_text("Design")


async def test_a_member_says_its_turn_run_and_queue(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site)
    facts = page.locator(MEMBER, has_text="Photos from the workshop").locator(".facts span")
    assert await facts.all_text_contents() == [
        "Waiting for another session",
        "run handed over",
        "queue paused",
        "2 inputs waiting",
    ]


async def test_run_and_queue_are_told_where_they_say_more_than_the_turn(visitor: Visitor, site: Site) -> None:
    said = {
        ("COMPLETED", "COMPLETED", "READY"): ["Done"],
        ("RUNNING", "RUNNING", "RUNNING"): ["Working"],
        ("CANCELLING", "CANCEL_REQUESTED", "RUNNING"): ["Stopping"],
        ("FAILED", "FAILED", "READY"): ["Failed"],
        ("CANCELLED", "CANCELLED", "PAUSED"): ["Stopped", "queue paused"],
        ("FAILED", "INTERRUPTED", "READY"): ["Failed", "run interrupted"],
        ("RUNNING", "PENDING", "RUNNING"): ["Working", "run not started"],
        ("COMPLETED", "COMPLETED", "RUNNING"): ["Done", "queue busy"],
        ("WAITING", "RUNNING", "RUNNING"): ["Waiting", "running"],
        ("COMPLETED", "PARKED", "FULL"): ["Done", "PARKED", "FULL"],
    }
    nodes = [
        {
            "session": row(currentTurn={"status": turn_status, "waitingFor": None}),
            "name": "root",
            "depth": 0,
            "run": {"status": run_status},
            "queue": {"status": queue_status, "pendingInputs": 0},
        }
        for turn_status, run_status, queue_status in said
    ]
    page = await visitor.blank()
    await answer_with(page, "PageSessions", page_of(row()))
    await answer_with(page, "PageSessionTree", {"data": {"sessionTree": {"__typename": "SessionTree", "nodes": nodes}}})
    await page.goto(site.link(**MINA))
    await page.locator(ROW).click()
    await expect(page.locator(MEMBER)).to_have_count(len(said))
    facts = await page.locator(f"{MEMBER} .facts").evaluate_all("(all) => all.map((one) => one.children.length)")
    assert facts == [len(words) for words in said.values()]
    shown = await page.locator(f"{MEMBER} .facts > *").all_text_contents()
    assert shown == [word for words in said.values() for word in words]


@pytest_asyncio.fixture(loop_scope="session")
async def wide(visitor: Visitor, site: Site) -> Page:
    """The tree of 40 members, 19 of which want a person, around the 31st."""
    names = [f"member-{n}" for n in range(10, 49)]
    await site.store(
        project("wide"),
        session("wide", projectId="wide", title="Wide"),
        *(session(name, projectId="wide", parentId="wide", name=name, title=name) for name in names),
        *(turn(f"{name}-turn", name, status="WAITING", waitingFor="ANSWER") for name in names[:19]),
    )
    page = await visitor.open(site.link(project="wide"), width=1440, height=900)
    await page.locator(ROW, has_text="member-39").click()
    await expect(page.locator(MEMBER)).to_have_count(40)
    return page


async def test_a_tree_opens_at_the_chosen_session_and_stays_where_it_is_read_later(wide: Page) -> None:
    chosen = wide.locator(f"{MEMBER}[aria-current=true]")
    await expect(chosen.get_by_role("link", name="Open the conversation")).to_be_in_viewport()
    await expect(wide.get_by_role("heading", name="19 sessions need you")).to_be_in_viewport()
    tree = wide.locator("session-tree")
    await tree.evaluate("(element) => element.scrollTo(0, 100)")
    refresh = tree.get_by_role("button", name="Refresh")
    await refresh.evaluate("(before) => { before.title = 'before' }")
    await refresh.click()
    await expect(refresh).not_to_have_attribute("title", "before")
    await expect(refresh).to_be_focused()
    assert await tree.evaluate("(element) => element.scrollTop") == 100


async def test_the_first_members_that_want_a_person_are_told_and_the_others_on_request(wide: Page) -> None:
    wanted = wide.locator("session-tree .attention button")
    await expect(wanted).to_have_count(4)
    await expect(wanted.last).to_have_text("+16 more")
    await wanted.last.click()
    await expect(wanted).to_have_count(19)
    await expect(wanted.nth(3)).to_be_focused()


async def test_members_that_want_a_person_stand_first_and_lead_to_their_place(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site)
    await expect(page.get_by_role("heading", name="2 sessions need you")).to_be_visible()
    wanted = page.locator("session-tree .attention button")
    assert await wanted.all_text_contents() == [
        "Texts for the start pageWaiting for approval",
        "Which green is ours?Waiting for an answer",
    ]
    await wanted.last.click()
    await expect(page.locator(MEMBER, has_text="Which green is ours?")).to_be_focused()


async def test_a_tree_in_which_nobody_waits_says_so(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, "Find broken links")
    await expect(page.locator("session-tree")).to_contain_text("Nothing here needs you")


async def test_a_closed_member_waits_for_nobody(visitor: Visitor, site: Site) -> None:
    await site.store(
        project("shut"),
        session("shut", projectId="shut", title="Shut", status="CLOSED"),
        turn("shut-turn", "shut", status="WAITING", waitingFor="APPROVAL"),
    )
    page = await visitor.open(site.link(project="shut"))
    await page.locator(ROW).click()
    await expect(page.locator(MEMBER)).to_contain_text("Closed · Waiting for approval")
    await expect(page.locator("session-tree")).to_contain_text("Nothing here needs you")


async def test_a_member_links_to_where_the_platform_shows_it(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site)
    link = page.locator(f"{MEMBER}[aria-current=true]").get_by_role("link", name="Open the conversation")
    await expect(link).to_have_attribute("href", "https://platform.example/website/chat/relaunch")


async def test_a_failed_refresh_leaves_the_last_answer_with_a_note_and_a_retry(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await opened(visitor, site)
    await page.route("**/graphql", lambda route: route.abort())
    await page.locator("session-tree").get_by_role("button", name="Refresh").click()
    note = page.locator("session-tree .note")
    await expect(note).to_contain_text("The directory cannot be reached")
    await expect(note).to_be_in_viewport()
    await expect(page.locator(MEMBER)).to_have_count(9)
    await page.unroute_all()
    await note.get_by_role("button", name="Try again").click()
    await expect(note).to_have_count(0)
    await expect(page.locator(MEMBER)).to_have_count(9)


async def test_the_focus_stays_in_the_tree_when_what_had_it_is_replaced(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await opened(visitor, site)
    await page.route("**/graphql", lambda route: route.abort())
    await page.locator("session-tree").get_by_role("button", name="Refresh").click()
    retry = page.locator("session-tree .note").get_by_role("button", name="Try again")
    await retry.press("Enter")
    await expect(retry).to_be_focused()
    await page.unroute_all()
    await retry.press("Enter")
    await expect(page.locator("session-tree").get_by_role("button", name="Refresh")).to_be_focused()


async def test_a_panel_whose_row_is_gone_gives_the_focus_to_the_list(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, width=1280)
    await answer_with(page, "PageSessions", page_of(row()))
    await page.locator("session-directory .refresh").click()
    await expect(page.locator(ROW)).to_have_count(1)
    await page.get_by_role("button", name="Close", exact=True).press("Enter")
    await expect(page.get_by_role("button", name="This project")).to_be_focused()


async def test_a_panel_that_the_page_closes_leaves_the_focus_where_it_is(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, width=1280)
    await page.locator("session-directory .refresh").focus()
    await page.locator("dialog").evaluate("(panel) => panel.close()")
    await expect(page.locator(MEMBER)).to_have_count(0)
    await expect(page.locator("session-directory .refresh")).to_be_focused()


async def test_in_a_right_to_left_page_members_are_indented_from_the_right(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, width=1280)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    style = await page.locator(MEMBER).nth(2).evaluate("(member) => ({...getComputedStyle(member)})")
    assert (style["paddingLeft"], style["paddingRight"]) == ("6px", "42px")  # two steps
    assert style["backgroundPositionX"] == "calc(100% - 10px)"


async def test_forced_colours_leave_the_chosen_member_and_the_dots_of_states(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, width=1280)
    await page.emulate_media(forced_colors="active")
    for chosen in (page.locator(f"{MEMBER}[aria-current=true]"), page.locator(f"{ROW}[aria-current=true]")):
        assert await chosen.evaluate("(element) => getComputedStyle(element).outlineStyle") == "dashed"
    dot = "(state) => getComputedStyle(state, '::before').borderTop"
    assert await page.locator(f"{MEMBER} .state").first.evaluate(dot) == "4px solid rgb(0, 0, 0)"


async def test_the_chosen_session_again_is_a_refresh(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    page = await opened(visitor, site, width=1280)
    await page.route("**/graphql", lambda route: route.abort())
    await page.locator(ROW, has_text="Plan the relaunch").first.click()
    await expect(page.locator("session-tree .note")).to_be_visible()
    await expect(page.locator(MEMBER)).to_have_count(9)


async def test_a_closed_panel_keeps_no_tree(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site)
    await page.get_by_role("button", name="Close", exact=True).click()
    await expect(page.locator(MEMBER)).to_have_count(0)
    await page.locator(ROW, has_text="Plan the relaunch").first.click()
    await expect(page.locator(MEMBER)).to_have_count(9)


async def test_signed_out_at_the_panel_is_signed_out_of_the_list(visitor: Visitor, site: Site) -> None:
    visitor.expect("401")
    page = await opened(visitor, site)
    await page.evaluate("(ended) => sessionStorage.setItem('directory-token', ended)", token(exp=1))
    await page.locator("session-tree").get_by_role("button", name="Refresh").click()
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    await expect(page.locator(MEMBER)).to_have_count(0)
    await expect(page.locator(ROW)).to_have_count(0)
    await expect(page.locator("#caller")).to_be_empty()


async def test_a_late_answer_for_an_earlier_choice_is_dropped(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site)
    late = asyncio.Event()

    async def hold(route: Route) -> None:
        if '"sessionId":"broken-links"' in (route.request.post_data or ""):
            await late.wait()
        await route.continue_()

    await page.route("**/graphql", hold)
    await page.locator(ROW, has_text="Find broken links").click()
    await expect(page.locator(MEMBER)).to_have_count(0)  # nor does the tree of another session stay
    await page.locator(ROW, has_text="The contact form loses umlauts").click()
    await expect(page.locator(f"{MEMBER} .title")).to_have_text(["The contact form loses umlauts"])
    late.set()
    await page.wait_for_timeout(100)
    await expect(page.locator(f"{MEMBER} .title")).to_have_text(["The contact form loses umlauts"])


async def test_a_session_that_is_gone_meanwhile_is_said_to_be(visitor: Visitor, site: Site) -> None:
    await site.store(project("gone"), session("going", projectId="gone", title="Going"))
    page = await visitor.open(site.link(project="gone"))
    await expect(page.locator(ROW)).to_be_visible()
    await site.store(session("going", projectId="gone", status="DELETED"))
    await page.locator(ROW).click()
    await expect(page.get_by_role("heading", name="This session is no longer there")).to_be_visible()


async def test_a_run_is_told_that_the_panel_is_for_people(visitor: Visitor, site: Site) -> None:
    await site.store(
        project("working"),
        session("works", projectId="working", title="Works"),
        turn("works-turn", "works", status="RUNNING", currentRunId="works-run"),
        run("works-run", "works", "works-turn", status="RUNNING", leaseExpiresAt="2100-01-01T00:00:00Z"),
        queued_input("works-input", "works", status="PENDING"),
    )
    page = await visitor.open(site.link(run="works-run"))
    await page.locator(ROW).click()
    await expect(page.get_by_role("heading", name="The status panel is for people")).to_be_visible()


async def test_a_server_of_another_version_is_said_to_be(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    nodes = [{"session": row(), "name": "root", "depth": 0, "run": None}]
    await answer_with(page, "PageSessionTree", {"data": {"sessionTree": {"__typename": "SessionTree", "nodes": nodes}}})
    await page.locator(ROW).first.click()
    await expect(page.get_by_role("heading", name="This page is out of date")).to_be_visible()


@pytest.mark.parametrize(
    "answer",
    [
        {"__typename": "SessionTree", "nodes": [node(row(id="another", title="Not yours"))]},
        {"__typename": "SessionTree", "nodes": []},
        {"__typename": "SessionNotFound", "sessionId": "another", "message": "No"},
    ],
    ids=["another tree", "no member", "another session"],
)
async def test_an_answer_about_another_session_shows_nothing_of_it(
    visitor: Visitor, site: Site, answer: object
) -> None:
    page = await visitor.open(site.link(**MINA))
    await answer_with(page, "PageSessionTree", {"data": {"sessionTree": answer}})
    await page.locator(ROW).first.click()
    await expect(page.locator("session-tree h3")).to_have_text("The answer belongs to another question")
    await expect(page.locator("session-tree")).not_to_contain_text("Not yours")


async def test_on_a_phone_the_panel_covers_the_list_and_gives_it_back(visitor: Visitor, site: Site) -> None:
    page = await opened(visitor, site, width=360, height=640)
    panel = page.get_by_role("dialog", name="Status")
    box = await panel.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == (360, 640)
    await page.set_viewport_size({"width": 1280, "height": 640})
    await expect(page.locator("dialog:not(:modal)")).to_be_visible()  # it moved beside the list
    await page.set_viewport_size({"width": 360, "height": 640})
    await expect(page.locator("dialog:modal")).to_be_visible()
    await expect(page.locator(MEMBER)).to_have_count(9)
    facts = page.locator(f"{MEMBER} .facts").first
    assert await facts.evaluate("(element) => element.checkVisibility({contentVisibilityAuto: true})")
    await page.keyboard.press("Escape")
    await expect(panel).to_have_count(0)
    await expect(page.locator(ROW).first).to_be_focused()
