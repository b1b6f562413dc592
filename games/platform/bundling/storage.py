"""The storage of static files in production: hashed, compressed and bundled. The stylesheets of a
page become one file.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.platform.bundling.bundle import (
    FOLDER,
    VENDORED,
    Modules,
    make_bundles,
    stylesheet_bundle_of,
)

# A string (which may contain something like a comment), or a comment.
PARTS = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|/\*.*?\*/""", re.S)
IMAGE = re.compile(r"""url\("\.\./(img/[\w-]+\.svg)"\)""")
MAX_INLINE = 1000
"""The most characters of an inline SVG. The headers of a separate answer are almost as long."""

SAFE = " ='/:;,.-"
"""Characters that need no escaping in a data address within double quotes."""


def join_stylesheets(paths: Sequence[str], read: Callable[[str], str]) -> str:
    """Return the text of all stylesheets, in order, without comments and indentation, and with
    short pictures inside.
    """
    # Other relative addresses stay as they are, because bundles are as deep as `css/` is.
    text = "".join(_shortened(read(path)) for path in paths)
    return IMAGE.sub(lambda found: _picture(found, read), text)


def _shortened(text: str) -> str:
    bare = PARTS.sub(lambda found: found[1] or "", text)
    return "".join(f"{line.strip()}\n" for line in bare.splitlines() if line.strip())


def _picture(found: re.Match[str], read: Callable[[str], str]) -> str:
    """Return what to write for the address of a picture."""
    svg = read(found[1])
    if len(svg) > MAX_INLINE:
        return found[0]
    code = " ".join(svg.split()).replace('"', "'")
    return f'url("data:image/svg+xml,{quote(code, safe=SAFE)}")'


MODULE_TAG = re.compile(r'{%\s*module(?:_address)?\s+"([^"]+)"\s*%}')
SOURCES = ("css/", "js/", "vendor/")
STATIC_TAG = re.compile(r"""{%\s*static\s+["']([^"']+)["']\s*%}""")
STYLES_TAG = re.compile(r"{%\s*styles\s+([^%]+?)\s*%}")


class BundledStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Adds the bundles of all pages to what is collected."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Write the bundles, then hash and compress everything. Raises BundleError."""
        if not dry_run:
            for path, text in bundle_files():
                if self.exists(path):
                    self.delete(path)
                self._save(path, ContentFile(text.encode()))
                paths[path] = (self, path)
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: Collection[str]) -> Iterator[Any]:
        """Compress the files that pages load. Only developers read source maps and modules."""
        named = {self.hashed_files.get(path) for path in _named_files()}
        loaded = [
            path
            for path in paths
            if path in named or (not path.startswith(SOURCES) and path[-4:] != ".map")
        ]
        yield from super().compress_files(loaded)


def has_bundles() -> bool:
    """Whether pages load bundles: with the storage of production."""
    return isinstance(storages["staticfiles"], BundledStaticFilesStorage)


def collected_bundles() -> list[str]:
    """Return the static paths of the bundles of modules, sorted."""
    storage = storages["staticfiles"]
    assert isinstance(storage, BundledStaticFilesStorage)
    files: dict[str, str] = storage.hashed_files
    return sorted(path for path in files if path.startswith(FOLDER) and path.endswith(".js"))


def bundle_files() -> Iterator[tuple[str, str]]:
    """Yield the static path and the text of everything that is bundled, source maps included."""
    templates = [path.read_text() for path in sorted(_template_files())]
    entries = {entry for text in templates for entry in MODULE_TAG.findall(text)}
    for bundle in make_bundles(entries, Modules(read_static, VENDORED)):
        yield bundle.path, bundle.code
        yield f"{bundle.path}.map", bundle.source_map
    lists = {found for text in templates for found in STYLES_TAG.findall(text)}
    for paths in sorted(tuple(name.strip('"') for name in found.split()) for found in lists):
        yield stylesheet_bundle_of(paths), join_stylesheets(paths, read_static)


def read_static(path: str) -> str:
    """Return the text of a static file. Raises FileNotFoundError."""
    found = finders.find(path)
    if found is None:
        raise FileNotFoundError(path)
    return Path(found).read_text()


def _named_files() -> set[str]:
    return {name for path in _template_files() for name in STATIC_TAG.findall(path.read_text())}


def _template_files() -> Iterator[Path]:
    for engine in settings.TEMPLATES:
        for folder in engine["DIRS"]:
            yield from Path(str(folder)).rglob("*.html")
