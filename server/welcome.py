"""What `up` says when the demonstration is there: a page to open, tokens to try, and a line to paste."""

import json
from collections.abc import Iterator
from dataclasses import replace

from data import demonstration
from server.settings import Settings
from server.signing import sign
from server.token_claims import TokenClaims

_QUERY = (
    "{ sessions(scope: ALL, first: 5) { ... on SessionConnection "
    "{ nodes { id title status currentTurn { status waitingFor } lastActivityAt } totalCount } } }"
)


def demonstration_lines(url: str, settings: Settings, secret: bytes) -> Iterator[str]:
    """A link that signs in a person of the demonstration, tokens of that person and of a run, and a `curl` line that is
    answered with data."""
    seconds = round(demonstration.LEASE.total_seconds())
    owner = TokenClaims(user_id=demonstration.USER_ID, app_id=demonstration.APP_ID)
    person = sign(replace(owner, project_id=demonstration.PROJECT_ID), settings, secret, seconds=seconds)
    run = sign(replace(owner, run_id=demonstration.RUN_ID), settings, secret, seconds=seconds)
    yield ""
    # A browser sends no fragment: the token stays out of logs and referrers.
    yield f"open in a browser: {url}/#token={person}"
    yield ""
    yield f"token of a person: {person}"
    yield f"token of a run:    {run}"
    yield ""
    yield "paste this into another terminal:"
    yield (
        f"curl -s {url}/graphql -H 'Authorization: Bearer {person}' -H 'Content-Type: application/json' "
        f"-d '{json.dumps({'query': _QUERY})}'"
    )
