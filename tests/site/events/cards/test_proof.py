"""A finished card is proved by its file, by those of its games, and by the programs of the docs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.models import Card, Game, User
from games.site.events.cards.api import proof
from tests.core.engine.fairness.programs import (
    card_program,
    code_block,
    indented,
    run_here,
    run_saved,
)
from tests.core.engine.fairness.reference import reference_group_code
from tests.site.events.cards.revealing import (
    SALT,
    TEXT,
    begun,
    open_card,
    played,
    revealed,
    sealed_card,
)

Json = dict[str, Any]
Run = Callable[..., tuple[int, str]]
PROVED = ("salt", "text", "share", "secret")


def file_of(browser: Client, card: Card) -> Json:
    found: Json = browser.get(f"/c/{card.code}.json").json()
    return found


@pytest.fixture
def finished(alice: User, bob: User) -> Card:
    """A card that two have played."""
    card = open_card(alice)
    played(card, alice)
    played(card, bob)
    return revealed(card)


class Saved:
    """The files of a card, and of its games, with the programs beside them."""

    def __init__(self, directory: Path, browser: Client, card: Card) -> None:
        self.directory = directory
        self.card = file_of(browser, card)
        self.games = [browser.get(f"/g/{each['code']}.json").json() for each in self.card["games"]]
        (directory / "verify.py").write_text(code_block("python"), encoding="utf-8")
        (directory / "verify_card.py").write_text(card_program(), encoding="utf-8")

    def check(self, run: Run = run_here) -> tuple[int, str]:
        names = []
        for number, content in enumerate([self.card, *self.games]):
            names.append(f"{number}.json")
            (self.directory / names[-1]).write_text(json.dumps(content), encoding="utf-8")
        return run(self.directory, "verify_card.py", *names)


@pytest.fixture
def saved(finished: Card, tmp_path: Path, client: Client) -> Saved:
    return Saved(tmp_path, client, finished)


def test_the_programs_are_whole() -> None:
    for program in (card_program(), indented("import csv, hashlib, sys")):
        compile(program, "program", "exec")
    assert card_program().count("def ") == 4


# The file


def test_it_says_nothing_of_dice_before_the_reveal(alice: User, bob: User, client: Client) -> None:
    card = open_card(alice)
    before = file_of(client, card)
    played(card, alice)
    begun(card, bob)
    for path in (f"/c/{card.code}.json", f"/api/v1/cards/{card.code}"):
        answer = client.get(path)
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]
        text = answer.content.decode()
        codes = [game.code for game in Game.objects.all()]
        assert not [word for word in (*codes, SALT, TEXT, str(card.share)) if f'"{word}"' in text]
    # Nor whether anybody has played.
    assert file_of(client, card) == before
    assert [before[name] for name in PROVED] == [None] * 4
    assert (before["games"], before["log"]) == ([], [])


def test_it_says_all_after_the_reveal(finished: Card, client: Client) -> None:
    found = file_of(client, finished)
    assert (found["salt"], found["text"]) == (SALT, TEXT)
    assert found["share"] == reference_group_code(found["base"], SALT, TEXT)
    kinds = ["commitment", "commitment", "reveal", "log", "closed"]
    assert [entry["kind"] for entry in found["log"]] == kinds
    assert len(found["games"]) == 2
    assert "no-store" not in client.get(f"/c/{finished.code}.json")["Cache-Control"]


def test_a_card_that_was_never_open_shows_its_secret(alice: User, client: Client) -> None:
    card = sealed_card(alice)
    assert proof(card).secret is None
    found = file_of(client, revealed(card))
    assert found["secret"] is not None
    assert [found[name] for name in ("salt", "text", "share")] == [None] * 3


def test_there_is_no_file_of_other_cards(finished: Card, client: Client) -> None:
    assert client.get("/c/nothing.json").status_code == 404
    assert client.get(f"/c/{finished.code.upper()}.json").status_code == 200


# The program


@pytest.mark.process
def test_it_runs_alone(saved: Saved) -> None:
    assert saved.check(run_saved) == saved.check()


def test_it_accepts_a_card(saved: Saved) -> None:
    status, said = saved.check()
    assert status == 0, said
    assert said.startswith("2 of 2 games, ")
    assert all(f"{entry['index']}:{entry['hash']}" in said for entry in saved.card["log"])


def test_it_accepts_the_log_at_the_places_that_it_names(saved: Saved, client: Client) -> None:
    log = client.get("/fair/log/1.csv").content
    (saved.directory / "1.csv").write_bytes(log)
    program = indented("import csv, hashlib, sys")
    (saved.directory / "verify_log.py").write_text(program, encoding="utf-8")
    places = saved.check()[1].partition("must have: ")[2].split()
    status, said = run_here(saved.directory, "verify_log.py", "1.csv", *places)
    assert status == 0, said


def test_it_accepts_a_card_that_nobody_played(alice: User, tmp_path: Path, client: Client) -> None:
    status, said = Saved(tmp_path, client, revealed(open_card(alice))).check()
    assert (status, said.split(".")[0]) == (0, "0 of 0 games, 0 dice, all as committed")


def test_it_waits_for_the_reveal(alice: User, tmp_path: Path, client: Client) -> None:
    status, said = Saved(tmp_path, client, open_card(alice)).check()
    assert status == 1
    assert "not revealed" in said


def with_hash_of_another_secret(saved: Saved) -> None:
    saved.card["commitment"] = "00" * 32


def other_head(saved: Saved) -> None:
    saved.card["games"][0]["head"] = "00" * 32


def lost_game(saved: Saved) -> None:
    del saved.card["games"][0]


def lost_close(saved: Saved) -> None:
    del saved.card["log"][-1]


def later_base(saved: Saved) -> None:
    log = saved.card["log"]
    log[0], log[1] = log[1], log[0]


def other_time(saved: Saved) -> None:
    saved.card["log"][0]["at"] += 1


def other_die(saved: Saved) -> None:
    events = saved.games[1]["events"]
    roll = next(event for event in events if event["type"] == "dice.rolled")["data"]
    roll["dice"][0] = roll["dice"][0] % 6 + 1


def other_group(saved: Saved) -> None:
    saved.games[0]["events"][0]["data"]["share"] = "fxsrj5awjzbq"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        *(
            (lambda saved, name=name, value=value: saved.card.update({name: value}), problem)
            for name, value, problem in (
                ("text", "lucky8", "not the seed that was sealed"),
                ("salt", "0" * 32, "not the seed that was sealed"),
                ("seal", "0" * 64, "not the seed that was sealed"),
                ("base", "kq3vd7mn4xte", "not made of the base"),
                ("share", "fxsrj5awjzbq", "not made of the base"),
                ("secret", "00" * 32, "not the one that was committed to"),
            )
        ),
        (with_hash_of_another_secret, "not the one that was committed to"),
        (other_head, "The public log says something else"),
        (lost_game, "The public log says something else"),
        (lost_close, "The public log says something else"),
        (later_base, "The public log says something else"),
        (other_time, "Entry 1 has another hash"),
        (other_die, "is not a game of this card, or was changed"),
        (other_group, "is not a game of this card, or was changed"),
    ],
)
def test_it_finds_what_was_changed(
    saved: Saved, change: Callable[[Saved], None], problem: str
) -> None:
    change(saved)
    status, said = saved.check()
    assert status == 1
    assert problem in said


def test_the_program_for_games_accepts_its_games_unchanged(saved: Saved) -> None:
    for game in saved.games:
        (saved.directory / "game.json").write_text(json.dumps(game), encoding="utf-8")
        noted = saved.card["commitment"]
        status, said = run_here(saved.directory, "verify.py", "game.json", noted)
        assert status == 0, said
        heads = {each["code"]: each["head"] for each in saved.card["games"]}
        assert heads[game["events"][0]["data"]["code"]] in said
