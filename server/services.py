"""What requests are answered with, opened and closed with the application."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from data.binding_repository import BindingRepository
from data.caller import Caller
from data.pool import Pool
from data.run_repository import RunRepository
from data.session_repository import SessionRepository
from data.session_tree_repository import SessionTreeRepository
from providers.observation import Observer
from providers.routing import ObserverByProvider
from resolvers.bound_session import BoundSessions
from resolvers.directory import Directory
from resolvers.publishing import Publishing
from resolvers.session_tree import SessionTrees
from schema.context import Context
from server.authentication import Authentication
from server.counting import CountedBoundSessions, CountedDirectory, CountedPublishing, CountedSessionTrees
from server.keys import Keys, SharedSecret
from server.metrics import Metrics
from server.rate import Rate
from server.settings import Settings


@dataclass(frozen=True, slots=True)
class Services:
    """Everything behind the endpoints."""

    pool: Pool
    """That of the reading resolvers."""
    write_pool: Pool
    """That of publishers."""
    authentication: Authentication
    directory: Directory
    bound_sessions: BoundSessions
    session_trees: SessionTrees
    publishing: Publishing
    rate: Rate | None
    """None: callers may ask as much as they like."""

    def context(self, caller: Caller) -> Context:
        """What the resolvers of one request get."""
        return Context(caller, self.directory, self.bound_sessions, self.session_trees, self.publishing)


@asynccontextmanager
async def open_services(
    settings: Settings, database_url: str, observers: Mapping[str, Observer], metrics: Metrics
) -> AsyncIterator[Services]:
    """The services for `settings`, which hold a key, counted by `metrics`. Connections are made when they are first
    needed."""
    async with AsyncExitStack() as opened:
        pool = await Pool.open(database_url, size=settings.pool_size, read_only=True)
        opened.push_async_callback(pool.close)
        write_pool = await Pool.open(database_url, size=settings.write_pool_size, read_only=False)
        opened.push_async_callback(write_pool.close)
        keys = await _keys(settings, opened)
        yield Services(
            pool,
            write_pool,
            Authentication(settings, keys, RunRepository(pool)),
            CountedDirectory(SessionRepository(pool), metrics, project_limit=settings.project_limit),
            CountedBoundSessions(BindingRepository(pool), await _observer(settings, observers, opened), metrics),
            CountedSessionTrees(SessionTreeRepository(pool), metrics),
            CountedPublishing(write_pool, metrics),
            Rate(settings.rate) if settings.rate else None,
        )


async def _keys(settings: Settings, opened: AsyncExitStack) -> Keys:
    if settings.jwt_secret is not None:
        return SharedSecret(settings.jwt_secret)
    if settings.jwks_url is None:
        raise ValueError("no key to check tokens with")
    # With a shared secret there is no need for an HTTP client.
    from server.key_set import KeySet, key_client

    client = await opened.enter_async_context(key_client())
    keys = KeySet(settings.jwks_url, settings.jwt_algorithms, client)
    opened.push_async_callback(keys.close)
    return keys


async def _observer(settings: Settings, observers: Mapping[str, Observer], opened: AsyncExitStack) -> Observer:
    if not settings.connections and settings.webhook is None:
        return ObserverByProvider(observers)
    # Without a provider to ask there is no need for an HTTP client.
    from providers.native import native_observers
    from providers.provider_client import ProviderClient, http_client
    from providers.webhook import WebhookObserver

    client = await opened.enter_async_context(http_client())
    webhook = None
    if settings.webhook is not None:
        webhook = WebhookObserver(settings.webhook.url, settings.webhook.secret, ProviderClient("webhook", client))
    return ObserverByProvider(observers, native_observers(settings.connections, client), webhook)
