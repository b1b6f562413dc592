"""The words for reasons of reports and decisions, in each language."""

from typing import NamedTuple

from django.utils.translation import gettext_noop

from games.people.conduct.models import Sanction

Kind = Sanction.Kind


class Reason(NamedTuple):
    """Why somebody reports. `about_talk`: helpers may decide it."""

    id: str
    words: str
    about_talk: bool = False


class Ground(NamedTuple):
    """Why a moderator, or the site, decides something: a sentence for the person concerned."""

    id: str
    words: str


REASONS = (
    Reason("insult", gettext_noop("Insults or hate"), about_talk=True),
    Reason("spam", gettext_noop("Spam or links"), about_talk=True),
    Reason("bother", gettext_noop("Bothers me"), about_talk=True),
    Reason("cheating", gettext_noop("Cheating")),
    Reason("name", gettext_noop("Bad name")),
    Reason("other", gettext_noop("Something else")),
)
GROUNDS = (
    Ground("insult", gettext_noop("You wrote something that hurts or degrades people.")),
    Ground("spam", gettext_noop("You sent advertising, or the same again and again.")),
    Ground("bother", gettext_noop("You kept writing to somebody who wanted to be left alone.")),
    Ground("cheating", gettext_noop("Your games show help that the rules forbid.")),
    Ground("accounts", gettext_noop("You played with more than one account.")),
    Ground("name", gettext_noop("Your name breaks our rules for names.")),
    Ground("leaving", gettext_noop("You left games that count, again and again.")),
    Ground("other", gettext_noop("Your behaviour breaks the rules of this site.")),
)
DECISIONS = {
    Kind.WARNING: gettext_noop("A word of warning"),
    Kind.NO_CHAT: gettext_noop("No chat"),
    Kind.NO_RATED: gettext_noop("No rated games"),
    Kind.NO_EVENTS: gettext_noop("No tournaments"),
    Kind.CLOSED: gettext_noop("Account closed"),
}
"""What each kind of decision is called, from the mildest."""
FOR_HELPERS = (Kind.WARNING, Kind.NO_CHAT)
"""What helpers may decide."""

REASON_BY_ID = {reason.id: reason for reason in REASONS}
GROUND_BY_ID = {ground.id: ground for ground in GROUNDS}
