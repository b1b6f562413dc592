"""What the address of a screen, an overlay or an embed may ask for, and how the headers of their
answers differ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import get_language, gettext_noop
from django.views.decorators.clickjacking import xframe_options_exempt

from games.core.refusal import Refusal

View = Callable[..., HttpResponse]
FOR_SCREENS = ("autoplay", "fullscreen", "screen-wake-lock")
"""The features of a browser that a screen may use, and no other page."""


def awake(view: View) -> View:
    """Let a page keep the screen on, fill it, and make sounds."""

    @wraps(view)
    def allowing(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        policy = settings.SECURITY_HEADERS["Permissions-Policy"]
        for feature in FOR_SCREENS:
            policy = policy.replace(f"{feature}=()", f"{feature}=(self)")
        answer["Permissions-Policy"] = policy
        return answer

    return allowing


def framable(view: View) -> View:
    """Let other sites show a page in a frame."""
    # That is safe: these pages have nothing that somebody could be tricked to click, and do not
    # depend on who sees them.
    policy = {"frame-ancestors": ["*"], "form-action": [NONE]}
    framed = csp_replace(policy)(xframe_options_exempt(view))

    @wraps(view)
    def open_to_all(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        answer: HttpResponse = framed(request, *args, **kwargs)  # type: ignore[assignment]
        answer["Cross-Origin-Resource-Policy"] = "cross-origin"
        return answer

    return open_to_all


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
