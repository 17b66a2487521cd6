"""What the file of connections and the process need to know of a provider."""

from collections.abc import Callable
from dataclasses import dataclass

from providers.connection import Connection
from providers.observation import Observer
from providers.provider_client import ProviderClient


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """A provider that can be asked: where, what a connection must and may say besides, and how."""

    name: str
    base_url: str
    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    observer: Callable[[Connection, ProviderClient], Observer]
