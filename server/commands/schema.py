"""`schema`: print the contract."""

from schema.build import print_sdl
from server.commands.output import say


def run() -> int:
    """Print the SDL, as `schema/schema.graphql` holds it."""
    say(print_sdl().removesuffix("\n"))
    return 0
