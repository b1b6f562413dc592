"""Refusals in the language of the reader.

The rules, the engine and the rooms know no language: they refuse in English. The text is also the
key of its translations.
"""

from django.utils.translation import gettext


def translated(refusal: Exception) -> str:
    """Return the text of a refusal in the current language.

    A refusal whose text has placeholders has the attributes `text` and `values`.
    """
    text = gettext(getattr(refusal, "text", str(refusal)))
    values = getattr(refusal, "values", None)
    return text % values if values else text
