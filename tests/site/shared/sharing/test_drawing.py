"""The pictures: size, bytes, and that equal contents give equal pictures."""

import io

import pytest
from PIL import Image

from games.site.shared.sharing.contents import (
    Arena,
    Challenge,
    Content,
    DailyResults,
    FinishedGame,
    Invitation,
    Person,
    PictureRow,
    Profile,
    Site,
    SmallCard,
    shown_name,
)
from games.site.shared.sharing.drawing import picture_of

MOST_BYTES = 100_000
LONG = "Wilhelmine-Josephine"
ALICE, BOB, LONGEST = Person("Alice", "AK"), Person("Bob", "whale"), Person(LONG, "bot-pip")
GONE = Person("Deleted player", None)
ROWS = tuple(
    PictureRow(number, person, str(400 - number), "104%")
    for number, person in enumerate((ALICE, LONGEST, BOB, GONE), 1)
)
CARD = SmallCard(
    LONG, tuple((f"Box number {n}", ("12", "24", "1236"), n % 5 == 0) for n in range(17))
)
CONTENTS: dict[str, Content] = {
    "site": Site("Yacht · Yahtzee · Triple Yahtzee · Yatzy", "Yacht", "Dice games with friends"),
    "invitation": Invitation("Yahtzee", "Alice invites you", "Join", (ALICE, None), "", "Free"),
    "full room": Invitation(
        "Triple Yahtzee · rated",
        f"{LONG} invites you to a game of Triple Yahtzee",
        "Rated games need accounts.",
        (LONGEST, ALICE, BOB, GONE, None, None, None),
        "+9",
        "Free",
    ),
    "closed room": Invitation("Yacht", "This table is closed."),
    "result": FinishedGame("Yacht · rated", f"{LONG} wins by 123 points", ROWS, "and 4 more", CARD),
    "cancelled game": FinishedGame("Yacht", "The game was cancelled", ROWS[:1]),
    "profile": Profile(
        "Player", LONG, LONGEST, "1543?", "Yahtzee rating", ("9 games", ""), (1, 9, 4)
    ),
    "new player": Profile("Player", "Alice", ALICE, "", "", ("No games yet",)),
    "challenge": Challenge("The daily · 22 November 2026", "Can you beat it?", "The same dice"),
    "daily": DailyResults(
        "Daily", "318 points", ROWS[:3], "214", (0.5, 0, 1), "🟩🟨⬜\n🟩🟩🟩\n🟩🟩🟩"
    ),
    "empty daily": DailyResults("Daily", "The dice are revealed"),
    "coming arena": Arena("Tournament", "Weekly Yatzy arena", "Starts: 22 Nov 2026"),
    "running arena": Arena("Tournament", "Weekly Yatzy arena", "31 players", ROWS),
    "finished arena": Arena("Tournament", "Weekly Yatzy arena", "31 players", ROWS[:3], True),
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_it_is_a_small_png_of_the_size_that_the_tags_name(content: Content) -> None:
    drawn = picture_of(content)
    assert len(drawn) < MOST_BYTES
    with Image.open(io.BytesIO(drawn)) as picture:
        picture.load()
        assert (picture.format, picture.size) == ("PNG", (1200, 630))


def test_it_is_the_same_for_the_same_content_and_different_for_every_other() -> None:
    one, other = CONTENTS["result"], CONTENTS["cancelled game"]
    assert picture_of(one) == picture_of(one)
    assert picture_of(one) != picture_of(other)
    assert len({content.digest for content in CONTENTS.values()}) == len(CONTENTS)


def test_it_names_nobody_in_boxes() -> None:
    assert shown_name("Алиса", 2) == "Алиса"
    assert shown_name("爱丽丝", 2) == "Player 2"
