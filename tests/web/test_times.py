"""Times in words: by the reader's calendar, and renewed where they are seen."""

from datetime import UTC, datetime, timedelta

from playwright.async_api import expect

from tests.web.answers import answer_with, page_of, row
from tests.web.modules import import_module
from tests.web.site import MINA, Site
from tests.web.visitor import Visitor

ROW = "session-directory .row"
# Where the visitor is, at one o'clock on a Tuesday.
NOW = "2026-12-01T01:00:00+08:00"
WORDS = [
    ("2026-12-01T00:59:30+08:00", "just now", "刚刚"),
    ("2026-12-01T01:30:00+08:00", "just now", "刚刚"),
    ("2026-12-01T00:01:00+08:00", "59 minutes ago", "59分钟前"),
    ("2026-12-01T00:00:00+08:00", "1 hour ago", "1小时前"),
    ("2026-11-30T02:00:00+08:00", "23 hours ago", "23小时前"),
    ("2026-11-30T00:30:00+08:00", "yesterday", "昨天"),
    ("2026-11-29T02:00:00+08:00", "2 days ago", "前天"),
    ("2026-11-28T02:00:00+08:00", "3 days ago", "3天前"),
    ("2026-11-02T02:00:00+08:00", "29 days ago", "29天前"),
    ("2026-11-01T23:00:00+08:00", "Nov 1, 2026", "2026年11月1日"),
]


async def test_days_are_those_of_the_readers_calendar(visitor: Visitor, site: Site) -> None:
    page = await visitor.open(site.link(**MINA))
    await import_module(page, "time.js")
    said = await page.evaluate(
        """([instants, now]) => instants.map((instant) => ["en", "zh"].map((language) =>
          imported.inWords(instant, Date.parse(now), language, language === "en" ? "just now" : "刚刚")))""",
        [[instant for instant, _, _ in WORDS], NOW],
    )
    assert said == [[english, chinese] for _, english, chinese in WORDS]


async def test_times_are_renewed_where_they_are_seen(visitor: Visitor, site: Site) -> None:
    page = await visitor.blank(height=500)
    now = datetime(2026, 12, 1, tzinfo=UTC)
    await page.clock.install(time=now)
    rows = [row(id=str(n), lastActivityAt=(now - timedelta(minutes=5)).isoformat()) for n in range(200)]
    await answer_with(page, "PageSessions", page_of(*rows))
    await page.goto(site.link(**MINA))
    times = page.locator(f"{ROW} time")
    await expect(times).to_have_text(["5 minutes ago"] * 200)
    await page.clock.run_for(60_000)
    await expect(times.first).to_have_text("6 minutes ago")
    await expect(times.last).to_have_text("5 minutes ago")
    await times.last.scroll_into_view_if_needed()
    await expect(times.last).to_have_text("6 minutes ago")
