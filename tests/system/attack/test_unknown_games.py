"""Commands for games that are not those of the table cost the server next to nothing."""

import itertools
from typing import Any, NamedTuple

import pytest
from django.db.backends.utils import CursorWrapper
from pytest_django.fixtures import Settings

from games.assembly.routing.routing import RoomSocket
from games.models import Room, User
from games.platform.database.threads import in_database
from games.tables.live.registry import Hubs
from tests.support.client import AsgiClient, visit
from tests.support.people import person, playing

SOCKETS = 12
COMMANDS: dict[str, dict[str, Any]] = {
    "roll": {"turn": 1, "roll": 0},
    "score": {"turn": 1, "roll": 1, "category": "choice"},
    "hint": {"turn": 1, "roll": 1},
    "resign": {},
    "play_on": {"seat": 0},
    "back": {},
    "select": {"turn": 1, "hold": [0]},
    "reveal": {"salt": "a" * 32, "text": "seed"},
    "sync": {"seq": 1_000_000},
    "ping": {"seq": 1_000_000},
}
"""Each command that names a game."""
CHANGES = {"sit", "seal", "rematch"}
"""They name the next game, and are limited as changes of the room."""
REFUSALS = {"stale", "not_seated", "not_your_turn", "not_started", "forbidden"}
SEATED_READS = 20
"""What the limit "earlier-game" allows, in commands."""


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that any thread sends to the database."""
    sent: list[str] = []
    execute = CursorWrapper.execute

    def noted(self: CursorWrapper, sql: Any, params: Any = None) -> Any:
        sent.append(str(sql))
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", noted)
    return sent


class Tables(NamedTuple):
    """The table of alice and bob, the code of its game, and the codes of the game and the next game
    at another table.
    """

    room: Room
    game: str
    foreign: str
    foreign_next: str


async def tables(alice: User, bob: User) -> Tables:
    def begin() -> Tables:
        other, room = playing(person("dora"), person("emil")), playing(alice, bob)
        assert room.game is not None
        assert other.game is not None
        return Tables(room, room.game.code, other.game.code, other.next_code)

    return await in_database(begin)


async def watchers(room: Room) -> list[AsgiClient]:
    """Tabs of people with a name, who have no seat."""
    people = await in_database(lambda: [person(f"watch {number}") for number in range(SOCKETS)])
    return [await visit(room, each) for each in people]


async def refused(tab: AsgiClient, kind: str, game: str) -> str:
    """Send a command for a game; return the code of the refusal, or the type of the answer."""
    answer = await tab.ask(kind, game=game, **COMMANDS[kind])
    return str(answer.get("code", answer["type"]))


def test_it_knows_every_command_that_names_a_game() -> None:
    named = {
        str(each.__struct_config__.tag)
        for each in [*RoomSocket.HANDLERS, *RoomSocket.PROMPT_HANDLERS]
        if "game" in each.__struct_fields__
    }
    assert named == COMMANDS.keys() | CHANGES


@pytest.mark.parametrize("kind", COMMANDS)
async def test_watchers_cost_one_read_of_a_table_at_most(
    hubs: Hubs, alice: User, bob: User, kind: str, statements: list[str]
) -> None:
    room, _, *foreign = await tables(alice, bob)
    tabs = await watchers(room)
    codes = [*foreign, "zzzzzzzzzzzz", "a", *(f"q{n}" for n in range(8))]
    statements.clear()
    said = {await refused(tab, kind, code) for tab, code in itertools.product(tabs, codes)}
    assert said <= ({"ack"} if kind in ("sync", "ping") else REFUSALS)
    assert len(statements) <= 1, "who has played here before is read once"


async def test_the_code_of_the_next_game_costs_a_read_now_and_then(
    hubs: Hubs, alice: User, bob: User, statements: list[str]
) -> None:
    room, *_ = await tables(alice, bob)
    tabs = await watchers(room)
    coming = await in_database(lambda: Room.objects.get(pk=room.pk).next_code)
    statements.clear()
    await refused(tabs[0], "roll", "zzzzzzzzzzzz")  # reads who has played here
    statements.clear()
    once = await refused(tabs[0], "roll", coming)
    cost = len(statements)
    assert once == "stale"
    assert cost > 0
    for tab in tabs * 5:
        await refused(tab, "roll", coming)
    assert len(statements) <= 2 * cost


async def test_a_player_has_few_questions_about_other_games(
    hubs: Hubs, alice: User, bob: User, statements: list[str], settings: Settings
) -> None:
    room, mine, foreign, _ = await tables(alice, bob)
    settings.SOCKET_RATE, settings.SOCKET_BURST = 1_000, 1_000
    tab = await visit(room, alice)
    statements.clear()
    said = [await refused(tab, "roll", foreign) for _ in range(10 * SEATED_READS)]
    allowed = said.index("rate_limited")
    assert SEATED_READS <= allowed <= SEATED_READS + 2
    assert set(said[allowed + 2 :]) <= {"rate_limited", "stale"}
    each = len(statements) / (len(said) - said.count("rate_limited"))
    assert each <= 4
    # Their own game goes on.
    assert (await tab.ask("roll", game=mine, turn=1, roll=0))["type"] == "ack"
