"""The union `SessionTreeResult`."""

from typing import Annotated

import strawberry

from schema.types.panel_not_allowed import PanelNotAllowed
from schema.types.session_not_found import SessionNotFound
from schema.types.session_tree import SessionTree

SessionTreeResult = Annotated[
    SessionTree | SessionNotFound | PanelNotAllowed,
    strawberry.union("SessionTreeResult", description="A whole tree, or why there is none to be seen."),
]
