"""What can go wrong with the embedded PostgreSQL."""


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL cannot be used. The text is one line for the operator: what is wrong, and what to do."""
