"""The variants: which process answers, how it is asked, and how its answers read."""

import base64
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jwt

from bench.answer import Answer, answer_of_contract
from bench.load import Target, post
from bench.rows import Rows
from bench.workload import CLAIMS, DOCUMENTS, Workload, variables
from data.session import Position
from resolvers.cursor import Cursor
from resolvers.listing import Listing, SessionScope

_TOKEN_SECONDS = 24 * 3_600


def plain_cursor(rows: Rows) -> str:
    """The place of the deep page, as the variants beside the product write it."""
    return base64.urlsafe_b64encode(f"{rows.last_activity_at.isoformat()} {rows.session_id}".encode()).decode()


def product_cursor(rows: Rows) -> str:
    """The same place, as the product writes it."""
    return Cursor(Listing(SessionScope.ALL), Position(rows.last_activity_at, rows.session_id)).encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One way to answer. `command` starts its process; another one may answer some workloads."""

    name: str
    command: Sequence[str]
    commands: Mapping[Workload, Sequence[str]] = field(default_factory=dict)
    paths: Mapping[Workload, str] = field(default_factory=dict)
    documents: Mapping[Workload, str] = field(default_factory=lambda: DOCUMENTS)
    cursor: Callable[[Rows], str] = plain_cursor
    answer: Callable[[Workload, Any], Answer] = answer_of_contract

    def command_for(self, workload: Workload) -> Sequence[str]:
        """What starts the process that answers."""
        return self.commands.get(workload, self.command)

    def target(self, workload: Workload, port: int, rows: Rows, secret: str) -> Target:
        """The request of a workload."""
        claims = CLAIMS[workload] | {"exp": int(time.time()) + _TOKEN_SECONDS}
        content = {"query": self.documents[workload], "variables": variables(workload, self.cursor(rows))}
        token = jwt.encode(claims, secret, "HS256")
        return post(port, self.paths.get(workload, "/graphql"), token, content)


def _module(name: str, *arguments: str) -> Sequence[str]:
    return (sys.executable, "-m", name, *arguments)


PRODUCT = Variant(
    name="product",
    command=_module("server", "serve", "--port", "0"),
    commands={Workload.BOUND: _module("bench.product")},
    cursor=product_cursor,
)
FLOOR = Variant(
    name="floor",
    command=_module("bench.floor"),
    paths={
        Workload.PAGE10: "/page",
        Workload.PAGE10_DEEP: "/page",
        Workload.PROJECT100: "/project",
        Workload.BOUND: "/bound",
    },
)
STRAWBERRY = Variant(name="strawberry", command=_module("bench.documented_strawberry"))
