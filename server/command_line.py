"""The command line: `python -m server`. What a command needs is imported when it runs, so that each starts fast."""

import asyncio
import os
import re
from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import uvloop

from data.embedded import EmbeddedPostgresError
from data.identifier import is_identifier
from server.commands.output import complain, open_standard_streams, say
from server.data_directory import DataDirectory
from server.log_lines import log_to_stderr
from server.operator_error import OperatorError
from server.settings import Settings
from server.signals import until_signalled

BAD_START = 2

_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_Command: TypeAlias = Callable[[Namespace, Settings, DataDirectory], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit code. What the operator can mend is one line on standard error."""
    open_standard_streams()
    log_to_stderr()
    try:
        chosen = _parser().parse_args(arguments)
        command: _Command = chosen.command
        return command(chosen, Settings.read(os.environ), DataDirectory(chosen.data_dir))
    except (OperatorError, EmbeddedPostgresError) as error:
        complain(f"error: {error}")
        return BAD_START


# ------------------------------------------------------------------------------------------------ running
def _run(work: Coroutine[Any, Any, int], *, orderly: bool = False) -> int:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(until_signalled(work, orderly=orderly))


# ------------------------------------------------------------------------------------------------ commands
def _up(chosen: Namespace, settings: Settings, directory: DataDirectory) -> int:
    from server.commands import up

    return _run(up.run(settings, directory, host=chosen.host, port=chosen.port, demo=chosen.demo), orderly=True)


def _serve(chosen: Namespace, settings: Settings, _directory: DataDirectory) -> int:
    from server.commands import serve

    return _run(serve.run(settings, host=chosen.host, port=chosen.port), orderly=True)


def _migrate(_chosen: Namespace, settings: Settings, directory: DataDirectory) -> int:
    from server.commands import migrate

    return _run(migrate.run(settings, directory))


def _import(chosen: Namespace, settings: Settings, directory: DataDirectory) -> int:
    from server.commands import import_ndjson

    return _run(import_ndjson.run(settings, directory, chosen.files))


def _import_loopx(chosen: Namespace, settings: Settings, directory: DataDirectory) -> int:
    from server.commands import import_loopx

    return _run(import_loopx.run(settings, directory, chosen.home, user_id=chosen.user, app_id=chosen.app))


def _token(chosen: Namespace, settings: Settings, directory: DataDirectory) -> int:
    from server.commands import token
    from server.token_claims import TokenClaims

    if chosen.publisher and chosen.project is not None:
        raise OperatorError("--publisher goes without --project: a publisher has no current project")
    claims = TokenClaims(
        user_id=chosen.user,
        app_id=chosen.app,
        project_id=chosen.project,
        run_id=chosen.run,
        publisher=chosen.publisher,
    )
    return token.run(settings, directory, claims, seconds=chosen.ttl)


def _schema(_chosen: Namespace, _settings: Settings, _directory: DataDirectory) -> int:
    from server.commands import schema

    return schema.run()


# ------------------------------------------------------------------------------------------------ arguments
class _OneLineParser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line."""
        raise OperatorError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: object = None) -> None:  # noqa: ARG002 - the base class's
        """Say how it is used."""
        say(self.format_help().removesuffix("\n"))


def _parser() -> ArgumentParser:
    parser = _OneLineParser(prog="python -m server", description="The session directory.", allow_abbrev=False)
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, run: _Command, text: str) -> ArgumentParser:
        added = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        added.add_argument("--data-dir", type=Path, default=Path(".data"), metavar="DIR", help="default: .data")
        added.set_defaults(command=run)
        return added

    _add_address(up := command("up", _up, "all in one: database, migrations, demonstration data, server"))
    up.add_argument(
        "--demo", action=BooleanOptionalAction, default=True, help="demonstration data in an empty database"
    )
    _add_address(command("serve", _serve, "serve the database that DATABASE_URL names"))
    command("migrate", _migrate, "bring the database to the newest schema")
    records = command("import", _import, "publish NDJSON records")
    records.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    loopx = command("import-loopx", _import_loopx, "import a LoopX home")
    loopx.add_argument("home", type=Path, metavar="HOME", help="the LoopX runtime root, or the directory above it")
    loopx.add_argument("--user", type=_identifier, required=True, help="whose it becomes")
    loopx.add_argument("--app", type=_identifier, default="loopx", help="default: loopx")
    _add_claims(command("token", _token, "print a token, when signing with a shared secret"))
    command("schema", _schema, "print the SDL")
    return parser


def _add_address(parser: ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1")
    parser.add_argument("--port", type=_port, default=8000, help="default: 8000; 0 takes a free one")


def _add_claims(parser: ArgumentParser) -> None:
    parser.add_argument("--user", type=_identifier, required=True, help="the owner")
    parser.add_argument("--app", type=_identifier, required=True, help="the app")
    parser.add_argument("--project", type=_identifier, help="the current project of a person, or that of the run")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--run", type=_identifier, help="a run, instead of a person")
    kind.add_argument("--publisher", action="store_true", help="a publisher, instead of a person")
    parser.add_argument("--ttl", type=_duration, default="12h", help="45s, 30m, 12h or 2d; default: 12h")


def _identifier(text: str) -> str:
    if not is_identifier(text):
        raise ArgumentTypeError("is no id: 1 to 160 characters, no control characters, no white space around it")
    return text


def _port(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > 65_535:
        raise ArgumentTypeError("must be a number from 0 to 65535")
    return int(text)


def _duration(text: str) -> int:
    match = re.fullmatch("([1-9][0-9]{0,5})([smhd])", text)
    if match is None:
        raise ArgumentTypeError("must be a number and a unit: 45s, 30m, 12h or 2d")
    return int(match[1]) * _UNIT_SECONDS[match[2]]
