"""`schema`: print the contract."""

from schema.build import print_sdl


def run() -> int:
    """Print the SDL, as `schema/schema.graphql` holds it."""
    print(print_sdl(), end="")
    return 0
