"""The enum `BindingUnverifiedReason`."""

from resolvers.bound_session_outcome import BindingUnverifiedReason
from schema.declaration import describe

__all__ = ["BindingUnverifiedReason"]

describe(
    BindingUnverifiedReason,
    "What could not be checked now.",
    PROVIDER_UNAVAILABLE="The provider cannot be asked, did not answer within ten seconds, or answered nonsense.",
    IDENTITY_UNVERIFIED="The provider answered and did not vouch for the identities.",
    STORE_UNAVAILABLE="The directory could not read its own records.",
)
