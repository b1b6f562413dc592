"""Bundles of the browser's modules and stylesheets, made by collectstatic: a page loads few files.

Development loads each module by itself.
"""

from games.platform.bundling.bundle import bundle_of, stylesheet_bundle_of
from games.platform.bundling.storage import (
    BundledStaticFilesStorage,
    collected_bundles,
    has_bundles,
    read_static,
)
from games.platform.bundling.translated import (
    all_texts,
    script_address,
    texts_digest,
    translated_bundle,
)

__all__ = [
    "BundledStaticFilesStorage",
    "all_texts",
    "bundle_of",
    "collected_bundles",
    "has_bundles",
    "read_static",
    "script_address",
    "stylesheet_bundle_of",
    "texts_digest",
    "translated_bundle",
]
