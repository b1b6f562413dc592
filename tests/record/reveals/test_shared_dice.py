"""Games that share secret and dice: nothing is revealed before the last of them is over."""

import hashlib
import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.core.engine import Roll
from games.core.engine.fair_log import ChainCheck
from games.models import DiceSecret, DiceShare, FairLogEntry, Game, GameEvent, User
from games.record.fairness.public_log import read_entries, shared_secret
from games.record.fairness.secrets import secret_of
from games.record.log.loading import load_game, load_games
from games.record.log.records import snapshot_of, state_of
from games.record.log.verifying import problems_of
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from games.record.reveals.public_log_verifying import game_problems
from games.record.reveals.shared_dice import StillPlaying, open_share, reveal_share
from games.tables.live.results import games_to_count
from games.tables.rooms.shared_games import open_shared_game
from games.tables.rooms.upkeep import close_unused
from tests.core.engine.fairness.reference import reference_die
from tests.support.desk import act, play, unchain


def secret(share: str) -> bytes:
    return secret_of(DiceSecret.objects.get(code=share))


def game_of(player: User, share: str, variant: str = "yacht") -> Game:
    game = open_shared_game(player, variant, share).game
    assert game is not None
    return game


def finished(game: Game) -> Game:
    play(game, 99, random.Random(6))
    game.refresh_from_db()
    assert game.status == "finished"
    return game


def kinds(code: str) -> list[str]:
    check, entries = ChainCheck(), read_entries(1, 1000)
    assert [problem for entry in entries for problem in check.add(entry)] == []
    return [entry.kind for entry in entries if entry.game == code]


def whole_log(game: Game) -> str:
    return " ".join(GameEvent.objects.filter(game=game).values_list("data", flat=True))


def test_it_commits_before_anybody_plays(alice: User) -> None:
    share = open_share()
    entry = FairLogEntry.objects.get(code=share)
    assert (entry.kind, entry.value) == ("commitment", hashlib.sha256(secret(share)).hexdigest())
    state = load_game(game_of(alice, share).pk).state
    assert (state.commitment, state.share, state.dice) == (entry.value, share, "same")


def test_it_gives_everybody_the_dice_of_the_secret_alone(alice: User, bob: User) -> None:
    share = open_share()
    games = [load_game(game_of(player, share).pk) for player in (alice, bob)]
    for place in ((1, 1, 0), (5, 2, 3), (12, 3, 4)):
        expected = reference_die(secret(share), share, [], "-", *place)
        assert [game.dice.throw(0, *place) for game in games] == [expected] * 2
    together = load_games([game.id for game in games])
    assert [type(game) for game in together.values()] == [type(games[0])] * 2
    assert state_of(snapshot_of(games[0].state), {0: "Alice"}) == games[0].state


def test_it_keeps_the_secret_until_the_last_game_is_over(alice: User, bob: User) -> None:
    share = open_share()
    first, second = game_of(alice, share), game_of(bob, share)
    finished(first)
    assert secret(share).hex() not in whole_log(first)
    with pytest.raises(StillPlaying):
        reveal_share(share)
    assert (log_ends(), kinds(share), shared_secret(share)) == (0, ["commitment"], None)
    finished(second)
    assert reveal_share(share)
    assert not reveal_share(share)
    assert kinds(share) == ["commitment", "reveal", "log"]
    assert shared_secret(share) == secret(share).hex()
    lines = sorted(f"{game.code}|{load_game(game.pk).head}\n" for game in (first, second))
    expected = hashlib.sha256("".join(lines).encode()).hexdigest()
    assert FairLogEntry.objects.get(code=share, kind="log").value == expected
    assert not DiceSecret.objects.get(code=share).open


def test_it_does_not_close_the_commitment_of_a_group_as_unused(alice: User) -> None:
    share = open_share()
    far_future = FairLogEntry.objects.get(code=share).at + 10**12
    close_unused(far_future)
    assert kinds(share) == ["commitment"]


def test_it_verifies_before_and_after_the_reveal(alice: User) -> None:
    share = open_share()
    game = game_of(alice, share)
    act(game, 0, Roll(1, 0))
    game.refresh_from_db()
    assert problems_of(game) == []
    finished(game)
    game.refresh_from_db()
    assert (problems_of(game), list(game_problems())) == ([], [])
    with pytest.raises(CommandError, match="not over"):
        call_command("verify_game", game.code, stdout=StringIO())
    reveal_share(share)
    assert (problems_of(game), list(game_problems())) == ([], [])
    out = StringIO()
    call_command("verify_game", game.code, stdout=out)
    assert f"secret     {secret(share).hex()}" in out.getvalue()


def test_it_finds_a_game_with_another_commitment_than_its_group(alice: User) -> None:
    share = open_share()
    game = game_of(alice, share)
    event = GameEvent.objects.get(game=game, seq=1)
    event.data = event.data.replace(load_game(game.pk).state.commitment, "0" * 64)
    event.save()
    assert list(game_problems()) == [f"game {game.code}: its log and the public log differ"]
    unchain(game)
    game.refresh_from_db()
    assert "the secret is not the one that was committed to" in problems_of(game)


def test_it_counts_in_no_rating_and_no_audit_of_dice(alice: User) -> None:
    game = finished(game_of(alice, open_share()))
    assert games_to_count() == []
    count_results([game.pk])
    game.refresh_from_db()
    assert game.result_at is None


def test_it_begins_no_game_with_known_dice(alice: User) -> None:
    share = open_share()
    assert reveal_share(share)
    assert kinds(share) == ["commitment", "closed"]
    with pytest.raises(DiceShare.DoesNotExist):
        game_of(alice, share)
    assert not Game.objects.exists()


def test_it_finds_that_the_log_of_one_game_of_a_group_is_another_one(alice: User) -> None:
    share = open_share()
    game = finished(game_of(alice, share))
    reveal_share(share)
    assert list(game_problems()) == []
    Game.objects.filter(pk=game.pk).update(head="0" * 64)
    problem = f"group {share}: the logs of its games and the public log differ"
    assert list(game_problems()) == [problem]
