"""SQLAlchemy Core statements, compiled once, run straight on asyncpg."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

import asyncpg
from sqlalchemy import ClauseElement, Executable
from sqlalchemy.dialects.postgresql import asyncpg as asyncpg_dialect
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record]"

_DIALECT = cast(Dialect, asyncpg_dialect.dialect())  # type: ignore[no-untyped-call]


class Statement:
    """One statement: its SQL text with `$1` parameters, and the names that the parameters had in the construct.

    Every `bindparam` is given by name at each call; literals of the construct keep their values.
    """

    def __init__(self, construct: Executable) -> None:
        compiled = cast(SQLCompiler, cast(ClauseElement, construct).compile(dialect=_DIALECT))
        self.sql = str(compiled)
        self._literals: Mapping[str, object] = compiled.params
        self._names: Sequence[str] = tuple(compiled.positiontup or ())

    def arguments(self, values: Mapping[str, object]) -> list[object]:
        """`values` in the order of the SQL text's parameters. TypeError for a name that it does not have."""
        known = {**self._literals, **values}
        if len(known) != len(self._literals):
            raise TypeError(f"no such parameters: {sorted(values.keys() - self._literals.keys())}")
        return [known[name] for name in self._names]

    async def rows(self, connection: Connection, **values: object) -> list[asyncpg.Record]:
        """Run it and return every row."""
        return await connection.fetch(self.sql, *self.arguments(values))

    async def row(self, connection: Connection, **values: object) -> asyncpg.Record | None:
        """Run it and return the first row, if there is one."""
        return await connection.fetchrow(self.sql, *self.arguments(values))
