"""The enum `BindingNextStep`."""

from resolvers.bound_session_outcome import BindingNextStep
from schema.declaration import describe

__all__ = ["BindingNextStep"]

describe(
    BindingNextStep,
    "What the client should do next.",
    FIX_CALL="Mend the argument: the same call will never succeed.",
    RECONNECT="Connect the conversation again, and use the new binding.",
    RETRY="Ask again in a while: nothing is known to be wrong.",
    CONTINUE_IN_PROVIDER="Send the person back to the conversation in the chat: it cannot be continued here.",
    ASK_OPERATOR="Ask whoever runs the app: only they can mend it.",
    START_NEW="Start a new session for this conversation.",
)
