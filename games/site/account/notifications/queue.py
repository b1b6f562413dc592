"""Stores what to tell, to whom and how. The worker sends it (sending.py)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from django.conf import settings

from games.core.engine import is_long
from games.people.accounts.models import User
from games.people.accounts.names import DELETED_NAME
from games.people.conduct.contact import Contact, read_contacts
from games.site.account.notifications.choices import Mail, Wanted, is_confirmed, wanted
from games.site.account.notifications.models import Notice, NotificationChoice, PushSubscription

MAIL = 0
"""`Notice.target` of a mail."""
MAIL_AFTER = timedelta(minutes=10)
"""Players who make their turn within this time get no mail about it."""


MAX_CHALLENGE_MAILS = 5
"""How many mails about challenges a player gets while the first of them is open (a day). Limited,
because anybody may challenge them.
"""
MAX_FORGOTTEN = 50_000
"""The most messages that one sweep deletes, because a statement has only ten seconds."""


class Person(msgspec.Struct, array_like=True, frozen=True):
    """A player of a game, and how it ended for them: place and total, both 0 during the game."""

    player: int
    name: str
    place: int = 0
    total: int = 0


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a message says. `room` and `game`: codes. `deadline`: of the turn, in ms since 1970.
    `begins`: whether the game waits for seeds before the first turn. `challenge`: its id; it was
    accepted if there is a `room`. `event`: the code of a tournament that was called off. `card`:
    its code; `sender`: who made it, 0 if nobody is left; `count`: how many people have done it,
    also if they are too many for `people`. `appointment`: its code, and `news`: what happened to
    it. `circle`: the code of the one whose members are told. `title`: the name of the circle, or of
    the appointment ("" for none).
    """

    variant: str
    people: tuple[Person, ...]
    room: str = ""
    game: str = ""
    deadline: int = 0
    begins: bool = False
    challenge: int = 0
    clock: int | None = None
    event: str = ""
    card: str = ""
    appointment: str = ""
    title: str = ""
    news: str = ""
    sender: int = 0
    count: int = 0
    circle: str = ""


class Event(NamedTuple):
    """Something to tell some players, unless they know about this `subject` already."""

    kind: Notice.Kind
    subject: str
    players: frozenset[int]
    facts: Facts
    expires_at: datetime


def forget_notices(player_id: int) -> None:
    Notice.objects.filter(player=player_id).delete()


def queue_events(events: Sequence[Event], now: datetime) -> None:
    """Store the messages of these events. Each is stored once, even after several calls."""
    ids = {player for event in events for player in event.players}
    people = User.objects.filter(is_active=True, is_bot=False, locked=False).in_bulk(ids)
    known = _people_in(events)
    contacts = read_contacts(list(people.values()))
    choices = NotificationChoice.objects.in_bulk(people)
    browsers: dict[int, list[int]] = defaultdict(list)
    if settings.VAPID_KEY:
        found = PushSubscription.objects.filter(player__in=people)
        for player, pk in found.values_list("player", "pk"):
            browsers[player].append(pk)
    notices = [
        _notice(event, _told_to(contacts[player.pk], event, known), player.pk, target, now)
        for event in events
        for player in people.values()
        if player.pk in event.players
        for target in _targets(event, player, choices.get(player.pk), browsers.get(player.pk, ()))
    ]
    Notice.objects.bulk_create(_without_many_challenges(notices), ignore_conflicts=True)


def _without_many_challenges(notices: Sequence[Notice]) -> list[Notice]:
    """Leave out mails about challenges where a player would get too many."""
    told = Counter(
        Notice.objects.filter(
            kind=Notice.Kind.CHALLENGE,
            target=MAIL,
            player__in={each.player_id for each in notices if _is_challenge_mail(each)},
        ).values_list("player", flat=True)
    )
    kept = []
    for notice in notices:
        if _is_challenge_mail(notice):
            told[notice.player_id] += 1
            if told[notice.player_id] > MAX_CHALLENGE_MAILS:
                continue
        kept.append(notice)
    return kept


def _is_challenge_mail(notice: Notice) -> bool:
    return notice.kind == Notice.Kind.CHALLENGE and notice.target == MAIL


def _targets(
    event: Event, player: User, choice: NotificationChoice | None, browsers: Iterable[int]
) -> list[int]:
    """Return where to send it: browsers, and mail if there is none or it is always wanted."""
    choice = choice or NotificationChoice(player=player)
    wants = wanted(choice)
    if event.kind not in wants.kinds:
        return []
    targets = list(browsers)
    if _may_mail(event, player, choice, wants) and (wants.mail == Mail.ALWAYS or not targets):
        targets.append(MAIL)
    return targets


def _may_mail(event: Event, player: User, choice: NotificationChoice, wants: Wanted) -> bool:
    if event.kind == Notice.Kind.CHALLENGE and not is_long(event.facts.clock):
        return False  # it ends after minutes: a mail would come too late
    return wants.mail != Mail.NEVER and not player.is_guest and is_confirmed(player, choice)


def _people_in(events: Iterable[Event]) -> dict[int, User]:
    ids = {person.player for event in events for person in event.facts.people}
    return User.objects.only("name", "is_active").in_bulk(ids)


def _told_to(contact: Contact, event: Event, known: Mapping[int, User]) -> Facts:
    """Return what an event says to somebody: with the names of now."""
    # As at the table, a new name shows after the game, and never to somebody who does not hear its
    # owner; a deleted one never.
    is_over = event.kind != Notice.Kind.TURN
    names = {
        player.pk: player.name
        for player in known.values()
        if not player.is_active or (is_over and contact.hears(player.pk))
    }
    return named(event.facts, names)


def named(facts: Facts, names: Mapping[int, str]) -> Facts:
    """Return the facts with these names, by player. Other players keep theirs."""
    people = (
        msgspec.structs.replace(person, name=names.get(person.player, person.name))
        for person in facts.people
    )
    return msgspec.structs.replace(facts, people=tuple(people))


def forget_name(player_id: int) -> None:
    """Replace the name of a player who is deleted in what is stored for others."""
    # A person begins like this in the JSON of the facts.
    found = Notice.objects.filter(facts__contains=f"[{player_id},")
    for notice in found:
        facts = named(facts_of(notice), {player_id: DELETED_NAME})
        Notice.objects.filter(pk=notice.pk).update(facts=_stored(facts))


def _stored(facts: Facts) -> str:
    return msgspec.json.encode(facts).decode()


def _notice(event: Event, facts: Facts, player: int, target: int, now: datetime) -> Notice:
    waits = target == MAIL and event.kind == Notice.Kind.TURN
    return Notice(
        player_id=player,
        kind=event.kind,
        subject=event.subject,
        target=target,
        facts=_stored(facts),
        created_at=now,
        expires_at=event.expires_at,
        next_try_at=now + MAIL_AFTER if waits else now,
    )


def facts_of(notice: Notice) -> Facts:
    return msgspec.json.decode(notice.facts, type=Facts)


def queue_mail_instead(notice: Notice, now: datetime) -> None:
    """Queue a mail about the same, if the player wants mail: their last browser is gone."""
    if PushSubscription.objects.filter(player=notice.player_id).exists():
        return
    facts = facts_of(notice)
    kind = Notice.Kind(notice.kind)
    players = frozenset([notice.player_id])
    queue_events([Event(kind, notice.subject, players, facts, notice.expires_at)], now)


def forget_old(now: datetime) -> None:
    """Delete the oldest messages that are of no use any more, sent or not."""
    old = Notice.objects.filter(expires_at__lt=now).order_by("expires_at")
    Notice.objects.filter(pk__in=old.values("pk")[:MAX_FORGOTTEN]).delete()
