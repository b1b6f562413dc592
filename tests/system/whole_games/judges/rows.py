"""Whether each row was played as it says: without this a run could leave out what it promises."""

from games.models import GameEvent
from tests.system.whole_games.dimensions import OTHERS_DICE, Row, bots_of, variant_of
from tests.system.whole_games.journal import Table
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played

CLOCKS = {"none": None, "30": 30, "60": 60, "90": 90, "day": 86_400}
GAMES = {"no": 1, "rematch": 2, "after a cancelled start": 2}
MIXED = {"accounts": {True}, "guests": {False}, "both": {True, False}}


def rows(evidence: Evidence) -> Complaints:
    """Every row has its table, and a game with the settings, the people and the incidents of it."""
    tables: dict[int, list[Table]] = {number: [] for number in range(len(evidence.journal.rows))}
    for table in evidence.journal.tables:
        tables[table.row].append(table)
    for number, row in enumerate(evidence.journal.rows):
        for problem in _row_problems(row, tables[number], evidence):
            yield f"row {number}, {[table.games for table in tables[number]]}: {problem}"


def _row_problems(row: Row, tables: list[Table], evidence: Evidence) -> Complaints:
    if not tables:
        yield "it has no table"
        return
    if any(len(table.games) != GAMES[row["again"]] for table in tables):
        yield f"{GAMES[row['again']]} games should have been played"
    number = 1 if row["again"] == "after a cancelled start" else 0
    games = [evidence.by_code[table.games[number]] for table in tables]
    if sum(len(played.start["seats"]) for played in games) != int(row["seats"]):
        yield "it has other seats"
    people = {player for table in tables for player in table.players}
    kinds = {each.account for each in evidence.journal.people.values() if each.id in people}
    if kinds != MIXED[row["people"]]:
        yield "other people sit there"
    for played in games:
        yield from _setting_problems(row, played)
    yield from _incident_problems(row, games, evidence)
    cancelled = evidence.by_code[tables[0].games[0]].end.type == "game.cancelled"
    if cancelled != (row["again"] == "after a cancelled start"):
        yield "its start was cancelled, or should have been"


def _setting_problems(row: Row, played: Played) -> Complaints:
    start, game = played.start, played.game
    room = game.room
    assert room is not None
    told = {
        "variant": start["variant"],
        "joker": start["switches"].get("joker", "no switch"),
        "mode": start["mode"],
        "rated": "rated" if game.rated else "casual",
        "circle": "none" if game.circle_id is None else "opened for",
        "stand_in": "yes" if start.get("stand_in") else "no",
        "bots": sum(bool(seat.get("bot")) for seat in start["seats"]),
        "clock": start["clock"],
    }
    wanted = {
        **{name: row[name] for name in told if name not in ("bots", "clock")},
        "variant": variant_of(row),
        "bots": bots_of(row),
        "clock": CLOCKS[row["clock"]],
    }
    if len(start["seats"]) > 1 or row["mode"] == "rounds":
        told["dice"], wanted["dice"] = start.get("dice", "own"), row["dice"]
    if row["opening"] == "link" and row["end"] != "staff":
        told["listed"], wanted["listed"] = ("public" if room.public else "private"), row["listed"]
    if told != wanted:
        differing = [name for name in told if told[name] != wanted[name]]
        yield f"{played.code} has another {differing}: {told}"


INCIDENTS = {
    ("end", "staff"): "game.aborted",
    ("end", "one resigns"): "seat.resigned",
    ("end", "one is left"): "seat.resigned",
    ("late", "a turn"): "turn.timed_out",
    ("late", "away"): "seat.away",
    ("hints", "asked"): "hint.given",
}
"""The event of something that happens in a row."""


def _incident_problems(row: Row, games: list[Played], evidence: Evidence) -> Complaints:
    types = {line.type for played in games for line in played.log}
    for (name, value), type_ in INCIDENTS.items():
        if row[name] == value and type_ not in types:
            yield f"{name}: {value}, but there is no {type_}"
    if row["end"] == "full cards" and not all(played.is_finished for played in games):
        yield "it was not played to the end"
    if row["end"] == "one is left":
        people = sum(not seat.get("bot") for played in games for seat in played.start["seats"])
        if sum(len(played.of("seat.resigned")) for played in games) != people - 1:
            yield "somebody else is left"
    codes = {played.code for played in games}
    spectators = [
        connection
        for connection in evidence.journal.connections
        if codes & connection.games.keys() and connection.player is None
    ]
    hidden = row["opening"] in OTHERS_DICE
    if row["watchers"] == "some" and not hidden and not spectators:
        yield "nobody without a name watched"


# --- Ways to break them -------------------------------------------------------------------


def no_table(evidence: Evidence) -> None:
    """Forget a row's table."""
    del evidence.journal.tables[3]


def no_rematch(evidence: Evidence) -> None:
    """Forget the second game of a table."""
    next(table for table in evidence.journal.tables if len(table.games) > 1).games.pop()


def another_clock(evidence: Evidence) -> None:
    """Play another row's settings."""
    row = evidence.journal.rows[0]
    row["clock"] = "60" if row["clock"] == "90" else "90"


def no_timeout(_: Evidence) -> None:
    """Have no turn time out."""
    GameEvent.objects.filter(type="turn.timed_out").update(type="seat.back")
