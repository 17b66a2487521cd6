"""The type `PanelNotAllowed`."""

from resolvers import session_tree
from schema.declaration import object_type
from schema.types.refusal import Refusal


@object_type(session_tree.PanelNotAllowed)
class PanelNotAllowed(Refusal):
    """The status panel is for people: a run never sees it, whatever it asks for."""
