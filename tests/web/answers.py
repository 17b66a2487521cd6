"""Answers that a real server of this version does not give, for tests of what the page makes of them."""

import json
from typing import Any

from playwright.async_api import Page, Route


async def answer_with(page: Page, operation: str, body: object, status: int = 200) -> None:
    """From now on the page is answered `body` (JSON, or text as it is) where it asks `operation`."""
    text = body if isinstance(body, str) else json.dumps(body)

    async def answer(route: Route) -> None:
        if f"query {operation}" in (route.request.post_data or ""):
            await route.fulfill(status=status, content_type="application/json", body=text)
        else:
            await route.fallback()

    await page.route("**/graphql", answer)


def row(**fields: object) -> dict[str, Any]:
    """A session as the page asks for it."""
    usual = {
        "id": "one",
        "title": "One",
        "path": "/root",
        "rootSessionId": "one",
        "projectId": "garden",
        "status": "OPEN",
        "lastActivityAt": "2026-11-30T17:55:25.145076Z",
        "currentTurn": {"status": "RUNNING", "waitingFor": None},
    }
    return usual | fields


def page_of(*rows: object, **fields: object) -> dict[str, Any]:
    """The answer to `PageSessions`."""
    listed = {
        "__typename": "SessionConnection",
        "scope": "PROJECT",
        "nodes": rows,
        "pageInfo": {"hasNextPage": False, "endCursor": None},
    }
    return {"data": {"sessions": listed | fields}}
