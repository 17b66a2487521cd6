"""The two indexes of the directory: visible sessions, newest first.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "sessions_directory_all_idx",
        "sessions",
        ["user_id", "app_id", sa.literal_column("last_activity_at DESC"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("NOT deleted AND NOT project_deleted"),
    )
    op.create_index(
        "sessions_directory_project_idx",
        "sessions",
        ["user_id", "app_id", "project_id", sa.literal_column("last_activity_at DESC"), sa.literal_column("id DESC")],
        unique=False,
        postgresql_where=sa.text("NOT deleted AND NOT project_deleted"),
    )


def downgrade() -> None:
    op.drop_index("sessions_directory_project_idx", table_name="sessions")
    op.drop_index("sessions_directory_all_idx", table_name="sessions")
