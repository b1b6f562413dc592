"""Languages: of a request, of a refusal, and the translations for the browser.

docs/accessibility.md explains how texts are marked and translated.
"""

from games.language.connection import language_of_headers
from games.language.numbers import in_percent
from games.language.refusals import listed, translated
from games.language.script import script_address, script_of

__all__ = [
    "in_percent",
    "language_of_headers",
    "listed",
    "script_address",
    "script_of",
    "translated",
]
