"""Only the site's own pages may open a socket: others would act with the visitor's cookie."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games.platform.limits.page_limit import ASGIApp


class SameOrigin:
    """Middleware that refuses, with HTTP 403, sockets with another origin or none."""

    def __init__(self, inner: ASGIApp) -> None:
        self.inner = inner

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Pass the connection on, or refuse it."""
        if is_own_origin(scope):
            await self.inner(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.close", "code": 4403})


def is_own_origin(scope: dict[str, Any]) -> bool:
    """Whether the Origin header names the scheme, host and port of the request, or a trusted
    origin. Django checks forms in the same way.
    """
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin1")
    host = headers.get(b"host", b"").decode("latin1")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:  # "http://[", for example: no browser sends it, but anybody can
        return False
    if parts.scheme != page_scheme(scope) or parts.netloc.lower() != host.lower():
        return False
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


def page_scheme(scope: dict[str, Any]) -> str:
    """Return "https" if our own proxy or the server says that the handshake came over TLS, else
    "http". `HttpRequest.scheme` does the same for pages.
    """
    proto: bytes | None = dict(scope["headers"]).get(b"x-forwarded-proto")
    if settings.TRUST_PROXY and proto is not None:
        is_secure = proto.partition(b",")[0].strip() == b"https"
    else:
        is_secure = scope.get("scheme") == "wss"
    return "https" if is_secure else "http"
