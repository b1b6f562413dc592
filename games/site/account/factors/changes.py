"""Each change of second factors goes through `change`, which asks `decide` (pure) whether it may
happen now.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import NamedTuple

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
from games.site.shared.pages.shortcuts import me


class Facts(NamedTuple):
    """What the decision depends on, besides the password."""

    has_factor: bool
    """The account has an app, a passkey or recovery codes."""
    is_staff: bool
    """The player works for the site."""
    has_shown: bool
    """The session has shown a factor of the account within ten minutes, or in this request."""
    has_link: bool
    """The session has opened a link that the operator made for one change."""


class Answer(StrEnum):
    """Whether a change may be made."""

    YES = "yes"
    SHOW_FIRST = "show first"
    ASK_OPERATOR = "ask operator"


def decide(facts: Facts) -> Answer:
    """Decide about adding, replacing or removing any factor, and about when it is asked for."""
    # Who has a factor shows it first: a password alone must not be enough to put another one beside
    # it. The first factor of staff comes from the operator, because it opens the desk or the admin.
    if facts.has_link:
        return Answer.YES
    if facts.has_factor:
        return Answer.YES if facts.has_shown else Answer.SHOW_FIRST
    return Answer.ASK_OPERATOR if facts.is_staff else Answer.YES


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
    # What was shown in a session was shown by factors that are no longer the same.
    row = User.objects.filter(pk=player.pk)
    asks = player.asks_passkey and authenticators.has_passkey(player)
    row.update(factor_rev=F("factor_rev") + 1, asks_passkey=asks)
    player.refresh_from_db(fields=["factor_rev", "asks_passkey"])
