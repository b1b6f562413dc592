"""The import map: lets ES modules without a build step be served under hashed names."""

import json
from functools import lru_cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

VENDORED = {
    "preact": "vendor/preact.mjs",
    "preact/hooks": "vendor/preact-hooks.mjs",
    "htm": "vendor/htm.mjs",
    "@preact/signals": "vendor/signals.mjs",
    "@preact/signals-core": "vendor/signals-core.mjs",
}


def own_modules() -> list[str]:
    """Return the static paths of our own modules ("js/room.js", ...), sorted."""
    paths = (path for finder in get_finders() for path, _ in finder.list(None))
    return sorted({path for path in paths if path.startswith("js/") and path.endswith(".js")})


def plain_url(path: str) -> str:
    """Return the address of a static file without a hash: what `import "./dice.js"` resolves to."""
    return StaticFilesStorage(base_url=settings.STATIC_URL).url(path)


def build_import_map() -> dict[str, dict[str, str]]:
    """Return {"imports": {name or plain address: address to load}}.

    With a storage that does not hash, a module's two addresses are the same and it is left out.
    """
    imports = {name: static(path) for name, path in VENDORED.items()}
    for path in own_modules():
        if (address := static(path)) != (plain := plain_url(path)):
            imports[plain] = address
    return {"imports": imports}


@lru_cache(maxsize=1)
def cached_import_map() -> str:
    """Return the map as JSON text, made by the first call of the process."""
    return _encode(build_import_map())


def _encode(import_map: dict[str, Any]) -> str:
    # "</script>" inside a JSON text must not end the element.
    return json.dumps(import_map, separators=(",", ":")).replace("<", "\\u003c")


@register.simple_tag(takes_context=True)
def importmap(context: dict[str, Any]) -> SafeString:
    """Return the `<script type="importmap">` of all modules, with the page's CSP nonce.

    Put it before the first module script. The map is built once a process, except with DEBUG.
    """
    text = _encode(build_import_map()) if settings.DEBUG else cached_import_map()
    nonce = getattr(context.get("request"), "csp_nonce", "")
    return format_html('<script type="importmap" nonce="{}">{}</script>', nonce, mark_safe(text))  # noqa: S308
