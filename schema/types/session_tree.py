"""The type `SessionTree`."""

import strawberry

from resolvers import session_tree
from schema.declaration import object_type
from schema.types.session_tree_node import SessionTreeNode


@object_type(session_tree.SessionTree)
class SessionTree:
    """A whole tree of sessions, as everything was at one moment.

    Closed and archived sessions are part of it; deleted ones are not, nor is anything below them.
    """

    root_session_id: strawberry.ID = strawberry.field(description="The root of the tree.")
    nodes: list[SessionTreeNode] = strawberry.field(
        description=(
            "Preorder: a parent before its children, every subtree contiguous, siblings by name, in the order of code "
            "points."
        )
    )
