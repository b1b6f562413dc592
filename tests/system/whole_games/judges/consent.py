"""Whether everybody has agreed to what they played."""

from tests.system.whole_games.journal import Agreement
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played


def consent(evidence: Evidence) -> Complaints:
    """Nobody plays, or is rated, under terms that they did not accept: what they saw when they last
    agreed is what was played.
    """
    for table in evidence.journal.tables:
        if evidence.journal.rows[table.row]["opening"] != "link":
            continue
        for code in table.games:
            played = evidence.by_code[code]
            for seat in played.start["seats"]:
                if seat["player"] in evidence.journal.people:
                    yield from _problems(evidence, table.room, played, seat["player"])


def _problems(evidence: Evidence, room: str, played: Played, player: int) -> Complaints:
    started = played.log[0].at
    said = [
        each
        for each in evidence.journal.agreements
        if (each.player, each.room) == (player, room) and each.at <= started
    ]
    start = played.start
    terms = {
        "variant": start["variant"],
        "switches": start["switches"],
        "clock": start["clock"],
        "rated": played.game.rated,
        "mode": start["mode"],
        "dice": start.get("dice", "own"),
    }
    if not said:
        yield f"player {player} never agreed to {played.code}"
    elif said[-1].terms != terms:
        yield f"player {player} agreed to {said[-1].terms}, and played {terms} in {played.code}"


# --- Ways to break them -------------------------------------------------------------------


def _of_a_game(evidence: Evidence) -> list[Agreement]:
    """Return what a player of some game has agreed to."""
    table = next(
        each
        for each in evidence.journal.tables
        if evidence.journal.rows[each.row]["opening"] == "link"
    )
    player = next(each for each in table.players if each in evidence.journal.people)
    return [
        each
        for each in evidence.journal.agreements
        if (each.player, each.room) == (player, table.room)
    ]


def another_game(evidence: Evidence) -> None:
    """Have somebody agree to another game."""
    for each in _of_a_game(evidence):
        each.terms["variant"] = "chess"


def rated(evidence: Evidence) -> None:
    """Have somebody agree to a game that counts otherwise."""
    for each in _of_a_game(evidence):
        each.terms["rated"] = not each.terms["rated"]


def nothing(evidence: Evidence) -> None:
    """Have somebody agree to nothing."""
    for each in _of_a_game(evidence):
        evidence.journal.agreements.remove(each)
