"""The input type `ProjectRecord`."""

import strawberry

from schema.declaration import input_type
from schema.inputs.field import APP, OWNER, VERSION, optional
from schema.types.project_status import ProjectStatus
from schema.types.workspace_grant import WorkspaceGrant


@input_type
class ProjectRecord:
    """A project. With its first one an owner and an app come into being."""

    user_id: strawberry.ID = strawberry.field(description=OWNER)
    app_id: strawberry.ID = strawberry.field(description=APP)
    id: strawberry.ID = strawberry.field(description="The project. Opaque, 1 to 160 characters.")
    name: str | None = optional("What people call it.")
    status: ProjectStatus = strawberry.field(default=ProjectStatus.ACTIVE, description="How it stands.")
    workspace: str | None = optional(
        "A reference of its workspace, compared exactly. Two ACTIVE projects with one workspace make it ambiguous for "
        "bindings."
    )
    grant: WorkspaceGrant = strawberry.field(
        default=WorkspaceGrant.READ, description="What the platform now offers there."
    )
    version: int | None = optional(VERSION)
