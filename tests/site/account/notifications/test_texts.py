"""The end of a game says what a player has reached, also alone and where several have won."""

import pytest

from games.models import User
from games.site.account.notifications.queue import Facts, Person
from games.site.account.notifications.texts import text_of

pytestmark = pytest.mark.registered


def test_it_tells_who_played_alone_what_they_scored(alice: User) -> None:
    facts = Facts("yahtzee", (Person(alice.pk, "Alice", 1, 231),), game="bbbbbbbbbbbb")
    assert text_of("over", facts, alice.pk).body == "Yahtzee: 231 points."


def test_it_tells_who_shares_the_first_place(alice: User, bob: User, charlie: User) -> None:
    people = (
        Person(alice.pk, "Alice", 1, 231),
        Person(bob.pk, "Bob", 1, 231),
        Person(charlie.pk, "Charlie", 3, 200),
    )
    facts = Facts("yahtzee", people, game="bbbbbbbbbbbb")
    texts = [text_of("over", facts, person.player).body for person in people]
    assert texts == [
        "Yahtzee with Bob and Charlie: you share first place with 231 points.",
        "Yahtzee with Alice and Charlie: you share first place with 231 points.",
        "Yahtzee with Alice and Bob: place 3 of 3, 200 points.",
    ]


@pytest.mark.parametrize("name", ["דנה", "علي"])
def test_it_isolates_names_that_are_written_from_right_to_left(alice: User, name: str) -> None:
    marked = f"\u2068{name}\u2069"
    people = (
        Person(alice.pk, "Alice", 1, 231),
        Person(2, name, 2, 55),
        Person(3, "Bob", 3, 44),
    )
    over = text_of("over", Facts("yahtzee", people, game="bbbbbbbbbbbb"), alice.pk)
    # The game with its players is one unit among the words about the result.
    game = f"Yahtzee with \u2068{marked} and Bob\u2069"
    assert over.body == f"\u2068{game}\u2069: you won with 231 points."
    asked = Facts("yahtzee", (Person(2, name),), clock=30)
    assert text_of("challenge", asked, alice.pk).title == f"{marked} challenges you"
