"""Sends tables of perfect play to browsers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.core.solver import portable_files
from games.site.shared.pages.packing import takes_brotli

YEAR = 365 * 24 * 3600


@require_safe
def values(request: HttpRequest, name: str) -> HttpResponse:
    """Return the table with this name, packed if the browser can unpack it. A name has a hash."""
    packed = portable_files.read(name)
    if packed is None:
        raise Http404("There is no such table, or not yet.")
    takes_packed = takes_brotli(request)
    answer = HttpResponse(
        packed if takes_packed else portable_files.unpacked(packed),
        content_type="application/octet-stream",
    )
    if takes_packed:
        answer.headers["Content-Encoding"] = "br"
    patch_vary_headers(answer, ["Accept-Encoding"])
    patch_cache_control(answer, public=True, max_age=YEAR, immutable=True)
    return answer
