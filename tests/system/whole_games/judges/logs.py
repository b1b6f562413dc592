"""The log of every game: its chain, and a second implementation of the game."""

import hashlib
import json

from games.models import Game, GameEvent, Scorecard
from tests.support.desk import rechain
from tests.support.oracles.cards import naive_places
from tests.support.oracles.house_cards import naive_card
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Json, Line, Played

ENDS = {"game.finished": "finished", "game.aborted": "aborted", "game.cancelled": "cancelled"}


# --- The chain ----------------------------------------------------------------------------


def chain(evidence: Evidence) -> Complaints:
    """Each event follows from the one before, by the formula in docs/fairness.md."""
    for played in evidence.played:
        head = "0" * 64
        for place, line in enumerate(played.log, 1):
            seat = "" if line.seat is None else line.seat
            text = f"event|{head}|{line.seq}|{line.type}|{seat}|{line.at}|{line.text}"
            head = hashlib.sha256(text.encode()).hexdigest()
            if (line.seq, line.hash) != (place, head):
                yield f"{played.code}: event {line.seq} does not follow"
        if played.game.head != head:
            yield f"{played.code}: the row names {played.game.head} as the newest"


# --- The game -----------------------------------------------------------------------------


def game(evidence: Evidence) -> Complaints:
    """Every log is a valid game by a second implementation, and its row and cards say the same."""
    for played in evidence.played:
        try:
            yield from (f"{played.code}: {each}" for each in Replay(played.start).problems(played))
        except Exception as error:
            yield f"{played.code} cannot be replayed: {error!r}"


class Replay:
    """A game played again, without the engine."""

    def __init__(self, start: Json) -> None:
        count = len(start["seats"])
        joker = start["switches"].get("joker", "none")
        self.in_rounds = start["mode"] == "rounds"
        self.cards = [naive_card(start["variant"], joker) for _ in range(count)]
        self.turn = [1] * count
        self.rolls = [0] * count
        self.saved = [0] * count
        self.dice: list[list[int]] = [[] for _ in range(count)]
        self.resigned: list[int] = []
        self.mover = start["first"]
        self.round = 1
        self.unshown = 0
        """How many boxes were filled since the last reveal."""
        self.boxes = len(self.cards[0].all_boxes())

    def problems(self, played: Played) -> Complaints:
        """Yield what is wrong with the log, the row and the cards."""
        for line in played.log[1:]:
            for problem in self._apply(line):
                yield f"event {line.seq}: {problem}"
        if played.end.type not in ENDS or any(line.type in ENDS for line in played.log[:-1]):
            yield "the log does not have one end"
        if played.game.status != ENDS.get(played.end.type):
            yield f"the row says {played.game.status}"
        stored = [(card.seat, card.total, card.resigned) for card in played.cards]
        told = [(seat, card.total, seat in self.resigned) for seat, card in enumerate(self.cards)]
        if stored != told:
            yield f"the cards say {stored}, not {told}"
        places = played.end.data.get("places", [None] * len(self.cards))
        if [card.place for card in played.cards] != places:
            yield f"the cards do not have the places {places}"

    def _apply(self, line: Line) -> Complaints:
        if line.type == "dice.rolled":
            yield from self._roll(line)
        elif line.type == "box.scored":
            yield from self._score(line)
        elif line.type == "seat.resigned":
            assert line.seat is not None
            self.resigned.append(line.seat)
            self._pass_turn()
        elif line.type == "round.revealed":
            yield from self._reveal(line)
        elif line.type == "game.finished":
            yield from self._finish(line)
        elif line.type == "game.cancelled" and any(self.rolls):
            yield "cancelled after the first roll"

    def _is_due(self, seat: int, line: Line) -> bool:
        turn: int = line.data["turn"]
        if self.in_rounds:
            return self.turn[seat] == self.round == turn
        return seat == self.mover and self.turn[seat] == turn

    def _roll(self, line: Line) -> Complaints:
        seat, dice, hold = line.seat, line.data["dice"], line.data["hold"]
        assert seat is not None
        if not self._is_due(seat, line) or seat in self.resigned:
            yield f"seat {seat} rolls out of turn"
        self.rolls[seat] += 1
        if line.data["roll"] != self.rolls[seat] or self.rolls[seat] > self._most_rolls(seat):
            yield f"roll {line.data['roll']} is number {self.rolls[seat]}"
        if len(dice) != self.cards[seat].dice_count or not set(dice) <= {1, 2, 3, 4, 5, 6}:
            yield f"these are no dice: {dice}"
        if hold and any(dice[place] != self.dice[seat][place] for place in hold):
            yield f"held dice changed: {self.dice[seat]} to {dice}"
        self.dice[seat] = dice

    def _most_rolls(self, seat: int) -> int:
        return self.cards[seat].rolls + self.saved[seat]

    def _score(self, line: Line) -> Complaints:
        seat = line.seat
        assert seat is not None
        data, card, dice = line.data, self.cards[seat], tuple(self.dice[seat])
        if not self._is_due(seat, line) or not self.rolls[seat] or seat in self.resigned:
            yield f"seat {seat} fills a box out of turn"
        box = (data["column"], data["category"])
        if box not in card.options(dice):
            yield f"{box} must not be filled with {dice}"
        told = (data["points"], data["bonus"], data["joker"])
        if (right := card.fill(box, dice, self.rolls[seat])) != told:
            yield f"{dice} in {box} is {right}, not {told}"
        self.turn[seat] += 1
        self.unshown += 1
        if card.saves_rolls:
            self.saved[seat] = self._most_rolls(seat) - self.rolls[seat]
        self.rolls[seat], self.dice[seat] = 0, []
        self._pass_turn()

    def _pass_turn(self) -> None:
        """Move on to the next seat that is in the game and has turns left, in turns."""
        if self.in_rounds or (self.mover not in self.resigned and self._has_turn(self.mover)):
            return
        count = len(self.cards)
        for step in range(1, count + 1):
            seat = (self.mover + step) % count
            if seat not in self.resigned and self.turn[seat] <= self.boxes:
                self.mover = seat
                return

    def _has_turn(self, seat: int) -> bool:
        """Whether the seat is in the middle of the turn that is its."""
        return len(self.cards[seat].boxes) < self.turn[seat] and bool(self.rolls[seat])

    def _reveal(self, line: Line) -> Complaints:
        number = line.data["round"]
        behind = [
            seat
            for seat, turn in enumerate(self.turn)
            if turn <= number and seat not in self.resigned
        ]
        # All but one may resign in the middle of a round: that ends the game.
        if (behind and not self._is_left_alone) or number not in (self.round, self.round - 1):
            yield f"round {number} is revealed, but seats {behind} have to play"
        self.round = number + 1
        self.unshown = 0

    @property
    def _is_left_alone(self) -> bool:
        return len(self.cards) - len(self.resigned) == 1 < len(self.cards)

    def _finish(self, line: Line) -> Complaints:
        totals = [card.total for card in self.cards]
        places = naive_places(totals, self.resigned)
        if (line.data["totals"], line.data["places"]) != (totals, places):
            yield f"the result is {totals}, {places}, not {line.data}"
        left = [seat for seat in range(len(self.cards)) if seat not in self.resigned]
        in_the_middle = self._is_left_alone and self.turn[left[0]] <= self.round
        if self.in_rounds and self.unshown and not in_the_middle:
            yield f"it is finished, but {self.unshown} boxes were not revealed"
        full = all(len(self.cards[seat].boxes) == self.boxes for seat in left)
        if not full and len(left) > 1:
            yield "it is finished, but somebody has boxes left"


# --- Ways to break them -------------------------------------------------------------------


def first(type_: str) -> GameEvent:
    """Return an event of a type, of a finished game."""
    rows = GameEvent.objects.filter(type=type_, game__status=Game.Status.FINISHED)
    return rows.order_by("game_id", "seq")[0]


def change(row: GameEvent, chained: bool, **data: object) -> None:
    """Change what an event says. `chained`: and give all hashes accordingly."""
    row.data = json.dumps({**json.loads(row.data), **data}, separators=(",", ":"))
    row.save()
    if chained:
        rechain(row.game)


def another_time(_: Evidence) -> None:
    """Change what only the chain tells."""
    row = first("box.scored")
    row.at += 1
    row.save()


def no_last_event(_: Evidence) -> None:
    """Cut a log off, and chain what is left."""
    row = first("game.finished")
    row.delete()
    rechain(row.game)


def no_linked_event(_: Evidence) -> None:
    """Cut a log off, and leave the hashes as they are."""
    first("game.finished").delete()


def another_box(_: Evidence) -> None:
    """Change the points of a box."""
    change(first("box.scored"), chained=True, points=99)


def another_die(_: Evidence) -> None:
    """Show another number than six faces have."""
    change(first("dice.rolled"), chained=True, dice=[7, 7, 7, 7, 7])


def another_turn(_: Evidence) -> None:
    """Have somebody else roll."""
    games = GameEvent.objects.filter(type="dice.rolled", seat=1)
    row = games.filter(game__mode="turns").order_by("game_id", "seq")[0]
    row.seat = 0
    row.save()
    rechain(row.game)


def another_result(_: Evidence) -> None:
    """Give everybody the second place."""
    row = first("game.finished")
    change(row, chained=True, places=[2 for _ in json.loads(row.data)["places"]])


def another_total(_: Evidence) -> None:
    """Change the total of a card, but not the log."""
    card = Scorecard.objects.filter(total__gt=0).order_by("pk")[0]
    Scorecard.objects.filter(pk=card.pk).update(total=card.total + 1)
