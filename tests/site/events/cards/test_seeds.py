"""The commands that verify a site compare the code of a card's group with its seed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Card, FairLogEntry, Game, User
from tests.site.events.cards.revealing import open_card, played, revealed, sealed_card


def run(*command: str) -> str:
    """Run a command; return what it prints. If it fails, with the error in the last line."""
    out = StringIO()
    try:
        call_command(*command, stdout=out)
    except CommandError as error:
        return f"{out.getvalue()}{error}"
    return out.getvalue()


@pytest.fixture
def games(alice: User, bob: User, charlie: User) -> list[Game]:
    """The games of a finished card, beside one that is open and one that is sealed."""
    sealed_card(alice)
    played(open_card(bob), charlie)
    card = open_card(alice)
    games = [played(card, player) for player in (alice, bob)]
    revealed(card)
    return games


def test_they_accept_cards(games: list[Game]) -> None:
    assert "commitments are open" in run("verify_fair_log")
    assert "agree with their logs" in run("verifylog")
    for game in games:
        assert "are the ones that were committed to" in run("verify_game", game.code)


@pytest.mark.parametrize("change", [{"text": "lucky8"}, {"salt": "0" * 32}, {"seal": "0" * 64}])
def test_they_find_another_seed(games: list[Game], change: dict[str, str]) -> None:
    Card.objects.filter(share=games[0].share).update(**change)
    for command in (("verify_fair_log",), ("verify_game", games[1].code)):
        assert f"group {games[0].share}: its " in run(*command)


def test_they_find_that_the_base_has_not_ended(games: list[Game]) -> None:
    base = Card.objects.get(share=games[0].share).base
    FairLogEntry.objects.filter(code=base, kind="closed").delete()
    for command in (("verify_fair_log",), ("verify_game", games[1].code)):
        assert "its base has not ended with it" in run(*command)
