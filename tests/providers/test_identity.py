"""How identities are written."""

from hashlib import sha256

import pytest

from providers.identity import IDENTITIES, loopx, plain


def test_plain_identities_are_the_providers_own() -> None:
    assert plain("app", "person") == ("app", "person")
    assert plain("app", None) == ("app", None)


def test_loopx_knows_a_person_under_the_reference_of_the_app() -> None:
    app = sha256(b"cli_a1").hexdigest()[:24]
    person = sha256(f"{app}\0ou_b2".encode()).hexdigest()[:24]
    assert loopx("cli_a1", "ou_b2") == (app, person)
    # As LoopX itself writes them.
    assert loopx("cli_a1", "ou_b2") == ("8b48a3452016bee42f83aa3e", "9d7599ccea78f1dd55279fd7")


@pytest.mark.parametrize("identity", IDENTITIES.values(), ids=IDENTITIES)
def test_nobody_stays_nobody(identity: object) -> None:
    assert callable(identity)
    assert identity("app", None)[1] is None
