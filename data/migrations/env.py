"""Run by Alembic: migrates on the connection that `data.migrations.migrate` holds."""

from alembic import context

from data.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
