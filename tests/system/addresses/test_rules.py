"""Every page, endpoint and job with house rules of every kind."""

import os
import random
from collections.abc import Iterator, Sequence
from urllib.parse import quote

import numpy as np
import pytest
from django.test import Client

from games.core.engine import Roll, Score
from games.core.engine.actions import Action
from games.core.rules import Variant, find_variant, is_house_rules
from games.core.solver import ValueTable, is_exact, is_supported, tables
from games.core.solver.scoring import scoring, shape
from games.models import Game, RuleSet, SeatAnalysis, SeatForesight, User
from games.platform.clock import utc_now
from games.record.log.loading import LoadedGame, load_game
from games.site.study.analysis.game_analysis import analyse_game, games_to_analyse, release_games
from tests.core.rules.house_rules import random_rules
from tests.core.rules.rule_texts import NEVER, TEXTS, words_in, words_of_rules
from tests.examples import times
from tests.record.ratings.games import begun_game
from tests.support.desk import entry_after, ignore, write_at_once
from tests.support.people import BACKEND, START
from tests.support.visits import Visitor, failures
from tests.system.addresses.every_address import Site, make_site, routes
from workshop.lab.growth.site_sweeps import sweeps

PARTS = {"boxes": "text/html;part=boxes"}
"""What scripts accept instead of a whole page, by the end of the address."""
SEED = int(os.environ.get("RULES_SEED") or random.randrange(10**6))
MOST_MOVES = 2000


def test_it_has_every_word() -> None:
    had = set().union(*map(words_in, TEXTS))
    assert words_of_rules() - had == set(NEVER)
    assert len(TEXTS) == 20
    assert [text for text in TEXTS if find_variant(text) is None] == []


@pytest.fixture
def site(db: None) -> Site:
    return make_site()


def next_move(loaded: LoadedGame, seat: int, rng: random.Random) -> Action:
    """Roll a few times, hold any dice, and fill any box."""
    mine = loaded.state.seats[seat]
    turn = mine.turn
    if turn.dice is None:
        return Roll(turn.number, 0)
    if turn.rolls < loaded.state.variant.rolls_per_turn and rng.random() < 0.5:
        held = rng.sample(range(len(turn.dice)), rng.randrange(len(turn.dice)))
        return Roll(turn.number, turn.rolls, tuple(sorted(held)))
    box = rng.choice(mine.card.fills(turn.dice, turn.rolls)).box
    return Score(turn.number, turn.rolls, box.category, box.column)


def played(text: str, people: tuple[User, ...], rng: random.Random, same: bool) -> Game:
    """Play a game by these rules to its end."""
    game = begun_game(*people, rated=False, variant=text, same=same)
    loaded = load_game(game.pk)
    entries = []
    for number in range(MOST_MOVES):
        if loaded.state.status != "playing":
            break
        seat = loaded.state.acting[0]
        action = next_move(loaded, seat, rng)
        at = max(START + number, loaded.state.seats[seat].turn.started_at or 0)
        entries.append(entry_after(loaded, seat, action, "", ignore, at))
        loaded.state, loaded.head = entries[-1].after, entries[-1].head
    write_at_once(entries)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    return game


def work() -> None:
    """Do what the jobs do, each of them twice: some wait for what others have done."""
    for _ in range(2):
        for tasks in sweeps(utc_now()).values():
            for do in tasks.values():
                do()
        for game in games_to_analyse():
            analyse_game(game)


def solve(variants: list[Variant], patch: pytest.MonkeyPatch) -> None:
    """Note that these rules are solved. Solving them would take an hour: no table has a value."""
    for variant in filter(is_exact, variants):
        if is_house_rules(variant):
            # The queue has few places for one asker.
            RuleSet.objects.get_or_create(text=variant.id, defaults={"asked_at": utc_now()})
        rules = scoring(variant)
        size = shape(rules)
        moments = np.zeros((2, size.filled, size.flags, size.totals))
        patch.setitem(tables._tables, variant, ValueTable(variant, rules, moments))
    texts = [variant.id for variant in variants]
    RuleSet.objects.filter(text__in=texts).update(
        state=RuleSet.State.SOLVED, solved_at=utc_now(), expected=200.0, sd=40.0
    )
    release_games()


def addresses_of_rules(site: Site, text: str, rules: Variant) -> Iterator[str]:
    """Yield the addresses that name rules or take them in their query."""
    for route in routes():
        for name in ("text", "rules"):
            if name in route.parameters and route.name != "analysis-position":
                yield site.path(route, **{name: quote(rules.id)})
    if text != rules.id:
        yield f"/rules/x/{quote(text)}/"
    for begin in (
        "/rules/x/?from=",
        "/rules/x/?base=",
        "/new/?variant=",
        "/scorecard/?rules=",
        "/offline-games/?rules=",
    ):
        yield begin + quote(text, safe="")
    boxes = ",".join("-" * len(rules.categories))
    yield f"/api/v1/positions?text={quote(f'{rules.id} {boxes} 0')}"
    yield f"/analysis/{quote(rules.id)}/{boxes}_0"


def addresses_of_game(site: Site, game: Game) -> Iterator[str]:
    """Yield the addresses of a game and its table."""
    assert game.room is not None
    for route in routes():
        if "code" not in route.parameters:
            continue
        of_room = route.name.endswith("room") or "/r/" in route.path
        yield site.path(route, code=game.room.code if of_room else game.code)


def wrong(visitor: Visitor, paths: list[str]) -> list[str]:
    """Return the addresses that were answered with 500."""
    found = []
    with failures() as raised:
        for path in paths:
            base, _, query = path.partition("?")
            posts = base.endswith(("/perfect/", "/keep/"))
            for method in ("GET", "POST") if posts else ("GET",):
                accepted = PARTS.get(base.rstrip("/").rpartition("/")[2], "*/*")
                status = visitor.ask(method, base, QUERY_STRING=query, HTTP_ACCEPT=accepted)
                if status == 500 or raised:
                    found.append(f"{method} {path}: {raised or status}")
                    raised.clear()
    return found


def check(
    site: Site, texts: Sequence[str], patch: pytest.MonkeyPatch, rng: random.Random, share: int = 1
) -> None:
    """Look at rules and games by them before they are solved and after; at every address by one of
    `share` texts.
    """
    alice, guest = site.people["account"], site.people["guest"]
    client = Client()
    client.force_login(alice, backend=BACKEND)
    variants = {text: find_variant(text) for text in texts}
    games = [
        played(rules.id, (alice, guest), rng, same=number % 2 == 1)
        for number, rules in enumerate(variants.values())
    ]
    of_rules = [[*addresses_of_rules(site, *each)] for each in variants.items()]
    of_games = [[*addresses_of_game(site, game)] for game in games]
    work()
    found = [wrong(Visitor(Client()), paths) for paths in of_rules]
    solve(list(variants.values()), patch)
    work()
    for number, (first, second) in enumerate(zip(of_rules, of_games, strict=True)):
        found.append(wrong(Visitor(client), [*first, *second][number % share :: share]))
    assert [each for some in found for each in some] == []
    for game, rules in zip(games, variants.values(), strict=True):
        assert SeatAnalysis.objects.filter(game=game).exists() == is_supported(rules), rules.id
        if game.dice == "same":
            assert SeatForesight.objects.filter(game=game).exists(), rules.id


def test_no_page_and_no_job_fails(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    check(site, TEXTS, monkeypatch, random.Random(1), share=3)


@pytest.mark.release
def test_no_page_fails_by_any_of_these_rules(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    check(site, TEXTS, monkeypatch, random.Random(2))


PARTS_IN_CI = 1


@pytest.mark.long
@pytest.mark.parametrize(
    "part",
    [
        pytest.param(part, marks=[pytest.mark.release] if part >= PARTS_IN_CI else [])
        for part in range(times(6))
    ],
)
def test_none_fails_with_random_rules(
    site: Site, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    print(f"RULES_SEED={SEED}")
    rng = random.Random(f"{SEED} {part}")
    check(site, [random_rules(rng)[0] for _ in range(10)], monkeypatch, rng)
