"""What pages, the API and link previews say about every game, asked in this process."""

import html
import json
import re
from collections.abc import Iterator
from itertools import count
from typing import Any

from django.test import Client

from games.models import GameEvent, Scorecard, User
from tests.record.log.test_event_chain import naive_head
from tests.system.whole_games.dimensions import UNSOLVED
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played
from tests.system.whole_games.judges.logs import change, first

PNG = b"\x89PNG\r\n\x1a\n"
HIDDEN = ("dice.rolled", "box.scored", "hint.given")


class Visitor(Client):
    """Somebody without a name. Each request comes from another address: the limits are those of a
    site.
    """

    def __init__(self) -> None:
        super().__init__(headers={"host": "localhost"})
        self._addresses = count()

    def ask(self, path: str) -> Any:
        number = next(self._addresses)
        address = f"12.{number // 250}.{number % 250}.1"
        return self.get(path, REMOTE_ADDR=address)


def name_of(played: Played, seat: int, evidence: Evidence) -> str:
    """Return the name that pages must show for a seat: that of the person, or the bot's."""
    person = evidence.journal.people.get(played.start["seats"][seat]["player"])
    return played.cards[seat].name if person is None else person.name


# --- The page of a game -------------------------------------------------------------------


def history(evidence: Evidence) -> Complaints:
    """The page of every game names its players with their totals, and so does its text; its JSON
    has the events of the log.
    """
    client = Visitor()
    for played in evidence.finished:
        for form, check in (("/", _page_problems), (".txt", _text_problems), (".json", _json)):
            answer = client.ask(f"/g/{played.code}{form}")
            if answer.status_code != 200:
                yield f"{played.code}{form} has the status {answer.status_code}"
            else:
                found = check(answer.content.decode(), played, evidence)
                yield from (f"{played.code}{form}: {each}" for each in found)


def _page_problems(body: str, played: Played, evidence: Evidence) -> Complaints:
    text = html.unescape(body)
    for seat, total in enumerate(played.end.data["totals"]):
        if name_of(played, seat, evidence) not in text or not re.search(rf"\b{total}\b", text):
            yield f"seat {seat} with {total} is not on it"


def _text_problems(body: str, played: Played, evidence: Evidence) -> Complaints:
    """The result, and every roll with its held dice, in the order of the boxes."""
    ends = zip(played.end.data["totals"], played.end.data["places"], strict=True)
    for seat, (total, place) in enumerate(ends):
        line = f"{name_of(played, seat, evidence)}: {total} points, place {place}"
        if line not in body:
            yield f"there is no line: {line}"
    shown = [line for line in body.splitlines() if " -> " in line and re.match(r" *\d+  ", line)]
    expected = list(_turns(played, evidence))
    if len(shown) != len(expected):
        yield f"{len(shown)} turns, not {len(expected)}"
    for line, parts in zip(shown, expected, strict=False):
        if not all(part in line for part in parts):
            yield f"{line} is not {parts}"


def _turns(played: Played, evidence: Evidence) -> Iterator[tuple[str, ...]]:
    """Yield what a line of the text must contain for each filled box."""
    rolls: dict[int | None, list[str]] = {}
    for line in played.log:
        if line.type == "dice.rolled":
            faces = enumerate(line.data["dice"])
            words = [f"{face}{'*' if at in line.data['hold'] else ''}" for at, face in faces]
            rolls.setdefault(line.seat, []).append(" ".join(words))
        elif line.type == "box.scored":
            assert line.seat is not None
            turn = f"{line.data['turn']:>3}  {name_of(played, line.seat, evidence)}"
            yield turn, " | ".join(rolls.pop(line.seat)), str(line.data["points"])


def _json(body: str, played: Played, evidence: Evidence) -> Complaints:
    page = json.loads(body)
    told = [(event["seq"], event["type"], event["seat"], event["at"]) for event in page["events"]]
    if told != [(line.seq, line.type, line.seat, line.at) for line in played.log]:
        yield "it has other events"
    totals = [seat["card"]["total"] for seat in page["view"]["seats"]]
    if totals != played.end.data["totals"]:
        yield f"it has the totals {totals}"


# --- The API ------------------------------------------------------------------------------


def api(evidence: Evidence) -> Complaints:
    """The API tells every game: its events give the hash of its log, with the totals, and an
    analysis of each seat; and every account has its games.
    """
    client = Visitor()
    for played in evidence.played:
        answer = client.ask(f"/api/v1/games/{played.code}/events").json()
        if naive_head(answer["events"]) != played.game.head:
            yield f"{played.code}: the events have another hash"
        game = client.ask(f"/api/v1/games/{played.code}").json()
        totals = [seat["card"]["total"] for seat in game["view"]["seats"]]
        if totals != [card.total for card in played.cards]:
            yield f"{played.code}: the totals are {totals}"
        yield from _change_problems(game, played)
        if played.is_finished:
            answer = client.ask(f"/api/v1/games/{played.code}/analysis")
            seats = 0 if played.start["variant"] in UNSOLVED else len(totals)
            if answer.status_code != 200 or len(answer.json()["seats"]) != seats:
                yield f"{played.code}: the analysis has the status {answer.status_code}"
    yield from _lists(client, evidence)


def _change_problems(game: dict[str, Any], played: Played) -> Complaints:
    """The API tells what a rated game did to ratings, in whole numbers."""
    for seat, card in zip(game["seats"], played.cards, strict=True):
        told = (
            None if seat["rating"] is None else (seat["rating"]["before"], seat["rating"]["after"])
        )
        stored = None
        if card.mu_before is not None and card.mu_after is not None:
            stored = (round(card.mu_before), round(card.mu_after))
        if told != stored:
            yield f"{played.code}: the rating of seat {card.seat} went {told}, not {stored}"


def _lists(client: Visitor, evidence: Evidence) -> Complaints:
    for person in evidence.journal.people.values():
        if not person.account:
            continue
        mine = {
            played.code
            for played in evidence.finished
            if played.game.result_number is not None
            and person.id in [seat["player"] for seat in played.start["seats"]]
        }
        answer = client.ask(f"/api/v1/players/{person.name}/games").json()
        told = {game["code"] for game in answer["games"]}
        if told != mine:
            yield f"{person.name} has the games {told}, not {mine}"


# --- Previews -----------------------------------------------------------------------------


def previews(evidence: Evidence) -> Complaints:
    """A link to a game shows its winner and their total, and a picture."""
    client = Visitor()
    for played in evidence.finished:
        body = client.ask(f"/g/{played.code}/").content.decode()
        tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', body))
        winner = played.end.data["places"].index(1)
        line = f"{name_of(played, winner, evidence)} {played.end.data['totals'][winner]}"
        if line not in html.unescape(tags.get("title", "")):
            yield f"{played.code}: {line} is not in the title {tags.get('title')!r}"
        if "image" not in tags:
            yield f"{played.code} has no picture"
            continue
        path = re.sub(r"^https?://[^/]*", "", html.unescape(tags["image"]))
        picture = client.ask(path)
        drawn = picture.content
        if picture.status_code != 200 or not drawn.startswith(PNG):
            yield f"{played.code}: the picture {path} has the status {picture.status_code}"


# --- Pages while games were played --------------------------------------------------------


def secrecy(evidence: Evidence) -> Complaints:
    """No page failed while games were played, and none had a secret, a sealed seed or hidden dice
    of a game that was not over.
    """
    pages = evidence.journal.pages
    if len(pages) < 20:
        yield f"only {len(pages)} pages were asked for"
    for page in pages:
        if page.status >= 500:
            yield f"{page.path} had the status {page.status}"
    for played in evidence.played:
        over = played.end.at
        if "share" in played.start:
            over = evidence.ends_of(played.start["share"])[0].at
        hidden = [evidence.secret_of(played).hex()]
        sealed = [(line.data["salt"], line.at) for line in played.of("seed.revealed")]
        for page in pages:
            if page.ended < over and any(text in page.body for text in hidden):
                yield f"{page.path} had the secret of {played.code}"
            if any(page.ended < at and salt in page.body for salt, at in sealed):
                yield f"{page.path} had a sealed seed of {played.code}"
            if played.start["mode"] == "rounds" and f"/{played.code}" in page.path:
                yield from _early(page.path, page.body, page.ended, played)


def _early(path: str, body: str, ended: int, played: Played) -> Complaints:
    if "application" in body or not body.startswith("{") or ended >= played.end.at:
        return
    known = max([0, *(r.data["round"] for r in played.of("round.revealed") if r.at <= ended)])
    for event in json.loads(body).get("events", ()):
        if event["type"] in HIDDEN and event["data"]["turn"] > known:
            yield f"{path} had round {event['data']['turn']}, when {known} was revealed"


# --- Ways to break them -------------------------------------------------------------------


def another_name(evidence: Evidence) -> None:
    """Call the players of a game that a person has won by other names."""
    people = evidence.journal.people
    played = next(
        each
        for each in evidence.finished
        if each.start["seats"][each.end.data["places"].index(1)]["player"] in people
    )
    cards = [card.pk for card in played.cards]
    User.objects.filter(scorecards__in=cards).update(name="Somebody Else")
    Scorecard.objects.filter(pk__in=cards).update(name="Somebody Else")


def another_total(evidence: Evidence) -> None:
    """Change a box of a winner, and give all hashes accordingly."""
    played = evidence.finished[0]
    winner = played.end.data["places"].index(1)
    boxes = GameEvent.objects.filter(game=played.game, seat=winner, type="box.scored")
    row = boxes.order_by("seq")[0]
    change(row, chained=True, points=json.loads(row.data)["points"] + 7)


def another_event(_: Evidence) -> None:
    """Change the time of an event."""
    row = first("box.scored")
    GameEvent.objects.filter(pk=row.pk).update(at=row.at + 1)


def told_secret(evidence: Evidence) -> None:
    """Show the secret of a running game on a page."""
    played = next(each for each in evidence.finished if "share" not in each.start)
    page = evidence.journal.pages[0]
    page.ended = played.log[0].at
    page.body += evidence.secret_of(played).hex()


def failed_page(evidence: Evidence) -> None:
    """Have a page fail."""
    evidence.journal.pages[0].status = 500
