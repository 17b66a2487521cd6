"""The elements inside another application's page, as docs/embedding.md shows them."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.async_api import expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tests.server.serving import serving
from tests.server.tokens import token
from tests.web.site import MINA, Site, site_on
from tests.web.visitor import Visitor

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "embedding.md").read_text()


def example() -> str:
    """The markup that the documentation shows."""
    shown = re.search(r"```html\n(.*?)```", PAGE, re.DOTALL)
    assert shown is not None
    return shown[1]


@contextmanager
def application() -> Iterator[tuple[str, Callable[[str], None]]]:
    """Another application, whose page is the example: its origin, and how to tell it where the directory is."""
    told: list[str] = []

    def page(_request: Request) -> HTMLResponse:
        shown = example().replace("https://directory.example", told[-1])
        return HTMLResponse(f"<!doctype html><html lang=en><title>Another</title><link rel=icon href=data:,>{shown}")

    routes = [
        Route("/", page),
        Route("/moved", lambda _request: RedirectResponse(f"{told[-1]}/graphql", 307), methods=["POST"]),
        Route("/directory-token", lambda _request: PlainTextResponse(token(**MINA))),
        Mount("/session-directory", StaticFiles(directory=ROOT / "web")),
    ]
    with serving(Starlette(routes=routes)) as origin:
        yield origin, told.append


async def test_the_example_works_where_the_directory_allows_its_origin(visitor: Visitor, site: Site) -> None:
    with application() as (origin, tell), site_on(site.dsn, allowed_origins=frozenset({origin})) as directory:
        tell(directory.url)
        visitor.allow(directory.url)
        visitor.allow(origin)
        page = await visitor.open(f"{origin}/", width=1280)
        receipt = page.locator("session-receipt")
        await expect(receipt).to_have_text("Viewed this project's sessions · 2 returned")
        await page.locator("session-directory .row", has_text="Plan the relaunch").first.click()
        link = page.locator("session-tree [aria-current=true]").get_by_role("link", name="Open")
        await expect(link).to_have_attribute("href", f"{origin}/chat/website/relaunch")


async def test_an_endpoint_that_sends_elsewhere_takes_the_token_nowhere(visitor: Visitor, site: Site) -> None:
    visitor.expect("ERR_FAILED")
    with application() as (origin, tell), site_on(site.dsn, allowed_origins=frozenset({origin})) as directory:
        tell(directory.url)
        visitor.allow(directory.url)
        visitor.allow(origin)
        page = await visitor.open(f"{origin}/")
        await expect(page.locator("session-directory .row").first).to_be_visible()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        await page.evaluate("document.querySelector('session-directory').setAttribute('endpoint', '/moved')")
        await expect(page.get_by_role("heading", name="The directory cannot be reached")).to_be_visible()
        assert f"{origin}/moved" in asked
        assert not any(url.startswith(directory.url) for url in asked)


async def test_another_origin_is_told_that_the_directory_cannot_be_reached(visitor: Visitor, site: Site) -> None:
    visitor.expect("blocked by CORS policy")
    visitor.expect("ERR_FAILED")
    visitor.allow(site.url)
    with application() as (origin, tell):
        tell(site.url)
        visitor.allow(origin)
        page = await visitor.open(f"{origin}/")
        await expect(page.get_by_role("heading", name="The directory cannot be reached")).to_be_visible()


def test_the_files_that_the_documentation_copies_are_all_that_modules_load() -> None:
    assert "cp web/*.js " in PAGE
    loaded = {
        name for path in (ROOT / "web").glob("*.js") for name in re.findall(r"[\"'](\./[^\"']+)[\"']", path.read_text())
    }
    assert loaded
    assert {name for name in loaded if not (ROOT / "web" / name).is_file() or not name.endswith(".js")} == set()


def test_every_attribute_and_event_of_the_elements_is_documented() -> None:
    modules = "".join(path.read_text() for path in (ROOT / "web").glob("*.js"))
    observed = set(re.findall(r'"([a-z-]+)"', " ".join(re.findall(r"observedAttributes = \[(.*?)\]", modules))))
    assert {"endpoint", "lang", "project-id", "binding-id", "state"} <= observed
    events = set(re.findall(r'new CustomEvent\("([a-z-]+)"', modules))
    properties = set(re.findall(r"var\((--directory-[a-z]+)", modules))
    assert not {name for name in observed | events | properties if name not in PAGE}


async def test_an_embedded_door_goes_on_to_another_connection_where_it_stands(visitor: Visitor, site: Site) -> None:
    with application() as (origin, tell), site_on(site.dsn, allowed_origins=frozenset({origin})) as directory:
        tell(directory.url)
        visitor.allow(directory.url)
        visitor.allow(origin)
        page = await visitor.open(f"{origin}/", width=1280)
        await page.evaluate(
            """async (endpoint) => {
              await import("/session-directory/binding-door.js");
              const door = document.createElement("binding-door");
              door.setAttribute("endpoint", endpoint);
              door.setAttribute("binding-id", "demo-replaced");
              door.token = async () => (await fetch("/directory-token")).text();
              window.told = [];
              document.addEventListener("directory-binding", ({ detail }) => window.told.push(detail.bindingId));
              document.body.append(door);
            }""",
            f"{directory.url}/graphql",
        )
        await page.get_by_role("button", name="Go to the connection that replaced it").click()
        title = page.locator("binding-door h2")
        await expect(title).to_have_text("Your conversation continues here")
        assert page.url == f"{origin}/"
        assert await page.evaluate("told") == ["demo-bound"]
