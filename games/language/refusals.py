"""Refusals in the language of the reader.

The rules, the engine and the rooms refuse in English, because they do not know the reader's
language. The English text is also the key of its translations.
"""

from collections.abc import Sequence

from django.utils.functional import lazy
from django.utils.translation import gettext

from games.refusal import Refusal


def translated(refusal: Refusal) -> str:
    """Return the text of a refusal in the current language."""
    text = gettext(refusal.text)
    return text % refusal.values if refusal.values else text


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


listed = lazy(_listed, str)
"""Names as a text in the language in which it is shown: "Alice, Bob and Charlie"."""
