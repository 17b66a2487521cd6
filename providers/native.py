"""The providers that can be asked directly. One more is a module and its name here."""

from collections.abc import Mapping, Sequence

import httpx

from providers.connection import Connection
from providers.lark import LARK
from providers.observation import Observer
from providers.provider_client import ProviderClient
from providers.slack import SLACK
from providers.telegram import TELEGRAM

PROVIDERS = {provider.name: provider for provider in (LARK, SLACK, TELEGRAM)}


def native_observers(
    connections: Sequence[Connection], client: httpx.AsyncClient
) -> Mapping[tuple[str, str], Observer]:
    """An observer for each of `connections`, by provider and name. Those of one provider share its limit."""
    clients = {name: ProviderClient(name, client) for name in {connection.provider for connection in connections}}
    return {
        (connection.provider, connection.name): PROVIDERS[connection.provider].observer(
            connection, clients[connection.provider]
        )
        for connection in connections
    }
