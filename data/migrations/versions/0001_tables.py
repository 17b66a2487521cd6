"""The tables and their guards.

Revision ID: 0001
Revises: nothing
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


_TABLES = ("projects", "bindings", "sessions", "turns", "runs", "queued_inputs")


def upgrade() -> None:
    op.create_table(
        "projects",
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("app_id", sa.Text(collation="C"), nullable=False),
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(collation="C"), nullable=True),
        sa.Column("grant", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("\"grant\" IN ('READ', 'WRITE')", name=op.f("projects_grant_check")),
        sa.CheckConstraint("\"status\" IN ('ACTIVE', 'DELETED')", name=op.f("projects_status_check")),
        sa.PrimaryKeyConstraint("user_id", "app_id", "id", name=op.f("projects_pkey")),
    )
    op.create_table(
        "bindings",
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("app_id", sa.Text(collation="C"), nullable=False),
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("project_id", sa.Text(collation="C"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(collation="C"), nullable=False),
        sa.Column("connection", sa.Text(collation="C"), nullable=False),
        sa.Column("provider_app", sa.Text(collation="C"), nullable=False),
        sa.Column("operator", sa.Text(collation="C"), nullable=False),
        sa.Column("conversation", sa.Text(collation="C"), nullable=True),
        sa.Column("executor_id", sa.Text(collation="C"), nullable=True),
        sa.Column("grant", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("replaced_by", sa.Text(collation="C"), nullable=True),
        sa.Column("revoked_at", sa.TIMESTAMP(timezone=True), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "\"audience\" IN ('PRIVATE', 'GROUP', 'CHANNEL', 'UNKNOWN')", name=op.f("bindings_audience_check")
        ),
        sa.CheckConstraint("\"grant\" IN ('READ', 'WRITE')", name=op.f("bindings_grant_check")),
        sa.CheckConstraint("\"kind\" IN ('PROJECT', 'STEWARD')", name=op.f("bindings_kind_check")),
        sa.CheckConstraint("\"status\" IN ('ACTIVE', 'REVOKED')", name=op.f("bindings_status_check")),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "project_id"],
            ["projects.user_id", "projects.app_id", "projects.id"],
            name=op.f("bindings_user_id_app_id_project_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "replaced_by"],
            ["bindings.user_id", "bindings.app_id", "bindings.id"],
            name=op.f("bindings_user_id_app_id_replaced_by_fkey"),
        ),
        sa.PrimaryKeyConstraint("user_id", "app_id", "id", name=op.f("bindings_pkey")),
    )
    op.create_index(
        "bindings_one_active_key",
        "bindings",
        [
            "user_id",
            "app_id",
            sa.literal_column("md5(provider)"),
            sa.literal_column("md5(connection)"),
            sa.literal_column("coalesce(md5(conversation), '')"),
        ],
        unique=True,
        postgresql_where=sa.text("status = 'ACTIVE'"),
    )
    op.create_table(
        "sessions",
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("app_id", sa.Text(collation="C"), nullable=False),
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("project_id", sa.Text(collation="C"), nullable=False),
        sa.Column("parent_id", sa.Text(collation="C"), nullable=True),
        sa.Column("root_session_id", sa.Text(collation="C"), nullable=False),
        sa.Column("name", sa.Text(collation="C"), nullable=False),
        sa.Column("path", sa.Text(collation="C"), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("queue_paused", sa.Boolean(), nullable=False),
        sa.Column("executor_id", sa.Text(collation="C"), nullable=True),
        sa.Column("channel_id", sa.Text(collation="C"), nullable=True),
        sa.Column("goal_id", sa.Text(collation="C"), nullable=True),
        sa.Column("binding_id", sa.Text(collation="C"), nullable=True),
        sa.Column("source_id", sa.Text(collation="C"), nullable=True),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("last_activity_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.Column("current_turn_id", sa.Text(collation="C"), nullable=True),
        sa.Column("current_turn_status", sa.Text(), nullable=True),
        sa.Column("current_turn_waiting_for", sa.Text(), nullable=True),
        sa.Column(
            "deleted",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
            comment="it or an ancestor has status DELETED",
        ),
        sa.Column("project_deleted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("name ~ '^[A-Za-z0-9_-]{1,64}$'", name=op.f("sessions_name_check")),
        sa.CheckConstraint(
            "parent_id IS NOT NULL OR (name = 'root' AND root_session_id = id AND path = '/root')",
            name=op.f("sessions_root_check"),
        ),
        sa.CheckConstraint(
            "\"status\" IN ('OPEN', 'CLOSED', 'ARCHIVED', 'DELETED')", name=op.f("sessions_status_check")
        ),
        sa.CheckConstraint(
            "(current_turn_id IS NULL) = (current_turn_status IS NULL)", name=op.f("sessions_current_turn_check")
        ),
        sa.CheckConstraint("last_activity_at >= created_at", name=op.f("sessions_activity_check")),
        sa.CheckConstraint("length(path) <= 1024", name=op.f("sessions_path_check")),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "binding_id"],
            ["bindings.user_id", "bindings.app_id", "bindings.id"],
            name=op.f("sessions_user_id_app_id_binding_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "parent_id"],
            ["sessions.user_id", "sessions.app_id", "sessions.id"],
            name=op.f("sessions_user_id_app_id_parent_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "project_id"],
            ["projects.user_id", "projects.app_id", "projects.id"],
            name=op.f("sessions_user_id_app_id_project_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "root_session_id"],
            ["sessions.user_id", "sessions.app_id", "sessions.id"],
            name=op.f("sessions_user_id_app_id_root_session_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("user_id", "app_id", "id", name=op.f("sessions_pkey")),
        sa.UniqueConstraint(
            "user_id",
            "app_id",
            "parent_id",
            "name",
            deferrable=True,
            initially="DEFERRED",
            name=op.f("sessions_user_id_app_id_parent_id_name_key"),
        ),
    )
    op.create_index(
        "sessions_binding_idx",
        "sessions",
        [
            "user_id",
            "app_id",
            "binding_id",
            "status",
            sa.literal_column("last_activity_at DESC"),
            sa.literal_column("id DESC"),
        ],
        unique=False,
        postgresql_where=sa.text("binding_id IS NOT NULL AND NOT deleted AND NOT project_deleted"),
    )
    op.create_index("sessions_project_idx", "sessions", ["user_id", "app_id", "project_id"], unique=False)
    op.create_index("sessions_tree_idx", "sessions", ["user_id", "app_id", "root_session_id"], unique=False)
    op.create_table(
        "queued_inputs",
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("app_id", sa.Text(collation="C"), nullable=False),
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("session_id", sa.Text(collation="C"), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("received_at", sa.TIMESTAMP(timezone=True), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "\"status\" IN ('PENDING', 'CONSUMED', 'CANCELLED')", name=op.f("queued_inputs_status_check")
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "session_id"],
            ["sessions.user_id", "sessions.app_id", "sessions.id"],
            name=op.f("queued_inputs_user_id_app_id_session_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("user_id", "app_id", "id", name=op.f("queued_inputs_pkey")),
    )
    op.create_index(
        "queued_inputs_pending_idx",
        "queued_inputs",
        ["user_id", "app_id", "session_id"],
        unique=False,
        postgresql_where=sa.text("status = 'PENDING'"),
    )
    op.create_table(
        "turns",
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("app_id", sa.Text(collation="C"), nullable=False),
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("session_id", sa.Text(collation="C"), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("waiting_for", sa.Text(), nullable=True),
        sa.Column("current_run_id", sa.Text(collation="C"), nullable=True),
        sa.Column("result_run_id", sa.Text(collation="C"), nullable=True),
        sa.Column("created_at", sa.TIMESTAMP(timezone=True), nullable=False),
        sa.Column("finished_at", sa.TIMESTAMP(timezone=True), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "\"status\" IN ('RUNNING', 'WAITING', 'CANCELLING', 'COMPLETED', 'FAILED', 'CANCELLED')",
            name=op.f("turns_status_check"),
        ),
        sa.CheckConstraint(
            "(finished_at IS NULL) = (\"status\" IN ('RUNNING', 'WAITING', 'CANCELLING'))",
            name=op.f("turns_finished_at_check"),
        ),
        sa.CheckConstraint(
            "waiting_for IS NULL OR (status = 'WAITING' AND \"waiting_for\" IN ('APPROVAL', 'ANSWER', 'COOPERATION'))",
            name=op.f("turns_waiting_for_check"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "session_id"],
            ["sessions.user_id", "sessions.app_id", "sessions.id"],
            name=op.f("turns_user_id_app_id_session_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("user_id", "app_id", "id", name=op.f("turns_pkey")),
    )
    op.create_index(
        "turns_newest_idx",
        "turns",
        ["user_id", "app_id", "session_id", sa.literal_column("created_at DESC"), sa.literal_column("id DESC")],
        unique=False,
    )
    op.create_index(
        "turns_one_live_key",
        "turns",
        ["user_id", "app_id", "session_id"],
        unique=True,
        postgresql_where=sa.text("\"status\" IN ('RUNNING', 'WAITING', 'CANCELLING')"),
    )
    op.create_table(
        "runs",
        sa.Column("user_id", sa.Text(collation="C"), nullable=False),
        sa.Column("app_id", sa.Text(collation="C"), nullable=False),
        sa.Column("id", sa.Text(collation="C"), nullable=False),
        sa.Column("session_id", sa.Text(collation="C"), nullable=False),
        sa.Column("turn_id", sa.Text(collation="C"), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("lease_expires_at", sa.TIMESTAMP(timezone=True), nullable=True),
        sa.Column("version", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "\"status\" IN ('PENDING', 'RUNNING', 'CANCEL_REQUESTED', 'COMPLETED', 'FAILED', 'CANCELLED', "
            "'INTERRUPTED', 'YIELDED')",
            name=op.f("runs_status_check"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "session_id"],
            ["sessions.user_id", "sessions.app_id", "sessions.id"],
            name=op.f("runs_user_id_app_id_session_id_fkey"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id", "app_id", "turn_id"],
            ["turns.user_id", "turns.app_id", "turns.id"],
            name=op.f("runs_user_id_app_id_turn_id_fkey"),
        ),
        sa.PrimaryKeyConstraint("user_id", "app_id", "id", name=op.f("runs_pkey")),
    )
    op.create_index(
        "runs_live_idx",
        "runs",
        ["user_id", "app_id", "session_id"],
        unique=False,
        postgresql_where=sa.text("\"status\" IN ('PENDING', 'RUNNING', 'CANCEL_REQUESTED')"),
    )
    op.create_index("runs_turn_idx", "runs", ["user_id", "app_id", "turn_id"], unique=False)
    op.create_foreign_key(
        "sessions_user_id_app_id_current_turn_id_fkey",
        "sessions",
        "turns",
        ["user_id", "app_id", "current_turn_id"],
        ["user_id", "app_id", "id"],
        deferrable=True,
        initially="DEFERRED",
    )
    op.execute(
        """
        CREATE FUNCTION keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'the owner and the app of a row never change'
                USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """
    )
    for table in _TABLES:
        op.execute(
            f"""
            CREATE TRIGGER {table}_keep_owner BEFORE UPDATE OF user_id, app_id ON {table} FOR EACH ROW
            WHEN ((OLD.user_id, OLD.app_id) IS DISTINCT FROM (NEW.user_id, NEW.app_id)) EXECUTE FUNCTION keep_owner()
            """
        )


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.execute(f"DROP TABLE {table} CASCADE")
    op.execute("DROP FUNCTION keep_owner()")
