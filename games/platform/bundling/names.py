"""The static paths of bundles."""

import hashlib
from collections.abc import Sequence
from pathlib import PurePosixPath

FOLDER = "bundles"
HASH_DIGITS = 8


def bundle_of(entry: str) -> str:
    """Return the path of the bundle of a module: "js/home/main.js" is in "bundles/home-main.js"."""
    return f"{FOLDER}/{entry.removeprefix('js/').replace('/', '-')}"


def stylesheet_bundle_of(paths: Sequence[str]) -> str:
    """Return the path of the bundle of these stylesheets, in this order."""
    code = hashlib.sha256("\n".join(paths).encode()).hexdigest()[:HASH_DIGITS]
    return f"{FOLDER}/{PurePosixPath(paths[0]).stem}-{code}.css"
