"""What a plan leaves to graphql-core's executor."""


class UncoveredError(Exception):
    """An operation, a variable or a value that only the ordinary executor answers. It says nothing: nobody reads it."""
