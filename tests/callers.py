"""Callers for tests that begin behind authentication, which alone makes them in the program."""

from data.caller import Caller, CallerKind

ADA = Caller(CallerKind.PERSON, "ada", "desk")
"""A person whose token names no project."""

ADA_IN_GARDEN = Caller(CallerKind.PERSON, "ada", "desk", project_id="garden")
RUN_IN_GARDEN = Caller(CallerKind.RUN, "ada", "desk", project_id="garden", run_id="run")
PUBLISHER = Caller(CallerKind.PUBLISHER, "ada", "desk")


def person(user_id: str, app_id: str = "desk", project_id: str | None = None) -> Caller:
    return Caller(CallerKind.PERSON, user_id, app_id, project_id)
