"""What axe finds on a page."""

from functools import cache
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from tests.node import installed

_RUN = "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations)"


@cache
def _axe() -> str:
    return (installed(Path(__file__).parent) / "axe-core" / "axe.min.js").read_text()


async def assert_accessible(page: Page) -> None:
    """No finding, on the page as it is shown now, shadow trees included."""
    # Not as a script element: the page's own policy, which stays in force, would refuse it.
    await page.evaluate(_axe())
    violations: list[dict[str, Any]] = await page.evaluate(_RUN)
    if violations:
        raise AssertionError(
            "\n".join(f"{one['id']}: {one['help']}: {node['html']}" for one in violations for node in one["nodes"])
        )
