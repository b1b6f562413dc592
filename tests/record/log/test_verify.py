"""verifylog and verify_game find every change that bypasses the log."""

import json
import random
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F, QuerySet, Value
from django.db.models.functions import Concat

from games.core.engine import Player, Resign, Reveal, Roll
from games.management.commands import verifylog
from games.models import DiceSecret, Game, GameEvent, GameSnapshot, Scorecard, User
from games.record.fairness.secrets import UnreadableSecret, secret_of
from games.record.log import verifying
from games.record.log.loading import load_game
from games.record.log.records import snapshot_of
from games.record.log.starting import start_game
from games.record.log.verifying import problems_of, problems_of_all
from tests.support.desk import act, play, rechain
from tests.support.people import START, begun, open_room
from tests.support.sealing import make_seal


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    made = begun(open_room(alice, variant="triple_yahtzee"), alice, bob)
    play(made, 40, random.Random(5))
    made.refresh_from_db()
    return made


@pytest.fixture
def finished(alice: User, bob: User) -> Game:
    made = begun(open_room(alice), alice, bob)
    play(made, 99, random.Random(6))
    made.refresh_from_db()
    assert made.status == "finished"
    return made


def change(game: Game, type_: str, **data: Any) -> None:
    """Tamper with the newest event of a type."""
    row = GameEvent.objects.filter(game=game, type=type_).order_by("-seq")[0]
    row.data = json.dumps({**json.loads(row.data), **data})
    row.save()


def another_face(game: Game) -> None:
    row = GameEvent.objects.filter(game=game, type="dice.rolled").order_by("-seq")[0]
    dice = json.loads(row.data)["dice"]
    change(game, "dice.rolled", dice=[dice[0] % 6 + 1, *dice[1:]])


def head(game: Game) -> int:
    return GameEvent.objects.filter(game=game).count()


def drop(game: Game, seq: int) -> None:
    GameEvent.objects.filter(game=game, seq=seq).delete()


def double(game: Game, type_: str) -> None:
    """Make the newest event of a type happen once more, at the end."""
    row = GameEvent.objects.filter(game=game, type=type_).order_by("-seq")[0]
    GameEvent.objects.create(
        game=game, seq=head(game) + 1, type=row.type, seat=row.seat, at=row.at, data=row.data
    )


def snapshot_of_game(game: Game) -> str:
    return GameSnapshot.objects.get(game=game).state


def save_snapshot(state: str) -> None:
    GameSnapshot.objects.update(state=state)


TAMPERED: dict[str, tuple[Callable[[Game], object], str]] = {
    "a die": (another_face, "fell"),
    "a hold": (lambda game: change(game, "dice.rolled", hold=[0, 1]), "held before"),
    "an old turn": (lambda game: change(game, "box.scored", turn=1), "out of turn"),
    "a roll number": (lambda game: change(game, "dice.rolled", roll=3), "roll 3 after 0"),
    "a seventh face": (lambda game: change(game, "dice.rolled", dice=[7, 1, 1, 1, 1]), "7"),
    "a sixth die": (lambda game: change(game, "dice.rolled", dice=[1, 1, 1, 1, 1, 1]), "6 dice"),
    "no dice": (lambda game: change(game, "dice.rolled", dice=[]), "shows 0 dice"),
    "six dice": (lambda game: change(game, "dice.rolled", dice=[1] * 6), "shows 6 dice"),
    "points": (lambda game: change(game, "box.scored", points=99), "worth"),
    "a bonus": (lambda game: change(game, "box.scored", bonus=100), "worth"),
    "a category": (lambda game: change(game, "box.scored", category="nonsense"), "replayed"),
    "a missing field": (
        lambda game: GameEvent.objects.filter(game=game, seq=3).update(data="{}"),
        "cannot be read",
    ),
    "no JSON": (
        lambda game: GameEvent.objects.filter(game=game, seq=3).update(data="{"),
        "cannot be read",
    ),
    "an unknown type": (
        lambda game: GameEvent.objects.filter(game=game, seq=3).update(type="dice.eaten"),
        "cannot be read",
    ),
    "another seat": (
        lambda game: GameEvent.objects.filter(game=game, seq=head(game)).update(seat=0),
        "out of turn",
    ),
    "a gap": (lambda game: drop(game, 7), "event 7 is missing"),
    "a cut tail": (lambda game: drop(game, head(game)), "has other boxes"),
    "a lost beginning": (lambda game: drop(game, 1), "event 1 is missing"),
    "a lost log": (lambda game: game.events.all().delete(), "names as its newest"),
    "a box twice": (lambda game: double(game, "box.scored"), "out of turn"),
    "another commitment": (
        lambda game: change(game, "game.started", commitment="0" * 64),
        "not the one that was committed",
    ),
    "another seed": (
        lambda game: change(
            game,
            "game.started",
            seats=[
                {"player": 1, "seed": "x", "seal": "", "salt": "", "known": True},
                {"player": 2, "seed": "y", "seal": "", "salt": "", "known": True},
            ],
        ),
        "fell",
    ),
    "another variant": (lambda game: change(game, "game.started", variant="chess"), "replayed"),
    "the secret": (
        lambda game: DiceSecret.objects.filter(code=game.code).update(secret=b"0" * 32),
        "committed",
    ),
    "no secret": (lambda game: DiceSecret.objects.all().delete(), "secret"),
    "the status": (lambda game: Game.objects.update(status="aborted"), "the row says"),
    "the variant of the row": (lambda game: Game.objects.update(variant="yacht"), "another game"),
    "the mode of the row": (lambda game: Game.objects.update(mode="rounds"), "another game"),
    "a lost scorecard": (
        lambda game: Scorecard.objects.filter(seat=1).delete(),
        "scorecards of the seats [0]",
    ),
    "a scorecard of a third seat": (
        lambda game: Scorecard.objects.create(game=game, seat=2, name="Mallory"),
        "scorecards of the seats [0, 1, 2]",
    ),
    "a snapshot of the future": (
        lambda game: save_snapshot(snapshot_of(load_game(game.pk).state._replace(seq=999))),
        "the snapshot at 999",
    ),
    "the snapshot": (
        lambda game: save_snapshot(snapshot_of_game(game).replace('"timeouts":0', '"timeouts":1')),
        "snapshot",
    ),
    "half a snapshot": (lambda game: save_snapshot(snapshot_of_game(game)[:99]), "snapshot"),
    "a total": (lambda game: Scorecard.objects.filter(seat=1).update(total=999), "scorecard 1"),
    "a card": (
        lambda game: Scorecard.objects.filter(seat=0).update(
            position=Scorecard.objects.get(seat=1).position
        ),
        "scorecard 0",
    ),
}


def test_it_finds_nothing_wrong_with_what_was_played(game: Game, finished: Game) -> None:
    assert problems_of(game) == problems_of(finished) == []
    out = StringIO()
    call_command("verifylog", stdout=out)
    assert "2 games agree with their logs" in out.getvalue()


@pytest.mark.parametrize(("tamper", "expected"), TAMPERED.values(), ids=TAMPERED.keys())
def test_it_finds(game: Game, tamper: Callable[[Game], object], expected: str) -> None:
    tamper(game)
    rechain(game)
    game.refresh_from_db()
    assert expected in "\n".join(problems_of(game))
    with pytest.raises(CommandError, match="1 of 1 games"):
        call_command("verifylog", game.code, stdout=StringIO())


CHANGED: dict[str, Callable[[QuerySet[GameEvent]], object]] = {
    "its number": lambda events: events.filter(seq=5).update(seq=99),
    "its type": lambda events: events.filter(seq=5).update(type="seat.back"),
    "its seat": lambda events: events.filter(seq=5).update(seat=None),
    "its time": lambda events: events.filter(seq=5).update(at=F("at") + 1),
    "its data": lambda events: events.filter(seq=5).update(data=Concat("data", Value(" "))),
    "its hash": lambda events: events.filter(seq=5).update(hash="0" * 64),
    "its existence": lambda events: events.filter(seq=5).delete(),
    "the last one's existence": lambda events: events.order_by("-seq")[0].delete(),
}


@pytest.mark.parametrize("change_", CHANGED.values(), ids=CHANGED.keys())
def test_it_finds_a_change_of_an_event(
    game: Game, change_: Callable[[QuerySet[GameEvent]], object]
) -> None:
    change_(GameEvent.objects.filter(game=game))
    (problem,) = problems_of(game)
    assert "the log is broken" in problem or "not the one that the game names" in problem


def test_who_asked_for_an_event_is_no_part_of_the_chain(game: Game) -> None:
    GameEvent.objects.filter(game=game).update(by="")
    assert problems_of(game) == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"totals": [500, 1]}, "the result"),
        ({"places": [2, 2]}, "the result"),
        ({"secret": "00" * 32}, "revealed"),
    ],
)
def test_it_finds_another_result(finished: Game, data: dict[str, Any], expected: str) -> None:
    change(finished, "game.finished", **data)
    rechain(finished)
    finished.refresh_from_db()
    assert expected in "\n".join(problems_of(finished))


def test_it_needs_no_key_for_a_secret_that_the_log_has_revealed(
    game: Game, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(code: str, stored: bytes) -> bytes:
        raise UnreadableSecret("the key is missing")

    monkeypatch.setattr(verifying, "secret_from", missing)
    found = problems_of_all([game, finished])
    assert found[finished.pk] == []
    assert isinstance(found[game.pk], UnreadableSecret)
    assert problems_of(game) == ["the key is missing"]
    change(finished, "game.finished", secret="00" * 32)
    rechain(finished)
    finished.refresh_from_db()
    assert "committed" in problems_of(finished)[0]


def test_it_finds_what_happens_after_the_end(finished: Game) -> None:
    double(finished, "dice.rolled")
    rechain(finished)
    finished.refresh_from_db()
    assert "after the end" in "\n".join(problems_of(finished))


def test_it_reads_a_game_again_that_moves_on_meanwhile(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = Game.objects.prefetch_related("scorecards").get(pk=game.pk)
    play(game, 4, random.Random(7))
    assert problems_of(stale)
    assert verifylog.settled_problems(stale) == []


def test_it_proves_a_finished_game(finished: Game) -> None:
    out = StringIO()
    call_command("verify_game", finished.code, stdout=out)
    # 12 rounds of Yacht, two players, one roll of five dice each.
    assert "All 120 dice are the ones that were committed to." in out.getvalue()


def test_it_does_not_prove_a_tampered_game(finished: Game) -> None:
    another_face(finished)
    with pytest.raises(CommandError, match="does not follow"):
        call_command("verify_game", finished.code, stdout=StringIO())
    rechain(finished)
    with pytest.raises(CommandError, match="does not verify"):
        call_command("verify_game", finished.code, stdout=StringIO())


def test_it_proves_nothing_before_the_end(game: Game) -> None:
    secret = secret_of(DiceSecret.objects.get(code=game.code)).hex()
    out = StringIO()
    with pytest.raises(CommandError, match="not over"):
        call_command("verify_game", game.code, stdout=out)
    assert secret not in out.getvalue()


def test_it_knows_no_such_game(transactional_db: None) -> None:
    with pytest.raises(CommandError):
        call_command("verify_game", "nosuchgame", stdout=StringIO())


# --- Sealed seeds --------------------------------------------------------------------------


@pytest.fixture
def sealed(alice: User, bob: User) -> Game:
    """A game in which Alice has sealed her seed and rolled."""
    room = open_room(alice)
    kept = make_seal(room.next_code, alice.pk)
    players = [Player(alice.pk, "Alice", "", seal=kept.seal), Player(bob.pk, "Bob", "plain")]
    made = start_game(room, players, START)
    act(made, 0, Reveal(kept.salt, kept.text))
    act(made, 0, Roll(1, 0))
    made.refresh_from_db()
    return made


def other_seals(game: Game, **seat: Any) -> None:
    """Tamper with the first seat of the start."""
    seats = json.loads(GameEvent.objects.get(game=game, seq=1).data)["seats"]
    change(game, "game.started", seats=[{**seats[0], **seat}, seats[1]])


def other_known_seed(game: Game) -> None:
    seats = json.loads(GameEvent.objects.get(game=game, seq=1).data)["seats"]
    change(game, "game.started", seats=[seats[0], {**seats[1], "seed": "other"}])


def roll_first(game: Game) -> None:
    """Exchange the reveal and the roll."""
    for seq, other in ((2, 99), (3, 2), (99, 3)):
        GameEvent.objects.filter(game=game, seq=seq).update(seq=other)


def cancel(game: Game) -> None:
    """End the log as if the start had been cancelled because of Bob."""
    secret = secret_of(DiceSecret.objects.get(code=game.code)).hex()
    data = {"withheld": [1], "blamed": True, "secret": secret}
    GameEvent.objects.create(
        game=game, seq=4, type="game.cancelled", seat=None, at=START, data=json.dumps(data)
    )


SEAL_TAMPERED: dict[str, tuple[Callable[[Game], object], str]] = {
    "the revealed seed": (
        lambda game: change(game, "seed.revealed", seed="better"),
        "not the one that was sealed",
    ),
    "the salt": (
        lambda game: change(game, "seed.revealed", salt="0" * 32),
        "not the one that was sealed",
    ),
    "the seal": (lambda game: other_seals(game, seal="0" * 64), "not the one that was sealed"),
    "a seal of a known seed": (other_known_seed, "the seal is not that of the seed"),
    "a seed that was known": (
        lambda game: other_seals(game, known=True),
        "shows a seed that nobody waits for",
    ),
    "a roll before the last seed": (roll_first, "dice.rolled before all seeds were shown"),
    "a cancelled start that nobody caused": (cancel, "cancelled for seats (1,)"),
    "a seed shown twice": (lambda game: double(game, "seed.revealed"), "nobody waits for"),
}


def test_it_finds_nothing_wrong_with_sealed_seeds(sealed: Game) -> None:
    assert problems_of(sealed) == []
    act(sealed, 1, Resign())
    out = StringIO()
    call_command("verify_game", sealed.code, stdout=out)
    assert "All 5 dice" in out.getvalue()
    assert load_game(sealed.pk).state.seeds[0] in out.getvalue()


@pytest.mark.parametrize(("tamper", "expected"), SEAL_TAMPERED.values(), ids=SEAL_TAMPERED.keys())
def test_it_finds_a_change_of(
    sealed: Game, tamper: Callable[[Game], object], expected: str
) -> None:
    tamper(sealed)
    rechain(sealed)
    sealed.refresh_from_db()
    assert expected in "\n".join(problems_of(sealed))


def test_it_does_not_pass_over_a_game_that_there_is_not(game: Game) -> None:
    with pytest.raises(CommandError, match="no game missing"):
        call_command("verifylog", game.code, "missing", stdout=StringIO())
