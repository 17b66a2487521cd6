"""Why `sessions` gives no page: the refusals, and the order in which they are looked for (rules.md, section 2)."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from data.caller import CallerKind
from resolvers.listing import SessionScope
from resolvers.sessions_request import MAX_OFFSET, MAX_PAGE_SIZE, SessionsRequest


class SessionsRefusalCode(Enum):
    """What is wrong with a request."""

    OFFSET_NEGATIVE = "OFFSET_NEGATIVE"
    OFFSET_TOO_LARGE = "OFFSET_TOO_LARGE"
    OFFSET_WITH_CURSOR = "OFFSET_WITH_CURSOR"
    OFFSET_NEEDS_ALL = "OFFSET_NEEDS_ALL"
    PAGE_SIZE_INVALID = "PAGE_SIZE_INVALID"
    CURSOR_INVALID = "CURSOR_INVALID"
    PROJECT_REQUIRED = "PROJECT_REQUIRED"
    PROJECT_NOT_FOUND = "PROJECT_NOT_FOUND"
    PROJECT_FIXED = "PROJECT_FIXED"
    PROJECT_NOT_APPLICABLE = "PROJECT_NOT_APPLICABLE"
    PROJECT_TOO_LARGE = "PROJECT_TOO_LARGE"
    CALLER_NOT_ALLOWED = "CALLER_NOT_ALLOWED"


@dataclass(frozen=True, slots=True)
class SessionsRefused:
    """No page, and why. `argument` is the one to mend, None where no argument would help."""

    code: SessionsRefusalCode
    argument: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A refusal that the arguments alone decide."""

    refusal: SessionsRefused
    applies: Callable[[SessionsRequest], bool]


_MAX_OF_ALL, _MAX_OF_PROJECT = MAX_PAGE_SIZE[SessionScope.ALL], MAX_PAGE_SIZE[SessionScope.PROJECT]

RULES = (
    Rule(
        SessionsRefused(
            SessionsRefusalCode.CALLER_NOT_ALLOWED,
            None,
            "A publisher's token reads nothing: ask with the token of a person or of a run.",
        ),
        lambda request: request.caller.kind is CallerKind.PUBLISHER,
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.PROJECT_NOT_APPLICABLE,
            "projectId",
            "With scope ALL there is no projectId: leave it out, or ask for scope PROJECT.",
        ),
        lambda request: request.scope is SessionScope.ALL and request.project_id is not None,
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.PROJECT_FIXED,
            "projectId",
            "The token already names another project: leave projectId out.",
        ),
        lambda request: request.project_id not in (None, request.current_project_id),
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.PROJECT_REQUIRED,
            "projectId",
            "The token names no project: give projectId, or ask for scope ALL.",
        ),
        lambda request: request.scope is SessionScope.PROJECT and request.current_project_id is None,
    ),
    Rule(
        SessionsRefused(SessionsRefusalCode.OFFSET_NEGATIVE, "offset", "offset counts from 0: give 0 or more."),
        lambda request: request.offset < 0,
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.OFFSET_TOO_LARGE,
            "offset",
            f"offset goes up to {MAX_OFFSET:,}: follow the pages with after instead.",
        ),
        lambda request: request.offset > MAX_OFFSET,
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.OFFSET_WITH_CURSOR,
            "offset",
            "offset and after are two ways to page: give one of them.",
        ),
        lambda request: request.offset != 0 and request.after is not None,
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.OFFSET_NEEDS_ALL,
            "offset",
            "offset pages scope ALL only: with scope PROJECT leave it out, and page with first and after.",
        ),
        lambda request: request.offset != 0 and request.scope is SessionScope.PROJECT,
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.PAGE_SIZE_INVALID,
            "first",
            f"first is 1 to {_MAX_OF_ALL} with scope ALL, and 1 to {_MAX_OF_PROJECT:,} with scope PROJECT.",
        ),
        lambda request: request.first is not None and not 1 <= request.first <= MAX_PAGE_SIZE[request.scope],
    ),
    Rule(
        SessionsRefused(
            SessionsRefusalCode.CURSOR_INVALID,
            "after",
            "after is no cursor of this listing: give one that this scope and project returned, unchanged, or none.",
        ),
        lambda request: request.after is not None and request.cursor is None,
    ),
)
"""In the order in which they are looked for: the first that applies is the answer."""


def refusal_of(request: SessionsRequest) -> SessionsRefused | None:
    """The refusal that the arguments alone decide, if there is one."""
    for rule in RULES:
        if rule.applies(request):
            return rule.refusal
    return None


def project_not_found(request: SessionsRequest) -> SessionsRefused:
    """The same for a project that is unknown, deleted or another's. The argument is to mend only where it decided."""
    if request.caller.project_id is None:
        argument, remedy = "projectId", "name another"
    else:
        argument, remedy = None, "ask with a token for another"
    return SessionsRefused(
        SessionsRefusalCode.PROJECT_NOT_FOUND,
        argument,
        f"There is no such project of yours in this app: {remedy}, or ask for scope ALL.",
    )


def project_too_large(limit: int) -> SessionsRefused:
    """More sessions than are listed whole; a list is never cut in silence."""
    return SessionsRefused(
        SessionsRefusalCode.PROJECT_TOO_LARGE,
        "first",
        f"More than {limit:,} sessions: give first (1 to {_MAX_OF_PROJECT:,}) and follow the pages with after.",
    )
