"""Response headers for which Django has no setting."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import has_vary_header, patch_cache_control

# Left out for static files: 350 bytes that mean nothing for a script, a style or a font.
DOCUMENTS_ONLY = {"Permissions-Policy"}
NOWHERE = "private, no-store"


def keep_nowhere(request: HttpRequest) -> None:
    """Let nobody keep the answer to this request, whatever it will be: what it tells is not for
    everybody, and may soon be for more people.
    """
    request.kept_nowhere = True  # type: ignore[attr-defined]  # ours


class SecurityHeaders:
    """Middleware that adds settings.SECURITY_HEADERS to every response, except that static files do
    not get headers for documents. A view may set one of them itself.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        is_static = request.path.startswith(settings.STATIC_URL)
        for name, value in settings.SECURITY_HEADERS.items():
            if is_static and name in DOCUMENTS_ONLY:
                continue
            response.headers.setdefault(name, value)
        if getattr(request, "kept_nowhere", False):
            response.headers["Cache-Control"] = NOWHERE
            response.headers.pop("ETag", None)
        # The page depends on who asks, so only their browser may keep it, and must ask again.
        elif not response.has_header("Cache-Control") and has_vary_header(response, "Cookie"):
            patch_cache_control(response, private=True, no_cache=True)
        return response
