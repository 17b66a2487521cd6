"""The enums of the contract. Their values are described in the server's `schema.graphql`."""

from session_directory_client.open_enum import OpenEnum


class CallerKind(OpenEnum):
    """Who asks."""

    PERSON = "PERSON"
    RUN = "RUN"
    PUBLISHER = "PUBLISHER"


class SessionScope(OpenEnum):
    """One project, complete, or the whole history."""

    PROJECT = "PROJECT"
    ALL = "ALL"


class SessionStatus(OpenEnum):
    """How a session stands."""

    OPEN = "OPEN"
    CLOSED = "CLOSED"
    ARCHIVED = "ARCHIVED"


class TurnStatus(OpenEnum):
    """How a turn stands."""

    RUNNING = "RUNNING"
    WAITING = "WAITING"
    CANCELLING = "CANCELLING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


class WaitKind(OpenEnum):
    """What a waiting turn waits for."""

    APPROVAL = "APPROVAL"
    ANSWER = "ANSWER"
    COOPERATION = "COOPERATION"


class SessionsRefusalCode(OpenEnum):
    """Why a page of sessions was refused."""

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


class BindingKind(OpenEnum):
    """What a conversation was connected to."""

    PROJECT = "PROJECT"
    STEWARD = "STEWARD"


class BindingNextStep(OpenEnum):
    """What to do next about a binding."""

    FIX_CALL = "FIX_CALL"
    RECONNECT = "RECONNECT"
    RETRY = "RETRY"
    CONTINUE_IN_PROVIDER = "CONTINUE_IN_PROVIDER"
    ASK_OPERATOR = "ASK_OPERATOR"
    START_NEW = "START_NEW"


class BindingInvalidReason(OpenEnum):
    """Why an id leads nowhere."""

    MALFORMED_ID = "MALFORMED_ID"
    UNKNOWN = "UNKNOWN"


class BindingFacet(OpenEnum):
    """What no longer matches what was bound, or was found more than once."""

    BINDING = "BINDING"
    APP = "APP"
    OPERATOR = "OPERATOR"
    CONVERSATION = "CONVERSATION"
    WORKSPACE = "WORKSPACE"
    GRANT = "GRANT"
    EXECUTOR = "EXECUTOR"
    SESSION = "SESSION"


class BindingUnverifiedReason(OpenEnum):
    """Why a binding could not be checked now."""

    PROVIDER_UNAVAILABLE = "PROVIDER_UNAVAILABLE"
    IDENTITY_UNVERIFIED = "IDENTITY_UNVERIFIED"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"


class RunStatus(OpenEnum):
    """How a run stands."""

    PENDING = "PENDING"
    RUNNING = "RUNNING"
    CANCEL_REQUESTED = "CANCEL_REQUESTED"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    INTERRUPTED = "INTERRUPTED"
    YIELDED = "YIELDED"


class QueueStatus(OpenEnum):
    """How a session's queue stands."""

    READY = "READY"
    RUNNING = "RUNNING"
    PAUSED = "PAUSED"
