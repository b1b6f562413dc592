"""The previews of pages, made from data that their views have read anyway."""

import zlib
from collections.abc import Sequence
from datetime import date, datetime

from django.utils.translation import gettext

from games.core.rules import VARIANTS
from games.people.accounts.models import User
from games.platform.language import interpolate, isolated
from games.platform.language.times import day_text
from games.site.archive.history.final_standings import page_title
from games.site.archive.profiles.player_profile import Record
from games.site.events.daily.models import Daily
from games.site.events.tournaments.models import Tournament
from games.site.events.tournaments.scheduling import title_of
from games.site.front.sharing.head import Preview, preview
from games.site.front.sharing.invitations import is_played, words_of
from games.site.front.sharing.texts import ratings_text, start_text
from games.site.study.analysis.finished_game import GameRecord
from games.tables.rooms.models import Room


def of_room(room: Room, variant: str, names_host: bool = True) -> Preview:
    """Return the preview of a room that was read `with_free_seat`. `rev` counts its changes.
    `names_host`: whether the words may name the host.
    """
    words = words_of(room, variant, room.host.name if room.host and names_host else "")
    return preview(
        "room",
        room.code,
        version=f"{room.rev}{'p' if is_played(room) else ''}",
        alt=words.headline,
        title=words.headline,
        description=words.note or words.headline,
    )


def of_game(record: GameRecord) -> Preview | None:
    """Return the preview of a finished game, which shows its result; None during the game."""
    if not record.found.is_over:
        return None
    found, title = record.found, page_title(record)
    alt = interpolate(gettext("Final scores: %(totals)s"), {"totals": title})
    version = found.fingerprint[:8]
    return preview("game", found.game.code, version=version, alt=alt, title=title)


def of_profile(player: User, records: Sequence[Record]) -> Preview:
    """Return the preview of a profile: name, rating and chart."""
    facts = [(record.row.games, record.shown_rating, record.row.wins) for record in records]
    version = zlib.crc32(repr((player.avatar, facts)).encode())
    ratings = ratings_text(records)
    name = isolated(player.name)
    alt = f"{name}: {ratings}" if ratings else name
    return preview("profile", player.name, version=f"{version:x}", alt=alt)


def of_day(day: date) -> Preview:
    """Return the preview of the dailies of a day."""
    words = gettext("Can you beat it?")
    return preview("day", day.isoformat(), version=0, alt=words, title=_daily_title(day, words))


def _daily_title(day: date, words: str) -> str:
    return f"{gettext('The daily')}, {day_text(day, 'DATE_FORMAT')}: {words}"


def of_daily(daily: Daily) -> Preview:
    """Return the preview of a daily: before the reveal only that it can be played."""
    name = VARIANTS[daily.variant].name
    if daily.revealed_at is None:
        words = gettext("Can you beat it?")
        alt, version = f"{name}: {words}", "0"
    else:
        words = gettext("Results")
        alt, version = f"{name}: {words}", f"1{'p' if daily.perfect else ''}"
    title = _daily_title(daily.day, f"{name}. {words}")
    return preview(
        "daily", daily.day.isoformat(), daily.variant, version=version, alt=alt, title=title
    )


def of_tournament(tournament: Tournament, now: datetime) -> Preview:
    """Return the preview of a tournament: when it starts, and later its standings. `rev` counts
    their changes.
    """
    title = isolated(title_of(tournament))
    if now < tournament.starts_at:
        alt, version = f"{title} · {start_text(tournament)}", f"{tournament.rev}w"
    else:
        alt = interpolate(gettext("Standings: %(title)s"), {"title": title})
        version = f"{tournament.rev}"
    return preview("tournament", tournament.code, version=version, alt=alt)
