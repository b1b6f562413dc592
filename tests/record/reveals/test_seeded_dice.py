"""Groups with a seed: neither who commits to the secret nor who seals the seed chooses the dice."""

import random
from collections.abc import Callable

import pytest
from django.db import IntegrityError

from games.models import DiceSecret, DiceShare, FairLogEntry, Game, User
from games.record.fairness.public_log import read_entries, shared_secret
from games.record.fairness.secrets import secret_of
from games.record.log.loading import load_game
from games.record.reveals.public_log_verifying import SeededGroup, seeded_problems
from games.record.reveals.shared_dice import open_seeded_share, open_share, reveal_share
from games.tables.rooms.shared_games import open_shared_game
from games.tables.rooms.upkeep import close_unused
from tests.core.engine.fairness.reference import (
    reference_die,
    reference_group_code,
    reference_group_seal,
)
from tests.support.desk import play

SALT, TEXT = "9c41e7d05ab2f86310de4478c5b92a07", "lucky7"


def seeded() -> SeededGroup:
    """Begin a group with a seed."""
    base = open_share()
    share = open_seeded_share(base, SALT + TEXT)
    return SeededGroup(base, reference_group_seal(SALT, TEXT), SALT, TEXT, share)


def game_of(player: User, share: str) -> Game:
    game = open_shared_game(player, "yacht", share).game
    assert game is not None
    return game


def kinds(code: str) -> list[str]:
    return [entry.kind for entry in read_entries(1, 1000) if entry.game == code]


@pytest.fixture
def finished(alice: User) -> SeededGroup:
    """A group whose only game is over, and which is revealed."""
    group = seeded()
    play(game_of(alice, group.share), 99, random.Random(6))
    assert reveal_share(group.share)
    assert reveal_share(group.base)
    return group


def test_it_names_the_group_as_the_reference_does(transactional_db: None) -> None:
    group = seeded()
    assert group.share == reference_group_code(group.base, SALT, TEXT)


def test_it_commits_to_the_same_secret_again(transactional_db: None) -> None:
    group = seeded()
    first, second = read_entries(1, 2)
    assert (first.game, second.game) == (group.base, group.share)
    assert first.value == second.value
    secrets = [secret_of(row) for row in DiceSecret.objects.all()]
    assert secrets[0] == secrets[1]


def test_it_throws_the_dice_of_the_secret_and_the_seed(alice: User) -> None:
    group = seeded()
    secret = secret_of(DiceSecret.objects.get(code=group.base))
    code = reference_group_code(group.base, SALT, TEXT)
    dice = load_game(game_of(alice, group.share).pk).dice
    for place in ((1, 1, 0), (5, 2, 3), (12, 3, 4)):
        assert dice.throw(0, *place) == reference_die(secret, code, [], "-", *place)


def test_it_lets_those_see_each_other_who_have_finished(transactional_db: None) -> None:
    group = seeded()
    shares = DiceShare.objects.values_list("code", "finishers_see")
    assert dict(shares) == {group.base: False, group.share: True}


def test_it_takes_one_seed_and_none_for_known_dice(transactional_db: None) -> None:
    group, revealed = seeded(), open_share()
    with pytest.raises(IntegrityError):
        open_seeded_share(group.base, SALT + TEXT)
    reveal_share(revealed)
    for code in (revealed, "unknown"):
        with pytest.raises(DiceShare.DoesNotExist):
            open_seeded_share(code, SALT + TEXT)


def test_it_closes_neither_commitment_as_unused(transactional_db: None) -> None:
    group, sealed = seeded(), open_share()
    close_unused(FairLogEntry.objects.latest("index").at + 10**12)
    assert [kinds(code) for code in (group.base, group.share, sealed)] == [["commitment"]] * 3


def test_it_reveals_both_at_the_end(finished: SeededGroup) -> None:
    assert kinds(finished.base) == ["commitment", "closed"]
    assert kinds(finished.share) == ["commitment", "reveal", "log"]
    assert shared_secret(finished.base) == shared_secret(finished.share)


# What `verify_fair_log` compares


def test_it_finds_nothing_wrong_while_open_and_after_the_end(alice: User) -> None:
    group = seeded()
    assert list(seeded_problems([group])) == []
    play(game_of(alice, group.share), 99, random.Random(6))
    assert list(seeded_problems([group])) == []
    reveal_share(group.share)
    reveal_share(group.base)
    assert list(seeded_problems([group])) == []


def test_it_finds_nothing_wrong_with_a_group_that_nobody_played(transactional_db: None) -> None:
    group = seeded()
    reveal_share(group.share)
    reveal_share(group.base)
    assert list(seeded_problems([group])) == []


CHANGES = {
    "salt": "0" * 32,
    "text": "lucky8",
    "seal": "0" * 64,
    "share": "fxsrj5awjzbq",
    "base": "kq3vd7mn4xte",
}


@pytest.mark.parametrize("field", CHANGES)
def test_it_finds_another_part_of_the_formula(finished: SeededGroup, field: str) -> None:
    changed = finished._replace(**{field: CHANGES[field]})
    # Another group between others is found, too.
    assert list(seeded_problems([finished, changed, finished]))


def another_secret(group: SeededGroup) -> None:
    FairLogEntry.objects.filter(code=group.share, kind="reveal").update(value="00" * 32)


def no_closed(group: SeededGroup) -> None:
    FairLogEntry.objects.filter(code=group.base, kind="closed").delete()


def no_reveal(group: SeededGroup) -> None:
    FairLogEntry.objects.filter(code=group.share).exclude(kind="commitment").delete()


def base_played(group: SeededGroup) -> None:
    FairLogEntry.objects.filter(code=group.base, kind="closed").update(kind="reveal")


def another_commitment(group: SeededGroup) -> None:
    FairLogEntry.objects.filter(code=group.base, kind="commitment").update(value="00" * 32)


def later_base(group: SeededGroup) -> None:
    entry = FairLogEntry.objects.get(code=group.base, kind="commitment")
    FairLogEntry.objects.filter(pk=entry.pk).delete()
    entry.index = 1000
    entry.save()


def no_commitment(group: SeededGroup) -> None:
    FairLogEntry.objects.filter(code=group.share, kind="commitment").delete()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (another_secret, "its base has another secret"),
        (no_closed, "its base has not ended with it"),
        (no_reveal, "its base has not ended with it"),
        (base_played, "its base was played"),
        (another_commitment, "its base has another commitment"),
        (later_base, "its base was not committed to before it"),
        (no_commitment, "its base was not committed to before it"),
    ],
)
def test_it_finds_a_changed_log(
    finished: SeededGroup, change: Callable[[SeededGroup], None], problem: str
) -> None:
    change(finished)
    assert list(seeded_problems([finished])) == [f"group {finished.share}: {problem}"]
