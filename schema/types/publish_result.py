"""The union `PublishResult`."""

from typing import Annotated

import strawberry

from schema.types.publish_refused import PublishRefused
from schema.types.published import Published

PublishResult = Annotated[
    Published | PublishRefused,
    strawberry.union("PublishResult", description="A batch is stored whole, or nothing of it is, and why."),
]
