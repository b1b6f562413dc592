"""Who acts, on what, and what ties them to it: plain records that `games.people.authority.answers`
judges.

Only the modules called `facts`, beside the models, make them; a test looks for any other place that
does.
"""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What somebody is at the desk. A superuser is a moderator who also decides about staff."""

    NONE = ""
    HELPER = "helper"
    MODERATOR = "moderator"
    SUPERUSER = "superuser"


class Action(StrEnum):
    """What somebody wants to do. The words are those of docs/moderation.md."""

    # a case
    SEE = "see"
    DECIDE = "decide"
    ASK = "ask"
    # a decision, and the appeal against it
    UNDO = "undo"
    APPEAL = "appeal"
    READ = "read"
    JUDGE = "judge"
    # an account, at the desk
    WARN = "warn"
    PUNISH = "punish"
    OPEN_CASE = "open a case"
    REOPEN = "reopen"
    # an account, in the admin
    CHANGE = "change"
    DELETE = "delete"
    TRUST = "trust"
    # a table, and a table or an event in the admin
    HOST = "host"
    REMOVE = "remove"
    MUTE = "mute"
    END = "end"


class Tie(StrEnum):
    """What ties somebody to an object."""

    SUBJECT = "it is about them"
    SEATED = "they have a seat in its evidence"
    OPERATES = "they play for somebody who has a seat in its evidence"
    WROTE = "they wrote a line of its evidence"
    REPORTED = "they reported it"
    SHARES_DEVICE = "they share a device with one of these people"
    ASKED = "they asked for a second opinion"
    OPENED = "they opened the case"
    DECIDED = "they made the decision"


CONCERNED = frozenset(
    {Tie.SUBJECT, Tie.SEATED, Tie.OPERATES, Tie.WROTE, Tie.REPORTED, Tie.SHARES_DEVICE}
)
"""The ties that keep somebody away from a case and all that follows from it."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts. `id`: of the player. `rights`: the permissions of the admin that they
    have, such as "change_user"; a superuser has all.
    """

    id: int
    role: Role = Role.NONE
    rights: frozenset[str] = frozenset()

    @property
    def is_superuser(self) -> bool:
        return self.role is Role.SUPERUSER

    @property
    def is_moderator(self) -> bool:
        return self.role in (Role.MODERATOR, Role.SUPERUSER)

    def has_right(self, right: str) -> bool:
        return self.is_superuser or right in self.rights


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """A case, as seen by one actor. `game_of_staff`: it is about a game or an event in which
    somebody of the staff has a seat. `others`: whether somebody else could decide it. `waits`: it
    waits for a second opinion.
    """

    about_talk: bool
    about_staff: bool
    ties: frozenset[Tie] = frozenset()
    others: bool = True
    game_of_staff: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class DecisionFacts:
    """A decision about somebody. `is_light`: helpers may make such ones."""

    about_staff: bool
    is_light: bool
    ties: frozenset[Tie] = frozenset()

    @property
    def is_concerned(self) -> bool:
        return bool(self.ties & CONCERNED)


@dataclass(frozen=True, slots=True)
class AppealFacts:
    """An appeal. `others`: whether somebody else could judge it."""

    decision: DecisionFacts
    others: bool


@dataclass(frozen=True, slots=True)
class AccountFacts:
    """A player's account. `is_staff`: with a role at the desk or in the admin, or a superuser."""

    is_staff: bool
    is_deleted: bool
    ties: frozenset[Tie] = frozenset()


@dataclass(frozen=True, slots=True)
class TableFacts:
    """A table, to somebody who hosts. `about_self`: the action is about the actor."""

    is_host: bool
    about_self: bool = False


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """A table or an event, to somebody in the admin. `plays`: the actor plays there, or shares a
    device with somebody who does. `right`: what the admin asks for.
    """

    plays: bool
    right: str


Facts = CaseFacts | DecisionFacts | AppealFacts | AccountFacts | TableFacts | PlaceFacts
