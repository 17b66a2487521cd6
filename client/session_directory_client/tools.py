"""What an agent is given: `list_sessions` and `find_bound_session`, each a description, JSON schemas and a callable.

Wrong arguments and refusals come back as a text that a model can mend; SessionDirectoryError is raised as everywhere.
"""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from session_directory_client.async_session_directory import AsyncSessionDirectory
from session_directory_client.bound_sessions import BoundSession, BoundSessionResult
from session_directory_client.enums import SessionScope, SessionsRefusalCode
from session_directory_client.receipt_schemas import BOUND_SESSION_RECEIPT, SESSIONS_RECEIPT
from session_directory_client.session_directory import SessionDirectory
from session_directory_client.sessions import Session, SessionConnection, SessionsRefused, SessionsResult
from session_directory_client.tool_arguments import (
    WrongArgumentsError,
    as_arguments,
    choice_argument,
    text_argument,
    whole_number_argument,
)

MOST_OFFSET = 1_000_000

_SCOPES = {"project": SessionScope.PROJECT, "all": SessionScope.ALL}
_SCOPE_NAMES = {scope: name for name, scope in _SCOPES.items()}

# Refusals whose own texts name arguments that the tool does not have.
_MENDED_BY_SCOPE: Mapping[str, str] = {
    SessionsRefusalCode.PROJECT_REQUIRED: 'there is no current project: call again with scope "all".',
    SessionsRefusalCode.PROJECT_NOT_FOUND: 'the current project is not there any more: call again with scope "all".',
    SessionsRefusalCode.PROJECT_TOO_LARGE: (
        'the project has too many sessions to be listed at once: call again with scope "all", and page with offset.'
    ),
}

Receipt: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What the model reads, and the receipt as JSON holds it; without a receipt the call has failed, and `text` says
    how to mend it."""

    text: str
    receipt: Receipt | None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool for a model. `parameters` is a JSON schema of the arguments, which the callables check by themselves, and
    `receipt_schema` one of the receipt."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    receipt_schema: Mapping[str, Any]
    call: Callable[[SessionDirectory, object], ToolAnswer]
    call_async: Callable[[AsyncSessionDirectory, object], Awaitable[ToolAnswer]]


def list_sessions(directory: SessionDirectory, arguments: object) -> ToolAnswer:
    """The tool `list_sessions`."""
    try:
        scope, offset = _page_asked_for(arguments)
    except WrongArgumentsError as wrong:
        return ToolAnswer(str(wrong), None)
    return _page_answer(directory.sessions(scope=scope, offset=offset))


async def list_sessions_async(directory: AsyncSessionDirectory, arguments: object) -> ToolAnswer:
    """The tool `list_sessions`."""
    try:
        scope, offset = _page_asked_for(arguments)
    except WrongArgumentsError as wrong:
        return ToolAnswer(str(wrong), None)
    return _page_answer(await directory.sessions(scope=scope, offset=offset))


def find_bound_session(directory: SessionDirectory, arguments: object) -> ToolAnswer:
    """The tool `find_bound_session`."""
    try:
        binding_id = _binding_asked_for(arguments)
    except WrongArgumentsError as wrong:
        return ToolAnswer(str(wrong), None)
    return _bound_answer(binding_id, directory.bound_session(binding_id))


async def find_bound_session_async(directory: AsyncSessionDirectory, arguments: object) -> ToolAnswer:
    """The tool `find_bound_session`."""
    try:
        binding_id = _binding_asked_for(arguments)
    except WrongArgumentsError as wrong:
        return ToolAnswer(str(wrong), None)
    return _bound_answer(binding_id, await directory.bound_session(binding_id))


def session_receipt(session: Session) -> Receipt:
    """What a receipt holds of a session: what cooperation needs, and no more."""
    turn = session.current_turn
    return {
        "session_id": session.id,
        "title": session.title,
        "path": session.path,
        "tree_root_session_id": session.root_session_id,
        "project_id": session.project_id,
        "turn_id": turn.id if turn else None,
        "turn_status": turn.status.value if turn else None,
        "waiting_for": turn.waiting_for.value if turn and turn.waiting_for else None,
    }


def _page_asked_for(arguments: object) -> tuple[SessionScope, int]:
    given = as_arguments(arguments, {"scope", "offset"})
    scope = _SCOPES[choice_argument(given, "scope", tuple(_SCOPES), default="project")]
    offset = whole_number_argument(given, "offset", most=MOST_OFFSET, default=0)
    if offset and scope is SessionScope.PROJECT:
        raise WrongArgumentsError('offset is for scope "all" only: the sessions of the project come all at once.')
    return scope, offset


def _page_answer(answer: SessionsResult) -> ToolAnswer:
    if isinstance(answer, SessionsRefused):
        return ToolAnswer(f"{answer.code}: {_MENDED_BY_SCOPE.get(answer.code, answer.message)}", None)
    if not isinstance(answer, SessionConnection):
        return ToolAnswer(answer.message or f"The directory answered {answer.typename}, which is no list.", None)
    return _answered(
        {
            "scope": _SCOPE_NAMES[answer.scope],
            "sessions": [session_receipt(session) for session in answer.nodes],
            "next_offset": answer.next_offset,
        }
    )


def _binding_asked_for(arguments: object) -> str:
    given = as_arguments(arguments, {"conversation_binding_id"})
    return text_argument(given, "conversation_binding_id")


def _bound_answer(binding_id: str, answer: BoundSessionResult) -> ToolAnswer:
    """`outcome` is the name of the answer's type; what a refusal does not have is null."""
    found = answer if isinstance(answer, BoundSession) else None
    refusal = None if isinstance(answer, BoundSession) else answer
    next_step = refusal.next_step if refusal else None
    return _answered(
        {
            "conversation_binding_id": binding_id,
            "outcome": getattr(answer, "typename", type(answer).__name__),
            "session": session_receipt(found.session) if found else None,
            "channel_id": found.channel_id if found else None,
            "goal_id": found.goal_id if found else None,
            "message": refusal.message if refusal else None,
            "next_step": next_step.value if next_step else None,
        }
    )


def _answered(receipt: Receipt) -> ToolAnswer:
    return ToolAnswer(json.dumps(receipt, ensure_ascii=False), receipt)


LIST_SESSIONS = Tool(
    name="list_sessions",
    description=(
        'List the user\'s sessions (conversations), newest activity first. Begin with scope "project", the default: '
        'it gives every session of the current project at once. Widen to scope "all", the user\'s whole history in '
        "this app, only when what you look for is not in the project or the user asks for it: it comes ten at a time. "
        'For the next ten, call again with scope "all" and the next_offset of the answer as offset; where '
        "next_offset is null there are no more. Each session has session_id, title, path, tree_root_session_id, "
        "project_id, turn_id, turn_status and waiting_for. Being listed is no permission to write to a session."
    ),
    parameters={
        "type": "object",
        "properties": {
            "scope": {
                "type": "string",
                "enum": list(_SCOPES),
                "default": "project",
                "description": "project: this project's sessions, complete. all: the whole history, ten at a time.",
            },
            "offset": {
                "type": "integer",
                "minimum": 0,
                "maximum": MOST_OFFSET,
                "default": 0,
                "description": "Only with scope all: how many sessions to skip. Use next_offset of the last answer.",
            },
        },
        "additionalProperties": False,
    },
    receipt_schema=SESSIONS_RECEIPT,
    call=list_sessions,
    call_async=list_sessions_async,
)

FIND_BOUND_SESSION = Tool(
    name="find_bound_session",
    description=(
        "Find the one open session that continues a private conversation of a chat provider, by the id of its binding. "
        "outcome BoundSession: session is the one to continue. Any other outcome: there is no session to be trusted, "
        "message says why and next_step what to do (FIX_CALL, RECONNECT, RETRY, CONTINUE_IN_PROVIDER, ASK_OPERATOR or "
        "START_NEW). Never pick one from list_sessions instead."
    ),
    parameters={
        "type": "object",
        "properties": {
            "conversation_binding_id": {
                "type": "string",
                "minLength": 1,
                "description": "The id that the conversation was given when it was connected.",
            }
        },
        "required": ["conversation_binding_id"],
        "additionalProperties": False,
    },
    receipt_schema=BOUND_SESSION_RECEIPT,
    call=find_bound_session,
    call_async=find_bound_session_async,
)

TOOLS = (LIST_SESSIONS, FIND_BOUND_SESSION)
