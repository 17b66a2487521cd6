"""The input type `BindingRecord`."""

from datetime import datetime

import strawberry

from schema.declaration import input_type
from schema.inputs.field import APP, OWNER, VERSION, optional
from schema.types.binding_audience import BindingAudience
from schema.types.binding_kind import BindingKind
from schema.types.binding_status import BindingStatus
from schema.types.workspace_grant import WorkspaceGrant


@input_type
class BindingRecord:
    """A conversation in a chat provider that is connected to a project. At most one is ACTIVE for one provider,
    connection and conversation.
    """

    user_id: strawberry.ID = strawberry.field(description=OWNER)
    app_id: strawberry.ID = strawberry.field(description=APP)
    id: strawberry.ID = strawberry.field(description="The binding. Opaque, 1 to 160 characters.")
    project_id: strawberry.ID = strawberry.field(description="The project that it is connected to.")
    kind: BindingKind = strawberry.field(default=BindingKind.PROJECT, description="Which agent it is connected to.")
    audience: BindingAudience = strawberry.field(
        default=BindingAudience.UNKNOWN,
        description="Who reads it. Any other audience than PRIVATE is never discoverable.",
    )
    provider: str = strawberry.field(description="The chat provider.")
    connection: str = strawberry.field(description="The connection profile that the provider is asked with.")
    provider_app: str = strawberry.field(
        description="The identity of the App at the provider, which its confirmation is compared with."
    )
    operator: str = strawberry.field(
        description="The App-scoped identity of its owner at the provider, which its confirmation is compared with."
    )
    conversation: str | None = optional(
        "The chat, which the provider's confirmation is compared with. Null where the platform keeps none."
    )
    executor_id: strawberry.ID | None = optional("Who executes the turns of its sessions.")
    grant: WorkspaceGrant = strawberry.field(
        default=WorkspaceGrant.READ,
        description="What it may do there. WRITE needs a project whose grant is WRITE when the record comes.",
    )
    status: BindingStatus = strawberry.field(default=BindingStatus.ACTIVE, description="How it stands.")
    replaced_by: strawberry.ID | None = optional("The binding that took its place.")
    revoked_at: datetime | None = optional("When it was disconnected.")
    version: int | None = optional(VERSION)
