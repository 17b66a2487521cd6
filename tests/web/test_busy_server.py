"""A server that asks for patience, and for how long."""

from playwright.async_api import Route, expect

from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

A_WHILE = "The directory is busy: try again in a while"
WAITS = [
    (429, "12", "The directory is busy: try again in 12 s"),
    (503, "Tue, 01 Jan 2030 00:00:30 GMT", "The directory is busy: try again in 30 s"),
    (503, "Mon, 31 Dec 2029 23:59:30 GMT", A_WHILE),
    (429, "0", A_WHILE),
    (429, "soon", A_WHILE),
    (503, "", A_WHILE),
]


async def test_when_to_try_again_is_told_where_the_server_says_it(visitor: Visitor, site: Site) -> None:
    visitor.expect("429")
    visitor.expect("503")
    page = await visitor.blank()
    answers = [(503, "60")]

    async def answer(route: Route) -> None:
        status, retry_after = answers[-1]
        headers = {"Date": "Tue, 01 Jan 2030 00:00:00 GMT", "Retry-After": retry_after}
        await route.fulfill(status=status, headers=headers, body="{}")

    await page.route("**/graphql", answer)
    await page.goto(site.door("demo-bound", **MINA))
    title = page.locator("binding-door h2")
    for status, retry_after, line in WAITS:
        answers.append((status, retry_after))
        await page.get_by_role("button", name="Try again").click()
        await expect(title).to_have_text(line)
    answers.append((503, "12"))
    await page.get_by_role("button", name="中文").click()
    await page.get_by_role("button", name="重试").click()
    await expect(title).to_have_text("目录服务繁忙，请 12 秒后重试")
