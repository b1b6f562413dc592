"""Groups of games that share their secret and dice: begin a group, and reveal its secret."""

from collections.abc import Collection

from django.db import transaction

from games.core.engine.fair_log import CLOSED, COMMITMENT, LOG, REVEAL
from games.core.engine.fairness import commitment, group_code
from games.record.fairness import public_log
from games.record.fairness.models import DiceSecret, DiceShare
from games.record.fairness.public_log import NewEntry
from games.record.fairness.reserve import commit_to
from games.record.fairness.secrets import secret_of, stored_form
from games.record.log.models import Game
from games.record.log.records import group_hash


class StillPlaying(Exception):
    """Games that share the secret are not over."""


@transaction.atomic
def open_share() -> str:
    """Begin a group: store a secret, and append its commitment to the public log. Return its
    code.
    """
    code = commit_to(1)[0].code
    DiceShare.objects.create(code=code)
    return code


@transaction.atomic
def open_seeded_share(committed: str, seed: str) -> str:
    """Begin a group whose dice depend on a seed, too: its code is made of the seed and of the code
    of an older group without games, whose secret it gets. Return its code.

    `committed`: the code of the older group. `seed`: its sealed salt and text. Who finishes a
    game of the new group sees the others. Raises DiceShare.DoesNotExist if the older group is not
    open, IntegrityError if this was done before, and UnreadableSecret if the key is missing.
    """
    DiceShare.objects.select_for_update().get(code=committed, closed=False)
    secret = secret_of(DiceSecret.objects.get(code=committed))
    code = group_code(committed, seed)
    DiceSecret.objects.create(code=code, secret=stored_form(code, secret), open=True)
    DiceShare.objects.create(code=code, finishers_see=True)
    public_log.append([NewEntry(COMMITMENT, code, commitment(secret))])
    return code


@transaction.atomic
def reveal_share(code: str) -> bool:
    """Append the secret of a group to the public log, with one hash of the logs of its games. No
    further game can begin in it. Return False if the secret was there already.

    Raises StillPlaying if a game of the group is not over, DiceShare.DoesNotExist if there is no
    such group, and UnreadableSecret if its key is missing.
    """
    # A game that begins locks the same row, so none can begin after the check below.
    share = DiceShare.objects.select_for_update().get(code=code)
    if share.closed:
        return False
    games = Game.objects.filter(share=code)
    if games.filter(status=Game.Status.PLAYING).exists():
        raise StillPlaying(code)
    heads = heads_of_group(code)
    kind = REVEAL if games.exists() else CLOSED
    ends = [NewEntry(kind, code, secret_of(DiceSecret.objects.get(code=code)).hex())]
    if heads:
        ends.append(NewEntry(LOG, code, group_hash(heads)))
    public_log.append(ends)
    DiceSecret.objects.filter(code=code).update(open=False)
    DiceShare.objects.filter(code=code).update(closed=True)
    return True


def groups_among(codes: Collection[str]) -> set[str]:
    """Return the codes that are codes of groups."""
    return set(DiceShare.objects.filter(code__in=codes).values_list("code", flat=True))


def heads_of_group(code: str) -> dict[str, str]:
    """Return the hash of the last event of each game of a group, by the game's code, leaving out
    games begun before logs were chained.
    """
    chained = Game.objects.filter(share=code).exclude(head="")
    return dict(chained.order_by("code").values_list("code", "head"))
