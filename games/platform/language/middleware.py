"""The language of a page."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware


class Language(LocaleMiddleware):
    """Middleware that answers in the language of the cookie, else of the header Accept-Language.

    Only pages name their language: texts for programs are in English.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Add Content-Language, and Vary for caches, to pages."""
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
