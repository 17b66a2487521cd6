"""Many tuples of values as a table in a statement."""

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Text, bindparam, column, func
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import TypeEngine


class Given:
    """A table of a statement, and the parameters that fill it: an array of values for each column."""

    def __init__(self, types: Mapping[str, TypeEngine[Any]], name: str = "given") -> None:
        arrays = [bindparam(f"{name}_{column_name}", type_=ARRAY(type_)) for column_name, type_ in types.items()]
        columns = [column(column_name, type_) for column_name, type_ in types.items()]
        self.table = func.unnest(*arrays).table_valued(*columns).render_derived(name=name)
        self._parameters = [array.key for array in arrays]

    @classmethod
    def texts(cls, *names: str, name: str = "given") -> "Given":
        """A table of texts that are compared byte for byte."""
        return cls(dict.fromkeys(names, Text(collation="C")), name)

    def filled(self, tuples: Iterable[tuple[object, ...]]) -> dict[str, list[object]]:
        """The parameters for these tuples; none at all makes an empty table."""
        columns = list(map(list, zip(*tuples, strict=True))) or [[] for _ in self._parameters]
        return dict(zip(self._parameters, columns, strict=True))
