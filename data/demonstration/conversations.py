"""Conversations of the provider `demo` in the app `workbench`: a binding for every answer of `boundSession`. A test
holds what each is answered."""

from datetime import datetime, timedelta

from data.demonstration.record import DemonstrationSession
from data.demonstration.workbench import WORKBENCH
from data.records import RawRecord

_EXECUTOR = "workbench-agent"

PROJECTS = (
    WORKBENCH.project("support", "Questions from customers", grant="WRITE"),
    WORKBENCH.project("news", "News", workspace="workspace-news"),
    WORKBENCH.project("news-copy", "News (copy)", workspace="workspace-news"),
    WORKBENCH.project("pop-up-shop", "Pop-up shop, over", status="DELETED"),
    # What a binding may write to is narrowed only after it was bound: see NARROWED.
    WORKBENCH.project("accounting", "Accounting", grant="WRITE"),
)

NARROWED = WORKBENCH.project("accounting", "Accounting", grant="READ")

TOLD = (
    "demo-fails",
    "demo-hangs",
    "demo-unverified",
    "demo-other-app",
    "demo-other-operator",
    "demo-moved",
    "demo-no-longer-private",
    "demo-reported-twice",
)
"""Connections by which the provider `demo` is told what to say. Each has a binding of its name."""


def bindings(now: datetime) -> list[RawRecord]:
    """The bindings; those that ended did so some days before `now`."""
    last_week = (now - timedelta(days=6)).isoformat()
    return [
        _binding("demo-bound", grant="WRITE"),
        _binding("demo-steward", kind="STEWARD"),
        _binding("demo-none-open"),
        _binding("demo-revoked", status="REVOKED", revokedAt=last_week),
        _binding("demo-replaced", status="REVOKED", revokedAt=last_week, replacedBy="demo-bound"),
        _binding("demo-group", audience="GROUP"),
        _binding("demo-workspace-twice", projectId="news"),
        _binding("demo-workspace-gone", projectId="pop-up-shop"),
        _binding("demo-grant-narrowed", projectId="accounting", grant="WRITE"),
        _binding("demo-session-changed"),
        _binding("demo-executor-changed"),
        _binding("demo-two-open"),
        *(_binding(connection, connection=connection) for connection in TOLD),
    ]


def _binding(binding_id: str, **fields: object) -> RawRecord:
    usual = {
        "projectId": "support",
        "audience": "PRIVATE",
        "provider": "demo",
        "connection": "demo-connection",
        "providerApp": "demo-app",
        "operator": "mina-at-demo",
        "conversation": f"chat-of-{binding_id}",
        "executorId": _EXECUTOR,
    }
    return WORKBENCH.record("binding", binding_id, **usual | fields)


def _bound(
    session_id: str, binding_id: str, title: str | None, project_id: str = "support", **fields: object
) -> DemonstrationSession:
    source_id = f"thread-of-{session_id}"
    usual = {
        "bindingId": binding_id,
        "sourceId": source_id,
        "channelId": f"project.external.{binding_id}.{source_id}",
        "executorId": _EXECUTOR,
    }
    return WORKBENCH.session(session_id, project_id, title, "COMPLETED", None, **usual | fields)


# Newest first.
SESSIONS = (
    _bound("chat-delivery", "demo-bound", "When does my parcel come?"),
    _bound("chat-delivery-before", "demo-bound", "Gutschein einlösen", status="CLOSED"),
    _bound(
        "chat-steward",
        "demo-steward",
        "What is going on in my projects?",
        goalId="loopx-manager",
        channelId="manager.external.native.demo-steward.thread-of-chat-steward",
    ),
    _bound("chat-invoice", "demo-none-open", "Une facture perdue", status="CLOSED"),
    _bound("chat-invoice-before", "demo-none-open", "請求書の宛名", status="CLOSED"),
    _bound("chat-returns", "demo-revoked", "Returning a lamp", status="CLOSED"),
    _bound("chat-team", "demo-group", "Shifts next week"),
    _bound("chat-news", "demo-workspace-twice", "News of the month", project_id="news"),
    _bound("chat-shop", "demo-workspace-gone", "Opening hours of the pop-up shop", project_id="pop-up-shop"),
    _bound("chat-taxes", "demo-grant-narrowed", "Umsatzsteuer im März", project_id="accounting"),
    _bound("chat-moved", "demo-session-changed", "Pedido nº 1048", channelId="project.external.elsewhere"),
    _bound("chat-handed-over", "demo-executor-changed", "الطلب لم يصل", executorId="another-agent"),
    _bound("chat-two-first", "demo-two-open", None),
    _bound("chat-two-second", "demo-two-open", "Two answers to one question"),
)
