"""The worker waits longer than the log says, because a player is on holiday."""

from datetime import datetime

from games.core.engine.clocks import LONG_CLOCK_S
from games.record.log.models import Game
from games.record.log.records import moment


def wait_until(game_id: int, head: str, at: int) -> None:
    """Let the server look at a running game again at that time (ms since 1970), unless it has moved
    on from the event with the hash `head`: the next event sets its own time.
    """
    games = Game.objects.filter(pk=game_id, head=head, status=Game.Status.PLAYING)
    games.update(deadline=moment(at))


def look_again(player_id: int, at: datetime) -> None:
    """Let the server look at the running games of a player with a long clock at that time, if not
    sooner: their holiday ends earlier. If nothing is due then, it sets the right time again.
    """
    games = Game.objects.filter(status=Game.Status.PLAYING, deadline__gt=at)
    mine = games.filter(room__clock__gte=LONG_CLOCK_S, scorecards__player=player_id)
    Game.objects.filter(pk__in=list(mine.values_list("pk", flat=True))).update(deadline=at)
