"""What makes the site installable: the manifest, the service worker, and the page that is shown
without a connection. docs/browser.md explains them.
"""

import json
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, get_language_bidi, gettext, override
from django.views.decorators.http import require_safe

from games.core.rules import VARIANTS
from games.platform.bundling import read_static
from games.platform.language.addresses import in_language
from games.platform.site_settings.current import LOGO_SIDE, chosen, site_name
from games.site.account.notifications.web_push import push_key
from games.site.shared.pages.etags import HOUR, not_modified, short_version
from games.site.shared.pages.shortcuts import page

WORKER = "js/app/service-worker.js"
# The colours of the page and of the icon, as in css/tokens.css.
PAPER = "#f3eee2"
SCREENSHOT_LANGUAGES = ("en", "da", "de", "es", "fi", "fr", "it", "nb", "nl", "pl", "pt-br", "sv")
"""`script/lab screenshots --app` takes a picture in each of them."""


@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Return the web app manifest in a language (W3C, Web Application Manifest)."""
    _check_language(language)
    with override(language):
        text = json.dumps(_manifest(language), ensure_ascii=False)
    response = HttpResponse(text, content_type="application/manifest+json; charset=utf-8")
    patch_cache_control(response, public=True, max_age=HOUR)
    return response


def _manifest(language: str) -> dict[str, Any]:
    return {
        "id": "/",
        "name": site_name(),
        "short_name": site_name(),
        "description": gettext("Dice games with friends, live in your browser"),
        "lang": language,
        "dir": "rtl" if get_language_bidi() else "ltr",
        # In the reader's language, whatever the device asks for; who chooses another is led there.
        "start_url": in_language(language, reverse("home")),
        "scope": "/",
        "display": "standalone",
        # Pages name a colour for light and one for dark; a manifest has room for one.
        "theme_color": PAPER,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": _icons(),
        # Chromium shows them when somebody installs the site, and loads them then.
        "screenshots": [
            _screenshot(language, "narrow", "585x1266"),
            _screenshot(language, "wide", "1280x800"),
        ],
        "shortcuts": [
            _shortcut(language, gettext("Play"), "home", "play-96"),
            _shortcut(language, gettext("Daily"), "daily", "daily-96"),
        ],
    }


def _icon(name: str, side: int, purpose: str = "any") -> dict[str, str]:
    source = static(f"img/icons/{name}.png")
    return {"src": source, "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}


def _icons() -> list[dict[str, str]]:
    """Return the operator's logo alone, if there is one: from several, devices choose by size."""
    digest = chosen().logo
    if digest:
        source, side = reverse("site-logo", args=[digest]), f"{LOGO_SIDE}x{LOGO_SIDE}"
        return [{"src": source, "sizes": side, "type": "image/png", "purpose": "any"}]
    return [
        _icon("icon-192", 192),
        _icon("icon-512", 512),
        _icon("maskable-192", 192, "maskable"),
        _icon("maskable-512", 512, "maskable"),
        {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
    ]


def _screenshot(language: str, form: str, sizes: str) -> dict[str, str]:
    shown = language if language in SCREENSHOT_LANGUAGES else SCREENSHOT_LANGUAGES[0]
    return {
        "src": static(f"img/screenshots/{form}-{shown}.jpg"),
        "sizes": sizes,
        "type": "image/jpeg",
        "form_factor": form,
        "label": gettext("A game of %(name)s") % {"name": VARIANTS["yahtzee"].name},
    }


def _shortcut(language: str, name: str, view: str, icon: str) -> dict[str, Any]:
    url = in_language(language, reverse(view))
    return {"name": name, "url": url, "icons": [_icon(icon, 96)]}


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker of the whole site. It names the offline page in the language of the
    request.

    Browsers ask for it after each page, and compare it with the running one. It changes with each
    release, and with the language.
    """
    language = get_language() or settings.LANGUAGE_CODE
    if settings.DEBUG:
        _worker_of.cache_clear()
    icon = _icons()[0]["src"]
    text = _worker_of(language, short_version(), icon)
    etag = f'"{short_version()}-{language}{chosen().logo[:8]}"'
    response = not_modified(request, etag) or HttpResponse(
        text, content_type="text/javascript; charset=utf-8"
    )
    response["ETag"] = etag
    response["Vary"] = "Cookie, Accept-Language"
    patch_cache_control(response, no_cache=True, private=True)
    return response


@lru_cache(maxsize=32)
def _worker_of(language: str, version: str, icon: str) -> str:
    facts = {
        "version": version,
        "offline": reverse("offline", args=[language]),
        "files": [settings.STATIC_URL, reverse("language")],
        "icon": icon,
        "badge": static("img/icons/badge-96.png"),
        **_taken(),
    }
    return f"const SITE = {json.dumps(facts)};\n{read_static(WORKER)}"


def _taken() -> dict[str, Any]:
    """Return what can be taken along: pages, and the folders of data."""
    any_rules = reverse("scorecard-rules", args=["RULES"]).partition("RULES")[0]
    bots = reverse("offline-games-bots", args=["RULES"]).partition("RULES")[0]
    values = reverse("offline-games") + "values/"
    return {
        "taken": [reverse("offline-games"), reverse("scorecard")],
        "data": [any_rules, bots, values],
        "bots": bots,
        "values": values,
    }


def push_for_templates(request: HttpRequest) -> dict[str, str]:
    return {"push_key": push_key()}


@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    # The service worker keeps this page, so it must not name a player, and must need nothing but
    # files.
    _check_language(language)
    with override(language):
        response = page(request, "app/offline.html")
    response["Content-Language"] = language
    patch_cache_control(response, no_cache=True)
    return response


def _check_language(language: str) -> None:
    if language not in dict(settings.LANGUAGES):
        raise Http404("There is no such language.")
