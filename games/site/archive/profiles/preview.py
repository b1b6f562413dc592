"""The preview of a profile, and what its *Share* button shares."""

import zlib
from collections.abc import Sequence
from functools import partial

from django.urls import path
from django.utils.translation import gettext, ngettext

from games.people.accounts.models import User
from games.platform.language import interpolate, isolated
from games.site.archive.profiles import player_profile
from games.site.archive.profiles.player_profile import Record
from games.site.shared.sharing.contents import Profile
from games.site.shared.sharing.head import DOT, Found, Kind, Preview, person_of, preview

MAX_CHART = 60
MAX_OTHERS = 2


def ratings_text(records: Sequence[Record]) -> str:
    rated = [record for record in records if record.rating is not None]
    return " · ".join(f"{record.name} {record.shown_rating}" for record in rated)


def profile_text(player: User, records: Sequence[Record]) -> str:
    ratings = ratings_text(records)
    words = interpolate(gettext("%(name)s plays Yacht"), {"name": player.name})
    return f"{words}\n{ratings}" if ratings else words


def of_profile(player: User, records: Sequence[Record]) -> Preview:
    """Return the preview of a profile: name, rating and chart."""
    facts = [(record.row.games, record.shown_rating, record.row.wins) for record in records]
    version = zlib.crc32(repr((player.avatar, facts)).encode())
    ratings = ratings_text(records)
    name = isolated(player.name)
    alt = f"{name}: {ratings}" if ratings else name
    return preview("profile", player.name, version=f"{version:x}", alt=alt)


def read_profile(name: str) -> Found | None:
    """Return the profile of an account, spelled exactly like this, in four queries."""
    player = player_profile.find_player(name)
    if player is None or player.name != name:
        return None
    records = player_profile.records_of(player)
    person = person_of(player, 0)
    eyebrow = gettext("Player")
    if not records:
        facts = (gettext("No games yet"),)
        return Found(Profile(eyebrow, person.name, person, facts=facts))
    best = records[0]
    rated = [] if best.rating is None else player_profile.rated_games(player, best.pool)
    return Found(
        Profile(
            eyebrow,
            person.name,
            person,
            best.shown_rating,
            _rating_label(best),
            (_record_words(records), _other_ratings(records)),
            tuple(game.rating.after for game in rated[-MAX_CHART:]),
        )
    )


def _other_ratings(records: Sequence[Record]) -> str:
    others = [each for each in records[1:] if each.rating is not None][:MAX_OTHERS]
    return DOT.join(f"{each.name} {each.shown_rating}" for each in others)


def _rating_label(record: Record) -> str:
    if record.rating is None:
        return gettext("Not rated yet")
    return gettext("%(variant_name)s rating") % {"variant_name": record.name}


def _record_words(records: Sequence[Record]) -> str:
    games = sum(record.row.games for record in records)
    words = ngettext("%(games)s game, %(wins)s won", "%(games)s games, %(wins)s won", games)
    return words % {"games": games, "wins": sum(record.row.wins for record in records)}


PREVIEWS = (
    Kind("profile", partial(path, "preview/<str:language>/@<name:name>.png"), read_profile),
)
