"""The agent's tools over the Model Context Protocol, whatever carries it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias

from mcp.server import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from session_directory_client.async_session_directory import AsyncSessionDirectory
from session_directory_client.errors import SessionDirectoryError, TransportError, UnauthenticatedError
from session_directory_client.tools import TOOLS
from session_directory_client.version import VERSION

_Context: TypeAlias = ServerRequestContext[Any, Any]
DirectoryOf: TypeAlias = Callable[[Any], AbstractAsyncContextManager[AsyncSessionDirectory]]

_TOOL_BY_NAME = {tool.name: tool for tool in TOOLS}

_LISTED = [
    Tool(
        name=tool.name,
        description=tool.description,
        input_schema=dict(tool.parameters),
        output_schema=dict(tool.receipt_schema),
        annotations=ToolAnnotations(read_only_hint=True),
    )
    for tool in TOOLS
]

_HINTS = (
    (UnauthenticatedError, "The user's token is not valid any more: ask the user for a new one."),
    (TransportError, "Try once more; if that fails too, tell the user that the session directory is away."),
)


def tool_server(directory_of: DirectoryOf) -> Server[Any]:
    """A server of `TOOLS`. `directory_of` opens, for the length of a call, the directory as its caller sees it; it gets
    the HTTP request, or None where there is none."""

    async def list_tools(_context: _Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=_LISTED)

    async def call_tool(context: _Context, params: CallToolRequestParams) -> CallToolResult:
        tool = _TOOL_BY_NAME.get(params.name)
        if tool is None:
            raise MCPError(INVALID_PARAMS, f"There is no tool {params.name!r:.80}.")
        try:
            async with directory_of(context.request) as directory:
                answer = await tool.call_async(directory, params.arguments)
        except SessionDirectoryError as error:
            return _result(" ".join([f"No answer: {error}.", *_hints(error)]), None)
        return _result(answer.text, answer.receipt)

    return Server("session-directory", version=VERSION, on_list_tools=list_tools, on_call_tool=call_tool)


def _hints(error: SessionDirectoryError) -> list[str]:
    return [hint for kind, hint in _HINTS if isinstance(error, kind)]


def _result(text: str, receipt: object) -> CallToolResult:
    """Without a receipt the call has failed, and `text` is for the model to mend it by."""
    return CallToolResult(
        content=[TextContent(type="text", text=text)], structured_content=receipt, is_error=receipt is None
    )
