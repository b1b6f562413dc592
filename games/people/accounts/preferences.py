"""The settings of an account, stored as JSON in its row. Guests keep theirs in the browser.

Browsers send changes, not whole settings. So if two devices change different settings, both changes
stay; if they change the same one, the later change wins. `static/js/settings/values.js` has the
defaults.
"""

import json
from typing import Annotated, Any, Literal

import msgspec
from django.conf import settings
from django.db import transaction
from msgspec import UNSET, UnsetType

from games.people.accounts.models import User
from games.platform.site_settings.current import site_language

MAX_BYTES = 1000
RETIRED = frozenset({"coordinates", "lessons", "notifications"})
"""Settings of earlier releases, which browsers that stored them may still send."""


class Preferences(
    msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, rename="camel", frozen=True
):
    """Settings that a player has chosen, with the names and values of the browser's."""

    theme: Literal["auto", "light", "dark"] | UnsetType = UNSET
    motion: Literal["full", "short", "none"] | UnsetType = UNSET
    confirm_score: Literal["two taps", "one tap"] | UnsetType = UNSET
    sound: Annotated[float, msgspec.Meta(ge=0, le=1)] | UnsetType = UNSET
    captions: bool | UnsetType = UNSET
    haptics: bool | UnsetType = UNSET
    dice_look: Literal["ivory", "casino", "midnight", "contrast"] | UnsetType = UNSET
    felt_look: Literal["navy", "green", "burgundy", "contrast"] | UnsetType = UNSET
    pips: Literal["plain", "four colours"] | UnsetType = UNSET
    language: Annotated[str, msgspec.Meta(pattern="^[A-Za-z-]{0,12}$")] | UnsetType = UNSET


class PreferencesRefused(Exception):
    """The text is not a change of settings. `message` tells why."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def parse_preferences(text: str) -> Preferences:
    """Return the settings in a JSON text. Raises PreferencesRefused."""
    try:
        if len(text.encode()) > MAX_BYTES:
            raise PreferencesRefused(f"Send at most {MAX_BYTES} bytes.")
        found = msgspec.json.decode(text)
        if isinstance(found, dict):
            found = {name: value for name, value in found.items() if name not in RETIRED}
        return msgspec.convert(found, type=Preferences)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise PreferencesRefused(f"{error}.") from error


def stored_preferences(player: User) -> dict[str, Any]:
    """Return the settings that the account has chosen, and `version`, which counts their changes
    from 1; {} if there was none.
    """
    found: dict[str, Any] = json.loads(player.preferences or "{}")
    return found


def language_of(player: User) -> str:
    chosen = str(stored_preferences(player).get("language", ""))
    return (
        chosen if chosen in dict(settings.LANGUAGES) else site_language() or settings.LANGUAGE_CODE
    )


def save_preferences(player: User, changes: Preferences) -> int:
    """Store changed settings of an account. Returns the new version of its settings."""
    with transaction.atomic():
        row = User.objects.select_for_update().only("pk", "preferences").get(pk=player.pk)
        # Keep settings that a newer release has stored, even if this one does not know them.
        before = stored_preferences(row)
        version: int = before.get("version", 0) + 1
        after = {**before, **msgspec.to_builtins(changes), "version": version}
        player.preferences = json.dumps(after, separators=(",", ":"))
        User.objects.filter(pk=player.pk).update(preferences=player.preferences)
    return version
