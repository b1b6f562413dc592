"""What people received: every event, once, and nothing that was hidden from them."""

import json
from collections import Counter, defaultdict

from games.models import GameEvent
from tests.system.whole_games.journal import Command, Connection
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Json, Line, Played

EVENTS = {
    "roll": "dice.rolled",
    "score": "box.scored",
    "resign": "seat.resigned",
    "reveal": "seed.revealed",
    "hint": "hint.given",
}
"""What a command of a game leaves in its log."""


# --- Commands -----------------------------------------------------------------------------


def commands(evidence: Evidence) -> Complaints:
    """An acknowledged command is in the log once, with the seq of its answer; all answers to it are
    the same; a refused one is not in the log; and nothing is there that nobody sent.
    """
    logged: dict[str, list[tuple[str, Line]]] = defaultdict(list)
    for played in evidence.played:
        for line in played.log:
            if line.by:
                logged[line.by].append((played.code, line))
    sent = set()
    for command in evidence.journal.commands:
        by = f"{command.player}:{command.id}"
        sent.add(by)
        if command.type in EVENTS:
            yield from (f"{by}: {each}" for each in _command_problems(command, logged[by]))
    for by in logged.keys() - sent:
        yield f"{by} is in the log, but nobody sent it"


def codes_of(command: Command) -> list[str]:
    """Return the codes with which a command was refused."""
    return [answer["code"] for answer in command.answers if answer["type"] == "error"]


def may_be_done(command: Command) -> bool:
    """Whether it may have been done although it was refused: what is answered with `busy`, and what
    came too early on one connection, and in time on another that was lost.
    """
    codes = codes_of(command)
    return "busy" in codes or ("not_started" in codes and command.unanswered > 0)


def _command_problems(command: Command, rows: list[tuple[str, Line]]) -> Complaints:
    done = [(code, line) for code, line in rows if line.type == EVENTS[command.type]]
    acks = [answer for answer in command.answers if answer["type"] == "ack"]
    if len(done) > 1:
        yield f"{command.type} took effect {len(done)} times"
    # A hint may be had again for the same dice, and then there is no new event.
    if len({answer["seq"] for answer in acks if "seq" in answer}) > 1:
        yield f"{command.type} got different answers: {acks}"
    if not command.answers:
        yield "no answer"
    elif acks and command.type != "hint":
        if [code for code, _ in done] != [command.game]:
            yield f"acknowledged, but in the log it is {done}"
    elif not acks and done and not may_be_done(command):
        told = f"refused with {codes_of(command)}, {command.unanswered} unanswered"
        yield f"{told}, but in the log: {done}"


# --- Events -------------------------------------------------------------------------------


def events(evidence: Evidence) -> Complaints:
    """Every event that somebody received is in the log, unchanged; whoever was there from the
    beginning to the end received all of them; and nothing of a round came before its end.
    """
    for connection in evidence.journal.connections:
        for code, received in connection.games.items():
            played = evidence.by_code[code]
            for problem in _stream_problems(connection, received, played):
                yield f"player {connection.player} in {code}: {problem}"


def _stream_problems(connection: Connection, received: list[Json], played: Played) -> Complaints:
    shown = Counter(_told(each) for each in received)
    logged = Counter(_stored(line) for line in played.log)
    if shown - logged:
        yield f"received, but not in the log: {list(shown - logged)[:2]}"
    if received[0]["seq"] == 1 and connection.seen[played.code] == len(played.log):
        if logged - shown:
            yield f"never received: {list(logged - shown)[:2]}"
        if [each["seq"] for each in received] != list(range(1, len(played.log) + 1)):
            yield "the numbers of the events have gaps"
    if played.start["mode"] == "rounds":
        yield from _early(connection, received, played)


def _told(event: Json) -> str:
    data = event["data"]
    if "seats" in data:
        data = {**data, "seats": [_without_name(seat) for seat in data["seats"]]}
    return f"{event['type']} {event['seat']} {event['at']} {json.dumps(data, sort_keys=True)}"


def _without_name(seat: Json) -> Json:
    return {name: value for name, value in seat.items() if name != "name"}


def _stored(line: Line) -> str:
    data = line.data
    if "seats" in data:
        data = {**data, "seats": [_without_name(seat) for seat in data["seats"]]}
    return f"{line.type} {line.seat} {line.at} {json.dumps(data, sort_keys=True)}"


HIDDEN = ("dice.rolled", "box.scored", "hint.given")


def _early(connection: Connection, received: list[Json], played: Played) -> Complaints:
    """What others do in a round comes when all have played it: not before one's own box."""
    seats = played.start["seats"]
    mine = [number for number, seat in enumerate(seats) if seat["player"] == connection.player]
    others_turn = 0
    for event in received:
        if event["type"] not in HIDDEN:
            continue
        if event["seat"] not in mine:
            others_turn = max(others_turn, event["data"]["turn"])
        elif event["data"]["turn"] <= others_turn and len(seats) > 1:
            yield f"others' dice of round {others_turn} came before the own event {event['seq']}"


# --- Ways to break them -------------------------------------------------------------------


def _acknowledged(evidence: Evidence) -> Command:
    return next(
        command
        for command in evidence.journal.commands
        if command.type == "roll" and command.answers and command.answers[0]["type"] == "ack"
    )


def lost_move(evidence: Evidence) -> None:
    """Forget who made a move."""
    command = _acknowledged(evidence)
    GameEvent.objects.filter(by=f"{command.player}:{command.id}").update(by="")


def second_move(evidence: Evidence) -> None:
    """Have a move done twice."""
    by = f"{_acknowledged(evidence).player}:{_acknowledged(evidence).id}"
    row = GameEvent.objects.get(by=by)
    others = GameEvent.objects.filter(game=row.game, type="dice.rolled").exclude(pk=row.pk)
    GameEvent.objects.filter(pk=others.order_by("-seq")[0].pk).update(by=by)


def another_answer(evidence: Evidence) -> None:
    """Refuse a move that was made."""
    answers = _acknowledged(evidence).answers
    answers[:] = [{"type": "error", "code": "stale", "message": ""}]


def another_event(evidence: Evidence) -> None:
    """Show somebody another die."""
    for connection in evidence.journal.connections:
        for received in connection.games.values():
            for event in received:
                if event["type"] == "dice.rolled":
                    event["data"]["dice"][0] = 7 - event["data"]["dice"][0]
                    return


MANY = 20


def missing_event(evidence: Evidence) -> None:
    """Have somebody miss an event."""
    for connection in evidence.journal.connections:
        for code, received in connection.games.items():
            whole = connection.seen[code] == len(evidence.by_code[code].log)
            if received[0]["seq"] == 1 and whole and len(received) > MANY:
                del received[5]
                return


def early_event(evidence: Evidence) -> None:
    """Show somebody the dice of others before their own roll."""
    for connection in evidence.journal.connections:
        for code, received in connection.games.items():
            played = evidence.by_code[code]
            seats = [seat["player"] for seat in played.start["seats"]]
            if played.start["mode"] != "rounds" or connection.player not in seats:
                continue
            mine = seats.index(connection.player)
            rolls = [each for each in received if each["type"] == "dice.rolled"]
            others = [each for each in rolls if each["seat"] != mine]
            own = [each for each in rolls if each["seat"] == mine]
            if others and own and own[0]["data"]["turn"] == others[0]["data"]["turn"]:
                received.remove(others[0])
                received.insert(received.index(own[0]), others[0])
                return
