"""Bundles: the modules that a page needs, in one file, with a source map; and the
paths of bundles.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from pathlib import PurePosixPath
from typing import NamedTuple

import msgspec

from games.platform.bundling.module_source import BundleError, ModuleSource, read_module

# The modules of other projects that ours import by a bare name.
VENDORED = {
    "preact": "vendor/preact.mjs",
    "preact/hooks": "vendor/preact-hooks.mjs",
    "htm": "vendor/htm.mjs",
    "@preact/signals": "vendor/signals.mjs",
    "@preact/signals-core": "vendor/signals-core.mjs",
    "uplot": "vendor/uplot.mjs",
}


FOLDER = "bundles"
HASH_DIGITS = 8


def bundle_of(entry: str) -> str:
    """Return the path of the bundle of a module: "js/home/main.js" is in "bundles/home-main.js"."""
    return f"{FOLDER}/{entry.removeprefix('js/').replace('/', '-')}"


def stylesheet_bundle_of(paths: Sequence[str]) -> str:
    """Return the path of the bundle of these stylesheets, in this order."""
    code = hashlib.sha256("\n".join(paths).encode()).hexdigest()[:HASH_DIGITS]
    return f"{FOLDER}/{PurePosixPath(paths[0]).stem}-{code}.css"


Read = Callable[[str], str]
"""Returns the text of a static file. Raises FileNotFoundError."""

REGISTRY = "const $=globalThis.$modules??={};"


class Bundle(NamedTuple):
    """A bundle. path: its static path. source_map: as JSON."""

    path: str
    code: str
    source_map: str


class Modules:
    """All modules, each read once. `bare_names`: the paths of modules with a bare name."""

    def __init__(self, read: Read, bare_names: dict[str, str]) -> None:
        self._bare_names = bare_names
        self._read = read
        self.get = cache(self._get)
        self.needed_by = cache(self._needed_by)

    def text(self, path: str) -> str:
        return self._read(path)

    def _get(self, path: str) -> ModuleSource:
        return read_module(path, self._read(path), self._bare_names, _address)

    def _needed_by(self, entry: str) -> tuple[str, ...]:
        """Return `entry` and all modules that must run before it, in the order of running.

        Raises BundleError if modules import each other in a circle.
        """
        ordered: dict[str, bool] = {}

        def visit(path: str) -> None:
            if path in ordered:
                if not ordered[path]:
                    raise BundleError(f"{path} needs itself")
                return
            ordered[path] = False
            for each in self.get(path).imports:
                visit(each)
            # A dict keeps the place of a key: the module must stand behind all that it needs.
            del ordered[path]
            ordered[path] = True

        visit(entry)
        return tuple(ordered)

    def workers_of(self, entries: Collection[str]) -> set[str]:
        """Return the workers that these entries, or what they load later, may start."""
        loaded = (*entries, *self.present_before(entries))
        needed = {each for path in loaded for each in self.needed_by(path)}
        return {worker for path in needed for worker in self.get(path).workers}

    def loaded_later_by(self, entry: str) -> set[str]:
        """Return the modules that `entry`, or a module that it needs, loads on demand."""
        return {later for path in self.needed_by(entry) for later in self.get(path).lazy}

    def present_before(self, entries: Collection[str]) -> dict[str, frozenset[str]]:
        """Return, for each module that is loaded later, the modules that are always loaded by then:
        on every page, and in whatever order it loads its modules.
        """
        present = dict.fromkeys(entries, frozenset[str]())
        waiting = list(entries)
        while waiting:
            loader = waiting.pop()
            there = present[loader] | set(self.needed_by(loader))
            for path in sorted(self.loaded_later_by(loader) - set(entries)):
                known = present.get(path)
                present[path] = there if known is None else known & there
                if present[path] != known:
                    waiting.append(path)
        return {path: there for path, there in present.items() if path not in entries}


def make_bundles(entries: Collection[str], modules: Modules) -> list[Bundle]:
    """Return the bundles of the entries of pages, of the workers that they start, and of the
    modules that they load later.

    The bundle of a later module leaves out what is always loaded by then.
    """
    entries = {*entries, *modules.workers_of(entries)}
    bundles = [make_bundle(entry, modules.needed_by(entry), modules) for entry in sorted(entries)]
    for path, present in sorted(modules.present_before(entries).items()):
        parts = [each for each in modules.needed_by(path) if each == path or each not in present]
        bundles.append(make_bundle(path, parts, modules))
    return bundles


def make_bundle(entry: str, parts: Sequence[str], modules: Modules) -> Bundle:
    """Return a bundle of these modules, in the order of running. Their exports are in `$`."""
    lines = [(REGISTRY, -1, -1)]
    for number, path in enumerate(parts):
        module = modules.get(path)
        # A function for each module, because all modules in one block would share `var` variables.
        lines.append((f'$["{path}"]??=(()=>{{', -1, -1))
        lines += [(line, number, row) for line, row in _code_lines(module)]
        lines.append((f"return {module.exports}}})();", -1, -1))
    path = bundle_of(entry)
    name = path.removeprefix(f"{FOLDER}/")
    lines.append((f"//# sourceMappingURL={name}.map", -1, -1))
    code = "\n".join(line for line, _, _ in lines) + "\n"
    source_map = {
        "version": 3,
        "file": name,
        "sources": [f"../{each}" for each in parts],
        "sourcesContent": [modules.text(each) for each in parts],
        "names": [],
        "mappings": ";".join(_mappings((source, row) for _, source, row in lines)),
    }
    return Bundle(path, code, msgspec.json.encode(source_map).decode())


def _address(path: str) -> str:
    """Return what a bundle imports to load a module later: the bundles are in one folder."""
    return "./" + bundle_of(path).removeprefix(f"{FOLDER}/")


def _code_lines(module: ModuleSource) -> Iterable[tuple[str, int]]:
    """Yield the lines that hold code, without indentation, and their numbers."""
    for row, line in enumerate(module.code.split("\n")):
        if row in module.literal_lines:
            yield line, row
        elif stripped := line.strip() if row + 1 not in module.literal_lines else line.lstrip():
            yield stripped, row


def _mappings(places: Iterable[tuple[int, int]]) -> Iterable[str]:
    """Yield the mapping of each line (source map, revision 3), from its first column to the first
    column of a line of a source; "" for a line without a source.
    """
    last_source = last_row = 0
    for source, row in places:
        if source < 0:
            yield ""
            continue
        yield "A" + _vlq(source - last_source) + _vlq(row - last_row) + "A"
        last_source, last_row = source, row


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def _vlq(number: int) -> str:
    """Return a number as base 64 VLQ: five bits a digit, the sign in the lowest bit."""
    rest = number << 1 if number >= 0 else (-number << 1) | 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        if not rest:
            return text + DIGITS[digit]
        text += DIGITS[digit | 32]
