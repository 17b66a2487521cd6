"""A page of the directory."""

import asyncio
from datetime import UTC, datetime

import pytest

from data.session import Session, SessionStatus
from resolvers.cursor import Cursor
from resolvers.listing import Listing, SessionScope
from resolvers.session_page import Count, SessionPage

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ALL, GARDEN = Listing(SessionScope.ALL), Listing(SessionScope.PROJECT, "garden")
NODES = [Session(name, None, "/root", name, "garden", SessionStatus.OPEN, NOW, NOW, None) for name in "cba"]


class Counter:
    """Counts how often it was asked."""

    asked = 0

    async def __call__(self) -> int:
        self.asked += 1
        return 7


def a_page(listing: Listing, offset: int | None, *, has_next_page: bool) -> SessionPage:
    return SessionPage(
        listing=listing, offset=offset, nodes=NODES, has_next_page=has_next_page, total_count=Count(Counter())
    )


@pytest.mark.parametrize(
    ("listing", "offset", "has_next_page", "next_offset"),
    [
        (ALL, 0, True, 3),
        (ALL, 4, True, 7),
        (ALL, 4, False, None),
        (ALL, None, True, None),
        (ALL, 999_997, True, 1_000_000),
        (ALL, 999_998, True, None),
        (ALL, 1_000_000, True, None),
        (GARDEN, 0, True, None),
    ],
)
def test_the_next_offset_is_one_that_may_be_asked_for(
    listing: Listing, offset: int | None, has_next_page: bool, next_offset: int | None
) -> None:
    assert a_page(listing, offset, has_next_page=has_next_page).next_offset == next_offset


@pytest.mark.parametrize("listing", [ALL, GARDEN])
def test_each_cursor_is_the_place_of_its_session_in_the_listing(listing: Listing) -> None:
    page = a_page(listing, 0, has_next_page=False)
    assert [Cursor.decode(edge.cursor) for edge in page.edges] == [Cursor(listing, node.position) for node in NODES]
    assert (page.page_info.start_cursor, page.page_info.end_cursor) == (page.edges[0].cursor, page.edges[-1].cursor)


async def test_a_count_is_not_asked_for_until_it_is_awaited_and_then_once() -> None:
    counter = Counter()
    count = Count(counter)
    await asyncio.sleep(0)
    assert counter.asked == 0
    assert [await count, *await asyncio.gather(count, count)] == [7, 7, 7]
    assert counter.asked == 1
