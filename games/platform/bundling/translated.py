"""Bundles in the language of their reader.

A bundle is collected once, in English. The server writes the translations of its texts into it
when somebody asks for it, so that a page in any language loads as much as in English.
"""

import hashlib
import re
from functools import lru_cache
from pathlib import Path

import brotli
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.urls import reverse

from games.platform.bundling.bundle import FOLDER
from games.platform.language import browser_texts

ALL_TEXTS = "texts.js"
"""The name of the script with all texts, for pages that load each module by itself."""

DIGITS = 12
FORM = "2"
"""Raise it when other code is written for the same bundle and texts."""

NAMED = re.compile(r"(?<!function )\bgettext\(")
"""A call for a name that is data, which stays when texts are translated."""

LATER = re.compile(r"table-(?!main)")
"""Bundles that load after table-main, which brings the names: twice would be 2 kB more."""

SOURCE_MAP = re.compile(r"(?<=sourceMappingURL=)\S+")
BUNDLE_NAME = re.compile(r"[a-z0-9_-]+\.[0-9a-f]{12}\.js")


def translated_address(bundle: str, language: str) -> str:
    """Return the address of a bundle ("bundles/home-main.js") in a language. It changes with the
    bundle and the texts.
    """
    name = static(bundle).rpartition("/")[2]
    return reverse("translated", args=[language, texts_digest(language), name])


def plain_translated_address(bundle: str, language: str) -> str:
    name = bundle.removeprefix(f"{FOLDER}/")
    return reverse("translated", args=[language, texts_digest(language), name])


def script_address(language: str) -> str:
    """Return the address of the script with all texts of the browser, for development."""
    text = all_texts(language)
    digest = hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
    return reverse("translated", args=[language, digest, ALL_TEXTS])


def all_texts(language: str) -> str:
    found = (path for finder in finders.get_finders() for path, _ in finder.list(None))
    paths = sorted({path for path in found if path.startswith("js/") and path.endswith(".js")})
    sources = (Path(str(finders.find(path))).read_text() for path in paths)
    return browser_texts(language).script(sources)


@lru_cache(maxsize=64)
def texts_digest(language: str) -> str:
    """Return the digest of a language's catalogue and of what else is written into bundles."""
    texts = browser_texts(language)
    parts = (FORM, texts.setup(with_names=True), texts.digest)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:DIGITS]


def translated_bundle(language: str, name: str, *, packed: bool) -> bytes:
    """Return the collected bundle with this hashed file name in a language; `packed`: with Brotli.

    Bundles of earlier releases stay among the collected files, for pages that are still open.
    Raises FileNotFoundError.
    """
    kept = _packed(language, name)
    bare: bytes = kept if packed else brotli.decompress(kept)
    return bare


@lru_cache(maxsize=128)
def _packed(language: str, name: str) -> bytes:
    if not BUNDLE_NAME.fullmatch(name):
        raise FileNotFoundError(name)
    with staticfiles_storage.open(f"{FOLDER}/{name}") as file:
        code: str = file.read().decode()
    texts = browser_texts(language)
    maps = f"{settings.STATIC_URL}{FOLDER}/"
    code = SOURCE_MAP.sub(lambda found: maps + found[0], texts.translated(code))
    with_names = NAMED.search(code) is not None and LATER.match(name) is None
    setup = texts.setup(with_names=with_names)
    packed: bytes = brotli.compress((setup + code).encode())
    return packed
