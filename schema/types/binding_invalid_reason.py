"""The enum `BindingInvalidReason`."""

from resolvers.bound_session_outcome import BindingInvalidReason
from schema.declaration import describe

__all__ = ["BindingInvalidReason"]

describe(
    BindingInvalidReason,
    "Why an id leads nowhere.",
    MALFORMED_ID=(
        "It could not be an id: empty, longer than 160 characters, with a control character, or with white space "
        "around it."
    ),
    UNKNOWN="The caller has no such binding: never issued, another user's and another app's are the same answer.",
)
