"""The storage of static files in production: hashed, compressed and bundled."""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from whitenoise.storage import CompressedManifestStaticFilesStorage

from games.platform.bundling.bundle import Modules, make_bundles
from games.platform.bundling.names import FOLDER, stylesheet_bundle_of
from games.platform.bundling.stylesheets import join_stylesheets
from games.platform.bundling.vendored import VENDORED

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
    """Return the static paths that templates load by name."""
    return {name for path in _template_files() for name in STATIC_TAG.findall(path.read_text())}


def _template_files() -> Iterator[Path]:
    for engine in settings.TEMPLATES:
        for folder in engine["DIRS"]:
            yield from Path(str(folder)).rglob("*.html")
