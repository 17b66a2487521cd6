"""The ORM's classes, with the columns that the answers need."""

import os
from datetime import datetime
from typing import ClassVar

from sqlalchemy import TIMESTAMP
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_engine = create_async_engine(
    os.environ["DATABASE_URL"].replace("postgresql:", "postgresql+asyncpg:"), pool_size=8, max_overflow=0
)
get_session = async_sessionmaker(_engine, expire_on_commit=False)


class Base(DeclarativeBase):
    """What has an owner."""

    type_annotation_map: ClassVar = {datetime: TIMESTAMP(timezone=True)}

    user_id: Mapped[str] = mapped_column(primary_key=True)
    app_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)


class Project(Base):
    """A project."""

    __tablename__ = "projects"

    status: Mapped[str]
    workspace: Mapped[str | None]
    grant: Mapped[str]


class Session(Base):
    """A session, with its current turn."""

    __tablename__ = "sessions"

    title: Mapped[str | None]
    path: Mapped[str]
    root_session_id: Mapped[str]
    project_id: Mapped[str]
    status: Mapped[str]
    last_activity_at: Mapped[datetime]
    created_at: Mapped[datetime]
    current_turn_id: Mapped[str | None]
    current_turn_status: Mapped[str | None]
    current_turn_waiting_for: Mapped[str | None]
    executor_id: Mapped[str | None]
    channel_id: Mapped[str | None]
    goal_id: Mapped[str | None]
    source_id: Mapped[str | None]
    binding_id: Mapped[str | None]
    deleted: Mapped[bool]
    project_deleted: Mapped[bool]


class Binding(Base):
    """A conversation binding."""

    __tablename__ = "bindings"

    project_id: Mapped[str]
    kind: Mapped[str]
    audience: Mapped[str]
    provider: Mapped[str]
    connection: Mapped[str]
    provider_app: Mapped[str]
    operator: Mapped[str]
    conversation: Mapped[str | None]
    executor_id: Mapped[str | None]
    grant: Mapped[str]
    status: Mapped[str]
    replaced_by: Mapped[str | None]
