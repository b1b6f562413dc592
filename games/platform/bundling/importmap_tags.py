"""Template tags for ES modules, bundled or not: import map and preloading."""

import json
import posixpath
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.platform.bundling import bundle_of, collected_bundles, has_bundles
from games.platform.bundling.bundle import VENDORED
from games.platform.bundling.translated import plain_translated_address, translated_address
from games.platform.language import ENGLISH

register = template.Library()

IMPORT = re.compile(r"""\bfrom\s*"([^"\s]+)"|^import\s*"([^"\s]+)";""", re.M)


def own_modules() -> list[str]:
    """Return the static paths of our own modules ("js/table/main.js", ...), sorted."""
    paths = (path for finder in finders.get_finders() for path, _ in finder.list(None))
    return sorted({path for path in paths if path.startswith("js/") and path.endswith(".js")})


def plain_url(path: str) -> str:
    """Return the URL of a static file without a hash, which relative imports resolve to."""
    return StaticFilesStorage(base_url=settings.STATIC_URL).url(path)


def address_of(bundle: str, language: str) -> str:
    return static(bundle) if language == ENGLISH else translated_address(bundle, language)


def _plain(bundle: str, language: str) -> str:
    return plain_url(bundle) if language == ENGLISH else plain_translated_address(bundle, language)


def build_import_map(language: str) -> dict[str, dict[str, str]]:
    """Return {"imports": {name or plain URL: URL to load}}. With bundles, only bundles are in the
    map, in this language.
    """
    # Modules are left out if the storage does not hash, because both URLs are then the same.
    if has_bundles():
        bundles = collected_bundles()
        return {"imports": {_plain(path, language): address_of(path, language) for path in bundles}}
    imports = {name: static(path) for name, path in VENDORED.items()}
    for path in own_modules():
        if (address := static(path)) != (plain := plain_url(path)):
            imports[plain] = address
    return {"imports": imports}


def imported_by(path: str) -> list[str]:
    """Return the static paths of the modules that a module imports directly.

    Raises FileNotFoundError for a missing module.
    """
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(path)
    names = (a or b for a, b in IMPORT.findall(Path(found).read_text()))
    folder = posixpath.dirname(path)
    return [VENDORED.get(name) or posixpath.normpath(f"{folder}/{name}") for name in names]


def module_graph(entry: str) -> list[str]:
    """Return the static paths of `entry` and all modules it needs, `entry` first."""
    needed = [entry]
    for path in needed:  # grows during the loop
        needed += [each for each in dict.fromkeys(imported_by(path)) if each not in needed]
    return needed


@lru_cache(maxsize=64)
def cached_import_map(language: str) -> str:
    return _encode(build_import_map(language))


@lru_cache(maxsize=16)
def cached_graph(entry: str) -> list[str]:
    return module_graph(entry)


def _encode(import_map: dict[str, Any]) -> str:
    # "</script>" in the JSON text must not end the script element.
    return json.dumps(import_map, separators=(",", ":")).replace("<", "\\u003c")


def _language() -> str:
    return get_language() or settings.LANGUAGE_CODE


def _nonce(context: dict[str, Any]) -> str:
    return getattr(context.get("request"), "csp_nonce", "")


@register.simple_tag(takes_context=True)
def importmap(context: dict[str, Any]) -> SafeString:
    """Return the `<script type="importmap">` of all modules, with the page's CSP nonce.

    Put it before the first module. The map is cached per process, except with DEBUG.
    """
    language = _language()
    text = _encode(build_import_map(language)) if settings.DEBUG else cached_import_map(language)
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        _nonce(context),
        mark_safe(text),  # noqa: S308
    )


@register.simple_tag(takes_context=True)
def module(context: dict[str, Any], entry: str) -> SafeString:
    """Return the script element of `entry` ("js/home/main.js"): of its bundle, or else of the
    module itself, after preloads of its imports.
    """
    # Without preloads, the browser would discover the imports one level at a time.
    if has_bundles():
        return _script(address_of(bundle_of(entry), _language()), context)
    graph = module_graph(entry) if settings.DEBUG else cached_graph(entry)
    preloads = ((static(path),) for path in graph[1:])
    links = format_html_join("", '<link rel="modulepreload" href="{}">', preloads)
    return links + _script(static(entry), context)


@register.simple_tag
def module_address(entry: str) -> str:
    """Return the address of a module that a script loads by itself, or of its bundle.

    Write its path literally, without a variable, because collectstatic reads it in the templates.
    On pages without an import map, the module must not import bare names or load anything later.
    """
    return address_of(bundle_of(entry), _language()) if has_bundles() else static(entry)


@register.simple_tag
def preload_module(path: str) -> SafeString:
    """Return the link element that preloads the bundle of a module ("js/home/tv.js") that the
    page's module will import later; "" without bundles.
    """
    if not has_bundles():
        return mark_safe("")
    address = address_of(bundle_of(path), _language())
    return format_html('<link rel="modulepreload" href="{}">', address)


def _script(address: str, context: dict[str, Any]) -> SafeString:
    return format_html(
        '<script type="module" src="{}" nonce="{}"></script>', address, _nonce(context)
    )
