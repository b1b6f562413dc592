"""Reads the contents of pictures: only what the page itself would show a stranger.

Texts are in the current language. The functions return None if there is no such thing, or if
strangers may not see it.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext

from games.core.engine import sheet, view
from games.core.rules import VARIANTS, Position, find_variant
from games.people.accounts.avatars import avatar_of
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME, translated_name
from games.platform.clock import day_of
from games.platform.language import in_percent
from games.platform.language.times import day_text, utc_text
from games.record.log.models import Scorecard
from games.record.ratings.pools import game_name
from games.site.archive.history.card_table import card_table
from games.site.archive.history.final_standings import FinalStanding, headline, standings
from games.site.archive.profiles import player_profile
from games.site.events.daily.boards import RankedDaily, read_board, read_scores
from games.site.events.daily.models import Daily
from games.site.events.daily.sharing import signs
from games.site.events.tournaments.models import Tournament, TournamentEntry
from games.site.events.tournaments.scheduling import title_of
from games.site.events.tournaments.scoring import places_of
from games.site.front.sharing.contents import (
    Arena,
    Challenge,
    Content,
    DailyResults,
    FinishedGame,
    Invitation,
    Person,
    PictureRow,
    Profile,
    Site,
    SmallCard,
    shown_name,
)
from games.site.front.sharing.invitations import Words, shares_dice, with_free_seat, words_of
from games.site.front.sharing.letters import is_drawable
from games.site.front.sharing.texts import points_text, start_text
from games.site.study.analysis.finished_game import GameRecord, find_game, read_record
from games.tables.rooms.models import Room, Seat

DOT = " · "
MAX_SEATS = 8
MAX_ROWS = 4
MAX_CHART = 60
MAX_OTHERS = 2
MAX_BARS = 20


class Found(NamedTuple):
    """The content of a picture. `is_final`: whether it will look the same for ever."""

    content: Content
    is_final: bool = False


def site() -> Found:
    """Return the picture of all pages that have none of their own."""
    names = DOT.join(variant.name for variant in VARIANTS.values())
    note = gettext("Dice games with friends, live in your browser")
    return Found(Site(names, "Yacht", note))


# --- Rooms ----------------------------------------------------------------------------------


def read_room(code: str) -> Found | None:
    """Return the invitation to a room, in two queries.

    A game that shares its dice with other tables admits nobody else, so its picture does not say
    who plays. For any other game, in any state, it shows only the players.
    """
    room = with_free_seat(Room.objects.filter(code=code)).first()
    if room is None:
        return None
    name = find_variant(room.variant, **room.switches).name
    host = room.host.name if room.host is not None and is_drawable(room.host.name) else ""
    words = words_of(room, name, host)
    if shares_dice(room):
        return Found(Challenge(name, words.headline, words.note))
    eyebrow = f"{name}{DOT}{gettext('rated')}" if room.rated else name
    if room.ended:
        return Found(Invitation(eyebrow, words.headline))
    return Found(_invitation(room, eyebrow, words))


def _invitation(room: Room, eyebrow: str, words: Words) -> Invitation:
    seats = Seat.objects.select_related("player").filter(room=room, closed=False)
    people = [None if seat.player is None else _person(seat.player, seat.number) for seat in seats]
    shown = people if len(people) <= MAX_SEATS else people[: MAX_SEATS - 1]
    return Invitation(
        eyebrow,
        words.headline,
        words.note,
        tuple(shown),
        f"+{len(people) - len(shown)}" if len(shown) < len(people) else "",
        gettext("Free"),
    )


def _person(player: User, number: int) -> Person:
    return Person(shown_name(translated_name(player.name), number + 1), avatar_of(player))


# --- Games ----------------------------------------------------------------------------------


def read_result(code: str) -> Found | None:
    """Return the result of a finished game that is not hidden or damaged. Makes three queries, and
    one more for a group of games that share their dice.
    """
    found = find_game(code)
    if found is None or found.is_hidden or not found.is_over or found.game.is_damaged:
        return None
    record = read_record(found, gettext(DELETED_NAME))
    placed = standings(record)
    shown = placed if len(placed) <= MAX_ROWS else placed[: MAX_ROWS - 1]
    rest = len(placed) - len(shown)
    name = game_name(record.state.variant.id, record.state.dice)
    result = FinishedGame(
        f"{name}{DOT}{gettext('rated')}" if found.game.rated else name,
        _headline(record),
        tuple(map(_result_row, shown)),
        _more(rest),
        _small_card(record, placed[0]) if placed and placed[0].place == 1 else None,
    )
    return Found(result, found.is_settled)


def _headline(record: GameRecord) -> str:
    words = headline(record)
    return words if is_drawable(words) else gettext("Final scores")


def _more(rest: int) -> str:
    if not rest:
        return ""
    return ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}


def _result_row(each: FinalStanding) -> PictureRow:
    avatar = f"bot-{each.persona}" if each.persona else each.avatar
    person = Person(shown_name(each.name, each.seat + 1), avatar)
    note = gettext("resigned") if each.resigned else ""
    return PictureRow(each.place, person, str(each.total), note)


def _small_card(record: GameRecord, winner: FinalStanding) -> SmallCard:
    state = record.state
    table = card_table(view(state), sheet(state.variant))
    lines = []
    for section in table.sections:
        for row in section:
            values = tuple(cell.text for cell in row.cells if cell.seat == winner.seat)
            lines.append((row.name, values, row.kind != "box"))
    wide = max(len(values) for _, values, _ in lines)
    even = ((name, ("",) * (wide - len(values)) + values, is_sum) for name, values, is_sum in lines)
    return SmallCard(shown_name(winner.name, winner.seat + 1), tuple(even))


# --- Players --------------------------------------------------------------------------------


def read_profile(name: str) -> Found | None:
    """Return the profile of an account, spelled exactly like this, in four queries."""
    player = player_profile.find_player(name)
    if player is None or player.name != name:
        return None
    records = player_profile.records_of(player)
    person = _person(player, 0)
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


def _other_ratings(records: Sequence[player_profile.Record]) -> str:
    others = [each for each in records[1:] if each.rating is not None][:MAX_OTHERS]
    return DOT.join(f"{each.name} {each.shown_rating}" for each in others)


def _rating_label(record: player_profile.Record) -> str:
    if record.rating is None:
        return gettext("Not rated yet")
    return gettext("%(variant_name)s rating") % {"variant_name": record.name}


def _record_words(records: Sequence[player_profile.Record]) -> str:
    games = sum(record.row.games for record in records)
    words = ngettext("%(games)s game, %(wins)s won", "%(games)s games, %(wins)s won", games)
    return words % {"games": games, "wins": sum(record.row.wins for record in records)}


# --- The daily ------------------------------------------------------------------------------


def read_day(day: date, now: datetime) -> Found | None:
    """Return the picture of all dailies of a day, which shows only the day."""
    if day > day_of(now) or not Daily.objects.filter(day=day).exists():
        return None
    names = get_text_list([variant.name for variant in VARIANTS.values()], gettext("or"))
    return Found(_challenge(day, names))


def _challenge(day: date, names: str) -> Challenge:
    note = f"{names}: {gettext('Everybody gets the same dice. Only your choices count.')}"
    eyebrow = f"{gettext('The daily')}{DOT}{day_text(day, 'DATE_FORMAT')}"
    return Challenge(eyebrow, gettext("Can you beat it?"), note)


def read_daily(day: date, variant: str, now: datetime) -> Found | None:
    """Return the results of a daily. Before the reveal, the picture only says that it can be
    played, whatever anybody has scored.
    """
    daily = Daily.objects.filter(day=day, variant=variant).first()
    if daily is None or day > day_of(now) or variant not in VARIANTS:
        return None
    name = VARIANTS[variant].name
    if daily.revealed_at is None:
        return Found(_challenge(day, name))
    scores = read_scores(daily)
    lines = read_board(daily, scores).lines[:3]
    eyebrow = f"{gettext('Daily')}{DOT}{name}{DOT}{day_text(day, 'DATE_FORMAT')}"
    if not lines:
        return Found(DailyResults(eyebrow, gettext("The dice are revealed")), daily.settled)
    words = ngettext(
        "Scores of %(players)s ranked player",
        "Scores of %(players)s ranked players",
        scores.players,
    )
    counts = [each.players for each in scores.ranges(MAX_BARS)]
    results = DailyResults(
        eyebrow,
        gettext("Best score: %(points)s points") % {"points": lines[0].total},
        tuple(_daily_row(number, line) for number, line in enumerate(lines)),
        words % {"players": scores.players},
        tuple(round(count / max(counts), 4) for count in counts),
        _signs(lines[0]),
    )
    return Found(results, daily.settled)


def _daily_row(number: int, line: RankedDaily) -> PictureRow:
    note = "" if line.percent is None else in_percent(line.percent)
    return PictureRow(line.place, _person(line.player, number), str(line.total), note)


def _signs(line: RankedDaily) -> str:
    position = Scorecard.objects.filter(game__code=line.game).values_list("position", flat=True)
    return signs(Position.parse(position[0]).card)


# --- Tournaments ----------------------------------------------------------------------------


def read_arena(code: str, now: datetime) -> Found | None:
    """Return a tournament with the best players, in three queries."""
    found = Tournament.objects.filter(code=code).first()
    if found is None:
        return None
    entries = TournamentEntry.objects.filter(tournament=found)
    best = list(entries.select_related("player").order_by("-score", "pk")[:MAX_ROWS])
    title, players = title_of(found), entries.count()
    arena = Arena(
        f"{gettext('Tournament')}{DOT}{find_variant(found.variant).name}",
        title if is_drawable(title) else gettext("Tournament"),
        _arena_note(found, players, now),
        _arena_rows(best, found),
        found.finished_at is not None,
    )
    is_final = found.perfect is not None if found.share else found.finished_at is not None
    return Found(arena, is_final)


def _arena_rows(best: Sequence[TournamentEntry], found: Tournament) -> tuple[PictureRow, ...]:
    """Return the best players with their points, or their share of perfect play."""
    places = places_of([entry.score for entry in best])
    played = [(place, entry) for place, entry in zip(places, best, strict=True) if entry.games > 0]
    return tuple(
        PictureRow(place, _person(entry.player, number), points_text(entry, found))
        for number, (place, entry) in enumerate(played)
    )


def _arena_note(found: Tournament, players: int, now: datetime) -> str:
    if now < found.starts_at:
        return start_text(found)
    count = ngettext("%(players)s player", "%(players)s players", players)
    count %= {"players": players}
    if found.finished_at is None:
        return gettext("Running now: %(players)s") % {"players": count}
    return f"{count}{DOT}{utc_text(found.starts_at, 'date')}"
