"""The enum `SessionsRefusalCode`."""

from resolvers.sessions_refused import SessionsRefusalCode
from schema.declaration import describe

__all__ = ["SessionsRefusalCode"]

describe(
    SessionsRefusalCode,
    (
        "Why `sessions` gave no page. Where several apply, the answer is the first of: CALLER_NOT_ALLOWED, "
        "PROJECT_NOT_APPLICABLE, PROJECT_FIXED, PROJECT_REQUIRED, OFFSET_NEGATIVE, OFFSET_TOO_LARGE, "
        "OFFSET_WITH_CURSOR, OFFSET_NEEDS_ALL, PAGE_SIZE_INVALID, CURSOR_INVALID, PROJECT_NOT_FOUND, PROJECT_TOO_LARGE."
    ),
    OFFSET_NEGATIVE="`offset` is below 0.",
    OFFSET_TOO_LARGE="`offset` is above 1,000,000. Follow the pages with `after`.",
    OFFSET_WITH_CURSOR="`after` and an `offset` that is not 0 were given together. Give one of them.",
    OFFSET_NEEDS_ALL="An `offset` that is not 0 was given with scope PROJECT. Page a project with `first` and `after`.",
    PAGE_SIZE_INVALID="`first` is outside 1 to 10 with scope ALL, or outside 1 to 1,000 with scope PROJECT.",
    CURSOR_INVALID=(
        "`after` is no cursor of this listing: altered, made up, or of another scope or project. "
        "Start again from a page without it."
    ),
    PROJECT_REQUIRED="The token names no project and no `projectId` was given.",
    PROJECT_NOT_FOUND="There is no such project: unknown, deleted and somebody else's are one and the same answer.",
    PROJECT_FIXED="`projectId` differs from the project of the token or of the run. Leave it out.",
    PROJECT_NOT_APPLICABLE="`projectId` was given with scope ALL, which has none.",
    PROJECT_TOO_LARGE=(
        "The project holds more sessions than are listed whole, 10,000 unless the server says otherwise. "
        "Give `first`, and follow the pages with `after`."
    ),
    CALLER_NOT_ALLOWED="A publisher reads nothing. Ask with the token of a person or of a run.",
)
