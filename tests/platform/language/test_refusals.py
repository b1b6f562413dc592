"""Refusals: English inside, translated where they reach a player."""

import pytest
from django.utils.translation import override

from games.core.engine import IllegalAction
from games.core.protocol.errors import ErrorCode, Refused
from games.core.rules import VARIANTS, IllegalBox, InvalidPosition, Position, Scorecard
from games.people.accounts.names import NameRefused
from games.platform.language import listed, translated


def test_it_is_english_for_logs_and_programs() -> None:
    with override("de"):
        refusal = Refused(ErrorCode.NOT_FOUND, "There is no player called %(name)s.", name="Bob")
        assert str(refusal) == "There is no player called Bob."


def test_it_is_translated_with_its_values() -> None:
    refusal = Refused(ErrorCode.NOT_FOUND, "There is no player called %(name)s.", name="Bob")
    with override("de"):
        assert translated(refusal) == "Niemand hier heißt Bob."
    with override("en"):
        assert translated(refusal) == "There is no player called Bob."


def test_it_translates_refusals_of_the_engine_and_of_names() -> None:
    with override("de"):
        assert translated(IllegalAction("not_your_turn", "It is not your turn.")) == (
            "Du bist nicht dran."
        )
        long = NameRefused("too_long", "A name can have at most %(most)s characters.", most=20)
        assert translated(long) == "Ein Name kann höchstens 20 Zeichen haben."


def test_it_leaves_a_text_that_nobody_has_translated() -> None:
    with override("de"):
        assert translated(IllegalAction("stale", "100 % of the 5 boxes")) == "100 % of the 5 boxes"


def test_it_lists_names_in_the_language_of_the_reader() -> None:
    names = listed(["Alice", "Bob", "Charlie"])
    refusal = Refused(ErrorCode.FORBIDDEN, "%(names)s must be connected at the start.", names=names)
    assert str(refusal) == "Alice, Bob and Charlie must be connected at the start."
    with override("de"):
        assert "Alice, Bob und Charlie" in translated(refusal)
        assert str(listed(["Alice"])) == "Alice"


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("yacht - 0 -", "eine Stellung hat fünf Teile, nicht 4"),
        ("yacht - 0 - 0", "erwartet werden 1 Spalten mit je 12 Feldern"),
    ],
)
def test_it_translates_why_a_position_is_invalid(text: str, german: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        Position.parse(text)
    with override("de"):
        assert translated(refusal.value) == german


def test_it_translates_refusals_of_the_rules() -> None:
    card = Scorecard(VARIANTS["yacht"]).fill("ones", [1, 2, 3, 4, 5])
    with pytest.raises(IllegalBox) as refusal:
        card.fill("ones", [1, 1, 1, 1, 1])
    with override("de"):
        assert translated(refusal.value) == "Dieses Feld ist schon gefüllt."
