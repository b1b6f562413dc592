"""The language of a page and of a connection."""

from collections.abc import Callable, Iterable
from http.cookies import CookieError

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.cookie import parse_cookie
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.encoding import iri_to_uri
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.platform.language.addresses import in_language, language_of_address, read_address
from games.platform.site_settings.current import site_language


class LanguageAddresses:
    """Middleware that reads the language in the address of a page: see `addresses`.

    Those who have chosen another language are led to its address. What follows sees the path
    without the language.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        address = read_address(request.path_info)
        if address is None or not address.is_ours:
            return self.get_response(request)
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, address.language)
        response: HttpResponseBase
        if chosen != address.language and chosen in dict(settings.LANGUAGES) and _is_read(request):
            query = request.META.get("QUERY_STRING", "")
            there = iri_to_uri(in_language(chosen, address.path))
            response = HttpResponseRedirect(f"{there}?{query}" if query else there)
        else:
            request.path_info = address.path
            vars(request)["language_address"] = address
            response = self.get_response(request)
        patch_vary_headers(response, ["Cookie"])
        return response


class Language(LocaleMiddleware):
    """Middleware that answers in the language of the address, else of the cookie, else of the site,
    else of the header Accept-Language.

    Only pages name their language: texts for programs are in English.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Choose the language."""
        ours = language_of_address(request)
        if ours is None and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            ours = site_language()
        if not ours:
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
        if language_of_address(request) is not None:
            response.headers.setdefault("Content-Language", translation.get_language() or "")
            return response
        return super().process_response(request, response)


def _is_read(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD")


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
