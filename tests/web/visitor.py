"""Somebody with a browser, who notices everything that a page must not do."""

from typing import Literal, TypedDict, Unpack

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, Request, WebError

# Nothing here waits for anything but this machine.
_PATIENCE_MS = 10_000

BLOCKED = """for (const name of ["sessionStorage", "localStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}"""
"""Run before a page: a browser that keeps nothing for it."""


class Looks(TypedDict, total=False):
    """How the visitor looks at a page."""

    width: int
    height: int
    scheme: Literal["light", "dark"]
    locale: str
    motion: Literal["no-preference", "reduce"]


class Visitor:
    """Opens pages of `home`, each in a context of its own: no storage, no cache, no worker is shared.

    Errors on the console, exceptions and requests to other places are kept; `verify` fails on them.
    """

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser = browser
        self._home = home
        self._contexts: list[BrowserContext] = []
        self._allowed = [f"{home}/"]
        self._expected: list[str] = []
        self._noticed: list[str] = []

    async def open(self, address: str = "/", **looks: Unpack[Looks]) -> Page:
        """The page at `address`, as soon as its own files are there."""
        page = await self.blank(**looks)
        await page.goto(f"{self._home}{address}" if address.startswith("/") else address)
        return page

    async def blank(self, **looks: Unpack[Looks]) -> Page:
        """A page that has not been anywhere: to prepare what it will meet (`route`, `clock`)."""
        context = await self._browser.new_context(
            viewport={"width": looks.get("width", 1024), "height": looks.get("height", 768)},
            color_scheme=looks.get("scheme", "light"),
            locale=looks.get("locale", "en-US"),
            reduced_motion=looks.get("motion", "reduce"),
            timezone_id="Asia/Shanghai",
            service_workers="block",
        )
        self._contexts.append(context)
        context.set_default_timeout(_PATIENCE_MS)
        context.on("request", self._see_request)
        context.on("console", self._see_console)
        context.on("weberror", self._see_error)
        return await context.new_page()

    def allow(self, origin: str) -> None:
        """Requests to `origin` are not foreign: where an embedding page comes from."""
        self._allowed.append(f"{origin}/")

    def expect(self, words: str) -> None:
        """Errors with these words are part of the test: a browser itself writes one for each 401. One must come."""
        self._expected.append(words)

    def verify(self) -> None:
        """Fail on what was noticed, and on what was expected and did not come."""
        unexpected = [line for line in self._noticed if not any(words in line for words in self._expected)]
        missing = [words for words in self._expected if not any(words in line for line in self._noticed)]
        if unexpected or missing:
            raise AssertionError("\n".join([*unexpected, *(f"did not come: {words}" for words in missing)]))

    async def close(self) -> None:
        """Leave."""
        for context in self._contexts:
            await context.close()

    def _see_request(self, request: Request) -> None:
        if not request.url.startswith(tuple(self._allowed)):
            self._noticed.append(f"foreign request: {request.url}")

    def _see_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._noticed.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _see_error(self, error: WebError) -> None:
        self._noticed.append(f"exception: {error.error}")
