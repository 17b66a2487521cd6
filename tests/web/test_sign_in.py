"""Signing in by a link, and what the page loads for its first view."""

import asyncio
import re
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Request, Response, Route, expect

from tests.server.tokens import token
from tests.web.site import MINA, Site
from tests.web.visitor import BLOCKED, Visitor

MOST_BYTES = 60_000


async def test_the_token_goes_from_the_address_into_the_storage_of_the_tab(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request))
    signed = token(**MINA)
    await page.goto(f"{site.url}/?from=mail#token={signed}")
    await expect(page.locator("session-directory .row").first).to_be_visible()
    assert page.url == f"{site.url}/?from=mail"
    assert await page.evaluate("Object.values(sessionStorage)") == [signed]
    assert await page.evaluate("Object.values(localStorage)") == []
    assert signed not in await page.evaluate("document.documentElement.outerHTML + document.referrer + document.cookie")
    assert await page.evaluate("history.length") == 2  # about:blank and the page: nothing to go back to with a token
    for request in requests:
        assert signed not in request.url.partition("#")[0]
        assert not request.headers.get("referer")
    await expect(page.locator("#caller")).to_have_text("mina · workbench · website")


@pytest.mark.parametrize(
    ("path", "shown"), [("/", "session-directory .row"), ("/open/demo-bound", "binding-door .session")]
)
async def test_a_browser_that_keeps_nothing_is_signed_in_as_long_as_the_page_lasts(
    visitor: Visitor, site: Site, path: str, shown: str
) -> None:
    page = await visitor.blank()
    await page.add_init_script(BLOCKED)
    await page.goto(site.link(path, **MINA))
    await expect(page.locator(shown).first).to_be_visible()
    assert page.url == f"{site.url}{path}"
    await page.get_by_role("button", name="中文").click()
    await expect(page.get_by_role("button", name="English")).to_be_visible()
    await expect(page.locator(shown).first).to_be_visible()
    await page.reload()
    await expect(page.get_by_text("You are signed out")).to_be_visible()


async def test_requests_carry_the_token_and_nothing_else_of_the_reader(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    await page.context.add_cookies([{"name": "kept", "value": "by another page", "url": site.url}])
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    await page.goto(site.link(**MINA))
    await expect(page.locator("#caller")).to_contain_text("mina")
    assert asked
    for request in asked:
        headers = await request.all_headers()
        assert headers["authorization"].startswith("Bearer ")
        assert not {"cookie", "referer"} & set(headers)


async def test_no_attribute_of_any_element_holds_the_token(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    await page.locator("session-directory .row").first.click()
    await expect(page.locator("session-tree .members")).to_be_visible()
    whole = await page.evaluate(
        """() => {
          const texts = [];
          const walk = (root) => {
            for (const element of root.querySelectorAll("*")) {
              texts.push(...[...element.attributes].map((attribute) => attribute.value));
              if (element.shadowRoot) walk(element.shadowRoot);
            }
          };
          walk(document);
          return texts.join(" ");
        }"""
    )
    assert await page.evaluate("sessionStorage.getItem('directory-token')") not in whole


async def test_without_a_token_nothing_is_asked(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.method == "POST" else None)
    await page.goto(f"{site.url}/")
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    assert asked == []


async def test_an_expired_token_is_signed_out_and_a_new_link_in_the_same_tab_signs_in(
    visitor: Visitor, site: Site
) -> None:
    visitor.expect("401")
    page = await visitor.open(site.link(**MINA, exp=1))
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    await expect(page.locator("#caller")).to_be_empty()
    await page.goto(site.link(**MINA))  # another fragment: the page is not loaded anew
    await expect(page.locator("session-directory .row").first).to_be_visible()
    await expect(page.locator("#caller")).to_contain_text("mina")


async def test_a_token_that_ends_takes_the_rows_along(visitor: Visitor, site: Site) -> None:
    visitor.expect("401")
    page = await visitor.open(site.link(**MINA))
    await expect(page.locator("session-directory .row").first).to_be_visible()
    await page.evaluate("(ended) => sessionStorage.setItem('directory-token', ended)", token(exp=1))
    await page.get_by_role("button", name="Refresh").click()
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()
    await expect(page.locator("session-directory .row")).to_have_count(0)


async def test_what_cannot_stand_in_a_header_is_no_token(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(f"{site.url}/#token=%F0%9F%91%8B")
    await expect(page.get_by_role("heading", name="You are signed out")).to_be_visible()


FIRST_VIEWS = pytest.mark.parametrize(
    ("path", "shown"), [("/", "session-directory .row"), ("/open/demo-bound", "binding-door .details")]
)


async def first_view(visitor: Visitor, site: Site, path: str, shown: str) -> list[Response]:
    """All that is loaded until what is `shown` at `path` is there, the document first."""
    page = await visitor.blank()
    responses: list[Response] = []
    page.on("response", lambda response: responses.append(response))
    await page.goto(site.link(path, **MINA))
    await expect(page.locator(shown).first).to_be_visible()
    return [response for response in responses if response.request.method == "GET"]


@FIRST_VIEWS
async def test_the_first_view_is_small(visitor: Visitor, site: Site, path: str, shown: str) -> None:
    loaded = [await response.body() for response in await first_view(visitor, site, path, shown)]
    assert len(loaded) > 10
    assert sum(map(len, loaded)) < MOST_BYTES


@FIRST_VIEWS
async def test_the_document_names_every_module_of_the_first_view(
    visitor: Visitor, site: Site, path: str, shown: str
) -> None:
    document, *loaded = await first_view(visitor, site, path, shown)
    modules = {urlsplit(response.url).path for response in loaded if response.url.endswith(".js")}
    assert set(re.findall(r'(?:href|src)="([^"]*\.js)"', await document.text())) == modules


async def test_the_language_is_the_browsers_until_another_is_chosen(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA), locale="zh-CN")
    await expect(page.get_by_role("button", name="本项目")).to_be_visible()
    assert await page.evaluate("document.documentElement.lang") == "zh"
    await page.get_by_role("button", name="English").click()
    await expect(page.get_by_role("button", name="This project")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name="This project")).to_be_visible()


async def test_a_late_answer_names_nobody_who_is_signed_in_no_more(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank()
    go = asyncio.Event()
    held: list[str] = []

    async def hold(route: Route) -> None:
        asked = route.request.post_data or ""
        if "PageCaller" in asked and not held:
            held.append(asked)
            await go.wait()
        await route.continue_()

    await page.route("**/graphql", hold)
    await page.goto(site.link(**MINA))
    await expect(page.locator("session-directory .row").first).to_be_visible()
    await page.evaluate("(link) => { location.href = link; }", site.link(sub="noor", app="workbench"))
    await expect(page.locator("#caller")).to_have_text("noor · workbench")
    go.set()
    await page.evaluate("fetch('/healthz').then((answer) => answer.text())")
    await expect(page.locator("#caller")).to_have_text("noor · workbench")
