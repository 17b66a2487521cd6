"""The enum `BindingFacet`."""

from resolvers.bound_session_outcome import BindingFacet
from schema.declaration import describe

__all__ = ["BindingFacet"]

describe(
    BindingFacet,
    "What no longer matches what was bound, or was found more than once.",
    BINDING="The binding itself was replaced or changed, or its conversation is reported twice.",
    APP="The provider reports another connection or App.",
    OPERATOR="The provider reports another person.",
    CONVERSATION="The conversation moved, or is another.",
    WORKSPACE="The project is gone, or several active projects share its workspace.",
    GRANT="The binding may write and the project now offers reading only.",
    EXECUTOR="The open session runs on another executor.",
    SESSION="The open session is not the one that was bound, or several are open.",
)
