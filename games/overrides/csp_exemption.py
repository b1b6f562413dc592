"""Send a response without a Content-Security-Policy.

Relies on this private name of django-csp 4.0: `CSPMiddleware` adds no header to a response with
the attribute `_csp_exempt`. The public decorator `csp_exempt` exempts a view, not one response.
"""

from django.http import HttpResponse


def exempt_from_csp(response: HttpResponse) -> None:
    """Send `response` without the header."""
    response._csp_exempt = True  # type: ignore[attr-defined]
