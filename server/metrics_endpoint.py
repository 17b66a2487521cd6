"""GET /metrics: for this machine, or for whoever sends the token that a setting names."""

import ipaddress
import secrets

from starlette.requests import Request
from starlette.responses import Response

from server.answers import ErrorCode, RefusedError
from server.metrics import CONTENT_TYPE, Metrics
from server.services import Services

# Whoever is behind a proxy of this machine is not on this machine.
_FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")


class MetricsEndpoint:
    """Answers with `metrics`. Without `token` there is nothing here for other machines."""

    def __init__(self, metrics: Metrics, token: bytes | None) -> None:
        self._metrics = metrics
        self._token = token

    async def answer(self, request: Request) -> Response:
        """The metrics, or a refusal that tells nothing."""
        if not _is_local(request) and not self._is_authorized(request):
            return self._refusal().answer()
        services: Services = request.state.services
        headers = {"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"}
        return Response(self._metrics.text({"read": services.pool, "write": services.write_pool}), headers=headers)

    def _is_authorized(self, request: Request) -> bool:
        sent = [value for name, value in request.scope["headers"] if name == b"authorization"]
        return self._token is not None and len(sent) == 1 and secrets.compare_digest(sent[0], b"Bearer " + self._token)

    def _refusal(self) -> RefusedError:
        if self._token is None:
            return RefusedError(404, ErrorCode.NOT_FOUND, "There is nothing here.")
        return RefusedError(
            401, ErrorCode.UNAUTHENTICATED, "Send a valid bearer token.", {"WWW-Authenticate": "Bearer"}
        )


def _is_local(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
