"""Links as QR codes."""

import io

import segno
from django.http import HttpResponse


def qr_code(link: str) -> HttpResponse:
    """Return a link as a QR code (SVG), dark on white for scanners."""
    svg = io.BytesIO()
    segno.make(link, error="m").save(
        svg, kind="svg", dark="#14293b", light="#ffffff", border=3, omitsize=True
    )
    return HttpResponse(svg.getvalue(), content_type="image/svg+xml")
