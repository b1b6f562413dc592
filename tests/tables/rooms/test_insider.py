"""Somebody who reads the server's database, and has a seat, tries to choose the dice.

Mallory also has the key of the secrets. She knows the secret of the coming game and everything that
the server knows of Alice's seed. She tries thousands of seeds of her own for a good first roll.
Where seeds are sealed this gains nothing; where they are not, the same attack works.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean

import pytest

from games.core.engine import IllegalAction, Reveal, Roll, Score
from games.models import DiceSecret, Room, Seat, User
from games.record.fairness.secrets import secret_of
from games.record.log.loading import load_game
from games.record.log.verifying import problems_of
from games.tables.rooms import sealing, seating, starting
from tests.core.engine.fairness.reference import reference_die, reference_seal
from tests.support.desk import act
from tests.support.people import current_game, open_room
from tests.support.sealing import make_seal
from tests.tables.rooms.test_rooms import refusal

TRIES = 3000
# The sum of five dice is 17.5 on average, and this or more in 1 + 5 + 15 + 35 of 7776 rolls: in
# 3000 tries it is missed with a probability below 1e-9.
GREAT = 27
# The quantile 0.999 of chi-square with five degrees of freedom (NIST handbook, 1.3.6.7.4).
CHI_SQUARE_999 = 20.515


def first_roll(secret: bytes, code: str, seeds: Sequence[str], seat: int) -> tuple[int, ...]:
    """The first roll of a seat, by the second implementation."""
    return tuple(reference_die(secret, code, seeds, str(seat), 1, 1, place) for place in range(5))


def grind(secret: bytes, code: str, seeds_with: Callable[[str], list[str]]) -> str:
    """Return the text of Mallory's (of seat 1) with which her first roll is the best."""
    texts = (f"m{number}" for number in range(TRIES))
    return max(texts, key=lambda text: sum(first_roll(secret, code, seeds_with(text), 1)))


def what_the_server_knows(room: Room) -> tuple[bytes, str, Seat]:
    """Secret and code of the next game, and the row of Alice's seat: read from the database."""
    room.refresh_from_db()
    secret = secret_of(DiceSecret.objects.get(code=room.next_code))
    return secret, room.next_code, room.seats.get(number=0)


def rolled_by_mallory(room: Room) -> tuple[int, ...]:
    """Play until Mallory, who comes second, has rolled; return her dice."""
    game = current_game(room)
    act(game, 0, Roll(1, 0))
    act(game, 0, Score(1, 1, "choice"))
    act(game, 1, Roll(1, 0))
    dice = load_game(game.pk).state.seats[1].turn.dice
    assert dice is not None
    return dice


@pytest.fixture
def room(alice: User, bob: User) -> Room:
    """A table of Alice, and of Bob, who is Mallory."""
    made = open_room(alice)
    seating.sit(made.pk, bob.pk, 1, None)
    return made


def test_it_lets_an_insider_choose_the_dice_where_seeds_are_not_sealed(
    room: Room, alice: User, bob: User
) -> None:
    seating.set_seed(room.pk, alice.pk, "honest5eed")
    secret, code, seat = what_the_server_knows(room)
    text = grind(secret, code, lambda mine: [seat.seed, mine])
    seating.set_seed(room.pk, bob.pk, text)
    starting.start(room.pk, alice.pk)
    dice = rolled_by_mallory(room)
    assert dice == first_roll(secret, code, ["honest5eed", text], 1)
    assert sum(dice) >= GREAT


def test_it_gives_an_insider_nothing_where_seeds_are_sealed(
    room: Room, alice: User, bob: User
) -> None:
    room.refresh_from_db()
    hers = make_seal(room.next_code, alice.pk, "abc", hashlib.md5(b"honest").hexdigest())
    seating.set_seal(room.pk, alice.pk, sealing.Seal(hers.game, hers.seal))
    secret, code, seat = what_the_server_knows(room)
    # All that is stored of Alice's seed is its seal; guessing the text does not help.
    row = " ".join(str(value) for value in vars(seat).values())
    assert hers.seal in row
    assert hers.salt not in row
    assert hers.text not in row.split()
    guesses = {make_seal(code, alice.pk, guess, "").seal for guess in ("abc", "none", "a", "")}
    assert hers.seal not in guesses
    text = grind(secret, code, lambda mine: ["abc", mine])
    assert sum(first_roll(secret, code, ["abc", text], 1)) >= GREAT
    mine = make_seal(code, bob.pk, text, "0" * 32)
    seating.set_seal(room.pk, bob.pk, sealing.Seal(code, mine.seal))
    starting.start(room.pk, alice.pk)
    game = current_game(room)
    act(game, 0, Reveal(hers.salt, hers.text))
    # Now she knows all seeds, and could choose very well; but her seal is fixed.
    better = grind(secret, code, lambda mine: [hers.seed, "0" * 32 + mine])
    assert sum(first_roll(secret, code, [hers.seed, "0" * 32 + better], 1)) >= GREAT
    for salt in ("0" * 32, "1" * 32):
        with pytest.raises(IllegalAction) as refused:
            act(game, 1, Reveal(salt, better))
        assert refused.value.code == "bad_seed"
    assert (
        refusal(lambda: seating.set_seal(room.pk, bob.pk, sealing.Seal(code, "a" * 64))) == "stale"
    )
    act(game, 1, Reveal(mine.salt, mine.text))
    dice = rolled_by_mallory(room)
    assert dice == first_roll(secret, code, [hers.seed, mine.seed], 1)
    game.refresh_from_db()
    assert problems_of(game) == []


def test_its_dice_do_not_depend_on_what_an_insider_has_chosen() -> None:
    # Over many games with honest salts, the best of Mallory's seeds rolls like any other.
    games = 600
    faces: dict[str, Counter[int]] = {"ground": Counter(), "first": Counter()}
    sums: dict[str, list[int]] = {"ground": [], "first": []}
    for number in range(games):
        secret = hashlib.sha256(f"secret {number}".encode()).digest()
        code = f"game{number}"
        salt = hashlib.sha256(f"salt {number}".encode()).hexdigest()[:32]
        best = max(
            (f"m{each}" for each in range(40)),
            key=lambda text: sum(first_roll(secret, code, ["abc", text], 1)),
        )
        for how, text in (("ground", best), ("first", "m0")):
            roll = first_roll(secret, code, [salt + "abc", text], 1)
            faces[how].update(roll)
            sums[how].append(sum(roll))
    for how in ("ground", "first"):
        expected = games * 5 / 6
        assert sum((faces[how][face] - expected) ** 2 / expected for face in range(1, 7)) < (
            CHI_SQUARE_999
        )
        # The standard error of the mean is sqrt(5 * 35 / 12 / 600) = 0.156.
        assert abs(mean(sums[how]) - 17.5) < 3 * 0.156


def test_it_binds_a_seal_to_its_game_and_player() -> None:
    kept = make_seal("game1", 7, "abc", "5" * 32)
    assert kept.seal == reference_seal("game1", 7, "5" * 32, "abc")
    others = [("game2", 7, "5" * 32, "abc"), ("game1", 8, "5" * 32, "abc")]
    # Nor can a part of the salt become a part of the text.
    others += [("game1", 7, "5" * 31, "5abc"), ("game1", 7, "", "5" * 32 + "abc")]
    assert kept.seal not in {reference_seal(*other) for other in others}
