"""The dice of every game, the seeds and seals they came from, and the public log."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable

from games.models import FairLogEntry, GameEvent
from tests.core.engine.fairness.reference import reference_die, reference_seal
from tests.system.whole_games.dimensions import OTHERS_DICE
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played
from tests.system.whole_games.judges.logs import change, first

ENDS = {
    "game.finished": "reveal",
    "game.aborted": "aborted",
    "game.cancelled": "cancelled",
}


# --- Dice ---------------------------------------------------------------------------------


def dice(evidence: Evidence) -> Complaints:
    """Every die is the one that secret and seeds give, by a second implementation."""
    for played in evidence.played:
        secret, start = evidence.secret_of(played), played.start
        if hashlib.sha256(secret).hexdigest() != start["commitment"]:
            yield f"{played.code}: the secret is not the one that was committed to"
        throw = reference(evidence, played)
        lying: dict[int, list[int]] = {}
        for line in played.of("dice.rolled"):
            assert line.seat is not None
            for position, face in enumerate(line.data["dice"]):
                if position in line.data["hold"]:
                    fell = lying[line.seat][position]
                else:
                    fell = throw(line.seat, line.data["turn"], line.data["roll"], position)
                if face != fell:
                    yield f"{played.code}, event {line.seq}: {face} is shown, {fell} fell"
            lying[line.seat] = line.data["dice"]


Throw = Callable[[int, int, int, int], int]
"""The face that fell: of seat, turn, roll and position."""


def reference(evidence: Evidence, played: Played) -> Throw:
    """Return the dice of a game, by a second implementation."""
    secret, start = evidence.secret_of(played), played.start
    code, seeds = start["code"], seeds_of(played)
    if "share" in start:
        code, seeds = start["share"], []

    def throw(seat: int, turn: int, roll: int, position: int) -> int:
        named = "-" if start.get("dice") == "same" else str(seat)
        return reference_die(secret, code, seeds, named, turn, roll, position)

    return throw


def seeds_of(played: Played) -> list[str]:
    """Return the seeds of all seats, as they were known or shown."""
    seeds = [seat["seed"] for seat in played.start["seats"]]
    if played.start.get("scheme"):
        seats = played.start["seats"]
        seeds = [seat.get("salt", "") + seat["seed"] for seat in seats]
    for line in played.of("seed.revealed"):
        assert line.seat is not None
        seeds[line.seat] = line.data["salt"] + line.data["seed"]
    return seeds


# --- Seals --------------------------------------------------------------------------------


def seals(evidence: Evidence) -> Complaints:
    """Every shown seed is the sealed one, nothing is rolled before the last is shown, and who has
    sealed in the journal has sealed in the log.
    """
    for played in evidence.played:
        seats = played.start["seats"]
        waiting = {number for number, seat in enumerate(seats) if not seat.get("known", True)}
        for line in played.log:
            if line.type == "seed.revealed":
                assert line.seat is not None
                seat = seats[line.seat]
                shown = (line.data["salt"], line.data["seed"])
                if seat["seal"] != reference_seal(played.code, seat["player"], *shown):
                    yield f"{played.code}: seat {line.seat} shows another seed than it sealed"
                waiting.discard(line.seat)
            elif line.type == "dice.rolled" and waiting:
                yield f"{played.code}: a roll before the seeds of {waiting}"
        if played.end.type == "game.cancelled" and set(played.end.data["withheld"]) != waiting:
            yield f"{played.code}: cancelled for other seats than {waiting}"
    yield from _sealing_rows(evidence)


def _sealing_rows(evidence: Evidence) -> Complaints:
    """The first game of each row has as many sealed seeds as its people sent."""
    for table in evidence.journal.tables:
        row = evidence.journal.rows[table.row]
        start = evidence.by_code[table.games[0]].start
        hidden = sum(not seat.get("known", True) for seat in start["seats"])
        people = sum(not seat.get("bot") for seat in start["seats"])
        is_seal = row["opening"] not in OTHERS_DICE
        expected = {"all": people, "some": people // 2}.get(row["seals"], 0) if is_seal else 0
        if hidden != expected:
            yield f"{start['code']}: {hidden} seeds were sealed, not {expected}"


# --- The public log -----------------------------------------------------------------------


def public_log(evidence: Evidence) -> Complaints:
    """The public log is a chain; each game has a commitment in it before it began, one end with
    the secret, and the hash of its log.
    """
    previous, entries = "0" * 64, defaultdict(list)
    for place, entry in enumerate(evidence.public_log, 1):
        text = f"log|{place}|{entry.at}|{entry.kind}|{entry.code}|{entry.value}|{previous}"
        previous = hashlib.sha256(text.encode()).hexdigest()
        if (entry.index, entry.hash) != (place, previous):
            yield f"entry {entry.index} breaks the chain"
        entries[entry.code].append(entry)
    groups: dict[str, list[Played]] = defaultdict(list)
    for played in evidence.played:
        groups[played.start.get("share") or played.code].append(played)
    for code, games in groups.items():
        yield from (f"{code}: {each}" for each in _entry_problems(entries[code], games))


def _entry_problems(entries: list[FairLogEntry], games: list[Played]) -> Complaints:
    kinds = [entry.kind for entry in entries]
    one, shared = games[0], "share" in games[0].start
    end = "reveal" if shared else ENDS[one.end.type]
    if kinds != ["commitment", end, "log"]:
        yield f"the public log has {kinds}, not the commitment, {end} and log"
        return
    begun = min(played.log[0].at for played in games)
    if (entries[0].value, entries[0].at <= begun) != (one.start["commitment"], True):
        yield "the public log has another commitment, or has it later"
    if hashlib.sha256(bytes.fromhex(entries[1].value)).hexdigest() != entries[0].value:
        yield "the public log reveals another secret"
    lines = "".join(sorted(f"{played.code}|{played.game.head}\n" for played in games))
    heads = hashlib.sha256(lines.encode()).hexdigest() if shared else one.game.head
    if entries[2].value != heads:
        yield "the public log has another hash of the log"


# --- Ways to break them -------------------------------------------------------------------


def another_die(_: Evidence) -> None:
    """Turn a die, and give all hashes accordingly."""
    row = first("dice.rolled")
    top, *others = json.loads(row.data)["dice"]
    change(row, chained=True, dice=[top % 6 + 1, *others])


def another_secret(_: Evidence) -> None:
    """Reveal another secret."""
    rows = GameEvent.objects.filter(type="game.finished", data__contains='"secret":"')
    found = next(row for row in rows.order_by("pk") if json.loads(row.data)["secret"])
    change(found, chained=True, secret="00" * 32)


def another_seed(_: Evidence) -> None:
    """Show another seed than the sealed one."""
    change(first("seed.revealed"), chained=True, seed="better")


def late_seed(_: Evidence) -> None:
    """Take the seed of a seat away."""
    first("seed.revealed").delete()


def another_commitment(_: Evidence) -> None:
    """Change an entry of the public log."""
    FairLogEntry.objects.filter(index=1).update(value="00" * 32)


def no_entry(evidence: Evidence) -> None:
    """Forget the end of a game in the public log."""
    codes = [played.code for played in evidence.finished]
    FairLogEntry.objects.filter(code__in=codes, kind="log").order_by("index")[:1].get().delete()
