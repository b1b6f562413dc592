"""Games on shared dice are measured when their dice are revealed, each once."""

import random

import pytest

from games.core import solver
from games.core.engine import initial_state
from games.core.engine.events import GameStarted
from games.core.rules import find_variant
from games.models import DiceShare, Foresight, Game, GameEvent, RuleSet, SeatForesight, User
from games.platform.clock import utc_now
from games.record.fairness.public_log import shared_secret
from games.record.log.records import LoggedEvent
from games.record.log.verifying import read_log
from games.record.ratings.counting import count_results
from games.record.reveals.shared_dice import open_share, reveal_share
from games.site.study.analysis.ledger import read_ledgers
from games.site.study.foresight import counting
from games.site.study.foresight.counting import count_foresight
from games.site.study.foresight.index import GameForesight, foresight, total
from games.tables.rooms.shared_games import open_shared_game
from tests.core.engine.fairness.reference import reference_die
from tests.record.ratings.games import finished_game
from tests.support.damage import another_die, lost_event
from tests.support.desk import play, rechain
from tests.support.people import account

pytestmark = pytest.mark.registered
FEW_BOXES = find_variant(
    "yacht+no-full-house+no-four-of-a-kind+no-little-straight+no-big-straight+no-choice+bonus-33"
).id


def begun(player: User, share: str) -> Game:
    game = open_shared_game(player, "yacht", share).game
    assert game is not None
    return game


def played(player: User, share: str, seed: int = 1) -> Game:
    game = begun(player, share)
    play(game, 99, random.Random(seed))
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


def test_it_waits_for_the_reveal(alice: User) -> None:
    share = open_share()
    game = played(alice, share)
    assert count_foresight() == 0
    reveal_share(share)
    assert count_foresight() == 1
    assert SeatForesight.objects.get().game == game
    assert Foresight.objects.get().player == alice


def test_it_measures_the_choices_on_the_dice_of_the_secret(alice: User) -> None:
    share = open_share()
    game = played(alice, share)
    reveal_share(share)
    count_foresight()
    secret = bytes.fromhex(shared_secret(share) or "")
    log = [logged.event for logged in read_log(game.pk)]
    (ledger,) = read_ledgers(log, solver.options, True)
    expected = foresight(
        ledger,
        lambda turn, roll, at: reference_die(secret, share, [], "-", turn, roll, at),
        solver.roll_values,
    )
    row = SeatForesight.objects.get()
    assert expected.choices > 3
    assert row.choices == expected.choices
    assert (row.surplus, row.score) == pytest.approx((expected.surplus, expected.score))
    assert (row.tilt_1, row.tilt_4) == pytest.approx((expected.evidence[0], expected.evidence[3]))


@pytest.mark.logs_errors("games.site.study.foresight.counting")
def test_a_game_that_cannot_be_measured_holds_up_no_other_one(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    share = open_share()
    broken = played(alice, share)
    played(bob, share)
    reveal_share(share)

    def fail(game: int) -> list[LoggedEvent]:
        if game == broken.pk:
            raise KeyError("a bug")
        return read_log(game)

    monkeypatch.setattr(counting, "read_log", fail)
    assert [count_foresight(), count_foresight()] == [2, 0]
    assert f"the foresight of game {broken.code} could not be measured" in caplog.messages
    choices = {row.game_id: row.choices for row in SeatForesight.objects.all()}
    assert choices[broken.pk] == 0
    assert max(choices.values()) > 3


def same_dice(*people: User, rules: str) -> Game:
    """A finished game with the same dice at one table, that is to be measured."""
    game = finished_game(*people, rated=False, variant=rules, same=True)
    count_results([game.pk])
    assert Game.objects.filter(pk=game.pk, foresight_counted=False).exists()
    return game


@pytest.mark.parametrize("rules", ["maxi_yatzy", "yatzy+six-dice", "yacht+save-rolls"])
def test_rules_that_cannot_be_solved_have_no_foresight(
    alice: User, bob: User, rules: str, caplog: pytest.LogCaptureFixture
) -> None:
    same_dice(alice, bob, rules=rules)
    assert [count_foresight(), count_foresight()] == [1, 0]
    assert [row.choices for row in SeatForesight.objects.all()] == [0, 0]
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


@pytest.mark.usefixtures("tables_folder")
def test_it_waits_for_rules_that_will_be_solved(alice: User, bob: User) -> None:
    waiting = same_dice(alice, bob, rules=FEW_BOXES)
    RuleSet.objects.all().delete()
    assert count_foresight() == 0
    assert RuleSet.objects.get().text == FEW_BOXES, "it asks for them"
    assert not SeatForesight.objects.exists()
    ready = same_dice(alice, bob, rules="maxi_yatzy")
    assert [count_foresight(), count_foresight()] == [1, 0]
    assert {row.game for row in SeatForesight.objects.all()} == {ready}
    solver.make_table(find_variant(FEW_BOXES))
    RuleSet.objects.update(state=RuleSet.State.SOLVED, solved_at=utc_now())
    assert [count_foresight(), count_foresight()] == [1, 0]
    assert SeatForesight.objects.filter(game=waiting, choices__gt=0).count() == 2


def test_it_passes_over_a_game_of_older_rules(alice: User) -> None:
    share = open_share()
    game = played(alice, share)
    event = GameEvent.objects.get(game=game, seq=1)
    started = read_log(game.pk)[0].event
    assert isinstance(started, GameStarted)
    assert initial_state(started).variant.version == started.rules
    GameEvent.objects.filter(pk=event.pk).update(
        data=event.data.replace(f'"rules":{started.rules}', '"rules":0')
    )
    rechain(game)
    reveal_share(share)
    assert [count_foresight(), count_foresight()] == [1, 0]
    assert SeatForesight.objects.get().choices == 0


@pytest.mark.django_db(transaction=True)
def test_it_stores_all_seats_of_a_game_or_none(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished_game(alice, bob)
    real = counting.record

    def fails(game: Game, seat: int, found: GameForesight) -> bool:
        if seat == 1:
            raise RuntimeError("killed")
        return real(game, seat, found)

    with monkeypatch.context() as patch:
        patch.setattr(counting, "record", fails)
        with pytest.raises(RuntimeError):
            counting.record_game(game, [total(()), total(())])
    assert not SeatForesight.objects.exists()
    counting.record_game(game, [total(()), total(())])
    seats = SeatForesight.objects.order_by("seat").values_list("seat", "player")
    assert list(seats) == [(0, alice.pk), (1, bob.pk)]


def test_it_measures_tables_of_people_with_the_same_dice(alice: User, bob: User) -> None:
    pip = User.objects.create(username="pip", name="Pip", is_bot=True)
    same = finished_game(alice, bob, same=True)
    others = [finished_game(alice, bob), finished_game(account("Charlie"), pip, same=True, bots=1)]
    assert count_foresight() == 0
    count_results([game.pk for game in (same, *others)])
    assert [count_foresight(), count_foresight()] == [1, 0]
    rows = SeatForesight.objects.order_by("seat").values_list("game", "player")
    assert list(rows) == [(same.pk, alice.pk), (same.pk, bob.pk)]
    assert min(SeatForesight.objects.values_list("choices", flat=True)) > 3


def test_it_measures_again_what_an_older_version_has_measured(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = open_share()
    shared = played(alice, share)
    reveal_share(share)
    tables = [finished_game(alice, bob, same=True, seed=seed) for seed in (1, 2, 3)]
    count_results([game.pk for game in tables])
    while count_foresight():
        pass
    right = set(SeatForesight.objects.values_list("game", "seat", "player", "surplus"))
    sums = set(Foresight.objects.values_list("player", "games", "surplus"))
    assert len(right) == 7
    SeatForesight.objects.update(version=counting.VERSION - 1, surplus=1000.0)
    Foresight.objects.update(version=counting.VERSION - 1, surplus=4000.0, peak=9.0)
    monkeypatch.setattr("games.site.study.foresight.counting.TABLES_AT_ONCE", 2)
    assert count_foresight() > 0
    # Meanwhile no sum has figures of the older version in it.
    found = Foresight.objects.get(player=alice, version=counting.VERSION)
    assert found.games < 4
    assert abs(found.surplus) < 500.0
    while count_foresight():
        pass
    assert set(SeatForesight.objects.values_list("game", "seat", "player", "surplus")) == right
    assert {(row[0], row[1]) for row in right} >= {(shared.pk, 0)}
    rows = Foresight.objects.all()
    assert {(row.player_id, row.games) for row in rows} == {(each[0], each[1]) for each in sums}
    assert sorted(row.surplus for row in rows) == pytest.approx(sorted(each[2] for each in sums))
    assert all(row.version == counting.VERSION and row.peak < 4.0 for row in rows)


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_forgets_what_an_older_version_has_found_in_a_damaged_game(
    alice: User, bob: User
) -> None:
    game = finished_game(alice, bob, same=True)
    count_results([game.pk])
    count_foresight()
    SeatForesight.objects.update(version=counting.VERSION - 1)
    lost_event(game)
    Game.objects.filter(pk=game.pk).update(verified=False)
    assert [count_foresight(), count_foresight()] == [1, 0]
    assert not SeatForesight.objects.exists()


@pytest.mark.logs_errors("games.record.log.damage")
def test_it_measures_no_damaged_game_of_a_group(alice: User, bob: User) -> None:
    share = open_share()
    damaged, sound = played(alice, share), played(bob, share)
    another_die(damaged)
    reveal_share(share)
    while count_foresight():
        pass
    assert SeatForesight.objects.get().game == sound
    assert DiceShare.objects.get(code=share).foresight_counted
