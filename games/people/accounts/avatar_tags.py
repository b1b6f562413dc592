"""The template tag for a player's picture. `static/js/ui/avatar.js` draws the same."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.people.accounts.avatars import avatar_of
from games.people.accounts.bot_accounts import face_of
from games.people.accounts.models import User

register = template.Library()

BOT = "bot-"


@register.simple_tag
def avatar(of: User | str, size: str = "") -> SafeString:
    """Return the picture of a player, or of an avatar by its name
    (games/people/accounts/avatars.py).

    `size` is "small", "large" or "" for as high as two lines. The picture has no text: put it
    beside the player's name.
    """
    name = of if isinstance(of, str) else avatar_of(of)
    sources = ((source,) for source in _sources(name))
    images = format_html_join("", '<img src="{}" alt="" loading="lazy">', sources)
    return format_html('<span class="avatar {}">{}</span>', size, images)


def _sources(name: str) -> list[str]:
    if name.startswith(BOT):
        return [face_of(name.removeprefix(BOT))]
    sprite = static("img/avatars.svg")
    return [f"{sprite}#{part}" for part in (name if name.isupper() else [name])]
