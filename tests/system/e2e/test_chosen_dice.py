"""Tests can choose their dice."""

from tests.system.e2e.person import Person
from tests.system.e2e.site import Site


def test_it_throws_the_chosen_dice_on_every_roll(alice: Person, site: Site) -> None:
    site.choose_dice(alice.open_special_table("yacht", seats=1), "15526")
    alice.start(players=1)
    for _ in range(2):
        alice.rolls_dice()
        assert alice.dice() == [1, 5, 5, 2, 6]


def test_it_throws_the_same_dice_in_every_game_where_none_were_chosen(
    alice: Person, bob: Person
) -> None:
    for person in (alice, bob):
        person.open_special_table("yacht", seats=1)
        person.start(players=1)
        person.rolls_dice()
    assert alice.dice() == bob.dice()
