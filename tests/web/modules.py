"""The page's modules, for tests that call them in a browser."""

from playwright.async_api import Page


async def import_module(page: Page, name: str) -> None:
    """Load a module (as `session-receipt.js`) of the page; its exports become `window.imported`."""
    await page.evaluate(
        """async (name) => {
          const entry = document.querySelector("script[type=module]").src;
          window.imported = await import(new URL(name, entry).href);
        }""",
        name,
    )
