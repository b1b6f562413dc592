"""A player's account: name, settings, guests, mail."""

from typing import Any

from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.people.accounts.personal_data import Personal, Rows
from games.people.accounts.players import guests_of
from games.people.accounts.preferences import stored_preferences
from games.record.log.personal import cards, facts_of
from games.site.account.membership.mail import forget_mail_of
from games.site.account.membership.renaming import forget_names_of, past_names


def export(player: User) -> dict[str, Any]:
    return {
        "profile": {
            "name": player.name,
            "guest": player.is_guest,
            "email": player.email,
            "joined": player.date_joined.isoformat(),
            "seen": player.seen_at.isoformat(),
            "avatar": avatar_of(player),
            "past_names": past_names(player),
            "time_zone": player.time_zone,
            "listed_online": player.listed_online,
        },
        "settings": stored_preferences(player),
        "players_on_my_devices": _export_guests(player),
    }


def _export_guests(player: User) -> list[dict[str, Any]]:
    return [
        {
            "name": guest.name,
            "added": guest.date_joined.isoformat(),
            "games": Rows(cards().filter(player=guest), facts_of),
        }
        for guest in guests_of(player)
    ]


def forget(player: User) -> None:
    forget_names_of(player)
    forget_mail_of(player)


PERSONAL = Personal(export=export, forget=forget)
