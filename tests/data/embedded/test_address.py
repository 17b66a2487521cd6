"""The address is one that every client understands as it stands."""

from pathlib import Path

import pytest

from data.embedded.address import Address, plain_socket_directory


def test_a_dsn_names_everything_that_the_environment_could_change() -> None:
    address = Address("/home/me/.data/postgres")
    assert address.dsn == "postgresql://directory@/directory?host=/home/me/.data/postgres&port=5432"
    assert address.with_database("other").dsn == "postgresql://directory@/other?host=/home/me/.data/postgres&port=5432"


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("/home/me/.data/postgres", True),
        ("/" + "x" * 88, True),
        ("/" + "x" * 89, False),
        ("/a,b", False),
        ("/a b", False),
        ("/a:b", False),
        ("/a%b", False),
        ("/ü", False),
    ],
)
def test_a_path_is_used_as_it_is_where_it_fits_and_needs_no_escaping(path: str, plain: bool) -> None:
    assert plain_socket_directory(Path(path)) == (path if plain else None)
