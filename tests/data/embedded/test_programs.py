"""PostgreSQL's programs run as the first identity that this machine allows."""

import os

import pytest

from data.embedded import EmbeddedPostgresError
from data.embedded.binaries import binary_directory
from data.embedded.identity import Identity
from data.embedded.programs import usable_programs


def refused() -> None:
    raise PermissionError


REFUSED = Identity((0, 0), refused)
ALLOWED = Identity((os.geteuid(), os.getegid()), lambda: None)


def test_the_first_identity_that_is_allowed_is_taken() -> None:
    programs = usable_programs(binary_directory(), [REFUSED, ALLOWED])
    assert programs.identity == ALLOWED
    assert programs.major == "18"


def test_where_none_is_allowed_one_line_says_what_to_do() -> None:
    with pytest.raises(
        EmbeddedPostgresError, match=r"^PostgreSQL does not run as \S+, .+: run as an ordinary user, or set .+$"
    ):
        usable_programs(binary_directory(), [REFUSED])
