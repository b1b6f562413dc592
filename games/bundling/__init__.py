"""Bundles of the browser's modules and stylesheets, made by collectstatic: a page loads few files.

Development loads each module by itself.
"""

from games.bundling.names import bundle_of, stylesheet_bundle_of
from games.bundling.storage import (
    BundledStaticFilesStorage,
    collected_bundles,
    has_bundles,
    read_static,
)

__all__ = [
    "BundledStaticFilesStorage",
    "bundle_of",
    "collected_bundles",
    "has_bundles",
    "read_static",
    "stylesheet_bundle_of",
]
