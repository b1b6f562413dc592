"""The state of a game. Immutable: `evolve` returns the next one.

The parts are named tuples, not dataclasses: a move copies five of them, and copying a named tuple
with a change is several times faster.
"""

from typing import Literal, NamedTuple

from games.core.engine.clocks import is_long
from games.core.rules import Dice, Fill, Scorecard, Variant

# The server acts this long after the deadline that players see, to allow for the network.
GRACE_MS = 1000
# Automatic play acts this long after the turn began, so that people can follow.
AUTO_MS = 1500
# A bot pauses at least this long before each roll and before it fills a box. The worker chooses the
# real pause; the game never depends on it.
BOT_MS = 500

# A start whose seeds are missing for this long is cancelled by the server, if a live room has not
# done so before. With a long clock it waits for the time of a turn.
REVEAL_MS = 30_000

Status = Literal["playing", "finished", "aborted", "cancelled"]
# "same": the dice do not depend on the seat.
DiceMode = Literal["own", "same"]
Mode = Literal["turns", "rounds"]
"""Whether one seat acts at a time, or all seats play the same round at once, hidden."""

# After a reveal nobody may roll for this long, so that people see who got what. Nothing is hidden
# meanwhile, so they may also chat.
SHOW_MS = 3000
# Tables that share their dice keep to common times, so a late reveal is shown for a shorter time:
# at least this long.
MIN_SHOW_MS = 1000


class Turn(NamedTuple):
    """A seat's turn: number from 1, rolls made, dice on the table, and positions held.

    `hint` is the number of rolls made when the player got a hint, 0 without one. `saved`: the
    rolls that earlier turns left unused, where the rules save them.
    """

    number: int = 1
    rolls: int = 0
    dice: Dice | None = None
    hold: tuple[int, ...] = ()
    started_at: int | None = None
    timed_out: bool = False
    hint: int = 0
    saved: int = 0

    def most_rolls(self, variant: Variant) -> int:
        """Return how many rolls this turn has."""
        return variant.rolls_per_turn + self.saved

    def following(self, variant: Variant) -> "Turn":
        """Return the next turn of this seat."""
        saved = self.most_rolls(variant) - self.rolls if variant.saves_rolls else 0
        return Turn(number=self.number + 1, saved=saved)


class SeatState(NamedTuple):
    """One seat. `out` is 0, or the rank of its resignation in the game (1, 2, ...).

    `auto`: automatic play. `persona` is the id of a bot's personality, "" for people and for bots
    of old games. `won`: a box of it has won the game.
    """

    player: int
    name: str
    card: Scorecard
    turn: Turn = Turn()
    out: int = 0
    auto: bool = False
    timeouts: int = 0
    place: int | None = None
    bot: bool = False
    persona: str = ""
    won: bool = False

    @property
    def is_timed(self) -> bool:
        """Whether a person plays this seat, so that the game's clock applies."""
        return not self.auto and not self.bot

    @property
    def has_turns_left(self) -> bool:
        """Whether the seat has turns left."""
        return not self.out and not self.card.is_full


class LastFill(NamedTuple):
    """The box that was filled last, and the dice used."""

    seat: int
    turn: int
    dice: Dice
    fill: Fill
    timed_out: bool


class Replay(NamedTuple):
    """The seat of a finished game whose dice are used again: its code, seat, seeds and total."""

    game: str
    seat: int
    seeds: tuple[str, ...]
    total: int


class Sealing(NamedTuple):
    """How a game with seals gets its seeds.

    For each seat: `seals`, its seal ("" for bots), and `known`, whether the server knew the seed at
    the start. `waiting`: the seats that have not shown their seeds. `first`: the seat that begins
    when none are left.
    """

    seals: tuple[str, ...]
    known: tuple[bool, ...]
    waiting: tuple[int, ...]
    first: int
    started_at: int


class Round(NamedTuple):
    """The round that is played in `mode: rounds`, and what everybody knows of the game.

    `seq`: the last event that everybody knows. `seats`: the seats at that time. `acted`: how many
    events each seat has had since. `fills`: the box that each seat filled last, or None. `shown`:
    what everybody knows of `fills`. `done`: the seats that have nothing left to do.
    """

    seq: int
    seats: tuple[SeatState, ...]
    acted: tuple[int, ...]
    fills: tuple[LastFill | None, ...]
    shown: tuple[LastFill | None, ...]
    done: tuple[int, ...] = ()


class GameState(NamedTuple):
    """A whole game after event number `seq`. `acting` lists the seats that may act now.

    `seeds` holds salt and text of each seat, "" until they are shown. `sealing` is None in games of
    the older scheme, whose seeds were never sealed.

    `stand_in` is the personality that plays automatic seats, or "". `replay` is None unless the
    game uses the dice of an older one.

    `dice`: whether the dice depend on the seat. `share`: the name of the group of games that share
    secret and dice, or "". The log of such a game never contains the secret.

    `round` is None unless rounds are played. `seen` says what one viewer may see of such a game.
    """

    code: str
    variant: Variant
    mode: Mode
    clock: int | None
    seats: tuple[SeatState, ...]
    acting: tuple[int, ...]
    commitment: str
    seeds: tuple[str, ...]
    seq: int = 1
    status: Status = "playing"
    last: LastFill | None = None
    secret: str | None = None
    stand_in: str = ""
    replay: Replay | None = None
    sealing: Sealing | None = None
    dice: DiceMode = "own"
    share: str = ""
    round: Round | None = None

    @property
    def done(self) -> tuple[int, ...]:
        """The seats that had a turn in this round and have nothing left to do in it."""
        return () if self.round is None or self.status != "playing" else self.round.done

    @property
    def revealing(self) -> tuple[int, ...]:
        """The seats whose seeds the game waits for before the first turn."""
        return self.sealing.waiting if self.sealing and self.status == "playing" else ()

    def bot_at(self, seat: int) -> str | None:
        """Return the personality of the bot that plays this seat now ("" in old games); None if no
        bot does.
        """
        state = self.seats[seat]
        if state.bot:
            return state.persona
        return (self.stand_in or None) if state.auto else None

    def deadline(self, seat: int) -> int | None:
        """Return when `seat`, which may act, runs out of time (ms since 1970), or None."""
        state = self.seats[seat]
        started = state.turn.started_at
        if started is None:
            return None
        if self.bot_at(seat) is not None:
            return started + BOT_MS * (state.turn.rolls + 1)
        if state.auto:
            return started + AUTO_MS
        return None if self.clock is None else started + self.clock * 1000

    def due(self, seat: int) -> int | None:
        """Return when the server acts for `seat`: the deadline, plus a grace period for people."""
        deadline = self.deadline(seat)
        if deadline is None or not self.seats[seat].is_timed:
            return deadline
        return deadline + GRACE_MS

    @property
    def next_deadline(self) -> int | None:
        """The deadline that players see: the earliest of all seats that may act. In rounds it is
        the deadline of the round, which bots and automatic play do not change.
        """
        if self.round is not None:
            return self._round_deadline(self.round)
        return min((at for at in map(self.deadline, self.acting) if at is not None), default=None)

    def _round_deadline(self, known: Round) -> int | None:
        if self.clock is None or self.status != "playing":
            return None
        starts = [seat.turn.started_at for seat in known.seats if seat.has_turns_left]
        return starts[0] + self.clock * 1000 if starts and starts[0] is not None else None

    @property
    def next_due(self) -> int | None:
        """When the server must act if nobody has acted by then, or None."""
        if self.sealing is not None and self.revealing:
            wait = self.clock * 1000 if self.clock and is_long(self.clock) else REVEAL_MS
            return self.sealing.started_at + wait
        return min((at for at in map(self.due, self.acting) if at is not None), default=None)
