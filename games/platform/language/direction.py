"""What people typed, among other words: it moves nothing beside it, whatever its script.

"Bob 118, דנה 55, علي 44" appears with 55 between two names that it does not belong to. So each
name, title and line of chat is isolated: in markup by `<bdi>` (`named`, `typed`), in texts by
U+2068 and U+2069 (`isolated`, `interpolate`). Only for what is shown: nothing isolated is stored,
sent in a field of the protocol or the API, compared, or put into a form.

The browser has the same: static/js/language/language.js and static/js/ui/typed.js.
"""

import re
import unicodedata
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language_bidi

OVERRIDES = re.compile("[\u202a-\u202e]")
ISOLATES = re.compile("[\u2066-\u2069]")
ISOLATE = "\N{FIRST STRONG ISOLATE}"
END = "\N{POP DIRECTIONAL ISOLATE}"
TURNING = {"R", "AL", "AN", "LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
"""Letters and digits that are written from right to left, and marks that change the direction."""


def isolated(text: str) -> str:
    """Return what people typed for a text with other words or numbers. What cannot move them, such
    as a Latin name in English, stays as it is.
    """
    text = _harmless(text)
    turns = get_language_bidi() or any(unicodedata.bidirectional(char) in TURNING for char in text)
    return f"{ISOLATE}{text}{END}" if turns and text else text


def named(name: str) -> SafeString:
    """Return a name as markup, which browsers do not translate, either."""
    return format_html('<bdi translate="no">{}</bdi>', unturned(name))


def typed(text: str) -> SafeString:
    """Return the title of an event, or a line of chat, as markup."""
    return format_html("<bdi>{}</bdi>", unturned(text))


def interpolate(text: str, values: Mapping[str, object]) -> str:
    """Return `text` with each "%(name)s" replaced by `values["name"]`, isolated if it is a text.

    If a value is markup, so is the answer, and all else is escaped.
    """
    if any(isinstance(value, SafeString) for value in values.values()):
        markup = {key: conditional_escape(str(value)) for key, value in values.items()}
        return mark_safe(conditional_escape(text) % markup)  # noqa: S308 - all of it is escaped
    return text % {key: _shown(value) for key, value in values.items()}


def unturned(text: str) -> str:
    """Return a text without the marks that turn what comes after them."""
    return ISOLATES.sub("", OVERRIDES.sub("", text))


def _harmless(text: str) -> str:
    """The same, but isolates stay in a text that ends each of them, such as a sentence."""
    depth = 0
    for mark in ISOLATES.findall(text):
        depth += -1 if mark == END else 1
        if depth < 0:
            break
    return unturned(text) if depth else OVERRIDES.sub("", text)


def _shown(value: object) -> object:
    return isolated(str(value)) if isinstance(value, str | Promise) else value
