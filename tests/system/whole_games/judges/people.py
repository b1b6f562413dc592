"""What is stored about people: what they are told, may take with them, and have deleted."""

import json

from games.models import Notice, Scorecard, User
from games.record.log.verifying import problems_of
from games.site.account.membership.deletion import delete_player
from games.site.account.membership.export import export
from tests.system.whole_games.judges.evidence import Complaints, Evidence, Played
from tests.system.whole_games.judges.pages import Visitor

LEAVING = 12
"""How many people have their account deleted."""
LONG_S = 86_400
OF_NO_GAME = ("challenge", "played", "beaten", "closes", "revealed", "invite", "circle")
"""What people are told of challenges, cards and circles."""


# --- Notices ------------------------------------------------------------------------------


def notices(evidence: Evidence) -> Complaints:
    """Who was away from a game with a day a turn was told, and nobody of another game."""
    told = {(row.player_id, row.kind, row.subject.split(":")[0]) for row in Notice.objects.all()}
    for away in evidence.journal.absences:
        if (away.player, away.kind, away.game) not in told:
            yield f"player {away.player} was not told: {away.kind} in {away.game}"
    for player, kind, code in told:
        if kind in OF_NO_GAME:
            continue
        played = evidence.by_code.get(code)
        if played is None or played.start["clock"] != LONG_S:
            yield f"player {player} was told {kind} of {code}, which has a short clock"
        elif player not in [seat["player"] for seat in played.start["seats"]]:
            yield f"player {player} was told {kind} of {code}, where they have no seat"
    subjects = [(row.player_id, row.kind, row.subject, row.target) for row in Notice.objects.all()]
    if len(set(subjects)) != len(subjects):
        yield "something was told twice"


# --- Export -------------------------------------------------------------------------------


def exports(evidence: Evidence) -> Complaints:
    """Everybody can take with them exactly the games in which they have a seat, and nobody's name
    but their own.
    """
    people = evidence.journal.people
    for user in User.objects.filter(pk__in=people):
        data = export(user)
        told = sorted((game["code"], game["seat"], game["total"]) for game in data["games"])
        mine = sorted(
            (played.code, number, played.cards[number].total)
            for played in evidence.played
            for number, seat in enumerate(played.start["seats"])
            if seat["player"] == user.pk
        )
        if told != mine:
            yield f"{user.name} takes {told}, not {mine}"
        text = json.dumps(data, default=str)
        others = [each.name for each in people.values() if each.id != user.pk]
        if any(f'"{name}"' in text for name in others if name != user.name):
            yield f"{user.name} takes names of others"


# --- Deletion -----------------------------------------------------------------------------


def deletion(evidence: Evidence) -> Complaints:
    """A deleted player's name is on no page of their games, and the games stay as they were."""
    leaving: dict[int, list[Played]] = {}
    for played in evidence.finished:
        for seat in played.start["seats"]:
            known = seat["player"] in evidence.journal.people
            if known and (len(leaving) < LEAVING or seat["player"] in leaving):
                leaving.setdefault(seat["player"], []).append(played)
    client = Visitor()
    for player, games in leaving.items():
        name = evidence.journal.people[player].name
        delete_player(User.objects.get(pk=player))
        for played in games:
            if problems := problems_of(played.game):
                yield f"{played.code} is damaged without {name}: {problems}"
            for path in (f"/g/{played.code}/", f"/g/{played.code}.json", f"/g/{played.code}.txt"):
                if name in client.ask(path).content.decode():
                    yield f"{path} still names {name}"
        if client.ask(f"/api/v1/players/{name}").status_code != 404:
            yield f"the API still has {name}"


# --- Ways to break them -------------------------------------------------------------------


def not_told(_: Evidence) -> None:
    """Tell nobody anything."""
    Notice.objects.all().delete()


def told_too_much(evidence: Evidence) -> None:
    """Tell somebody of a game with a short clock."""
    short = next(each for each in evidence.played if each.start["clock"] == 30)
    row = Notice.objects.order_by("pk")[0]
    Notice.objects.filter(pk=row.pk).update(subject=f"{short.code}:1")


def another_owner(evidence: Evidence) -> None:
    """Give somebody's card to another."""
    people = list(evidence.journal.people)
    card = Scorecard.objects.filter(player__in=people).order_by("pk")[0]
    other = next(each for each in people if each != card.player_id)
    Scorecard.objects.filter(pk=card.pk).update(player=other)


def kept_name(evidence: Evidence) -> None:
    """Keep the names of people elsewhere: as that of everybody else."""
    played = next(each for each in evidence.finished if len(each.cards) > 1)
    leaving = evidence.journal.people[played.start["seats"][0]["player"]]
    User.objects.exclude(pk=leaving.id).update(name=leaving.name)
    Scorecard.objects.filter(game=played.game).update(name=leaving.name)
