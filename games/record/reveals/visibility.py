"""Who may see a game whose dice others may still play: the one rule that pages, answers, sockets,
previews, lists, the desk and the admin ask.

It also keeps secret whether such a game is over. What needs the secret of the dice (proof, perfect
play, dice that nobody has rolled) comes for everybody with the reveal only.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.record.fairness.models import DiceShare
from games.record.log.models import Game, Scorecard


def _hides(viewer: int | None) -> Q:
    """Return the condition of games that somebody may not see."""
    group = DiceShare.objects.filter(code=OuterRef("share"))
    hidden = Q(~Exists(group.filter(closed=True)), share__isnull=False)
    if viewer is None:
        return hidden
    mine = Scorecard.objects.filter(player=viewer)
    full = mine.filter(
        resigned=False, game__share=OuterRef("share"), game__status=Game.Status.FINISHED
    )
    shown = Q(Exists(group.filter(finishers_see=True)), Exists(full), status=Game.Status.FINISHED)
    return hidden & ~Q(Exists(mine.filter(game=OuterRef("pk")))) & ~shown


def hidden_from(viewer: int | None) -> QuerySet[Game]:
    """Return the games that somebody may not see: those of open groups in which they do not play.
    If its finishers see, who has finished a game of the group, with a full card, sees the others
    that are finished. `viewer`: the id of a player; None for the public.
    """
    return Game.objects.filter(_hides(viewer))


def seen_by(games: QuerySet[Game], viewer: int | None) -> QuerySet[Game]:
    """Return those of these games that somebody may see."""
    return games.exclude(_hides(viewer))


def may_see(game: Game, viewer: int | None) -> bool:
    """Return whether somebody may see a game. No query unless it shares its dice."""
    return game.share is None or not hidden_from(viewer).filter(pk=game.pk).exists()


def is_open(game: Game) -> bool:
    """Return whether others may still play the dice of a game: no stranger sees it."""
    return not may_see(game, None)


def has_page(game: Game, viewer: int | None) -> bool:
    """Return whether the page of a game shows it to somebody. Until the reveal it is there for a
    finished game whose group's finishers see; other games are shown to their players at the table.
    """
    if game.share is None:
        return True
    group = DiceShare.objects.filter(code=OuterRef("share"))
    shown = Q(Exists(group.filter(closed=True))) | Q(
        Exists(group.filter(finishers_see=True)), status=Game.Status.FINISHED
    )
    # One query in any case: how long the answer takes must not tell whether the game is over.
    return seen_by(Game.objects.filter(shown, pk=game.pk), viewer).exists()
