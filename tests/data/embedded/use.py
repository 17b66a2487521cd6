"""Uses the embedded PostgreSQL in the directory that is named, and answers the statements on standard input."""

import asyncio
import sys
from pathlib import Path

from data.embedded import EmbeddedPostgres, EmbeddedPostgresError


async def answer(dsn: str, statement: str) -> object:
    import asyncpg

    try:
        connection = await asyncpg.connect(dsn)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()
    except (OSError, asyncpg.PostgresError) as error:
        return type(error).__name__


def say(something: object) -> None:
    sys.stdout.write(f"{something}\n")
    sys.stdout.flush()


def main() -> None:
    try:
        with EmbeddedPostgres(Path(sys.argv[1])).running() as address:
            say("ready")
            for statement in sys.stdin:
                say(asyncio.run(answer(address.dsn, statement)))
    except EmbeddedPostgresError as error:
        say(error)


main()
