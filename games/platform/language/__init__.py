"""Languages: of a request, of a refusal, and the translations for the browser.

docs/accessibility.md explains how texts are marked and translated.
"""

from games.platform.language.browser import ENGLISH, BrowserTexts, browser_texts
from games.platform.language.direction import interpolate, isolated, named, typed, unturned
from games.platform.language.formats import in_percent
from games.platform.language.middleware import language_of_headers
from games.platform.language.refusals import listed, listed_names, translated

__all__ = [
    "ENGLISH",
    "BrowserTexts",
    "browser_texts",
    "in_percent",
    "interpolate",
    "isolated",
    "language_of_headers",
    "listed",
    "listed_names",
    "named",
    "translated",
    "typed",
    "unturned",
]
