"""Whether a browser can unpack what is sent with Brotli."""

import re

from django.http import HttpRequest

BROTLI = re.compile(r"\bbr\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))")


def takes_brotli(request: HttpRequest) -> bool:
    return BROTLI.search(request.headers.get("Accept-Encoding", "")) is not None
