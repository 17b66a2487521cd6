"""The owner filter: the one place where a statement is narrowed to the rows of one owner in one app."""

from sqlalchemy import ColumnElement, FromClause, Text, and_, bindparam

USER_ID = bindparam("user_id", type_=Text)
APP_ID = bindparam("app_id", type_=Text)


def owned(table: FromClause) -> ColumnElement[bool]:
    """The rows of `table` that belong to the parameters `user_id` and `app_id`. Every statement that reads for a caller
    has it on each of its tables."""
    return and_(table.c.user_id == USER_ID, table.c.app_id == APP_ID)
