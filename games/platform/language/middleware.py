"""The language of a page and of a connection."""

from collections.abc import Iterable
from http.cookies import CookieError

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.platform.site_settings.current import site_language


class Language(LocaleMiddleware):
    """Middleware that answers in the language of the cookie, else of the site, else of the header
    Accept-Language.

    Only pages name their language: texts for programs are in English.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language."""
        ours = site_language()
        if not ours or settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
            super().process_request(request)
            return
        translation.activate(ours)
        request.LANGUAGE_CODE = translation.get_language()

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Add Content-Language, and Vary for caches, to pages."""
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


def language_of_headers(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the language of a connection, by the same rules as that of a page."""
    given = {name.lower(): value.decode("latin1") for name, value in headers}
    wanted = [_cookie(given.get(b"cookie", "")), site_language()]
    wanted += [tag for tag, _ in parse_accept_lang_header(given.get(b"accept-language", ""))]
    for language in wanted:
        try:
            return get_supported_language_variant(language)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def _cookie(header: str) -> str:
    try:
        return parse_cookie(header).get(settings.LANGUAGE_COOKIE_NAME, "")
    except CookieError:
        return ""
