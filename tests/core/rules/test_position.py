"""Positions as one line of text, written and parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.rules import VARIANTS, InvalidPosition, Position, Scorecard, find_variant
from tests.core.rules.play import dice, played_cards, unhurried


@st.composite
def positions(draw: st.DrawFn) -> Position:
    card = draw(played_cards())
    rolls = draw(st.integers(0, 3))
    return Position(card.variant, card, draw(dice) if rolls else None, rolls)


@unhurried
@given(position=positions())
def test_it_reads_what_it_wrote(position: Position) -> None:
    text = position.to_text()

    assert Position.parse(text) == position
    assert str(position) == text
    assert text.count(" ") == 4
    assert text.isascii()


@unhurried
@given(position=positions(), data=st.data())
def test_it_refuses_or_keeps_a_text_with_a_typo(position: Position, data: st.DataObject) -> None:
    text = position.to_text()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 3, len(text))))
    slip = data.draw(st.text(alphabet=" -,/:=0123456789yahtzejokrf\n٣", max_size=3))
    changed = text[:start] + slip + text[end:]
    try:
        parsed = Position.parse(changed)
    except InvalidPosition:
        return
    assert parsed.to_text() == changed


@unhurried
@given(text=st.text())
def test_it_accepts_or_refuses_any_text(text: str) -> None:
    with pytest.raises(InvalidPosition):
        Position.parse(text)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("yacht -,-,-,-,-,-,-,-,-,-,-,- 0 - 0", 0),
        ("yacht 3,-,-,-,-,0,28,-,30,-,-,50 0 66116 2", 111),
        ("yahtzee 3,6,9,12,15,18,-,-,-,-,-,50,- 2 44444 3", 63 + 35 + 50 + 200),
        ("yahtzee:joker=free -,-,-,-,-,-,-,-,-,-,-,0,- 0 11111 1", 0),
        ("yatzy -,-,-,-,-,-,12,22,-,-,15,20,-,-,- 0 12345 1", 69),
        (
            "triple_yahtzee:joker=none 1,-,-,-,-,-,-,-,-,-,-,-,-"
            "/-,2,-,-,-,-,-,-,-,-,-,-,-/-,-,3,-,-,-,-,-,-,-,-,-,- 0/0/0 - 0",
            1 + 2 * 2 + 3 * 3,
        ),
        (
            "triple_yahtzee -,-,-,-,-,-,-,-,-,-,-,50,-"
            "/5,-,-,-,-,-,-,-,-,-,-,50,-/-,-,-,-,-,-,-,-,-,-,-,50,- 0/1/0 65432 1",
            50 * 6 + 105 * 2,
        ),
    ],
)
def test_it_reads_a_position(text: str, total: int) -> None:
    position = Position.parse(text)

    assert position.card.total == total
    assert position.to_text() == text


YACHT = "-,-,-,-,-,-,-,-,-,-,-,-"
YAHTZEE = "-,-,-,-,-,-,-,-,-,-,-,50,-"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "five fields, not 1"),
        (f"yacht {YACHT} 0 - 0 ", "five fields, not 6"),
        (f"yacht  {YACHT} 0 - 0", "five fields, not 6"),
        (f"chess {YACHT} 0 - 0", "no variant 'chess'"),
        (f"yacht: {YACHT} 0 - 0", "the variant is written 'yacht'"),
        (f"yacht:joker=free {YACHT} 0 - 0", "has no switch"),
        (f"yahtzee:joker=forced {YAHTZEE} 0 - 0", "the variant is written 'yahtzee'"),
        (f"yahtzee:joker=wild {YAHTZEE} 0 - 0", "joker must be one of"),
        (f"yahtzee:joker {YAHTZEE} 0 - 0", "joker must be one of"),
        (f"yahtzee:joker=free,joker=free {YAHTZEE} 0 - 0", "the variant is written"),
        (f"yacht {YACHT},- 0 - 0", "expected 1 columns of 12 boxes"),
        (f"yacht {YACHT}/{YACHT} 0/0 - 0", "expected 1 columns of 12 boxes"),
        (f"triple_yahtzee {YAHTZEE}/{YAHTZEE} 0/0/0 - 0", "expected 3 columns of 13 boxes"),
        (f"yacht 4{YACHT} 0 - 0", "ones cannot hold '4-'"),
        ("yacht 6,-,-,-,-,-,-,-,-,-,-,- 0 - 0", "ones cannot hold '6'"),
        ("yacht -,3,-,-,-,-,-,-,-,-,-,- 0 - 0", "twos cannot hold '3'"),
        ("yacht 03,-,-,-,-,-,-,-,-,-,-,- 0 - 0", "ones cannot hold '03'"),
        ("yacht -1,-,-,-,-,-,-,-,-,-,-,- 0 - 0", "ones cannot hold '-1'"),
        ("yacht ,-,-,-,-,-,-,-,-,-,-,- 0 - 0", "ones cannot hold ''"),
        ("yacht -,-,-,-,-,-,30,-,-,-,-,- 0 - 0", "full_house cannot hold '30'"),
        ("yacht -,-,-,-,-,-,-,-,-,-,-,49 0 - 0", "yacht cannot hold '49'"),
        (f"yacht {YACHT} 1 - 0", "bonus Yahtzees need 50"),
        (f"yacht {YACHT} 0/0 - 0", "expected 1 numbers of bonus"),
        (f"yacht {YACHT} 00 - 0", "is 0 to 99"),
        (f"yacht {YACHT} -1 - 0", "is 0 to 99"),
        (f"yahtzee {YAHTZEE} 1 - 0", "more bonus Yahtzees than filled boxes"),
        ("yahtzee 1,-,-,-,-,-,-,-,-,-,-,0,- 1 - 0", "bonus Yahtzees need 50"),
        ("yahtzee:joker=none 1,-,-,-,-,-,-,-,-,-,-,50,- 1 - 0", "bonus Yahtzees need 50"),
        (f"yacht {YACHT} 0 1234 1", "the dice are 5 faces"),
        (f"yacht {YACHT} 0 123450 1", "the dice are 5 faces"),
        (f"yacht {YACHT} 0 12347 1", "the dice are 5 faces"),
        (f"yacht {YACHT} 0 1234٣ 1", "the dice are 5 faces"),
        (f"yacht {YACHT} 0 12345\n 1", "the dice are 5 faces"),
        (f"yacht {YACHT} 0 12345 0", "there are dice if and only if"),
        (f"yacht {YACHT} 0 - 1", "there are dice if and only if"),
        (f"yacht {YACHT} 0 12345 4", "rolls must be 0 to 3"),
        (f"yacht {YACHT} 0 12345 1\n", "rolls must be 0 to 3"),
        (f"yacht {YACHT} {'9' * 5000} 12345 1", "at most 400 characters"),
    ],
)
def test_it_refuses_a_malformed_text(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message) as error:
        Position.parse(text)
    assert error.value.code == "invalid_position"


def test_it_refuses_parts_that_contradict() -> None:
    yacht = VARIANTS["yacht"]
    card = Scorecard(yacht)

    with pytest.raises(InvalidPosition, match="another variant"):
        Position(yacht, Scorecard(VARIANTS["yatzy"]))
    with pytest.raises(InvalidPosition, match="another variant"):
        Position(VARIANTS["yahtzee"], Scorecard(find_variant("yahtzee", joker="free")))
    with pytest.raises(InvalidPosition, match="there are dice if and only if"):
        Position(yacht, card, None, 1)
    with pytest.raises(InvalidPosition, match="there are dice if and only if"):
        Position(yacht, card, (1, 2, 3, 4, 5), 0)
    with pytest.raises(InvalidPosition, match="rolls must be 0 to 3"):
        Position(yacht, card, (1, 2, 3, 4, 5), 4)
