"""The tools over standard input and output, for the one user whose host started the process."""

from contextlib import nullcontext

from mcp.server.stdio import stdio_server

from session_directory_client.async_session_directory import AsyncSessionDirectory
from session_directory_client.mcp_tools import tool_server


async def serve(url: str, token: str) -> None:
    """Serve until standard input ends. ValueError where `url` is no address or `token` no bearer token."""
    async with AsyncSessionDirectory(url, token) as directory:
        server = tool_server(lambda _request: nullcontext(directory))
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())
