"""What the address of a screen, an overlay or an embed may ask for."""

from dataclasses import dataclass

from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language, gettext_noop

from games.core.refusal import Refusal

PARTS = ("turn", "dice", "totals", "card", "clock", "qr")
"""The parts of an overlay."""
USUAL_PARTS = ("turn", "dice", "totals")
THEMES = ("light", "dark")
DICE = ("ivory", "casino", "midnight", "contrast")
FELTS = ("navy", "green", "burgundy", "contrast")
SWITCH = ("on", "off")


class BadOption(Refusal):
    """An address asks for something that does not exist. Its words name the parameter."""


@dataclass(frozen=True, slots=True)
class Options:
    """Parts: those of an overlay, empty for a screen or an embed. Looks: "" for the usual one."""

    parts: tuple[str, ...]
    theme: str
    dice: str
    felt: str
    sound: str
    language: str


def read_options(query: QueryDict) -> Options:
    """Return what the query of an address asks for. Raises BadOption."""
    overlay = "overlay" in query
    return Options(
        parts=_parts(query.get("parts", "")) if overlay else (),
        theme=_one_of(query, "theme", THEMES),
        dice=_one_of(query, "dice", DICE),
        felt=_one_of(query, "felt", FELTS),
        sound=_one_of(query, "sound", SWITCH) or ("off" if overlay else "on"),
        language=_one_of(query, "lang", tuple(dict(settings.LANGUAGES)))
        or (get_language() or settings.LANGUAGE_CODE),
    )


def _parts(text: str) -> tuple[str, ...]:
    asked = tuple(dict.fromkeys(part for part in text.split(",") if part)) or USUAL_PARTS
    for part in asked:
        _check("parts", part, PARTS)
    return asked


def _one_of(query: QueryDict, name: str, values: tuple[str, ...]) -> str:
    value = query.get(name, "")
    if value:
        _check(name, value, values)
    return value


def _check(name: str, value: str, values: tuple[str, ...]) -> None:
    if value not in values:
        raise BadOption(
            "bad_option",
            gettext_noop("%(name)s in the address must be one of: %(values)s."),
            name=name,
            values=", ".join(values),
        )
