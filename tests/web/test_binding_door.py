"""<binding-door> at /open/<binding id>: one page for each answer, its next step as the button, and nothing else."""

import asyncio
import json
from urllib.parse import quote

import pytest
from playwright.async_api import Route, expect

from tests.records import binding, bound_session, project
from tests.server.tokens import token
from tests.web.answers import answer_with, row
from tests.web.site import MINA, Site, site_on
from tests.web.visitor import Visitor

DOOR = "binding-door"
TITLE = f"{DOOR} h2"

STRANGE = "a/b c%20d?e#f 👋%"
AGAIN = "Open the chat with the app"
REFUSALS = [
    ("demo-none-open", "No open session", "Start a new session", "Nothing was started from here"),
    ("demo-unheard-of", "No such connection", "Connect again", AGAIN),
    ("demo-group", "This conversation is not private", "Continue in the chat", "Return to the chat"),
    ("demo-no-longer-private", "This conversation is not private", "Continue in the chat", "Return to the chat"),
    ("demo-revoked", "This connection was ended", "Connect again", AGAIN),
    ("demo-other-app", "A different app answers in this chat", "Connect again", AGAIN),
    ("demo-other-operator", "A different person is in this chat", "Connect again", AGAIN),
    ("demo-moved", "The chat has moved", "Connect again", AGAIN),
    ("demo-workspace-gone", "The project is gone", "Copy the details for the operator", "demo-workspace-gone"),
    ("demo-grant-narrowed", "The project allows less than before", "Connect again", AGAIN),
    ("demo-session-changed", "This is a different session", "Start a new session", "Nothing was started"),
    ("demo-executor-changed", "Another agent has taken over", "Connect again", AGAIN),
    ("demo-reported-twice", "The chat was reported twice", "Copy the details for the operator", "demo-reported-twice"),
    ("demo-workspace-twice", "Several projects share this workspace", "Copy the details for the operator", "demo-work"),
    ("demo-two-open", "Several sessions are open", "Copy the details for the operator", "BindingAmbiguous.SESSION"),
]


@pytest.mark.parametrize(("binding_id", "title", "step", "how"), REFUSALS)
async def test_a_refusal_says_what_happened_and_offers_its_next_step(
    visitor: Visitor, site: Site, binding_id: str, title: str, step: str, how: str
) -> None:
    page = await visitor.open(site.door(binding_id, **MINA))
    await expect(page.locator(TITLE)).to_have_text(title)
    await expect(page.locator(f"{DOOR} .details")).to_contain_text(binding_id)
    assert await page.locator(f"{DOOR} button").all_text_contents() == [step]
    assert await page.locator(f"{DOOR} a").count() == 0  # no session is offered
    await page.get_by_role("button", name=step).click()
    await expect(page.locator(f"{DOOR} .how")).to_contain_text(how)


@pytest.mark.parametrize(
    ("binding_id", "title"),
    [("demo-fails", "The chat could not be confirmed"), ("demo-unverified", "Nobody vouched for this chat")],
)
async def test_what_could_not_be_verified_is_asked_again(
    visitor: Visitor, site: Site, binding_id: str, title: str
) -> None:
    page = await visitor.open(site.door(binding_id, **MINA))
    await expect(page.locator(TITLE)).to_have_text(title)
    async with page.expect_response("**/graphql") as asked:
        await page.get_by_role("button", name="Try again").click()
    assert binding_id in ((await asked.value).request.post_data or "")
    await expect(page.locator(TITLE)).to_have_text(title)
    await expect(page.locator(TITLE)).to_be_focused()


@pytest.mark.parametrize("binding_id", ["demo-bound", "demo-steward"])
async def test_a_bound_conversation_is_shown_with_the_platforms_link(
    visitor: Visitor, site: Site, binding_id: str
) -> None:
    page = await visitor.open(site.door(binding_id, **MINA))
    await expect(page.locator(TITLE)).to_have_text("Your conversation continues here")
    session_id = {"demo-bound": "chat-delivery", "demo-steward": "chat-steward"}[binding_id]
    link = page.get_by_role("link", name="Open the conversation")
    await expect(link).to_have_attribute("href", f"https://platform.example/support/chat/{session_id}")
    await expect(page.locator(f"{DOOR} .details")).to_contain_text("just now")


async def test_without_a_configured_link_the_conversation_is_shown_without_one(visitor: Visitor, site: Site) -> None:
    with site_on(site.dsn, session_url=None) as unlinked:
        visitor.allow(unlinked.url)
        page = await visitor.open(unlinked.door("demo-bound", **MINA))
        await expect(page.locator(f"{DOOR} .session")).to_contain_text("When does my parcel come?")
        assert await page.locator(f"{DOOR} a").count() == 0


async def test_a_closed_session_is_history_and_no_target(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.door("demo-none-open", **MINA))
    await expect(page.locator(f"{DOOR} .session")).to_contain_text("Une facture perdue")
    await expect(page.locator(f"{DOOR} .session .label")).to_have_text("Closed earlier, shown as history")


async def test_a_replaced_connection_leads_to_the_one_that_replaced_it(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.door("demo-replaced", **MINA))
    await expect(page.locator(TITLE)).to_have_text("The connection was replaced or changed")
    await page.get_by_role("button", name="Go to the connection that replaced it").click()
    await expect(page.locator(TITLE)).to_have_text("Your conversation continues here")
    assert page.url == f"{site.url}/open/demo-bound"


async def test_a_connection_that_replaced_another_has_its_address_whatever_its_id(visitor: Visitor, site: Site) -> None:
    await site.store(
        project(workspace="the-garden"),
        binding(STRANGE),
        binding("replaced", status="REVOKED", replacedBy=STRANGE),
        bound_session("strange", bindingId=STRANGE, channelId=f"project.external.{STRANGE}.source", title="Strange"),
    )
    page = await visitor.open(site.door("replaced"))
    await page.get_by_role("button", name="Go to the connection that replaced it").click()
    await expect(page.locator(f"{DOOR} .session")).to_contain_text("Strange")
    assert page.url == f"{site.url}/open/{quote(STRANGE, safe='')}"


async def test_an_id_that_cannot_be_one_is_corrected_in_place(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.door(" demo-bound", **MINA))
    await expect(page.locator(TITLE)).to_have_text("This address is not right")
    await page.get_by_role("button", name="Correct the ID").click()
    field = page.get_by_label("ID of the connection")
    await expect(field).to_be_focused()
    await expect(field).to_have_value(" demo-bound")
    await field.fill("demo-bound")
    await field.press("Enter")
    await expect(page.locator(TITLE)).to_have_text("Your conversation continues here")
    assert page.url == f"{site.url}/open/demo-bound"
    await page.go_back()
    await expect(page.locator(TITLE)).to_have_text("This address is not right")
    await page.go_forward()
    await expect(page.locator(TITLE)).to_have_text("Your conversation continues here")


@pytest.mark.parametrize("binding_id", ["..", ".", "\ud800"], ids=ascii)
async def test_an_id_that_no_address_can_name_is_asked_for_all_the_same(
    visitor: Visitor, site: Site, binding_id: str
) -> None:
    if not binding_id.isascii():
        visitor.expect("400")  # no text
    page = await visitor.open(site.door(" x", **MINA))
    await page.get_by_role("button", name="Correct the ID").click()
    field = page.get_by_label("ID of the connection")
    await field.evaluate("(field, id) => { field.value = JSON.parse(id); }", json.dumps(binding_id))
    await field.press("Enter")
    await expect(page.locator(TITLE)).not_to_have_text(
        "This address is not right" if binding_id[0] == "." else "Looking"
    )
    assert await page.locator("session-directory").count() == 0
    assert "/open/" in page.url


async def test_an_id_of_any_characters_is_read_from_the_address(visitor: Visitor, site: Site) -> None:
    await site.store(
        project(workspace="the-garden"),
        binding(STRANGE),
        bound_session("strange", bindingId=STRANGE, channelId=f"project.external.{STRANGE}.source", title="Strange"),
    )
    page = await visitor.open(site.door(STRANGE))
    await expect(page.locator(f"{DOOR} .session")).to_contain_text("Strange")
    await expect(page.locator(f"{DOOR} .details")).to_contain_text(STRANGE)


@pytest.mark.parametrize(
    ("path", "binding_id"),
    [
        ("a/b/c", "a/b/c"),
        ("a%2Fb", "a/b"),
        ("100%", "100%"),
        ("100%%20%F0%9F%91%8B/x", "100% 👋/x"),
        ("%E0%A4", "%E0%A4"),
        ("a%20b", "a b"),
        ("%F0%9F%91%8B", "👋"),
        ("%3Cimg%20src=x%20onerror=alert(1)%3E", "<img src=x onerror=alert(1)>"),
    ],
)
async def test_an_address_is_asked_for_as_it_stands(visitor: Visitor, site: Site, path: str, binding_id: str) -> None:
    page = await visitor.open(site.link(f"/open/{path}", **MINA))
    await expect(page.locator(f"{DOOR} .details bdi")).to_have_text(binding_id)
    await expect(page.locator(TITLE)).to_have_text("No such connection")
    assert await page.locator("img").count() == 0


async def test_an_answer_about_another_connection_shows_nothing_of_it(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    bound = {
        "__typename": "BoundSession",
        "conversationBindingId": "another",
        "session": row(title="Not yours"),
        "verifiedAt": "2026-11-30T17:55:25.145076Z",
    }
    await answer_with(page, "PageBoundSession", {"data": {"boundSession": bound}})
    await page.goto(site.door("demo-bound", **MINA))
    await expect(page.locator(TITLE)).to_have_text("The answer belongs to another question")
    await expect(page.locator(DOOR)).not_to_contain_text("Not yours")


@pytest.mark.parametrize(
    "answer",
    [
        {
            "__typename": "BindingPostponed",
            "conversationBindingId": "demo-bound",
            "message": "Later",
            "nextStep": "RETRY",
        },
        {"__typename": "BindingNotPrivate", "conversationBindingId": "demo-bound", "message": "No"},
        {
            "__typename": "BindingNotPrivate",
            "conversationBindingId": "demo-bound",
            "message": "No",
            "nextStep": "SING",
        },
        {
            "__typename": "BindingNotPrivate",
            "conversationBindingId": "demo-bound",
            "message": "No",
            "nextStep": "constructor",
        },
    ],
    ids=["an unknown member", "a missing field", "an unknown next step", "a next step by the name of a method"],
)
async def test_a_server_of_another_version_is_said_to_be(visitor: Visitor, site: Site, answer: object) -> None:
    page = await visitor.blank()
    await answer_with(page, "PageBoundSession", {"data": {"boundSession": answer}})
    await page.goto(site.door("demo-bound", **MINA))
    await expect(page.locator(TITLE)).to_have_text("This page is out of date")


async def test_a_reason_of_a_newer_version_is_told_in_the_servers_words(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    answer = {
        "__typename": "BindingUnverified",
        "conversationBindingId": "demo-bound",
        "message": "The moon is full: try again.",
        "nextStep": "RETRY",
        "unverified": "FULL_MOON",
    }
    await answer_with(page, "PageBoundSession", {"data": {"boundSession": answer}})
    await page.goto(site.door("demo-bound", **MINA))
    await expect(page.locator(TITLE)).to_have_text("The moon is full: try again.")
    await expect(page.get_by_role("button", name="Try again")).to_be_visible()


async def test_the_door_asks_for_its_conversation_and_its_reader_alone(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or "") if request.method == "POST" else None)
    await page.goto(site.door("demo-none-open", **MINA))
    await page.get_by_role("button", name="Start a new session").click()
    await expect(page.locator(f"{DOOR} .how")).to_be_visible()
    operations = [json.loads(body)["query"].partition("(")[0].partition("{")[0].strip() for body in asked]
    assert sorted(operations) == ["query PageBoundSession", "query PageCaller"]


async def test_another_language_is_spoken_without_asking_the_provider_again(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.door("demo-revoked", **MINA))
    await expect(page.locator(TITLE)).to_have_text("This connection was ended")
    await expect(page.locator("#caller")).to_contain_text("mina")
    assert await page.title() == "Conversation"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.get_by_role("button", name="中文").click()
    await expect(page.locator(TITLE)).to_have_text("连接已结束")
    await expect(page).to_have_title("对话")
    assert asked == []


async def test_another_language_while_it_is_asked_for_leaves_the_question(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    go = asyncio.Event()
    held: list[str] = []

    async def hold(route: Route) -> None:
        if "PageBoundSession" in (route.request.post_data or ""):
            held.append(route.request.url)
            await go.wait()
        await route.continue_()

    await page.route("**/graphql", hold)
    await page.goto(site.door("demo-bound", **MINA))
    await expect(page.locator(TITLE)).to_have_text("Looking for the conversation…")
    await page.get_by_role("button", name="中文").click()
    await expect(page.locator(TITLE)).to_have_text("正在查找对话…")
    go.set()
    await expect(page.locator(TITLE)).to_have_text("你的对话在这里继续")
    assert len(held) == 1


async def test_signed_out_at_the_door_names_nobody_and_is_told_once(visitor: Visitor, site: Site) -> None:
    visitor.expect("401")
    page = await visitor.open(site.door("demo-fails", **MINA))
    await expect(page.locator("#caller")).to_contain_text("mina")
    await page.evaluate(
        """(ended) => {
          window.signedOut = 0;
          addEventListener("directory-signed-out", () => { window.signedOut += 1; });
          sessionStorage.setItem("directory-token", ended);
        }""",
        token(exp=1),
    )
    await page.get_by_role("button", name="Try again").click()
    await expect(page.locator(TITLE)).to_have_text("You are signed out")
    await expect(page.locator("#caller")).to_be_empty()
    await page.get_by_role("button", name="中文").click()
    await expect(page.locator(TITLE)).to_have_text("你已退出登录")
    assert await page.evaluate("window.signedOut") == 1


async def test_how_a_step_is_taken_that_cannot_be_loaded_is_said_to_be_out_of_date(
    visitor: Visitor, site: Site
) -> None:
    visitor.expect("404")
    page = await visitor.open(site.door("demo-revoked", **MINA))
    await page.route("**/assets/**", lambda route: route.fulfill(status=404))
    await page.get_by_role("button", name="Connect again").click()
    await expect(page.locator(f"{DOOR} .how")).to_contain_text("This page is incomplete or out of date")
    await expect(page.locator(f"{DOOR} .how").get_by_role("button", name="Reload")).to_be_visible()


async def test_signed_out_and_signed_in_again_at_the_door(visitor: Visitor, site: Site) -> None:
    page = await visitor.open("/open/demo-bound")
    await expect(page.locator(TITLE)).to_have_text("You are signed out")
    await page.goto(site.door("demo-bound", **MINA))
    await expect(page.locator(TITLE)).to_have_text("Your conversation continues here")
    assert page.url == f"{site.url}/open/{quote('demo-bound')}"


async def test_a_platform_can_take_the_next_step_itself(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.door("demo-revoked", **MINA))
    await page.evaluate(
        """addEventListener("directory-next-step", (event) => {
          event.preventDefault();
          window.taken = event.detail;
        })"""
    )
    await page.get_by_role("button", name="Connect again").click()
    assert await page.evaluate("window.taken") == {
        "nextStep": "RECONNECT",
        "member": "BindingRevoked",
        "bindingId": "demo-revoked",
        "replacedBy": None,
    }
    await expect(page.locator(f"{DOOR} .how")).to_be_hidden()
