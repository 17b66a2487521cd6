"""Asks a session directory which conversations a user has, and which one a chat continues.

`SessionDirectory` and `AsyncSessionDirectory` answer with frozen dataclasses. A refusal is an answer; whatever else
keeps an answer away is raised:

    SessionDirectoryError
    ├── TransportError                no whole answer came
    │   ├── ConnectionFailedError     there was no connection, nothing was sent
    │   └── IncompleteAnswerError     the connection or the time ended before the answer did
    ├── StatusError                   another HTTP status than an answer's
    │   ├── RedirectError             3xx, never followed
    │   ├── UnauthenticatedError      401
    │   ├── RateLimitedError          429
    │   └── UnavailableError          503
    ├── GraphQLError                  the answer has errors
    ├── InvalidAnswerError            the answer cannot be believed
    │   ├── NotGraphQLError           HTML, half a body, no JSON
    │   ├── AnswerTooLargeError       beyond 10 MB
    │   ├── SchemaMismatchError       null or a type that the schema does not allow there
    │   └── EchoMismatchError         another binding, session, scope, offset or project than was asked for
    └── RefusedError                  an iteration met a refusal

The distribution depends on httpx alone and imports nothing of the directory's server.
"""

from session_directory_client.async_session_directory import AsyncSessionDirectory
from session_directory_client.bound_sessions import (
    BindingAmbiguous,
    BindingChanged,
    BindingInvalid,
    BindingNotPrivate,
    BindingRefusal,
    BindingRevoked,
    BindingUnverified,
    BoundSession,
    BoundSessionResult,
    NoOpenSession,
    UnknownBindingAnswer,
)
from session_directory_client.caller import Caller
from session_directory_client.enums import (
    BindingFacet,
    BindingInvalidReason,
    BindingKind,
    BindingNextStep,
    BindingUnverifiedReason,
    CallerKind,
    QueueStatus,
    RunStatus,
    SessionScope,
    SessionsRefusalCode,
    SessionStatus,
    TurnStatus,
    WaitKind,
)
from session_directory_client.errors import (
    AnswerTooLargeError,
    ConnectionFailedError,
    EchoMismatchError,
    ErrorEntry,
    GraphQLError,
    IncompleteAnswerError,
    InvalidAnswerError,
    NotGraphQLError,
    RateLimitedError,
    RedirectError,
    SchemaMismatchError,
    SessionDirectoryError,
    StatusError,
    TransportError,
    UnauthenticatedError,
    UnavailableError,
)
from session_directory_client.publishing import Published, PublishRefused, PublishResult, RecordProblem
from session_directory_client.receipts import CallState, receipt_line
from session_directory_client.records import (
    BindingRecord,
    ProjectRecord,
    QueuedInputRecord,
    RecordInput,
    RunRecord,
    SessionRecord,
    TurnRecord,
)
from session_directory_client.session_directory import SessionDirectory
from session_directory_client.session_tree import (
    PanelNotAllowed,
    Run,
    SessionQueue,
    SessionTree,
    SessionTreeNode,
    SessionTreeResult,
)
from session_directory_client.sessions import (
    PageInfo,
    Session,
    SessionConnection,
    SessionNotFound,
    SessionResult,
    SessionsRefused,
    SessionsResult,
    Turn,
)
from session_directory_client.tools import FIND_BOUND_SESSION, LIST_SESSIONS, TOOLS, Tool, ToolAnswer
from session_directory_client.union import UnknownAnswer
from session_directory_client.walk import RefusedError

__all__ = [
    "FIND_BOUND_SESSION",
    "LIST_SESSIONS",
    "TOOLS",
    "AnswerTooLargeError",
    "AsyncSessionDirectory",
    "BindingAmbiguous",
    "BindingChanged",
    "BindingFacet",
    "BindingInvalid",
    "BindingInvalidReason",
    "BindingKind",
    "BindingNextStep",
    "BindingNotPrivate",
    "BindingRecord",
    "BindingRefusal",
    "BindingRevoked",
    "BindingUnverified",
    "BindingUnverifiedReason",
    "BoundSession",
    "BoundSessionResult",
    "CallState",
    "Caller",
    "CallerKind",
    "ConnectionFailedError",
    "EchoMismatchError",
    "ErrorEntry",
    "GraphQLError",
    "IncompleteAnswerError",
    "InvalidAnswerError",
    "NoOpenSession",
    "NotGraphQLError",
    "PageInfo",
    "PanelNotAllowed",
    "ProjectRecord",
    "PublishRefused",
    "PublishResult",
    "Published",
    "QueueStatus",
    "QueuedInputRecord",
    "RateLimitedError",
    "RecordInput",
    "RecordProblem",
    "RedirectError",
    "RefusedError",
    "Run",
    "RunRecord",
    "RunStatus",
    "SchemaMismatchError",
    "Session",
    "SessionConnection",
    "SessionDirectory",
    "SessionDirectoryError",
    "SessionNotFound",
    "SessionQueue",
    "SessionRecord",
    "SessionResult",
    "SessionScope",
    "SessionStatus",
    "SessionTree",
    "SessionTreeNode",
    "SessionTreeResult",
    "SessionsRefusalCode",
    "SessionsRefused",
    "SessionsResult",
    "StatusError",
    "Tool",
    "ToolAnswer",
    "TransportError",
    "Turn",
    "TurnRecord",
    "TurnStatus",
    "UnauthenticatedError",
    "UnavailableError",
    "UnknownAnswer",
    "UnknownBindingAnswer",
    "WaitKind",
    "receipt_line",
]
