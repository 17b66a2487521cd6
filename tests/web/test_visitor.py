"""That the visitor notices."""

import pytest
from playwright.async_api import Browser

from tests.web.accessibility import assert_accessible
from tests.web.site import Site
from tests.web.visitor import Visitor


async def test_a_page_that_does_nothing_wrong_is_verified(browser: Browser, site: Site) -> None:
    visitor = Visitor(browser, site.url)
    await visitor.open("/")
    await visitor.close()
    visitor.verify()


@pytest.mark.parametrize(
    ("script", "noticed"),
    [
        ("console.error('planted')", "console error: planted"),
        ("setTimeout(() => { throw new Error('planted') })", "exception"),
        ("fetch('https://planted.example/').catch(() => {})", "console error"),
        ("document.head.append(Object.assign(document.createElement('script'), {textContent: '1'}))", "console error"),
    ],
)
async def test_what_a_page_must_not_do_is_noticed(browser: Browser, site: Site, script: str, noticed: str) -> None:
    visitor = Visitor(browser, site.url)
    page = await visitor.open("/")
    await page.evaluate(script)
    await page.wait_for_timeout(50)
    await visitor.close()
    with pytest.raises(AssertionError, match=noticed):
        visitor.verify()


async def test_what_was_expected_must_come(browser: Browser, site: Site) -> None:
    visitor = Visitor(browser, site.url)
    await visitor.open("/")
    visitor.expect("401")
    await visitor.close()
    with pytest.raises(AssertionError, match="401"):
        visitor.verify()


async def test_the_accessibility_check_finds_what_is_wrong(visitor: Visitor) -> None:
    page = await visitor.blank()
    await page.set_content("<html lang=en><title>Planted</title><main><h1>Planted</h1><button></button></main>")
    with pytest.raises(AssertionError, match="button-name"):
        await assert_accessible(page)
