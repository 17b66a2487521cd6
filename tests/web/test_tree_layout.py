"""How a tree stands where there is little room."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.records import project, session, turn
from tests.web.modules import import_module
from tests.web.site import Site
from tests.web.visitor import Visitor

DEPTH = 8
LONG = "Ask the whole department whether the plan of last year still holds, and what it means for all of us " * 2


async def store(site: Site) -> None:
    """A session that wants a person, by a long title, and one far below it that is archived and waits."""
    parents: list[Any] = [
        session(f"d{depth}", projectId="deep", parentId=f"d{depth - 1}", name=f"step-{depth}", title=f"Step {depth}")
        for depth in range(1, DEPTH)
    ]
    await site.store(
        project("deep"),
        session("d0", projectId="deep", title=LONG),
        turn("t0", "d0", status="WAITING", waitingFor="APPROVAL"),
        *parents,
        session("low", projectId="deep", parentId=f"d{DEPTH - 1}", name="low", title="Low", status="ARCHIVED"),
        turn("t1", "low", status="WAITING", waitingFor="ANSWER"),
    )


@pytest.mark.parametrize("width", [360, 768, 1440])
@pytest.mark.parametrize("lang", ["en-US", "zh-CN"])
async def test_a_long_title_and_a_deep_member_leave_the_tree_as_wide_as_its_place(
    visitor: Visitor, site: Site, width: int, lang: str
) -> None:
    await store(site)
    page = await visitor.open(site.link(project="deep"), width=width, locale=lang)
    await page.locator("session-directory .row").first.click()
    await expect(page.locator("session-tree .attention button")).to_have_count(1)
    await expect(page.locator("session-tree .members > li")).to_have_count(DEPTH + 1)
    tree = page.locator("session-tree")
    assert await tree.evaluate("(tree) => tree.scrollWidth <= tree.clientWidth")
    kind = tree.locator(".attention .kind")
    box = await kind.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width


async def test_an_id_that_would_be_a_step_of_the_path_is_no_link(visitor: Visitor) -> None:
    page = await visitor.open("/")
    await import_module(page, "session-link.js")
    links = await page.evaluate(
        """() => ["..", ".", "a/.."].flatMap((id) => [{ id, projectId: "p" }, { id: "s", projectId: id }]).map((row) =>
          imported.linkTo("https://platform.example/{projectId}/chat/{sessionId}", row))"""
    )
    assert links == [
        *[None] * 4,
        "https://platform.example/p/chat/a%2F..",
        "https://platform.example/a%2F../chat/s",
    ]
    assert (
        await page.evaluate("imported.linkTo('javascript:alert(1)//{sessionId}', { id: 's', projectId: 'p' })") is None
    )
    link = await page.evaluate("imported.linkTo('https://platform.example/{sessionId}', { id: 's', projectId: '..' })")
    assert link == "https://platform.example/s"
