"""The tables and their guards (records.md).

Every primary key, unique index and foreign key begins with owner and app, so that no row can point at another owner's
and the rows of one owner live together when the tables are distributed. Ids compare byte for byte: collation "C".
The triggers that keep the owner and app of a row stand in the first migration: SQLAlchemy has no word for them.
"""

from collections.abc import Iterable

from sqlalchemy import (
    TIMESTAMP,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    ForeignKeyConstraint,
    FromClause,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    func,
    not_,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pkey",
        "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
        "uq": "%(table_name)s_%(column_0_N_name)s_key",
        "ck": "%(table_name)s_%(constraint_name)s_check",
    }
)

PROJECT_STATUSES = ("ACTIVE", "DELETED")
WORKSPACE_GRANTS = ("READ", "WRITE")
SESSION_STATUSES = ("OPEN", "CLOSED", "ARCHIVED", "DELETED")
TURN_STATUSES = ("RUNNING", "WAITING", "CANCELLING", "COMPLETED", "FAILED", "CANCELLED")
LIVE_TURN_STATUSES = ("RUNNING", "WAITING", "CANCELLING")
WAIT_KINDS = ("APPROVAL", "ANSWER", "COOPERATION")
RUN_STATUSES = ("PENDING", "RUNNING", "CANCEL_REQUESTED", "COMPLETED", "FAILED", "CANCELLED", "INTERRUPTED", "YIELDED")
LIVE_RUN_STATUSES = ("PENDING", "RUNNING", "CANCEL_REQUESTED")
QUEUED_INPUT_STATUSES = ("PENDING", "CONSUMED", "CANCELLED")
BINDING_STATUSES = ("ACTIVE", "REVOKED")
BINDING_KINDS = ("PROJECT", "STEWARD")
BINDING_AUDIENCES = ("PRIVATE", "GROUP", "CHANNEL", "UNKNOWN")


def _id(name: str, *, null: bool = False) -> Column[str]:
    return Column(name, Text(collation="C"), nullable=null)


def _instant(name: str, *, null: bool = False) -> Column[object]:
    return Column(name, TIMESTAMP(timezone=True), nullable=null)


def _identity() -> tuple[Column[str], Column[str], Column[str], PrimaryKeyConstraint]:
    return _id("user_id"), _id("app_id"), _id("id"), PrimaryKeyConstraint("user_id", "app_id", "id")


def _references(column: str, table: str, *, circular: bool = False) -> ForeignKeyConstraint:
    """`column` holds an id of `table`. A circular reference is checked when the transaction commits, so that a session
    may be written, once, before the turn that it names."""
    owner = ("user_id", "app_id")
    return ForeignKeyConstraint(
        (*owner, column),
        [f"{table}.{name}" for name in (*owner, "id")],
        use_alter=circular,
        deferrable=circular or None,
        initially="DEFERRED" if circular else None,
    )


def _is_one_of(column: str, values: Iterable[str]) -> str:
    listed = ", ".join(f"'{value}'" for value in values)
    return f'"{column}" IN ({listed})'


def _one_of(column: str, values: Iterable[str]) -> CheckConstraint:
    return CheckConstraint(_is_one_of(column, values), name=column)


projects = Table(
    "projects",
    metadata,
    *_identity(),
    Column("name", Text),
    Column("status", Text, nullable=False),
    Column("workspace", Text(collation="C")),
    Column("grant", Text, nullable=False),
    Column("version", BigInteger),
    _one_of("status", PROJECT_STATUSES),
    _one_of("grant", WORKSPACE_GRANTS),
)

sessions = Table(
    "sessions",
    metadata,
    *_identity(),
    _id("project_id"),
    _id("parent_id", null=True),
    _id("root_session_id"),
    Column("name", Text(collation="C"), nullable=False),
    Column("path", Text(collation="C"), nullable=False),
    Column("title", Text),
    Column("status", Text, nullable=False),
    Column("queue_paused", Boolean, nullable=False),
    _id("executor_id", null=True),
    _id("channel_id", null=True),
    _id("goal_id", null=True),
    _id("binding_id", null=True),
    _id("source_id", null=True),
    _instant("created_at"),
    _instant("last_activity_at"),
    Column("version", BigInteger),
    # The current turn is copied here in the transaction that writes the turn: a page is one index range scan.
    _id("current_turn_id", null=True),
    Column("current_turn_status", Text),
    Column("current_turn_waiting_for", Text),
    # Kept by publishing, so that the directory's indexes hold visible rows only: see `visible`.
    Column("deleted", Boolean, nullable=False, server_default=false(), comment="it or an ancestor has status DELETED"),
    Column("project_deleted", Boolean, nullable=False, server_default=false()),
    _references("project_id", "projects"),
    _references("parent_id", "sessions"),
    _references("root_session_id", "sessions"),
    _references("binding_id", "bindings"),
    _references("current_turn_id", "turns", circular=True),
    # Deferred, so that two siblings may swap names in one batch. Roots have no parent and are not compared.
    UniqueConstraint("user_id", "app_id", "parent_id", "name", deferrable=True, initially="DEFERRED"),
    _one_of("status", SESSION_STATUSES),
    CheckConstraint("name ~ '^[A-Za-z0-9_-]{1,64}$'", name="name"),
    CheckConstraint("length(path) <= 1024", name="path"),
    CheckConstraint(
        "parent_id IS NOT NULL OR (name = 'root' AND root_session_id = id AND path = '/root')", name="root"
    ),
    CheckConstraint("last_activity_at >= created_at", name="activity"),
    CheckConstraint("(current_turn_id IS NULL) = (current_turn_status IS NULL)", name="current_turn"),
)


def visible(table: FromClause) -> ColumnElement[bool]:
    """The sessions that the directory shows: not deleted, no deleted ancestor, project not deleted (rules.md, section
    2). Written here and nowhere else; the directory's indexes hold these rows only."""
    return and_(not_(table.c.deleted), not_(table.c.project_deleted))


turns = Table(
    "turns",
    metadata,
    *_identity(),
    _id("session_id"),
    Column("status", Text, nullable=False),
    Column("waiting_for", Text),
    _id("current_run_id", null=True),
    _id("result_run_id", null=True),
    _instant("created_at"),
    _instant("finished_at", null=True),
    Column("version", BigInteger),
    _references("session_id", "sessions"),
    _one_of("status", TURN_STATUSES),
    CheckConstraint(
        f"waiting_for IS NULL OR (status = 'WAITING' AND {_is_one_of('waiting_for', WAIT_KINDS)})",
        name="waiting_for",
    ),
    CheckConstraint(f"(finished_at IS NULL) = ({_is_one_of('status', LIVE_TURN_STATUSES)})", name="finished_at"),
)

runs = Table(
    "runs",
    metadata,
    *_identity(),
    _id("session_id"),
    _id("turn_id"),
    Column("status", Text, nullable=False),
    _instant("lease_expires_at", null=True),
    Column("version", BigInteger),
    _references("session_id", "sessions"),
    _references("turn_id", "turns"),
    _one_of("status", RUN_STATUSES),
)

queued_inputs = Table(
    "queued_inputs",
    metadata,
    *_identity(),
    _id("session_id"),
    Column("status", Text, nullable=False),
    _instant("received_at", null=True),
    Column("version", BigInteger),
    _references("session_id", "sessions"),
    _one_of("status", QUEUED_INPUT_STATUSES),
)

bindings = Table(
    "bindings",
    metadata,
    *_identity(),
    _id("project_id"),
    Column("kind", Text, nullable=False),
    Column("audience", Text, nullable=False),
    Column("provider", Text(collation="C"), nullable=False),
    Column("connection", Text(collation="C"), nullable=False),
    Column("provider_app", Text(collation="C"), nullable=False),
    Column("operator", Text(collation="C"), nullable=False),
    Column("conversation", Text(collation="C")),
    _id("executor_id", null=True),
    Column("grant", Text, nullable=False),
    Column("status", Text, nullable=False),
    _id("replaced_by", null=True),
    _instant("revoked_at", null=True),
    Column("version", BigInteger),
    _references("project_id", "projects"),
    _references("replaced_by", "bindings"),
    _one_of("kind", BINDING_KINDS),
    _one_of("audience", BINDING_AUDIENCES),
    _one_of("grant", WORKSPACE_GRANTS),
    _one_of("status", BINDING_STATUSES),
)

# ------------------------------------------------------------------------------------------------ the directory's order
_newest_first = (sessions.c.last_activity_at.desc(), sessions.c.id.desc())
Index(
    "sessions_directory_all_idx",
    sessions.c.user_id,
    sessions.c.app_id,
    *_newest_first,
    postgresql_where=visible(sessions),
)
Index(
    "sessions_directory_project_idx",
    sessions.c.user_id,
    sessions.c.app_id,
    sessions.c.project_id,
    *_newest_first,
    postgresql_where=visible(sessions),
)

# ------------------------------------------------------------------------------------------------ guards
# Text of its own, without parameters: a statement that repeats it may use the index.
LIVE_TURN = text(_is_one_of("status", LIVE_TURN_STATUSES))
LIVE_RUN = text(_is_one_of("status", LIVE_RUN_STATUSES))
PENDING_INPUT = text("status = 'PENDING'")
ACTIVE_BINDING = text("status = 'ACTIVE'")
# The conversation that a binding is for. Digests, because three texts of any length do not fit into an index row; NULL
# counts as a value, and no digest is empty.
BINDING_PLACE = (
    func.md5(bindings.c.provider),
    func.md5(bindings.c.connection),
    func.coalesce(func.md5(bindings.c.conversation), text("''")),
)
Index(
    "turns_one_live_key",
    turns.c.user_id,
    turns.c.app_id,
    turns.c.session_id,
    unique=True,
    postgresql_where=LIVE_TURN,
)
Index(
    "bindings_one_active_key",
    bindings.c.user_id,
    bindings.c.app_id,
    *BINDING_PLACE,
    unique=True,
    postgresql_where=ACTIVE_BINDING,
)

# ------------------------------------------------------------------------------------------------ ways to related rows
Index("sessions_tree_idx", sessions.c.user_id, sessions.c.app_id, sessions.c.root_session_id)
Index("sessions_project_idx", sessions.c.user_id, sessions.c.app_id, sessions.c.project_id)
Index(
    "sessions_binding_idx",
    sessions.c.user_id,
    sessions.c.app_id,
    sessions.c.binding_id,
    sessions.c.status,
    *_newest_first,
    postgresql_where=and_(sessions.c.binding_id.is_not(None), visible(sessions)),
)
Index(
    "turns_newest_idx",
    turns.c.user_id,
    turns.c.app_id,
    turns.c.session_id,
    turns.c.created_at.desc(),
    turns.c.id.desc(),
)
Index("runs_turn_idx", runs.c.user_id, runs.c.app_id, runs.c.turn_id)
Index(
    "runs_live_idx",
    runs.c.user_id,
    runs.c.app_id,
    runs.c.session_id,
    postgresql_where=LIVE_RUN,
)
Index(
    "queued_inputs_pending_idx",
    queued_inputs.c.user_id,
    queued_inputs.c.app_id,
    queued_inputs.c.session_id,
    postgresql_where=PENDING_INPUT,
)
