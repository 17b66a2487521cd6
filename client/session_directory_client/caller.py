"""Who asks."""

from dataclasses import dataclass

from session_directory_client.enums import CallerKind
from session_directory_client.fields import Fields, choice, optional_text, text


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom the directory answers, as it confirmed it."""

    kind: CallerKind
    user_id: str
    app_id: str
    project_id: str | None
    run_id: str | None


def read_caller(fields: Fields) -> Caller:
    """Of `Caller`."""
    return Caller(
        kind=choice(CallerKind, fields, "kind"),
        user_id=text(fields, "userId"),
        app_id=text(fields, "appId"),
        project_id=optional_text(fields, "projectId"),
        run_id=optional_text(fields, "runId"),
    )
