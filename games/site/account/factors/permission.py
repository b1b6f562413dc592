"""Who may change the second factors of an account now. Pure."""

from enum import StrEnum
from typing import NamedTuple


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
    """Decide about adding, replacing or removing any factor, and about when it is asked for.

    Who has a factor shows it first: a password alone must not be enough to put another one beside
    it. The first factor of staff comes from the operator, because it opens the desk or the admin.
    """
    if facts.has_link:
        return Answer.YES
    if facts.has_factor:
        return Answer.YES if facts.has_shown else Answer.SHOW_FIRST
    return Answer.ASK_OPERATOR if facts.is_staff else Answer.YES
