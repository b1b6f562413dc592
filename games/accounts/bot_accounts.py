"""The accounts of the house's players: each has one, made at the first use."""

from games.bots import PERSONALITIES
from games.models import User

# Longer than the handle of any account, which has at most twenty letters.
HANDLE = "the-house-plays-as-{}"
DEFAULT_BOTS = ("breeze", "pip", "skipper", "gull", "marlin", "anchor", "polaris")
"""Who comes first where nobody in particular is asked for: neither a lesson nor a walkover."""


def find_bot(id_: str) -> int:
    """Return the account of the player with this personality, made at the first use.

    Raises KeyError if there is no such personality.
    """
    personality = PERSONALITIES[id_]
    bot, made = User.objects.get_or_create(
        username=HANDLE.format(id_), defaults={"name": personality.name, "is_bot": True}
    )
    if made:
        bot.set_unusable_password()
        bot.save()
    return bot.pk


def find_bots(count: int, wanted: tuple[str, ...] = ()) -> list[int]:
    """Return the accounts of `count` different players: those `wanted` first, then the others.

    At most len(DEFAULT_BOTS). Raises KeyError for a wanted one that there is not.
    """
    ids = dict.fromkeys((*wanted, *DEFAULT_BOTS))
    return [find_bot(id_) for id_ in list(ids)[:count]]


def persona_of(user: User | None) -> str:
    """Return the id of a user's personality; "" of people, of nobody, and of bots of old."""
    if user is None or not user.is_bot:
        return ""
    id_ = user.username.removeprefix(HANDLE.format(""))
    return id_ if id_ in PERSONALITIES else ""
