"""How a game ended: its headline, its standings, and the title of its page. Seats with
the same dice are compared with perfect play.
"""

from typing import NamedTuple

from django.utils.translation import gettext, ngettext

from games.core.engine import GameState
from games.core.engine.state import SeatState
from games.people.accounts.facts import has_page
from games.platform.language import interpolate, isolated, listed, listed_names, named
from games.record.ratings.model import RatingChange
from games.site.archive.profiles.game_lists import rating_change
from games.site.study.analysis.finished_game import GameRecord
from games.site.study.analysis.grades import percent_of_perfect

MAX_NAMED = 3
"""How many players a page's title names. It only counts the others."""
LAST_PLACE = 99


def has_same_dice(state: GameState) -> bool:
    """Return whether a game is finished, and all seats or an earlier game had the same dice."""
    return state.status == "finished" and (state.dice == "same" or state.replay is not None)


def replay_shares(state: GameState, perfect: int | None) -> tuple[float, float] | None:
    """Return the share of perfect play in the earlier game and in its replay (percent); None if the
    game is no replay, or they are not known.
    """
    if state.replay is None:
        return None
    before = percent_of_perfect(state.replay.total, perfect)
    now = shares_of_perfect(state, perfect).get(0)
    return None if before is None or now is None else (before, now)


def shares_of_perfect(state: GameState, perfect: int | None) -> dict[int, float]:
    """Return each full card of a finished game as a percentage of perfect play without foresight,
    by seat. There is none if nobody else had the same dice, or until `perfect`, the points that it
    scores with these dice, is known.
    """
    if not has_same_dice(state):
        return {}
    found = {
        number: percent_of_perfect(seat.card.total, perfect)
        for number, seat in enumerate(state.seats)
        if seat.card.is_full
    }
    return {number: percent for number, percent in found.items() if percent is not None}


DASH = " \N{EN DASH} "


class FinalStanding(NamedTuple):
    """A seat at the end of a game. `avatar`, `profile` and `rating` are None if there are none.
    `compared`: the share of perfect play (percent), if the dice were the same for all.
    """

    seat: int
    name: str
    persona: str
    place: int | None
    total: int
    resigned: bool
    guest: bool
    avatar: str | None
    profile: str | None
    rating: RatingChange | None
    compared: float | None = None


def standings(record: GameRecord, perfect: int | None = None) -> list[FinalStanding]:
    """Return the seats of a game, best first. Seats without a place come last. `perfect`: see
    `shares_of_perfect`.
    """
    compared = shares_of_perfect(record.state, perfect)
    found = [
        _standing(record, number, seat)._replace(compared=compared.get(number))
        for number, seat in enumerate(record.state.seats)
    ]
    return sorted(found, key=lambda each: (each.place or LAST_PLACE, each.seat))


def _standing(record: GameRecord, number: int, seat: SeatState) -> FinalStanding:
    card = record.found.cards[number]
    return FinalStanding(
        seat=number,
        name=seat.name,
        persona=seat.persona,
        place=seat.place,
        total=seat.card.total,
        resigned=bool(seat.out),
        guest=record.found.marks_guest(number),
        avatar=record.found.avatar(number),
        profile=record.found.profile(number),
        rating=rating_change(card),
    )


def headline(record: GameRecord, *, is_markup: bool = False) -> str:
    """Return how a game ended, in one line: "Alice wins by 23". `is_markup`: for a page."""
    if record.state.status == "aborted":
        return gettext("The game was cancelled")
    if record.state.status == "cancelled":
        return gettext("The start was cancelled")
    seats = standings(record)
    winners = [each for each in seats if each.place == 1]
    if not winners:
        return gettext("The game is not over")
    total = winners[0].total
    if len(seats) == 1:
        return ngettext("%(count)s point", "%(count)s points", total) % {"count": total}
    if len(winners) > 1:
        names = [each.name for each in winners]
        tied = listed_names(names) if is_markup else listed(names)
        return interpolate(gettext("%(names)s tie"), {"names": tied})
    name, lead = winners[0].name, _lead(seats)
    values = {"name": named(name) if is_markup else name, "lead": lead}
    if not lead:
        return interpolate(gettext("%(name)s wins"), values)
    words = ngettext("%(name)s wins by %(lead)s", "%(name)s wins by %(lead)s", lead)
    return interpolate(words, values)


def _lead(seats: list[FinalStanding]) -> int:
    # If all others have resigned, the lead would say nothing.
    others = [each.total for each in seats[1:] if not each.resigned]
    return seats[0].total - max(others) if others else 0


def page_title(record: GameRecord) -> str:
    """Return the title of a game's page: its totals, the winner first, or why it has no result."""
    if record.state.status in ("aborted", "cancelled"):
        return f"{headline(record)} · {gettext(record.state.variant.name)}"
    seats = standings(record)
    totals = DASH.join(f"{isolated(each.name)} {each.total}" for each in seats[:MAX_NAMED])
    name = record.state.variant.name
    rest = len(seats) - MAX_NAMED
    if rest <= 0:
        return f"{totals} · {gettext(name)}"
    more = ngettext(
        "%(totals)s and %(count)s more · %(variant)s",
        "%(totals)s and %(count)s more · %(variant)s",
        rest,
    )
    return more % {"totals": totals, "count": rest, "variant": gettext(name)}


def is_indexed(record: GameRecord) -> bool:
    """Return whether search engines may list a game: it must have been played to its end, at a
    public table, by people with accounts or against bots.
    """
    players = [card.player for card in record.found.cards]
    people = [player for player in players if player is None or not player.is_bot]
    known = all(player is not None and has_page(player) for player in people)
    finished = record.state.status == "finished"
    return finished and record.found.room_code is not None and bool(people) and known
