"""Positions as one line of text, like FEN in chess."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.core.rules.errors import InvalidPosition, RulesError
from games.core.rules.house_rules import find_variant
from games.core.rules.scorecard import YAHTZEE, Scorecard, yahtzee_entries
from games.core.rules.scoring import Dice
from games.core.rules.variant import YAHTZEE_BONUS, Variant

MAX_LENGTH = 400
"""Longer than any position. Longer texts are refused before they are parsed."""


@dataclass(frozen=True, slots=True)
class Position:
    """The card, dice and rolls of one seat. Raises `InvalidPosition` if they contradict each other.

    The text has five fields with one space between them, as in
    `yahtzee:joker=free 3,-,-,-,-,-,-,-,25,-,-,50,- 1 66116 2`:

    1. the variant, and after a colon the switches that do not have their default value;
    2. points of the boxes in card order, `-` for open; columns joined by `/`;
    3. the number of bonus Yahtzees in each column, joined by `/`;
    4. the dice in table order, joined by `,` if they have more than 9 faces, or `-` before the
       first roll;
    5. the number of rolls made, from 0; it is 0 if and only if there are no dice. With saved rolls
       it ends in `+` and how many there were when the turn began: `4+2`.

    Every position has exactly one text.
    """

    variant: Variant
    card: Scorecard
    dice: Dice | None = None
    rolls: int = 0
    saved: int = 0

    def __post_init__(self) -> None:
        if self.card.variant is not self.variant:
            raise InvalidPosition("the card belongs to another variant")
        if not 0 <= self.saved <= most_saved(self.variant):
            raise InvalidPosition(
                "saved rolls must be 0 to %(most)s", most=most_saved(self.variant)
            )
        if not 0 <= self.rolls <= self.variant.rolls_per_turn + self.saved:
            raise _wrong_rolls(self.variant, self.saved)
        if (self.dice is None) != (self.rolls == 0):
            raise InvalidPosition("there are dice if and only if there has been a roll")
        if self.dice is not None:
            object.__setattr__(self, "dice", self.variant.check_dice(self.dice))

    @property
    def rolls_left(self) -> int:
        """Number of rolls that the seat may still make in this turn."""
        return self.variant.rolls_per_turn + self.saved - self.rolls

    def to_text(self) -> str:
        """Return the one-line text of this position."""
        columns = range(len(self.variant.columns))
        return " ".join(
            (
                _variant_text(self.variant),
                "/".join(_column_text(self.card.column(column)) for column in columns),
                "/".join(str(self.card.bonus(column) // YAHTZEE_BONUS) for column in columns),
                _separator(self.variant).join(map(str, self.dice)) if self.dice else "-",
                f"{self.rolls}+{self.saved}" if self.saved else str(self.rolls),
            )
        )

    __str__ = to_text

    @classmethod
    def parse(cls, text: str) -> Position:
        """Return the position that a text describes. Raises `InvalidPosition`."""
        if not isinstance(text, str) or len(text) > MAX_LENGTH:
            raise InvalidPosition(
                "a position is a text of at most %(most)s characters", most=MAX_LENGTH
            )
        fields = text.split(" ")
        if len(fields) != 5:
            raise InvalidPosition("a position has five fields, not %(count)s", count=len(fields))
        variant = _parse_variant(fields[0])
        card = Scorecard(
            variant, _parse_entries(variant, fields[1]), _parse_bonuses(variant, fields[2])
        )
        _check_bonuses(card)
        dice = _parse_dice(variant, fields[3])
        rolls, plus, saved_text = fields[4].partition("+")
        saved = _parse_saved(variant, saved_text) if plus else 0
        return cls(variant, card, dice, _parse_rolls(variant, rolls, saved), saved)


def most_saved(variant: Variant) -> int:
    """Return the most rolls that a player can have saved: one is used in each turn."""
    return (variant.rolls_per_turn - 1) * (variant.rounds - 1) if variant.saves_rolls else 0


def _variant_text(variant: Variant) -> str:
    chosen = [
        f"{switch.id}={variant.switches[switch.id]}"
        for switch in variant.switch_choices.values()
        if variant.switches[switch.id] != switch.default
    ]
    return f"{variant.id}:{','.join(chosen)}" if chosen else variant.id


def _column_text(entries: tuple[int | None, ...]) -> str:
    return ",".join("-" if entry is None else str(entry) for entry in entries)


def _parse_variant(text: str) -> Variant:
    variant_id, _, switch_text = text.partition(":")
    pairs = [pair.partition("=") for pair in switch_text.split(",")] if switch_text else []
    try:
        variant = find_variant(variant_id, **{name: value for name, _, value in pairs})
    except RulesError as error:
        raise InvalidPosition(error.text, **error.values) from error
    if _variant_text(variant) != text:
        wanted = _variant_text(variant)
        raise InvalidPosition(
            "the variant is written '%(wanted)s', not '%(given)s'", wanted=wanted, given=text
        )
    return variant


def _parse_entries(variant: Variant, text: str) -> tuple[int | None, ...]:
    columns = [column.split(",") for column in text.split("/")]
    size = len(variant.categories)
    if len(columns) != len(variant.columns) or any(len(column) != size for column in columns):
        raise InvalidPosition(
            "expected %(count)s columns of %(size)s boxes", count=len(variant.columns), size=size
        )
    return tuple(
        _parse_entry(variant, place, entry)
        for column in columns
        for place, entry in enumerate(column)
    )


def _parse_entry(variant: Variant, place: int, text: str) -> int | None:
    if text == "-":
        return None
    possible = {str(points): points for points in variant.possible_points[place]}
    if text not in possible:
        raise InvalidPosition(
            "%(box)s cannot hold '%(text)s'", box=variant.categories[place].id, text=text
        )
    return possible[text]


def _parse_bonuses(variant: Variant, text: str) -> tuple[int, ...]:
    counts = text.split("/")
    if len(counts) != len(variant.columns):
        raise InvalidPosition(
            "expected %(count)s numbers of bonus Yahtzees", count=len(variant.columns)
        )
    if not all(re.fullmatch("0|[1-9][0-9]?", count) for count in counts):
        raise InvalidPosition("a number of bonus Yahtzees is 0 to 99")
    return tuple(YAHTZEE_BONUS * int(count) for count in counts)


def _check_bonuses(card: Scorecard) -> None:
    """Refuse impossible bonus Yahtzees: too many, or without 50 in every Yahtzee box."""
    variant = card.variant
    if not any(card.bonuses):
        return
    if not variant.yahtzee_bonus or set(yahtzee_entries(variant, card.entries)) != {YAHTZEE}:
        raise InvalidPosition("bonus Yahtzees need 50 in every Yahtzee box")
    for column in range(len(variant.columns)):
        filled = sum(entry is not None for entry in card.column(column))
        if card.bonus(column) > YAHTZEE_BONUS * (filled - 1):
            raise InvalidPosition("more bonus Yahtzees than filled boxes allow")


def _separator(variant: Variant) -> str:
    """Return the separator between dice: a comma if faces can have two digits."""
    return "" if variant.faces <= 9 else ","


def _parse_dice(variant: Variant, text: str) -> Dice | None:
    if text == "-":
        return None
    separator = _separator(variant)
    parts = text.split(separator) if separator else list(text)
    faces = {str(face): face for face in range(1, variant.faces + 1)}
    if len(parts) != variant.dice_count or not all(part in faces for part in parts):
        raise InvalidPosition(
            "the dice are %(count)s faces from 1 to %(faces)s, or '-'",
            count=variant.dice_count,
            faces=variant.faces,
        )
    return tuple(faces[part] for part in parts)


def _parse_saved(variant: Variant, text: str) -> int:
    most = most_saved(variant)
    saved = {str(number): number for number in range(1, most + 1)}
    if text not in saved:
        raise InvalidPosition("saved rolls must be 0 to %(most)s", most=most)
    return saved[text]


def _parse_rolls(variant: Variant, text: str, saved: int) -> int:
    rolls = {str(number): number for number in range(variant.rolls_per_turn + saved + 1)}
    if text not in rolls:
        raise _wrong_rolls(variant, saved)
    return rolls[text]


def _wrong_rolls(variant: Variant, saved: int) -> InvalidPosition:
    return InvalidPosition("rolls must be 0 to %(most)s", most=variant.rolls_per_turn + saved)
