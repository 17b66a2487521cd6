"""The variants: which process answers, how it is asked, and how its answers read."""

import base64
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jwt

from bench import node, postgraphile
from bench.answer import Answer, answer_of_contract
from bench.load import Target, post
from bench.rows import Rows
from bench.workload import CLAIMS, Workload, content_of_contract
from data.session import Position
from resolvers.cursor import Cursor
from resolvers.listing import Listing, SessionScope

_TOKEN_SECONDS = 24 * 3_600
# V8 compiles what it has seen often enough.
_JIT_SECONDS = 2.0


def _plain_cursor(workload: Workload, rows: Rows) -> Mapping[str, object]:
    """The contract's request, with a cursor as those beside the product write it."""
    cursor = f"{rows.last_activity_at.isoformat()} {rows.session_id}"
    return content_of_contract(workload, base64.urlsafe_b64encode(cursor.encode()).decode())


def _product_cursor(workload: Workload, rows: Rows) -> Mapping[str, object]:
    """The contract's request, with a cursor of the product."""
    place = Position(rows.last_activity_at, rows.session_id)
    return content_of_contract(workload, Cursor(Listing(SessionScope.ALL), place).encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One way to answer. `command` starts its process; another one may answer some workloads."""

    name: str
    command: Sequence[str]
    commands: Mapping[Workload, Sequence[str]] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    paths: Mapping[Workload, str] = field(default_factory=dict)
    content: Callable[[Workload, Rows], Mapping[str, object]] = _plain_cursor
    answer: Callable[[Workload, Any], Answer] = answer_of_contract
    warm_seconds: float = 0.2
    """How long it is asked in each cell before its time counts."""

    def command_for(self, workload: Workload) -> Sequence[str]:
        """What starts the process that answers."""
        return self.commands.get(workload, self.command)

    def target(self, workload: Workload, port: int, secret: str, content: Mapping[str, object]) -> Target:
        """A request with the token and at the path of a workload."""
        token = jwt.encode(CLAIMS[workload] | {"exp": int(time.time()) + _TOKEN_SECONDS}, secret, "HS256")
        return post(port, self.paths.get(workload, "/graphql"), token, content)


def _python(module: str, *arguments: str) -> Sequence[str]:
    return (sys.executable, "-m", module, *arguments)


PRODUCT = Variant(
    name="product",
    command=_python("server", "serve", "--port", "0"),
    commands={Workload.BOUND: _python("bench.product")},
    # Checks that are off unless they are set: they are made, and refuse nothing.
    environment={"DIRECTORY_RATE": "999999999", "DIRECTORY_ALLOWED_HOSTS": "127.0.0.1"},
    content=_product_cursor,
)
FLOOR = Variant(
    name="floor",
    command=_python("bench.floor"),
    paths={
        Workload.PAGE10: "/page",
        Workload.PAGE10_DEEP: "/page",
        Workload.PROJECT100: "/project",
        Workload.BOUND: "/bound",
    },
)
STRAWBERRY = Variant(name="strawberry", command=_python("bench.documented_strawberry"))


PEERS = ("strawberry", "postgraphile", "mercurius")


def variants(peers: Collection[str]) -> Sequence[Variant]:
    """The product, the floor, and the named ones of `PEERS`. Node and its packages are installed if they are wanted and
    missing: NodeError."""
    beside = [STRAWBERRY, *(_on_node() if {"postgraphile", "mercurius"} & set(peers) else ())]
    return [PRODUCT, FLOOR, *(peer for peer in beside if peer.name in peers)]


def _on_node() -> Sequence[Variant]:
    program = node.installed()
    return [
        Variant(
            name="postgraphile",
            command=(program, "bench/peers/postgraphile.mjs"),
            environment=node.PRODUCTION,
            warm_seconds=_JIT_SECONDS,
            content=postgraphile.content,
            answer=postgraphile.answer,
        ),
        Variant(
            name="mercurius",
            command=(program, "bench/peers/mercurius.mjs"),
            environment=node.PRODUCTION,
            warm_seconds=_JIT_SECONDS,
        ),
    ]
