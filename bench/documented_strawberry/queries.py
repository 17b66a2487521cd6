"""The database's part: what the ORM is asked for. Every statement names its owner."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, select, tuple_
from sqlalchemy.orm import aliased

from bench.documented_strawberry.models import Base, Binding, Project, Session, get_session

Owner = tuple[str, str]


def _owned(model: type[Base], owner: Owner) -> ColumnElement[bool]:
    user_id, app_id = owner
    return and_(model.user_id == user_id, model.app_id == app_id)


def _visible(owner: Owner) -> ColumnElement[bool]:
    return and_(_owned(Session, owner), ~Session.deleted, ~Session.project_deleted)


def _newest(owner: Owner, limit: int) -> Select[Session]:
    order = Session.last_activity_at.desc(), Session.id.desc()
    return select(Session).where(_visible(owner)).order_by(*order).limit(limit)


async def page(owner: Owner, after: tuple[datetime, str] | None, limit: int) -> Sequence[Session]:
    """The newest sessions, or those behind a place."""
    sql = _newest(owner, limit)
    if after is not None:
        sql = sql.where(tuple_(Session.last_activity_at, Session.id) < after)
    async with get_session() as session:
        return (await session.scalars(sql)).all()


async def page_of_project(owner: Owner, project_id: str, limit: int) -> Sequence[Session] | None:
    """The sessions of an active project; None if there is none."""
    active = and_(_owned(Project, owner), Project.id == project_id, Project.status == "ACTIVE")
    sql = _newest(owner, limit).join(Project, and_(active, Project.id == Session.project_id))
    async with get_session() as session:
        found = (await session.scalars(sql)).all()
        if found or await session.scalar(select(Project).where(active)):
            return found
    return None


async def binding(owner: Owner, binding_id: str) -> Binding | None:
    """The binding."""
    async with get_session() as session:
        return await session.get(Binding, (*owner, binding_id))


async def fence(owner: Owner, binding_id: str) -> Sequence[Any]:
    """Of the binding, in one statement: itself, its project, how many active projects share the workspace, and each
    open session."""
    other = aliased(Project)
    sharing = (
        select(func.count())
        .where(_owned(other, owner), other.status == "ACTIVE", other.workspace == Project.workspace)
        .scalar_subquery()
    )
    sql = (
        select(Binding, Project, sharing, Session)
        .outerjoin(Project, and_(_owned(Project, owner), Project.id == Binding.project_id))
        .outerjoin(Session, and_(_visible(owner), Session.binding_id == Binding.id, Session.status == "OPEN"))
        .where(_owned(Binding, owner), Binding.id == binding_id)
    )
    async with get_session() as session:
        return (await session.execute(sql)).all()
