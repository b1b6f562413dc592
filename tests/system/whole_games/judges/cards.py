"""Cards: what their senders' browsers sealed is in their dice, everybody has one result, and their
files say both.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.db.models import F

from games.models import Card, CardEntry, FairLogEntry
from tests.core.engine.fairness.reference import reference_group_code, reference_group_seal
from tests.system.whole_games.journal import MadeCard
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played
from tests.system.whole_games.judges.pages import Visitor


def cards(evidence: Evidence) -> Complaints:
    """Every card is proved by what its sender's browser knew, by a second implementation."""
    groups: dict[str, list[Played]] = {}
    for played in evidence.played:
        groups.setdefault(played.start.get("share", ""), []).append(played)
    client = Visitor()
    for made in evidence.journal.cards:
        games = groups.get(reference_group_code(made.base, made.salt, made.text), [])
        if not games:
            yield f"card {made.code}: nobody played with its seed"
            continue
        for problem in (
            *_log_problems(made, games, evidence),
            *_file_problems(client.ask(f"/c/{made.code}.json").json(), made, games, evidence),
            *_result_problems(client.ask(f"/api/v1/cards/{made.code}").json(), games),
        ):
            yield f"card {made.code}: {problem}"


def _log_problems(made: MadeCard, games: list[Played], evidence: Evidence) -> Complaints:
    """The public log commits to the secret for the base, then for the group, and ends both."""
    share = games[0].start["share"]
    log = [
        (entry.kind, entry.code, entry.value)
        for entry in evidence.public_log
        if entry.code in (made.base, share)
    ]
    secret = evidence.secret_of(games[0]).hex()
    lines = "".join(sorted(f"{played.code}|{played.game.head}\n" for played in games))
    expected = [
        ("commitment", made.base, made.commitment),
        ("commitment", share, made.commitment),
        ("reveal", share, secret),
        ("log", share, hashlib.sha256(lines.encode()).hexdigest()),
        ("closed", made.base, secret),
    ]
    if log != expected:
        yield f"the public log has {log}, not {expected}"


def _file_problems(
    told: dict[str, Any], made: MadeCard, games: list[Played], evidence: Evidence
) -> Complaints:
    """The card's file has what the browser knew, the secret, and all games."""
    known = {name: getattr(made, name) for name in ("code", "base", "commitment", "salt", "text")}
    known["seal"] = reference_group_seal(made.salt, made.text)
    known["secret"] = evidence.secret_of(games[0]).hex()
    known["games"] = sorted(
        ({"code": played.code, "head": played.game.head} for played in games),
        key=lambda game: game["code"],
    )
    yield from (
        f"its file says {name}: {told[name]}" for name in known if told[name] != known[name]
    )


def _result_problems(told: dict[str, Any], games: list[Played]) -> Complaints:
    """Everybody has one result: the total of a full card, and its place."""
    totals = {played.code: _total_of(played) for played in games}
    found = {result["game"]: result for result in told["results"]}
    if found.keys() != totals.keys() or len(told["results"]) != len(totals):
        yield f"it has results of {sorted(found)}, not of {sorted(totals)}"
        return
    players = [played.start["seats"][0]["player"] for played in games]
    if len(set(players)) != len(players):
        yield "somebody has played it twice"
    for code, total in totals.items():
        result = found[code]
        if result["total"] != total:
            yield f"{code} has {result['total']}, not {total}"
        place = None if total is None else 1 + sum(each > total for each in _known(totals))
        if not result["same_device"] and result["place"] != place:
            yield f"{code} has place {result['place']}, not {place}"


def _known(totals: dict[str, int | None]) -> Iterator[int]:
    return (total for total in totals.values() if total is not None)


def _total_of(played: Played) -> int | None:
    """Return the total of a full card."""
    is_full = played.is_finished and not played.of("seat.resigned")
    return int(played.end.data["totals"][0]) if is_full else None


# --- Ways to break them -------------------------------------------------------------------


def another_seed(_: Evidence) -> None:
    """Change the seed of a card."""
    card = Card.objects.exclude(share=None).order_by("pk")[0]
    Card.objects.filter(pk=card.pk).update(text="better")


def no_end(evidence: Evidence) -> None:
    """Forget that the base of a card was closed."""
    base = evidence.journal.cards[0].base
    FairLogEntry.objects.filter(code=base, kind="closed").delete()


def another_total(_: Evidence) -> None:
    """Give somebody a point."""
    row = CardEntry.objects.exclude(total=None).order_by("pk")[0]
    CardEntry.objects.filter(pk=row.pk).update(total=F("total") + 1)
