"""Whatever people do at a table, no die falls before the last sealed seed is shown.

Alice, Bob and Charlie, and bots, sit down, stand up, seal, send plain seeds, start, ask for another
game, show their seeds or not, at random, at an open or a paired table. A second record of what was
sealed says what must be locked.
"""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.core.engine import GameState, IllegalAction, Resign, Reveal, Roll, Score
from games.core.protocol.errors import Refused
from games.models import Game, Room, User
from games.people.accounts import bot_accounts
from games.record.log.loading import load_game, read_events
from games.record.log.verifying import problems_of
from games.tables.rooms import opening, sealing, seating, starting
from tests.core.engine.fairness.reference import reference_die
from tests.examples import examples
from tests.support.desk import act
from tests.support.people import open_room, person
from tests.support.sealing import Kept, make_seal

who = st.integers(0, 2)
text = st.sampled_from(["a", "myseed", "none", "bot"])


class SealingMachine(RuleBasedStateMachine):
    """One table, at which anything may come next."""

    room: Room
    people: list[User]

    @initialize(
        paired=st.booleans(), bots=st.integers(0, 2), seated=st.integers(0, 2), begin=st.booleans()
    )
    def open(self, paired: bool, bots: int, seated: int, begin: bool) -> None:
        self.people = [person(name) for name in ("Alice", "Bob", "Charlie")]
        # By player and game: the newest seal, or None after a plain seed.
        self.sealed: dict[tuple[int, str], Kept | None] = {}
        # All seals by themselves: what each browser keeps.
        self.kept: dict[str, Kept] = {}
        self.used: set[str] = set()
        # Whose newest seed was sealed, among those who sit.
        self.sealing: set[int] = set()
        self.checked: str | None = None
        if paired:
            ids = [self.people[0].pk, self.people[1].pk, *bot_accounts.find_bots(bots)]
            self.room = opening.open_paired_room(ids, "yacht", {}, 60, False)
        else:
            self.room = open_room(self.people[0], 3 + bots, clock=60)
            for number, persona in enumerate(("pip", "gull")[:bots], 3):
                seating.add_bot(self.room.pk, self.people[0].pk, persona, number)
            for each in range(1, 1 + seated):
                self.sit(each, None)
        if begin:
            self.seal_all("myseed", but=None)
            self.start(0, None)

    # What is there

    def refresh(self) -> Room:
        self.room.refresh_from_db()
        return self.room

    @property
    def game(self) -> Game | None:
        return self.refresh().game

    @property
    def state(self) -> GameState | None:
        return None if self.game is None else load_game(self.game.pk).state

    @property
    def playing(self) -> GameState | None:
        state = self.state
        return state if state is not None and state.status == "playing" else None

    def attempt(self, work: Any) -> bool:
        """Do what a room may refuse; return whether it was done."""
        try:
            work()
        except Refused:
            return False
        return True

    def fresh(self, player: User, words: str) -> tuple[Kept, sealing.Seal]:
        kept = make_seal(self.refresh().next_code, player.pk, words)
        self.kept[kept.seal] = kept
        return kept, sealing.Seal(kept.game, kept.seal)

    # What people do

    @rule(who=who, seat=st.none() | st.integers(0, 3))
    def sit(self, who: int, seat: int | None) -> None:
        self.attempt(lambda: seating.sit(self.room.pk, self.people[who].pk, seat, None))

    @rule(who=who)
    def stand(self, who: int) -> None:
        player = self.people[who]
        if self.attempt(lambda: seating.stand(self.room.pk, player.pk)):
            self.sealed.pop((player.pk, self.room.next_code), None)

    @rule(who=who, words=text)
    def seal(self, who: int, words: str) -> None:
        player = self.people[who]
        kept, seal = self.fresh(player, words)
        if self.attempt(lambda: seating.set_seal(self.room.pk, player.pk, seal)):
            self.sealed[player.pk, kept.game] = kept
            self.sealing.add(player.pk)

    @rule(words=text, but=st.none() | who)
    def seal_all(self, words: str, but: int | None) -> None:
        """Most starts need everybody's seal."""
        for each in range(3):
            if each != but:
                self.seal(each, words)

    @precondition(lambda self: self.playing is not None and self.playing.revealing)
    @rule()
    def reveal_all(self) -> None:
        while self.playing is not None and self.playing.revealing:
            self.reveal(0)

    @precondition(lambda self: self.game is not None)
    @rule(words=st.none() | text)
    def rematch_all(self, words: str | None) -> None:
        for each in range(3):
            self.rematch(each, words, None)

    @rule(who=who, words=text)
    def seed(self, who: int, words: str) -> None:
        player, code = self.people[who], self.refresh().next_code
        if self.attempt(lambda: seating.set_seed(self.room.pk, player.pk, words)):
            self.sealed[player.pk, code] = None
            self.sealing.discard(player.pk)

    @precondition(lambda self: self.used)
    @rule(who=who)
    def seal_again_what_was_used(self, who: int) -> None:
        seal = sealing.Seal(self.refresh().next_code, min(self.used))
        assert not self.attempt(lambda: seating.set_seal(self.room.pk, self.people[who].pk, seal))

    @rule(who=who, here=st.none() | st.sets(who))
    def start(self, who: int, here: set[int] | None) -> None:
        ids = None if here is None else {self.people[each].pk for each in here}
        self.attempt(lambda: starting.start(self.room.pk, self.people[who].pk, ids))

    @rule(who=who, words=st.none() | text, here=st.none() | st.sets(who))
    def rematch(self, who: int, words: str | None, here: set[int] | None) -> None:
        player = self.people[who]
        ids = None if here is None else {self.people[each].pk for each in here}
        kept, seal = self.fresh(player, words) if words else (None, None)
        if (
            self.attempt(
                lambda: starting.rematch(self.room.pk, player.pk, None, seal=seal, here=ids)
            )
            and kept
        ):
            self.sealed[player.pk, kept.game] = kept
            self.sealing.add(player.pk)

    @rule(here=st.sets(who))
    def connect(self, here: set[int]) -> None:
        ids = {self.people[each].pk for each in here}
        self.attempt(lambda: starting.start_waiting(self.room.pk, ids))

    @rule()
    def end_the_wait_for_the_pair(self) -> None:
        starting.start_paired(self.room.pk, blamed=True)

    @precondition(lambda self: self.playing is not None and self.playing.revealing)
    @rule(pick=st.integers(0, 7))
    def reveal(self, pick: int) -> None:
        state, game = self.playing, self.game
        assert state is not None
        assert game is not None
        seat = state.revealing[pick % len(state.revealing)]
        kept = self.sealed[state.seats[seat].player, state.code]
        assert kept is not None
        act(game, seat, Reveal(kept.salt, kept.text))

    @precondition(lambda self: self.playing is not None)
    @rule(seats=st.sets(st.integers(0, 4), min_size=1))
    def withhold(self, seats: set[int]) -> None:
        state, game = self.playing, self.game
        assert state is not None
        assert game is not None
        late = seats & set(state.revealing)
        done = self.attempt(
            lambda: starting.cancel_start(self.room.pk, game.pk, seats, blamed=True)
        )
        assert done is bool(late)
        if done:
            freed = {state.seats[seat].player for seat in late}
            for player in freed:
                self.sealed.pop((player, self.refresh().next_code), None)
            assert not self.room.seats.filter(player__in=freed).exists()

    @precondition(lambda self: self.playing is not None)
    @rule()
    def move_too_early_or_play_a_turn(self) -> None:
        state, game = self.playing, self.game
        assert state is not None
        assert game is not None
        if state.revealing:
            for action in (Roll(1, 0), Score(1, 0, "ones"), Resign()):
                with pytest.raises(IllegalAction):
                    act(game, 0, action)
            return
        (seat,) = state.acting
        turn = state.seats[seat].turn
        act(game, seat, Roll(turn.number, turn.rolls))
        dice = load_game(game.pk).state.seats[seat].turn.dice
        secret = bytes(load_game(game.pk).dice.secret)
        assert dice == tuple(
            reference_die(secret, state.code, state.seeds, str(seat), turn.number, 1, place)
            for place in range(5)
        )
        box = state.seats[seat].card.open_boxes[0]
        act(game, seat, Score(turn.number, 1, box.category, box.column))

    @precondition(lambda self: self.playing is not None)
    @rule()
    def finish(self) -> None:
        """Show all seeds, and resign."""
        if self.playing is not None and self.playing.revealing:
            self.reveal_all()
        game = self.game
        assert game is not None
        for seat, each in enumerate(load_game(game.pk).state.seats):
            if load_game(game.pk).state.status == "playing" and not each.bot:
                act(game, seat, Resign())
        if load_game(game.pk).state.status == "playing":
            # The bots are left: the game is of no more use here.
            for seat in range(len(load_game(game.pk).state.seats)):
                if load_game(game.pk).state.status == "playing":
                    try:
                        act(game, seat, Resign())
                    except IllegalAction:
                        continue

    # What is always true

    @invariant()
    def the_newest_game_is_what_was_sealed(self) -> None:
        game = self.game
        if game is None:
            return
        assert problems_of(game) == []
        log = [logged.event for logged in read_events(game.pk)]
        start: Any = log[0]
        for number, seat in enumerate(start.seats):
            kept = self.sealed.get((seat["player"], start.code))
            if seat.get("bot"):
                assert (seat["seed"], seat["seal"], seat["known"]) == ("bot", "", True)
            elif kept is not None:
                assert (seat["seal"], seat["seed"], seat["known"]) == (kept.seal, "", False)
                self.used.add(kept.seal)
            elif not seat["known"]:
                # Only a paired table can start like that, and then it has ended at once.
                assert seat["seal"] == ""
                assert number in log[-1].data()["withheld"]
        rolls = [event.type for event in log].count("dice.rolled")
        state = load_game(game.pk).state
        if state.revealing:
            assert (rolls, state.acting, state.next_deadline) == (0, (), None)
        elif state.status == "playing":
            assert len(state.acting) == 1
            assert all(state.seeds)
        assert (state.secret is None) == (state.status == "playing")
        assert self.room.next_code != game.code
        if game.code != self.checked:
            self.checked = game.code
            known = {seat["player"] for seat in start.seats if seat["known"]}
            assert not known & self.sealing, "who seals has a new seal in each game"

    @invariant()
    def seats_are_kept_in_mind(self) -> None:
        self.sealing &= set(self.room.seats.values_list("player", flat=True))


@pytest.mark.django_db(transaction=True)
def test_it_locks_what_was_sealed_and_rolls_only_after_the_last_seed() -> None:
    run_state_machine_as_test(
        SealingMachine,
        settings=settings(
            max_examples=examples(25),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
