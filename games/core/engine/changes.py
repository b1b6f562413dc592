"""Finds what changes in the view of a game, without building the views."""

from typing import TypeVar

from msgspec import UNSET, UnsetType

from games.core.engine.game_view import (
    CardChanges,
    ColumnChanges,
    ColumnView,
    FairnessChanges,
    LastView,
    OptionColumn,
    SeatChanges,
    TurnView,
    ViewChanges,
)
from games.core.engine.rounds import seen
from games.core.engine.state import GameState, SeatState
from games.core.engine.view import (
    card_view,
    last_view,
    may_roll,
    may_score,
    public_seq,
    revealed_view,
    round_of,
    turn_view,
)
from games.core.rules import Fill, Scorecard

T = TypeVar("T")


def view_changes(before: GameState, after: GameState, viewer: int | None = None) -> ViewChanges:
    """Return what turns `view(before, viewer)` into `view(after, viewer)`, besides `seq`.

    `after` is a later state of the same game.
    """
    before, after = seen(before, viewer), seen(after, viewer)
    same_pace = _is_same_pace(before, after)
    return ViewChanges(
        status=_changed(before.status, after.status),
        round=UNSET if same_pace else _changed(round_of(before), round_of(after)),
        deadline=UNSET if same_pace else _changed(before.next_deadline, after.next_deadline),
        acting=_changed(before.acting, after.acting),
        revealing=_changed(before.revealing, after.revealing),
        seats=_seats_changes(before, after),
        last=_last_changes(before, after),
        fairness=_fairness_changes(before, after),
        done=_done_changes(before, after),
        revealed=_revealed_changes(before, after),
        public=_public_changes(before, after),
    )


def _done_changes(before: GameState, after: GameState) -> tuple[int, ...] | UnsetType:
    if after.round is None:
        return UNSET
    return after.done if before.round is None else _changed(before.done, after.done)


def _public_changes(before: GameState, after: GameState) -> int | UnsetType:
    if after.round is None:
        return UNSET
    known = None if before.round is None else public_seq(before)
    return UNSET if known == public_seq(after) else public_seq(after)


def _revealed_changes(before: GameState, after: GameState) -> tuple[LastView, ...] | UnsetType:
    if after.round is None:
        return UNSET
    now = revealed_view(after.round)
    return now if before.round is None else _changed(revealed_view(before.round), now)


def _is_same_pace(before: GameState, after: GameState) -> bool:
    """Whether round and deadline cannot differ, as after a person's roll, the most common move."""
    # The status counts because a game that ends loses its deadline, even if nobody was acting.
    if (before.acting, before.status) != (after.acting, after.status):
        return False
    for old, new in zip(before.seats, after.seats, strict=True):
        if old is not new and (
            old.turn.number != new.turn.number
            or old.turn.started_at != new.turn.started_at
            or old.auto != new.auto
            or old.out != new.out
            or (old.turn.rolls != new.turn.rolls and not new.is_timed)
        ):
            return False
    return True


def _changed(before: T, after: T) -> T | UnsetType:
    return UNSET if before == after else after


def _seats_changes(before: GameState, after: GameState) -> tuple[SeatChanges, ...] | UnsetType:
    changed = []
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        acted, acts = number in before.acting, number in after.acting
        if old is not new or acted is not acts:
            changes = _seat_changes(number, old, new, acted, acts)
            if changes is not None:
                changed.append(changes)
    return tuple(changed) if changed else UNSET


def _seat_changes(
    number: int, old: SeatState, new: SeatState, acted: bool, acts: bool
) -> SeatChanges | None:
    """Return the changes of a seat, or None. `acted`, `acts`: whether it could act, and can now."""
    turn: TurnView | UnsetType = UNSET
    if old.turn is not new.turn:
        turn = _changed(turn_view(old.turn), turn_view(new.turn))
    changes = SeatChanges(
        seat=number,
        turn=turn,
        may_roll=_changed(may_roll(old, acted), may_roll(new, acts)),
        options=_options_changes(old, new, acted, acts),
        card=UNSET if old.card is new.card else _card_changes(old.card, new.card),
        out=_changed(bool(old.out), bool(new.out)),
        auto=_changed(old.auto, new.auto),
        place=_changed(old.place, new.place),
    )
    return None if changes == SeatChanges(seat=number) else changes


def _options_changes(
    old: SeatState, new: SeatState, acted: bool, acts: bool
) -> tuple[OptionColumn, ...] | UnsetType:
    before = _options_source(old, acted)
    after = _options_source(new, acts)
    if before == after:
        return UNSET
    return () if after is None else option_columns(new.card.fills(new.turn.dice or (), after[1]))


def _options_source(
    seat: SeatState, acts: bool
) -> tuple[tuple[int, ...] | None, int, Scorecard] | None:
    """Return what the options of a seat depend on; None if it has no options."""
    return (seat.turn.dice, seat.turn.rolls, seat.card) if may_score(seat, acts) else None


def option_columns(fills: list[Fill]) -> tuple[OptionColumn, ...]:
    """Return fills in card order, grouped by column and bonus."""
    columns: list[tuple[int, dict[str, int], int, list[str]]] = []
    column = bonus = -1
    points: dict[str, int] = {}
    jokers: list[str] = []
    for (here, category), worth, extra, joker in fills:
        if here != column or extra != bonus:
            column, bonus, points, jokers = here, extra, {}, []
            columns.append((column, points, bonus, jokers))
        points[category] = worth
        if joker:
            jokers.append(category)
    return tuple(
        [
            OptionColumn(column, points, bonus, tuple(jokers))
            for column, points, bonus, jokers in columns
        ]
    )


def _card_changes(old: Scorecard, new: Scorecard) -> CardChanges:
    before, after = card_view(old), card_view(new)
    columns = [
        _column_changes(number, was, now)
        for number, (was, now) in enumerate(zip(before.columns, after.columns, strict=True))
        if was != now
    ]
    return CardChanges(tuple(columns), _changed(before.total, after.total))


def _column_changes(number: int, old: ColumnView, new: ColumnView) -> ColumnChanges:
    boxes = {box: points for box, points in new.boxes.items() if old.boxes.get(box) != points}
    return ColumnChanges(
        column=number,
        boxes=boxes or UNSET,
        upper=_changed(old.upper, new.upper),
        par=_changed(old.par, new.par),
        upper_bonus=_changed(old.upper_bonus, new.upper_bonus),
        lower=_changed(old.lower, new.lower),
        bonus=_changed(old.bonus, new.bonus),
        total=_changed(old.total, new.total),
    )


def _last_changes(before: GameState, after: GameState) -> LastView | UnsetType | None:
    if before.last == after.last:
        return UNSET
    return None if after.last is None else last_view(after.last)


def _fairness_changes(before: GameState, after: GameState) -> FairnessChanges | UnsetType:
    if before.seeds == after.seeds and before.secret == after.secret:
        return UNSET
    return FairnessChanges(
        _changed(before.seeds, after.seeds), _changed(before.secret, after.secret)
    )
