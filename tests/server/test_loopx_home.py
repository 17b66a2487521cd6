"""A LoopX home as witness: what LoopX 2.1.1 found, and refused, is found and refused here, over real HTTP."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from data.embedded import Address
from data.pool import Pool
from providers.observation import Inquiry, Observation
from tests.data.loopx.copied_home import (
    ANSWERS,
    BINDINGS,
    PROJECT_SESSION,
    REAL_HOME,
    STEWARD_SESSION,
    CopiedHome,
    session_file,
)
from tests.data.loopx.stored_rows import run_import
from tests.server.live_server import LiveServer, live_server

PROJECT = ANSWERS["bindings"]["project"]
STEWARD = ANSWERS["bindings"]["steward"]
TRAVEL = ANSWERS["workspaces"]["/srv/workspaces/travel"]


class HomesProvider:
    """Lark as the bindings file of each user's home describes it. Keeps about which bindings it was asked."""

    def __init__(self) -> None:
        self.homes: dict[str, Mapping[str, Mapping[str, str]]] = {}
        self.asked: list[str] = []

    def play(self, user: str, home: Path, says: Mapping[str, str]) -> None:
        """Report for the bindings of `home` its own refs, and `says` over them."""
        rows = json.loads((home / BINDINGS).read_text())["bindings"]
        self.homes[user] = {row["binding_id"]: row | says for row in rows}

    async def observe(self, inquiry: Inquiry) -> Sequence[Observation]:
        self.asked.append(inquiry.binding_id)
        assert inquiry.conversation is None, "LoopX keeps none"
        row = self.homes[inquiry.user_id][inquiry.binding_id]
        app, operator = row["provider_ref"], row["operator_ref"]
        return (Observation(row["transport_ref"], app, operator, None, private=True, verified=True),)


@dataclass
class Homes:
    """A server on the homes of several users, with their provider."""

    server: LiveServer
    provider: HomesProvider
    writing: Pool

    async def move_in(self, user: str, home: Path, **says: str) -> None:
        await run_import(self.writing, home, user=user)
        self.provider.play(user, home, says)

    async def bound(self, user: str, binding: str) -> dict[str, Any]:
        return await self.server.bound(binding, sub=user, app="loopx")

    async def listed(self, user: str) -> set[str]:
        """The ids of the user's sessions."""
        document = "{ sessions(scope: ALL) { ... on SessionConnection { nodes { id } } } }"
        answer = await self.server.ask(document, sub=user, app="loopx")
        return {node["id"] for node in answer.json()["data"]["sessions"]["nodes"]}


@pytest.fixture
async def homes(database: Address, writing: Pool) -> AsyncIterator[Homes]:
    provider = HomesProvider()
    async with live_server(database.dsn, {"lark": provider}) as server:
        yield Homes(server, provider, writing)


def summary(member: Mapping[str, Any]) -> str:
    """The member of the union, and what it is about."""
    about = (member.get(name) for name in ("changed", "ambiguous", "unverified", "invalid"))
    return " ".join([member["__typename"], *(word for word in about if word)])


async def test_each_binding_is_answered_as_loopx_says(homes: Homes) -> None:
    await homes.move_in("ada", REAL_HOME)
    members = {name: await homes.bound("ada", binding) for name, binding in ANSWERS["bindings"].items()}
    expected = {name: answer.partition(" (")[0] for name, answer in ANSWERS["directory_says"].items()}
    assert {name: summary(member) for name, member in members.items()} == expected
    for name, prefix, goal in (
        ("project", "project.external", None),
        ("steward", "manager.external.native", "loopx-manager"),
    ):
        member = members[name]
        assert [member["session"]["id"]] == ANSWERS["loopx_says"][name]
        assert member["channelId"].startswith(f"{prefix}.{ANSWERS['bindings'][name]}.")
        assert member["goalId"] == goal
    assert homes.provider.asked == [ANSWERS["bindings"][name] for name in ("project", "steward", "two_open")]


# ------------------------------------------------------------------------------------------------ drifts
Damage: TypeAlias = Callable[[CopiedHome], None]


def in_session(session: str = PROJECT_SESSION, **fields: object) -> Damage:
    return lambda home: home.change_session(session, **fields)


def in_context(**fields: object) -> Damage:
    return lambda home: home.change_context(PROJECT_SESSION, **fields)


def in_binding(**fields: object) -> Damage:
    return lambda home: home.change_binding(PROJECT, **fields)


def gone(home: CopiedHome) -> None:
    home.remove_binding(PROJECT)


CHANGED = "BindingChanged SESSION"

# What differs in the home, and how the binding is answered then.
DRIFTS: Mapping[str, tuple[Damage, str]] = {
    # The session is not the one that was bound.
    "channel": (in_session(channel_id=f"project.external.{PROJECT}.elsewhere"), CHANGED),
    "channel of no conversation": (in_session(channel_id="workspace.main"), CHANGED),
    "no channel": (in_session(channel_id=None), CHANGED),
    "source": (in_context(source_ref="elsewhere"), CHANGED),
    "goal": (in_session(goal_id="goal-studio-1"), CHANGED),
    "agent": (in_session(agent_id="another"), CHANGED),
    "executor": (in_session(executor_endpoint_id="another"), CHANGED),
    "project": (in_context(project_ref=TRAVEL), CHANGED),
    "grant": (in_context(grant="workspace_write"), CHANGED),
    "App": (in_context(provider_ref="another"), CHANGED),
    "operator": (in_context(operator_ref="another"), CHANGED),
    "audience": (in_context(audience="bound_group"), CHANGED),
    "closed": (in_session(status="closed"), "NoOpenSession"),
    # The binding is not the one that the session was made for.
    "kind of the binding": (in_binding(context_kind="steward"), CHANGED),
    "executor of the binding": (in_binding(executor_endpoint_id="another"), CHANGED),
    "project of the binding": (in_binding(project_ref=TRAVEL), CHANGED),
    "grant of the binding": (in_binding(grant="workspace_write"), CHANGED),
    "App of the binding": (in_binding(provider_ref="another"), CHANGED),
    "operator of the binding": (in_binding(operator_ref="another"), CHANGED),
    "audience of the binding": (in_binding(audience="group"), "BindingNotPrivate"),
    "unknown audience of the binding": (in_binding(audience="everybody"), "BindingNotPrivate"),
    "binding off": (in_binding(enabled=False), "BindingRevoked"),
    "binding gone": (gone, "BindingRevoked"),
}

STEWARD_DRIFTS: Mapping[str, Damage] = {
    "channel": in_session(STEWARD_SESSION, channel_id=f"project.external.{STEWARD}.elsewhere"),
    "goal": in_session(STEWARD_SESSION, goal_id="goal-studio-1"),
    "no goal": in_session(STEWARD_SESSION, goal_id=None),
    "agent": in_session(STEWARD_SESSION, agent_id="another"),
}

# What the provider says otherwise than was bound.
DRIFTS_AT_THE_PROVIDER: Mapping[str, tuple[str, str]] = {
    "transport_ref": ("another", "BindingChanged APP"),
    "provider_ref": ("another", "BindingChanged APP"),
    "operator_ref": ("another", "BindingChanged OPERATOR"),
}


@contextmanager
def damaged(home: CopiedHome, damage: Damage) -> Iterator[None]:
    """The home with `damage`, for the length of the block."""
    files = (BINDINGS, session_file(PROJECT_SESSION), session_file(STEWARD_SESSION))
    whole = {file: home.read(file) for file in files}
    damage(home)
    try:
        yield
    finally:
        for file, document in whole.items():
            home.write(file, document)


async def test_each_drift_that_loopx_refuses_is_refused_and_still_listed(
    homes: Homes, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Each in a home of its own, of a user who has no other."""
    home = CopiedHome(tmp_path / "home")
    home.keep(PROJECT_SESSION, STEWARD_SESSION)
    table = [(name, damage, PROJECT, expected) for name, (damage, expected) in DRIFTS.items()]
    table += [(f"{name} of a steward", damage, STEWARD, CHANGED) for name, damage in STEWARD_DRIFTS.items()]
    for user, damage, binding, expected in table:
        with subtests.test(user), damaged(home, damage):
            await homes.move_in(user, home.path)
            assert summary(await homes.bound(user, binding)) == expected
            assert await homes.listed(user) == {PROJECT_SESSION, STEWARD_SESSION}
    await homes.move_in("ada", home.path)
    for binding in (PROJECT, STEWARD):
        assert summary(await homes.bound("ada", binding)) == "BoundSession", "but for the drifts it is whole"


async def test_each_drift_at_the_provider_is_refused(homes: Homes, subtests: pytest.Subtests) -> None:
    for field, (said, expected) in DRIFTS_AT_THE_PROVIDER.items():
        with subtests.test(field):
            await homes.move_in(field, REAL_HOME, **{field: said})
            for binding in (PROJECT, STEWARD):
                assert summary(await homes.bound(field, binding)) == expected
