"""Refusals in the language of the reader.

The rules, the engine and the rooms refuse in English, because they do not know the reader's
language. The English text is also the key of its translations.
"""

from collections.abc import Sequence

from django.utils.functional import lazy
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.core.refusal import Refusal
from games.platform.language.direction import interpolate, isolated, named


def translated(refusal: Refusal) -> str:
    text = gettext(refusal.text)
    return interpolate(text, refusal.values) if refusal.values else text


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return isolated(names[0])
    *most, last = map(isolated, names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(most), "last": last}


def listed_names(names: Sequence[str]) -> SafeString:
    """Return names as markup: "Alice, Bob and Charlie"."""
    *most, last = map(named, names)
    if not most:
        return last
    values = {"names": format_html_join(", ", "{}", ((name,) for name in most)), "last": last}
    return mark_safe(interpolate(gettext("%(names)s and %(last)s"), values))  # noqa: S308 - markup


listed = lazy(_listed, str)
"""Names as a text in the language in which it is shown: "Alice, Bob and Charlie"."""
