"""The choice of a language, and the translations for the browser."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from games.people.accounts.models import User
from games.people.accounts.preferences import Preferences, save_preferences, stored_preferences
from games.platform.bundling import all_texts, has_bundles, texts_digest, translated_bundle
from games.platform.language import ENGLISH
from games.site.shared.pages.packing import takes_brotli
from games.site.shared.pages.shortcuts import player_of

YEAR = 365 * 24 * 3600


@require_safe
def translated(request: HttpRequest, language: str, digest: str, name: str) -> HttpResponse:
    """Return a bundle in a language, or the script with all texts. With the digest of the present
    texts it may be cached for ever.
    """
    if language == ENGLISH or language not in dict(settings.LANGUAGES):
        return HttpResponse(status=404)
    response = HttpResponse(content_type="text/javascript; charset=utf-8")
    patch_vary_headers(response, ["Accept-Encoding"])
    if not has_bundles():
        response.content = all_texts(language)
        return response
    packed = takes_brotli(request)
    try:
        response.content = translated_bundle(language, name, packed=packed)
    except FileNotFoundError:
        return HttpResponse(status=404)
    if packed:
        response["Content-Encoding"] = "br"
    if digest == texts_digest(language):
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, no_cache=True)
    return response


@csrf_exempt
@require_POST
def choose_language(request: HttpRequest) -> HttpResponse:
    """Remember the language in a cookie, and go back to the page that asked."""
    # Exempt from CSRF checks: the form is in the footer of every page, and a token would need a
    # cookie, which most pages for guests do not set. Another site could only change the language.
    language = request.POST.get("language", "")
    response = HttpResponseRedirect(page_before(request))
    if language in dict(settings.LANGUAGES):
        remember_language(response, language)
        player = player_of(request)
        is_kept = player is not None and not player.is_guest
        if (
            player is not None
            and is_kept
            and stored_preferences(player).get("language") != language
        ):
            save_preferences(player, Preferences(language=language))
    return response


def recall_language(response: HttpResponse, account: User) -> None:
    """Set the cookie to the language in the account's settings, if they have one."""
    language = stored_preferences(account).get("language")
    if language in dict(settings.LANGUAGES):
        remember_language(response, language)


def page_before(request: HttpRequest) -> str:
    """Return the address of our page that sent the form, or else of the home page."""
    came_from = request.headers.get("Referer", "")
    ours = url_has_allowed_host_and_scheme(
        came_from, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return came_from if ours else reverse("home")


def remember_language(response: HttpResponse, language: str) -> None:
    options: dict[str, Any] = {
        "max_age": settings.LANGUAGE_COOKIE_AGE,
        "samesite": settings.LANGUAGE_COOKIE_SAMESITE,
        "secure": settings.LANGUAGE_COOKIE_SECURE,
        "httponly": settings.LANGUAGE_COOKIE_HTTPONLY,
    }
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, **options)
