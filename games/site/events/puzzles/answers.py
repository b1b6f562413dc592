"""Judges answers, and counts a player's first answer to each puzzle.

A puzzle is an opponent: solving it is a win, by the model of the ratings
(`games.record.ratings.model`). Somebody who asks for a solution without an account,
and then answers with it from the same address, has solved nothing.
"""

from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import F

from games.core.rules import Position
from games.people.accounts.models import User
from games.platform.limits.rates import LimitedError, is_untouched, take
from games.record.ratings.model import MU, Rating, rate
from games.site.events.puzzles.choices import Valued, valued
from games.site.events.puzzles.choosing import choose, streak_wish
from games.site.events.puzzles.models import Puzzle, PuzzleAnswer, PuzzleRecord
from games.site.events.puzzles.player_puzzles import SIGMA

KEPT_S = 86_400
VISITOR, GUEST = "visitor", "guest"
WON, LOST = (1, 2), (2, 1)


def note(player: User | None, address: str, code: str) -> None:
    """Note that the player (None: a visitor without a name) is told the solution of a puzzle.

    Accounts do not count: people in a family or class may all have one.
    """
    if player is None or player.is_guest:
        with suppress(LimitedError):  # told already
            take(_key(VISITOR if player is None else GUEST, address, code), 1, KEPT_S)


def may_know(player: User, address: str, code: str) -> bool:
    """Whether the player may have been told the solution at this address as somebody else: as a
    visitor, or as a guest if they have an account.
    """
    others = (VISITOR,) if player.is_guest else (VISITOR, GUEST)
    return not all(is_untouched(_key(each, address, code), 1, KEPT_S) for each in others)


def _key(who: str, address: str, code: str) -> str:
    return f"told|{who}|{address}|{code}"


class UnknownChoice(ValueError):
    """The position has no such choice."""


class Verdict(NamedTuple):
    """A judged answer. `ranked`: all choices, best first; `mine`: the one that was chosen."""

    position: Position
    ranked: tuple[Valued, ...]
    mine: Valued


class Counted(NamedTuple):
    """What an answer has changed. `first`: whether it counts. `change`: in the shown rating."""

    record: PuzzleRecord
    first: bool
    change: int


def judge(puzzle: Puzzle, key: str) -> Verdict:
    """Judge the choice with this key. Raises UnknownChoice."""
    position = Position.parse(puzzle.position)
    ranked = valued(position, puzzle.losses)
    mine = next((each for each in ranked if each.choice.key == key), None)
    if mine is None:
        raise UnknownChoice(key)
    return Verdict(position, tuple(ranked), mine)


@transaction.atomic
def count(
    player: User, puzzle: Puzzle, right: bool, streak: bool, now: datetime, rated: bool = True
) -> Counted:
    """Count an answer, if it is the player's first to this puzzle. In a streak it must answer the
    puzzle that the streak asks. `rated`: whether it changes ratings outside of a streak.
    """
    # The lock makes the answers of a player count one after the other.
    record = _locked_record(player)
    asked = not streak or record.next_code == puzzle.code
    if not asked:
        return Counted(record, False, 0)
    _, first = PuzzleAnswer.objects.get_or_create(
        player=player, code=puzzle.code, defaults={"right": right, "at": now}
    )
    rated = rated and not streak
    change = _count_first(record, player, puzzle, right, streak, rated) if first else 0
    if streak:
        record.next_code = ""
    record.save()
    return Counted(record, first, change)


def _locked_record(player: User) -> PuzzleRecord:
    """Return the player's record, locked. Create it if they have none."""
    mine = PuzzleRecord.objects.select_for_update().filter(player=player)
    record = mine.first()
    if record is None:
        PuzzleRecord.objects.get_or_create(player=player, defaults={"mu": MU, "sigma": SIGMA})
        record = mine.get()
    return record


def _count_first(
    record: PuzzleRecord, player: User, puzzle: Puzzle, right: bool, streak: bool, rated: bool
) -> int:
    """Change the record and the puzzle. Return the change of the player's shown rating."""
    before = round(record.mu)
    record.tries += 1
    record.solved += int(right)
    # Locked, because two players may answer it at once.
    locked = Puzzle.objects.select_for_update().filter(pk=puzzle.pk).first()
    if streak:
        record.run = record.run + 1 if right else 0
        record.best_run = max(record.best_run, record.run)
    if rated and locked is not None:
        mine = Rating(record.mu, record.sigma)
        theirs = Rating(locked.mu, locked.sigma)
        (record.mu, record.sigma), changed = rate((mine, theirs), WON if right else LOST)
        if not player.is_guest:  # anybody can be any number of guests
            Puzzle.objects.filter(pk=puzzle.pk).update(mu=changed.mu, sigma=changed.sigma)
    Puzzle.objects.filter(pk=puzzle.pk).update(
        tries=F("tries") + 1, solved=F("solved") + int(right)
    )
    return round(record.mu) - before


@transaction.atomic
def next_of_streak(player: User, variant: str, now: datetime) -> tuple[PuzzleRecord, Puzzle | None]:
    """Return the player's record and the puzzle that their streak asks now. It stays the same until
    it is answered. If there is none, choose one of this variant.
    """
    record = _locked_record(player)
    asked = Puzzle.objects.filter(code=record.next_code).first() if record.next_code else None
    answered = asked is not None and PuzzleAnswer.objects.filter(player=player, code=asked.code)
    # Before the first answer of a streak, another variant may be chosen.
    stays = asked is not None and (record.run > 0 or asked.variant == variant)
    if asked is None or not stays or (answered and answered.exists()):
        asked = choose(streak_wish(variant, record.run), player, (), now)
        record.next_code = "" if asked is None else asked.code
        record.save(update_fields=["next_code"])
    return record, asked
