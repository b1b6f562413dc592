"""The texts of the browser in one language: written into code, or as a script with all of them.

A call of `gettext` and its like names its texts literally, so that they can be found and replaced
without running anything.
"""

import hashlib
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from gettext import GNUTranslations, c2py, find
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.utils.module_loading import import_string
from django.utils.translation import to_locale

LITERAL = r'"(?:\\.|[^"\\\n])*"'
# With the comma after the last argument.
CALL = re.compile(
    rf"\b(n?p?gettext)\(\s*({LITERAL})(?:\s*,\s*({LITERAL}))?(?:\s*,\s*({LITERAL}))?"
    r"(?:\s*,(?=\s*\)))?"
)
COMMENT_LINE = re.compile(r"^\s*(?://|/?\*).*$", re.M)
COUNTED = (1, *range(1000), 10**6)
"""Every form of a plural belongs to some of these numbers. If a text has no translation, the first
one decides whether a form shows the English singular.
"""


# During development each page in another language asks for all modules.
@lru_cache(maxsize=512)
def texts_of_javascript(source: str) -> tuple[tuple[str, str, str], ...]:
    """Return (text, plural, context) of each call in a module, whatever template it is in."""
    # Babel has a reader for JavaScript, but it loses calls in templates within templates.
    return tuple(map(read_call, CALL.finditer(COMMENT_LINE.sub("", source))))


def read_call(call: re.Match[str]) -> tuple[str, str, str]:
    """Return (text, plural, context) of a call; "" for what it does not have."""
    function, *arguments = call.groups()
    texts: list[str] = [json.loads(each) for each in arguments if each]
    context = texts.pop(0) if "p" in function.removesuffix("gettext") else ""
    return texts[0], texts[1] if function.startswith("n") else "", context


ENGLISH = "en"
GLOBAL = "globalThis.translations="
"""What a script or bundle begins with; static/js/language/language.js reads it."""

PLURALS = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+)")


class BrowserTexts:
    """The translations of the browser's texts into a language other than English."""

    def __init__(self, language: str) -> None:
        binary = _catalogue_of(to_locale(language))
        self.digest = hashlib.sha256(binary).hexdigest()
        self._catalogue = GNUTranslations(BytesIO(binary))
        found = PLURALS.search(self._catalogue.info()["plural-forms"])
        assert found, f"the catalogue of {language} lacks Plural-Forms"
        count, self._rule = int(found[1]), found[2].strip()
        form_of = c2py(self._rule)
        numbers = {form_of(number): number for number in reversed(COUNTED)}
        self._numbers = [numbers[form] for form in range(count)]

    def translated(self, code: str) -> str:
        """Return JavaScript with the translation of each marked text instead of it. Every line
        stays where it is.
        """
        return CALL.sub(self._translated_call, code)

    def setup(self, *, with_names: bool) -> str:
        """Return the code before that of a translated bundle: the rule of plurals, and the names
        that are data.
        """
        if not with_names:
            return self._script()
        found = ((name, self._name(name)) for name in sorted(set(_names())))
        return self._script(names={name: text for name, text in found if text != name})

    def _name(self, name: str) -> str:
        """Translate a name. One that ends with "+" is that of house rules, after their game."""
        base = name.removesuffix("+")
        return self._catalogue.gettext(base) + name[len(base) :]

    def script(self, sources: Iterable[str]) -> str:
        """Return a script with the translations of all texts that these modules mark, and names."""
        calls = {call for source in sources for call in texts_of_javascript(source)}
        texts = {
            f"{context}|{text}" if context else text: self._translation(text, plural, context)
            for text, plural, context in sorted(calls)
        }
        return self._script(texts=texts) + self.setup(with_names=True)

    def _script(self, **parts: object) -> str:
        # U+2028 ends no line of JavaScript within a string.
        fields = "".join(f",{key}:{_json(value)}" for key, value in parts.items())
        return f"{GLOBAL}{{...globalThis.translations,form:n=>Number({self._rule}){fields}}};"

    def _translated_call(self, call: re.Match[str]) -> str:
        text, plural, context = read_call(call)
        value = _json(self._translation(text, plural, context))
        lines = "\n" * call[0].count("\n")
        # Nothing is left of a call but the parentheses. The forms of a plural wait for the number.
        return f"ngettext({value},0{lines}" if plural else f"({value}{lines}"

    def _translation(self, text: str, plural: str, context: str) -> str | list[str]:
        known = self._catalogue
        if plural:
            return [known.ngettext(text, plural, number) for number in self._numbers]
        return known.pgettext(context, text) if context else known.gettext(text)


def browser_texts(language: str) -> BrowserTexts:
    """Return the texts of a language, read once; again for each page with DEBUG."""
    return BrowserTexts(language) if settings.DEBUG else _kept(language)


_kept = lru_cache(maxsize=64)(BrowserTexts)


def _names() -> Iterable[str]:
    names: Iterable[str] = import_string(settings.BROWSER_NAMES)()
    return names


def _catalogue_of(locale: str) -> bytes:
    # Only our own: Django's texts are for its admin.
    [path] = [
        found for root in settings.LOCALE_PATHS if (found := find("django", str(root), [locale]))
    ]
    return Path(path).read_bytes()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
