"""A look at the page in every way."""

from collections.abc import Awaitable, Callable
from typing import Literal

from playwright.async_api import Page

from tests.web.accessibility import assert_accessible

Screenshot = Callable[[Page, str], Awaitable[None]]

LOOKS: tuple[tuple[int, Literal["light", "dark"]], ...] = (
    (360, "light"),
    (768, "dark"),
    (1440, "light"),
    (360, "dark"),
    (768, "light"),
    (1440, "dark"),
)


async def look(page: Page, name: str, screenshot: Screenshot) -> None:
    """Look at the page as it is, in every way."""
    for place, (width, scheme) in enumerate(LOOKS):
        await page.set_viewport_size({"width": width, "height": 800})
        await page.emulate_media(color_scheme=scheme)
        assert await page.evaluate("document.documentElement.scrollWidth") == width
        if place < 3:  # each width, and both themes
            await assert_accessible(page)
        await screenshot(page, f"{name}-{width}-{scheme}")
