"""The card of a game with real dice, as browsers send it: read strictly, checked by the rules."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

import msgspec

from games.core.engine.fields import MAX_COLUMNS, MAX_ROLLS, Dice, Hold, Points, Record, RollNumber
from games.core.refusal import Refusal
from games.core.rules import (
    RULES_LENGTH,
    Box,
    Fill,
    RulesError,
    Scorecard,
    Variant,
    find_variant,
)
from games.people.accounts.names import NAME_LENGTH, NameRefused, visible_name
from games.platform.limits.page_limit import MAX_BODY_BYTES

MOST_PLAYERS = 8
MOST_CORRECTIONS = 20
MOST_BYTES = 256 * 1024
"""Of a body that no limit in front has refused: see `most_players`."""
HEAD_BYTES = 4096
"""More than rules, switches and names need."""
MOST_TURNS = MOST_PLAYERS * 60

Kind = Literal["rolls", "dice", "points"]
"""What is known of a turn: every roll with what was held, the last dice, or the points only."""
KINDS: tuple[Kind, ...] = ("points", "dice", "rolls")
"""From the least that is known to the most."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=10 * NAME_LENGTH)]
BotName = Annotated[str, msgspec.Meta(max_length=20)]
BoxName = Annotated[str, msgspec.Meta(max_length=60)]
ColumnNumber = Annotated[int, msgspec.Meta(ge=0, le=MAX_COLUMNS - 1)]


class BadCard(Refusal):
    """The card cannot be used. `code`: `unreadable`, `unknown_rules`, `bad_name`, `not_over` or
    `impossible`.
    """


class UploadedRoll(Record, frozen=True):
    """The dice after a roll, and the positions that were held."""

    dice: Dice
    hold: Hold


class Said(Record, frozen=True):
    """What a turn said before it was corrected."""

    column: ColumnNumber
    category: BoxName
    points: Points
    bonus: Points


class UploadedTurn(Record, frozen=True):
    """A turn. `roll`: the number of the last roll; `was`: before its corrections, oldest first."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLAYERS - 1)]
    kind: Kind
    column: ColumnNumber
    category: BoxName
    points: Points
    bonus: Points
    rolls: Annotated[tuple[UploadedRoll, ...], msgspec.Meta(max_length=MAX_ROLLS)]
    roll: RollNumber
    was: Annotated[tuple[Said, ...], msgspec.Meta(max_length=MOST_CORRECTIONS)]


class Upload(Record, frozen=True, omit_defaults=True):
    """A whole game. `rules`: a game, or the text of house rules. `bots`: the id of the bot of each
    seat, None for people; empty if nobody says.
    """

    rules: Annotated[str, msgspec.Meta(max_length=RULES_LENGTH)]
    switches: dict[str, str]
    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MOST_PLAYERS)]
    turns: Annotated[tuple[UploadedTurn, ...], msgspec.Meta(max_length=MOST_TURNS)]
    bots: Annotated[tuple[BotName | None, ...], msgspec.Meta(max_length=MOST_PLAYERS)] = ()


class Turn(NamedTuple):
    """A turn that the rules allow: the card before it, and how it filled a box."""

    card: Scorecard
    fill: Fill
    kind: Kind
    rolls: tuple[UploadedRoll, ...]
    roll: int
    was: tuple[Said, ...]

    @property
    def dice(self) -> tuple[int, ...] | None:
        """The last dice; None if only points are known."""
        return self.rolls[-1].dice if self.rolls else None


class Seat(NamedTuple):
    """A player with all their turns."""

    name: str
    turns: tuple[Turn, ...]
    card: Scorecard

    @property
    def kind(self) -> Kind:
        """What is known of every turn."""
        return min((turn.kind for turn in self.turns), key=KINDS.index, default="points")


class RealGame(NamedTuple):
    """A finished game with real dice."""

    variant: Variant
    seats: tuple[Seat, ...]

    @property
    def won(self) -> tuple[bool, ...]:
        return tuple(any(map(_wins, seat.turns)) for seat in self.seats)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, as at a table: equal ones share it."""
        ranks = list(zip(self.won, self.totals, strict=True))
        return tuple(1 + sum(other > mine for other in ranks) for mine in ranks)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.card.total for seat in self.seats)


def read_card(body: bytes) -> tuple[Upload, RealGame]:
    """Return what a browser sent, and the game that it describes. Raises BadCard."""
    try:
        upload = msgspec.json.decode(body, type=Upload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadCard("unreadable", "This is not a scorecard.") from error
    try:
        names = tuple([visible_name(name, NAME_LENGTH) for name in upload.names])
    except NameRefused as refused:
        raise BadCard("bad_name", refused.text, **refused.values) from refused
    upload = msgspec.structs.replace(upload, names=names)
    return upload, game_of(upload)


@lru_cache(maxsize=256)
def most_players(variant: Variant) -> int:
    """Return how many can play, so that a card with every roll is not too large to be sent."""
    dice, rolls = (variant.faces,) * variant.dice_count, variant.rolls_per_turn
    held = tuple(range(variant.dice_count))
    turn = UploadedTurn(
        seat=0,
        kind="rolls",
        column=0,
        category=max((each.id for each in variant.categories), key=len),
        points=100,
        bonus=100,
        rolls=tuple(UploadedRoll(dice, held[1:] if at else ()) for at in range(rolls)),
        roll=rolls,
        was=(),
    )
    each = variant.rounds * (len(msgspec.json.encode(turn)) + 1)
    return max(1, min(MOST_PLAYERS, (MAX_BODY_BYTES - HEAD_BYTES) // each))


def game_of(upload: Upload) -> RealGame:
    """Return the game of an upload, also of one that is kept: its names may be older than today's
    rules. Raises BadCard.
    """
    try:
        variant = find_variant(upload.rules, **upload.switches)
    except RulesError as refused:
        raise BadCard("unknown_rules", refused.text, **refused.values) from refused
    seats = tuple(
        _seat(variant, name, [turn for turn in upload.turns if turn.seat == number])
        for number, name in enumerate(upload.names)
    )
    if sum(len(seat.turns) for seat in seats) != len(upload.turns):
        raise BadCard("impossible", "A turn belongs to nobody.")
    game = RealGame(variant, seats)
    if not all(seat.card.is_full for seat in seats) and not any(game.won):
        raise BadCard("not_over", "Some boxes are still open.")
    return game


def _wins(turn: Turn) -> bool:
    # Nobody can tell from points alone.
    is_served = turn.kind != "points" and turn.roll == 1 and turn.fill.points > 0
    return is_served and turn.fill.box.category == turn.card.variant.served_win


def _seat(variant: Variant, name: str, uploaded: list[UploadedTurn]) -> Seat:
    card = Scorecard(variant)
    most = variant.rolls_per_turn
    turns = []
    for number, turn in enumerate(uploaded, start=1):
        found = _turn(card, turn, most)
        if found is None:
            raise BadCard(
                "impossible",
                "Turn %(number)s of %(name)s does not fit the rules.",
                number=number,
                name=name,
            )
        turns.append(found)
        card = card.apply(found.fill)
        if variant.saves_rolls:
            # A turn without all rolls may have used a single one.
            most += variant.rolls_per_turn - (turn.roll if turn.kind == "rolls" else 1)
    return Seat(name, tuple(turns), card)


def _turn(card: Scorecard, turn: UploadedTurn, most: int) -> Turn | None:
    """Return the turn as the rules score it; None if they do not allow it. `most`: rolls that it
    may have.
    """
    box = Box(turn.column, turn.category)
    try:
        if not _fits(turn, most):
            return None
        if turn.kind == "points":
            fill = _fill_of_points(card, box, turn.points, turn.bonus)
        else:
            fill = card.outcome(box, turn.rolls[-1].dice, turn.roll)
    except RulesError:
        return None
    if fill is None or (fill.points, fill.bonus) != (turn.points, turn.bonus):
        return None
    rolls = tuple(
        UploadedRoll(card.variant.check_dice(each.dice), each.hold) for each in turn.rolls
    )
    return Turn(card, fill, turn.kind, rolls, turn.roll, turn.was)


def _fits(turn: UploadedTurn, most: int) -> bool:
    if turn.kind == "points":
        return not turn.rolls
    if turn.kind == "dice":
        return len(turn.rolls) == 1 and not turn.rolls[0].hold and 1 <= turn.roll <= most
    numbers_fit = 1 <= len(turn.rolls) == turn.roll <= most
    return numbers_fit and not turn.rolls[0].hold and all(map(_stayed, turn.rolls, turn.rolls[1:]))


def _stayed(before: UploadedRoll, after: UploadedRoll) -> bool:
    if len(before.dice) != len(after.dice) or list(after.hold) != sorted(set(after.hold)):
        return False
    return all(at < len(after.dice) and before.dice[at] == after.dice[at] for at in after.hold)


def _fill_of_points(card: Scorecard, box: Box, points: int, bonus: int) -> Fill | None:
    """Return a way to score so many points in a box, whatever the dice were; None without one."""
    index = card.variant.index(box)
    if card.entries[index] is not None:
        return None
    place = index % len(card.variant.categories)
    for dice, roll in _candidates(card.variant, place, points):
        for fill in card.fills(dice, roll):
            if fill.box == box and (fill.points, fill.bonus) == (points, bonus):
                return fill._replace(joker=False)
    return None


def _candidates(variant: Variant, place: int, points: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield dice that may score so many points: those that do on an empty card, and jokers."""
    for dice, roll, plain in _rows(variant):
        if plain[place] == points or len(set(dice)) == 1:
            yield dice, roll


@lru_cache(maxsize=16)
def _rows(variant: Variant) -> tuple[tuple[tuple[int, ...], int, tuple[int, ...]], ...]:
    """Return each roll, each number at which it can come, and its points in each category. Where
    the number changes nothing, there is only the last.
    """
    last = variant.rolls_per_turn
    rows = []
    for dice in variant.all_rolls:
        row = {n: tuple(each.score(dice, n) for each in variant.categories) for n in range(1, last)}
        final = tuple(each.score(dice, last) for each in variant.categories)
        rows += [(dice, n, points) for n, points in row.items() if points != final]
        rows.append((dice, last, final))
    return tuple(rows)
