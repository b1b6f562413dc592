"""After the reveal the games are analysed, as far as the rules allow it."""

import pytest

from games.core.engine import Resign
from games.models import Card, RuleSet, SeatAnalysis, User
from games.site.events.cards import judging
from games.site.events.cards.closing import end_card, take_open_results
from games.site.events.cards.judging import PATIENCE, judge_some, weigh_some
from games.site.study.analysis.game_analysis import analyse_revealed
from tests.site.events.cards.playing import (
    begin,
    entry,
    judged,
    open_card,
    played,
    settled,
)
from tests.site.events.daily.playing import play_out
from tests.support.clock import FakeClock
from tests.support.desk import act

pytestmark = [pytest.mark.registered, pytest.mark.usefixtures("only_yacht_solved")]

SOLVED, UNSOLVABLE, WAITING = "yacht", "maxi_yatzy", "yatzy+bonus-100"


def revealed(card: Card, clock: FakeClock) -> Card:
    end_card(card.pk, clock.utc_now())
    assert settled(card, clock).revealed_at is not None
    return card


def test_it_compares_all_with_perfect_play(alice: User, bob: User, clock: FakeClock) -> None:
    card = open_card(alice, clock, SOLVED)
    for player in (alice, bob):
        played(card, player, clock, best=player == bob)
    assert judge_some(clock.utc_now()) == 0
    judged(revealed(card, clock), clock)
    analyses = {each.game_id: each.data for each in SeatAnalysis.objects.all()}
    for player in (alice, bob):
        mine = entry(card, player)
        assert (mine.judged, mine.loss) == (True, analyses[mine.game_id]["loss"])
        assert card.perfect == analyses[mine.game_id]["perfect"]
    assert card.judged


def test_choices_are_weighed_before_the_reveal_and_the_same_after_it(
    alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock, SOLVED)
    unsolvable, waiting = open_card(alice, clock, UNSOLVABLE), open_card(alice, clock, WAITING)
    for each in (card, unsolvable, waiting):
        played(each, bob, clock, best=False)
    begin(card, alice, clock)
    take_open_results()
    assert weigh_some() == 2
    mine = entry(card, bob)
    assert mine.loss is not None
    assert mine.loss > 0
    assert not mine.judged
    assert not SeatAnalysis.objects.exists()
    assert (entry(unsolvable, bob).judged, entry(unsolvable, bob).loss) == (True, None)
    assert (entry(waiting, bob).judged, entry(waiting, bob).loss) == (False, None)
    assert weigh_some() == 0
    act(entry(card, alice).game, 0, Resign(), now=clock.now_ms())
    judged(revealed(card, clock), clock)
    assert entry(card, bob).loss == pytest.approx(mine.loss)
    assert entry(card, bob).judged


def test_rules_that_cannot_be_solved_have_no_perfect_play(
    alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock, UNSOLVABLE)
    total = played(card, bob, clock)
    judged(revealed(card, clock), clock)
    assert (card.judged, card.perfect) == (True, None)
    assert (entry(card, bob).total, entry(card, bob).loss) == (total, None)


def test_rules_that_wait_for_their_table_hold_up_no_other_card(
    alice: User, bob: User, clock: FakeClock
) -> None:
    waiting, other = open_card(alice, clock, WAITING), open_card(alice, clock, SOLVED)
    for card in (waiting, other):
        played(card, bob, clock)
        revealed(card, clock)
    RuleSet.objects.all().delete()
    judged(other, clock)
    assert other.judged
    waiting.refresh_from_db()
    assert not waiting.judged
    assert RuleSet.objects.get().text == WAITING
    clock.advance(PATIENCE.total_seconds())
    judged(waiting, clock)
    assert (waiting.judged, waiting.perfect, entry(waiting, bob).loss) == (True, None, None)


def test_rules_that_could_not_be_solved_are_not_waited_for(
    alice: User, bob: User, clock: FakeClock
) -> None:
    card = open_card(alice, clock, WAITING)
    played(card, bob, clock)
    RuleSet.objects.update(state=RuleSet.State.FAILED)
    judged(revealed(card, clock), clock)
    assert (card.judged, card.perfect) == (True, None)


@pytest.mark.logs_errors("games.site.events.cards.judging")
def test_a_game_that_cannot_be_analysed_holds_up_no_other_one(
    alice: User, bob: User, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = open_card(alice, clock)
    broken, other = begin(card, alice, clock), begin(card, bob, clock)
    for game in (broken, other):
        play_out(game, clock, best=False)
    revealed(card, clock)

    def fail(game: int) -> SeatAnalysis | None:
        if game == broken.pk:
            raise ValueError("a bug")
        return analyse_revealed(game)

    monkeypatch.setattr(judging, "analyse_revealed", fail)
    judged(card, clock)
    assert card.judged
    assert entry(card, alice).loss is None
    assert entry(card, bob).loss is not None
