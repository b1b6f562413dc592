"""Each change of second factors goes through `change`, which asks `permission.decide`."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from games.people.accounts.facts import works_for_site
from games.people.accounts.models import User
from games.site.account.factors import authenticators, links
from games.site.account.factors.gate import (
    forget_pass,
    has_just_shown,
    has_passed,
    keep_pass,
    note_passed,
)
from games.site.account.factors.permission import Answer, Facts, decide
from games.site.shared.pages.shortcuts import me


class NotAllowed(Exception):
    """The player may not change their factors now: `answer` tells why."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(str(answer))
        self.answer = answer


def answer_for(request: HttpRequest) -> Answer:
    """Return whether the player of this session may change their factors now."""
    player = me(request)
    return decide(
        Facts(
            authenticators.has_factor(player),
            works_for_site(player),
            has_just_shown(request),
            links.is_open(request),
        )
    )


@contextmanager
def change(request: HttpRequest) -> Iterator[User]:
    """Let the block change the factors of this session's player, whose password it has checked.

    The change ends what other sessions have shown. This one stays as it was; only if the account
    had no factor before has it passed now. Raises NotAllowed.
    """
    player = me(request)
    with transaction.atomic():
        # Two sessions must not both add the first factor.
        locked = User.objects.select_for_update(no_key=True).get(pk=player.pk)
        player.factor_rev, player.asks_passkey = locked.factor_rev, locked.asks_passkey
        answer = answer_for(request)
        if answer != Answer.YES:
            raise NotAllowed(answer)
        had_factor, had_passed = authenticators.has_factor(player), has_passed(request)
        had_key = authenticators.has_key(player)
        yield player
        if had_key and not authenticators.has_key(player):
            authenticators.forget_codes(player)
        end_passes(player)
    if not authenticators.has_factor(player):
        forget_pass(request)
    elif had_passed:
        keep_pass(request)
    elif not had_factor:
        note_passed(request)


def end_passes(player: User) -> None:
    """End what all sessions of the player have shown, because their factors have changed."""
    row = User.objects.filter(pk=player.pk)
    asks = player.asks_passkey and authenticators.has_passkey(player)
    row.update(factor_rev=F("factor_rev") + 1, asks_passkey=asks)
    player.refresh_from_db(fields=["factor_rev", "asks_passkey"])
