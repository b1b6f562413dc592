"""Look at the old games, and play the running ones on, in a process of the old site."""

import json
import random
from collections import Counter
from io import StringIO

from django.core.management import call_command
from django.db.models import Max
from django.test import Client

from games.models import (
    Daily,
    Game,
    GameEvent,
    Room,
    Tournament,
    TournamentEntry,
    TournamentSeries,
    User,
)
from games.platform.clock import use_clock
from games.record.log.loading import load_game
from games.record.log.verifying import problems_of
from games.record.ratings.counting import count_results
from games.record.reveals.public_log_ends import log_ends
from games.site.events.tournaments.duplicates import rounds
from games.site.events.tournaments.duplicates.calling_off import call_off_all
from games.site.events.tournaments.duplicates.jobs import finish
from games.tables.rooms import starting
from tests.support import desk
from tests.support.clock import FakeClock

MORE_TURNS_THAN_ANY_GAME = 1000
PAGES = (
    "/",
    "/games/",
    "/leaderboards/yacht/",
    "/@Alice/",
    "/@Alice/games/",
    "/settings/",
    "/daily/",
    "/tournaments/",
    "/puzzles/",
    "/fair/log/",
    "/bots/",
    "/api/v1/leaderboards/yacht",
)


def failed_pages() -> dict[str, int]:
    """Open all kinds of pages as Alice. Return the paths that failed, with their status."""
    alice = Client(SERVER_NAME="localhost")
    alice.force_login(User.objects.get(name="Alice"))
    paths = list(PAGES)
    for game in Game.objects.filter(share=None).exclude(status=Game.Status.PLAYING):
        paths.append(f"/g/{game.code}/")
        if game.status == Game.Status.FINISHED:
            paths += [f"/g/{game.code}.txt", f"/api/v1/games/{game.code}"]
    paths += [f"/r/{room.code}/" for room in Room.objects.filter(game__share=None)]
    paths += [f"/tournaments/{each.code}/" for each in Tournament.objects.all()]
    revealed = Daily.objects.filter(revealed_at__isnull=False)
    paths += [f"/daily/{daily.day}/{daily.variant}/" for daily in revealed]
    found = {path: alice.get(path).status_code for path in paths}
    return {path: status for path, status in found.items() if status != 200}


def unproved_games() -> list[str]:
    """Return the codes of games that are over, and whose proof does not name their commitment."""
    missing = []
    for game in Game.objects.exclude(status=Game.Status.PLAYING).filter(share=None):
        proof = StringIO()
        call_command("verify_game", game.code, stdout=proof)
        started = json.loads(GameEvent.objects.get(game=game, seq=1).data)
        if started["commitment"] not in proof.getvalue():
            missing.append(game.code)
    return missing


def play_on() -> dict[str, int]:
    """Play all running games to their end. Return how many have which status then."""
    running = list(Game.objects.filter(status=Game.Status.PLAYING).order_by("pk"))
    for game in running:
        state = load_game(game.pk).state
        if state.revealing:
            # Whoever sealed that seed is not here.
            assert game.room is not None
            starting.cancel_start(game.room.pk, game.pk, state.revealing, blamed=False)
        else:
            # Nobody's time is up then.
            now = GameEvent.objects.filter(game=game).aggregate(newest=Max("at"))["newest"]
            desk.play(game, MORE_TURNS_THAN_ANY_GAME, random.Random(game.pk), now=now)
        game.refresh_from_db()
        assert problems_of(game) == [], game.code
    count_results([game.pk for game in running])
    log_ends()
    played = Game.objects.filter(pk__in=[game.pk for game in running])
    return dict(Counter(played.values_list("status", flat=True)))


def end_events() -> dict[str, int]:
    """Call off the duplicate event that has not begun, and let the one end that runs, whose games
    are over. Return how many are what then.
    """
    called = call_off_all()
    for event in rounds.running():
        for _ in range(rounds.rounds_of(event)):
            event.refresh_from_db()
            for step in rounds.next_steps(event):
                results = rounds.results_after(step.game, step.round)
                assert results is not None
                rounds.note(step.table, step.round, results)
        rounds.rank(event.pk)
        finish(event.pk)
    placed = TournamentEntry.objects.filter(tournament__kind="duplicate", place__isnull=False)
    return {
        "called off": called,
        "unfinished": Tournament.objects.filter(kind="duplicate", finished_at=None).count(),
        "placed": placed.count(),
        "active series": TournamentSeries.objects.filter(kind="duplicate", active=True).count(),
    }


def main() -> None:
    """Do all of it, at the time of the database. Print what came of it as JSON."""
    clock = FakeClock()
    with use_clock(clock):
        clock.set_at_least(GameEvent.objects.aggregate(newest=Max("at"))["newest"])
        failed, unproved = failed_pages(), unproved_games()
        played, events = play_on(), end_events()
        found = {"failed": failed, "unproved": unproved, "played": played, "events": events}
        print(json.dumps(found))
