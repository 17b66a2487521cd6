"""What a row shows where room, letters or colours are scarce."""

from typing import Any, Literal

import pytest
from playwright.async_api import Page, expect

from tests.web.answers import answer_with, page_of, row
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"
# Of each row: whether its state ends before its time begins, both being seen whole or cut.
APART = """(rows) => rows.map((row) => {
  const [state, time] = [".state", "time"].map((one) => row.querySelector(one).getBoundingClientRect());
  return state.right + 4 <= time.left || state.bottom <= time.top;
})"""


async def shown(visitor: Visitor, site: Site, *rows: dict[str, Any], **looks: Any) -> Page:
    """A list of `rows`."""
    page = await visitor.blank(**looks)
    await answer_with(page, "PageSessions", page_of(*rows))
    await page.goto(site.link(**MINA))
    await expect(page.locator(ROW)).to_have_count(len(rows))
    return page


LONG = [
    row(id="1", status="ARCHIVED", currentTurn={"status": "WAITING", "waitingFor": "COOPERATION"}),
    row(id="2", currentTurn={"status": "SOMETHING_THAT_IS_NOT_KNOWN_TO_THIS_VERSION_OF_THE_PAGE", "waitingFor": None}),
    row(id="3", status="ARCHIVED", currentTurn={"status": "WAITING", "waitingFor": "SOMETHING_QUITE_UNHEARD_OF"}),
]


@pytest.mark.parametrize("rem", [16, 32])
async def test_a_state_ends_before_the_time_and_is_whole_in_its_title(visitor: Visitor, site: Site, rem: int) -> None:
    page = await shown(visitor, site, *LONG)
    await page.evaluate("(rem) => { document.documentElement.style.fontSize = `${rem}px`; }", rem)
    for width in 1440, 1024, 768, 360:
        await page.set_viewport_size({"width": width, "height": 800})
        assert await page.evaluate("document.documentElement.scrollWidth") == width
        assert await page.locator(ROW).evaluate_all(APART) == [True] * len(LONG), width
    states = await page.locator(f"{ROW} .state").evaluate_all("(all) => all.map((one) => [one.title, one.textContent])")
    widths = await page.locator(f"{ROW} .state").evaluate_all("(all) => all.map((one) => one.offsetWidth)")
    assert min(widths) > 6 * rem
    assert all(title == text for title, text in states)


async def test_titles_stay_beside_the_panel_where_text_is_twice_as_large(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA), width=1280)
    await page.evaluate("document.documentElement.style.fontSize = '32px'")
    await page.locator(ROW).first.click()
    await expect(page.locator("session-tree .members")).to_be_visible()
    widths = await page.locator(f"{ROW} .title").evaluate_all("(all) => all.map((one) => one.offsetWidth)")
    assert min(widths) > 200


@pytest.mark.parametrize("title", ["\u200b", "\u2060 ", "\u3164", "\u00ad\u00ad", " \n"])
async def test_a_title_of_which_nothing_is_seen_is_none(visitor: Visitor, site: Site, title: str) -> None:
    page = await shown(visitor, site, row(title=title, path="/root/seen", rootSessionId="r"))
    await expect(page.locator(f"{ROW} .title.untitled")).to_have_text("seen")


async def test_a_deep_path_is_cut_in_its_middle(visitor: Visitor, site: Site) -> None:
    path = "/root/" + "/".join(f"step-number-{n}" for n in range(20))
    page = await shown(visitor, site, row(id="d", path=f"{path}/last", rootSessionId="garden"), width=360)
    room = await page.locator(f"{ROW} .under").bounding_box()
    parts = await page.locator(f"{ROW} .where > *").evaluate_all(
        """(all) => all.map((one) => ({
          text: one.textContent, cut: one.scrollWidth > one.offsetWidth, right: one.getBoundingClientRect().right
        }))"""
    )
    assert room is not None
    assert parts[0]["text"] == "garden"
    assert parts[-1]["text"].endswith("› last")
    assert [part["cut"] for part in parts] == [False, True, False]
    assert parts[-1]["right"] <= room["x"] + room["width"]


async def test_in_a_page_from_right_to_left_rows_are_mirrored(visitor: Visitor, site: Site) -> None:
    page = await shown(visitor, site, *LONG)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    place = await page.locator(ROW).first.evaluate(
        "(row) => ['.title', '.state', 'time'].map((one) => row.querySelector(one).getBoundingClientRect().right)"
    )
    assert place == sorted(place, reverse=True)
    number, word = await page.locator(f"{ROW} time").first.evaluate(
        """(time) => [0, time.textContent.length - 1].map((at) => {
          const letter = document.createRange();
          letter.setStart(time.firstChild, at);
          letter.setEnd(time.firstChild, at + 1);
          return letter.getBoundingClientRect().left;
        })"""
    )
    assert number < word  # "2 hours ago" is read from left to right
    await page.locator(ROW).first.click()
    mark = await page.locator(f"{ROW}[aria-current]").evaluate(
        "(row) => [getComputedStyle(row).borderRightWidth, getComputedStyle(row).borderLeftWidth]"
    )
    assert mark == ["3px", "0px"]


async def test_without_colours_of_its_own_the_scope_and_the_states_are_still_told(visitor: Visitor, site: Site) -> None:
    page = await shown(visitor, site, *LONG)
    await page.emulate_media(forced_colors="active")
    outlines = await page.locator("session-directory .scopes button").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).outlineStyle)"
    )
    assert outlines == ["dashed", "none"]
    dot = (
        await page.locator(f"{ROW} .state").nth(1).evaluate("(one) => getComputedStyle(one, '::before').borderTopWidth")
    )
    assert dot != "0px"


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_chosen_scope_is_raised_in_both_themes(
    visitor: Visitor, site: Site, scheme: Literal["light", "dark"]
) -> None:
    page = await shown(visitor, site, row(), scheme=scheme)
    chosen, around = [
        await page.locator(place).evaluate(
            "(one) => getComputedStyle(one).backgroundColor.match(/[0-9.]+/g).map(Number).reduce((a, b) => a + b)"
        )
        for place in ("session-directory [aria-pressed=true]", "session-directory .scopes")
    ]
    assert chosen > around
