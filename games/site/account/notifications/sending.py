"""Sends the messages that wait, each by one worker.

A claim puts off the next try, so that no other worker sends the same message meanwhile. If a worker
is killed after sending a message and before noting it, the next one sends it again. Browsers
replace a notification by a new one with the same tag.
"""

import json
import logging
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F, QuerySet
from django.template.loader import render_to_string
from django.utils.translation import override

from games.people.accounts.models import User
from games.people.accounts.preferences import language_of
from games.people.circles.friends import is_asked
from games.people.circles.models import CircleMember
from games.platform.clock import utc_now
from games.platform.database.outages import raise_outage
from games.platform.server.site_url import site_url
from games.platform.site_settings.mail import sender
from games.record.log.loading import load_game
from games.record.log.models import Game
from games.site.account.notifications.choices import (
    choice_of,
    is_confirmed,
    stop_link,
    wanted,
    wants_mail,
)
from games.site.account.notifications.endpoints import (
    EndpointRefused,
    UnreachableError,
    check_endpoint,
    origin_of,
    post,
)
from games.site.account.notifications.finding import moment, players_to_act
from games.site.account.notifications.models import Notice, PushSubscription
from games.site.account.notifications.queue import MAIL, Facts, facts_of, queue_mail_instead
from games.site.account.notifications.subscriptions import forget_subscriptions
from games.site.account.notifications.texts import text_of
from games.site.account.notifications.thread_shares import Lanes
from games.site.account.notifications.web_push import authorization, encrypt, from_text
from games.site.events.cards.models import Card
from games.tables.matchmaking.invitations import find_open
from games.tables.matchmaking.models import Challenge

logger = logging.getLogger(__name__)

# It doubles with each try.
FIRST_PAUSE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
# While a worker sends a notification, no other one tries it for this long: longer than it takes.
PUSH_LEASE = timedelta(minutes=1)
# How many answers of the mail server a mail waits for, each up to EMAIL_TIMEOUT: four addresses of
# the server, its greeting, EHLO twice, STARTTLS, the handshake, AUTH (three), MAIL, RCPT, DATA, the
# end of the mail, QUIT, and some to spare.
MAIL_ANSWERS = 20
MAX_TRIES = 8
TOPIC_CHARS = 32
# These wait for the player.
URGENT = (Notice.Kind.TURN, Notice.Kind.CHALLENGE, Notice.Kind.INVITE)
# The push service does not know the subscription any more: asking again would not help.
GONE = (404, 410)
TEMPLATES = "notifications"

_lanes = Lanes()


class TryAgain(Exception):
    """It was not sent. Try again after `wait`, or after the usual pause."""

    def __init__(self, reason: str, wait: timedelta | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


def send_next_push() -> bool:
    """Send the notification that is due first to its browser. Return whether one was due.

    Each player gets one at a time, and each push service a few. If a push service does not answer,
    the others go on (`Lanes`).
    """
    now = utc_now()
    with _lanes.claim(due_pushes(now)) as notice:
        if notice is None:
            return False
        _send(notice, now)
    return True


def send_next_notice_mail() -> bool:
    """Send the mail about a game that is due first. Return whether one was due."""
    now = utc_now()
    notice = due_mails(now).first()
    if notice is None:
        return False
    _send(notice, now)
    return True


def due_pushes(now: datetime) -> QuerySet[Notice]:
    return _due(now).exclude(target=MAIL)


def due_mails(now: datetime) -> QuerySet[Notice]:
    return _due(now).filter(target=MAIL)


def _due(now: datetime) -> QuerySet[Notice]:
    due = Notice.objects.filter(next_try_at__lte=now).order_by("next_try_at", "pk")
    return due.select_related("player")


def _send(notice: Notice, now: datetime) -> None:
    """Send a message, unless another worker does or it is no longer true. Note the outcome."""
    if not _claim(notice, now):
        return
    try:
        if notice.expires_at > now and notice.player.is_active and _is_true(notice):
            (_mail if notice.target == MAIL else _push)(notice, now)
    except TryAgain as failure:
        _keep_for_later(notice, failure)
    except Exception as error:  # a bug, or a mail server that refuses: the other messages go on
        raise_outage(error)
        logger.exception("notice %s could not be sent", notice.pk)
        _keep_for_later(notice, TryAgain("failed"))
    else:
        _finish(notice)


def _claim(notice: Notice, now: datetime) -> bool:
    """Put off the next try. Return False if another worker was faster, and sends the message."""
    until = now + lease_of(notice.target)
    untaken = Notice.objects.filter(pk=notice.pk, tries=notice.tries, next_try_at__isnull=False)
    return untaken.update(tries=F("tries") + 1, next_try_at=until) == 1


def lease_of(target: int) -> timedelta:
    """Return for how long other workers leave a message to this target alone."""
    return (
        timedelta(seconds=MAIL_ANSWERS * settings.EMAIL_TIMEOUT) if target == MAIL else PUSH_LEASE
    )


def _keep_for_later(notice: Notice, failure: TryAgain) -> None:
    if notice.tries + 1 >= MAX_TRIES:
        logger.warning("notice %s is dropped after %s tries: %s", notice.pk, MAX_TRIES, failure)
        _finish(notice)
        return
    pause = FIRST_PAUSE * 2**notice.tries if failure.wait is None else failure.wait
    next_try_at = utc_now() + min(pause, LONGEST_PAUSE)
    Notice.objects.filter(pk=notice.pk).update(next_try_at=next_try_at)


def _finish(notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk).update(next_try_at=None)


def _is_true(notice: Notice) -> bool:
    """Whether a message is still true: the game waits for the player, the challenge is open, the
    card closes later, or the player still belongs to the circle.
    """
    facts = facts_of(notice)
    if notice.kind == Notice.Kind.TURN:
        return _waits_for(notice.player_id, facts)
    if notice.kind == Notice.Kind.CHALLENGE:
        found = Challenge.objects.filter(pk=facts.challenge)
        if facts.room:
            return found.filter(room__game=None, room__begins_by__isnull=False).exists()
        return found.filter(status=Challenge.Status.OPEN).exists()
    if facts.circle and not _is_member(notice.player_id, facts.circle):
        return False
    if notice.kind == Notice.Kind.INVITE:
        return find_open(notice.player_id, facts.room) is not None
    if notice.kind == Notice.Kind.FRIEND:
        asker = facts.people[0].player
        return is_asked(notice.player_id, asker)
    if facts.card and notice.kind in (Notice.Kind.CLOSES, Notice.Kind.CIRCLE):
        return Card.objects.filter(code=facts.card, ended_at=None).exists()
    return True


def _is_member(player: int, circle: str) -> bool:
    return CircleMember.objects.filter(circle__code=circle, player=player).exists()


def _waits_for(player: int, facts: Facts) -> bool:
    games = Game.objects.filter(code=facts.game, status=Game.Status.PLAYING)
    game = games.filter(deadline=moment(facts.deadline)).first()
    # In rounds, and while seeds are missing, the deadline stays until all have done their part.
    return game is not None and player in players_to_act(load_game(game.pk).state)


# --- To a browser ---------------------------------------------------------------------------


def _push(notice: Notice, now: datetime) -> None:
    """Send a notification to its browser. Raises TryAgain."""
    browser = PushSubscription.objects.filter(pk=notice.target, player=notice.player_id).first()
    if browser is None:
        return
    facts = facts_of(notice)
    body = encrypt(
        _message(notice, facts, browser.language), from_text(browser.key), from_text(browser.auth)
    )
    try:
        origin = origin_of(check_endpoint(browser.endpoint))
        headers = {
            "Authorization": authorization(origin, now.timestamp()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(int((notice.expires_at - now).total_seconds())),
            "Topic": topic_of(tag_of(notice.kind, facts)),
            "Urgency": "high" if notice.kind in URGENT else "normal",
        }
        answer = post(browser.endpoint, body, headers)
        _lanes.note(browser.pk, answered=True)
    except UnreachableError as error:
        _lanes.note(browser.pk, answered=False)
        _put_off(browser, now)
        raise TryAgain(str(error)) from error
    except EndpointRefused:
        _forget(browser, notice, now)
        return
    if answer.status in GONE:
        _forget(browser, notice, now)
    elif answer.status == 429 or answer.status >= 500:
        wait = None if answer.retry_after is None else timedelta(seconds=answer.retry_after)
        raise TryAgain(f"status {answer.status}", wait)
    elif answer.status >= 300:
        logger.warning("a push service answered %s for notice %s", answer.status, notice.pk)


def _put_off(browser: PushSubscription, now: datetime) -> None:
    later = now + FIRST_PAUSE
    Notice.objects.filter(target=browser.pk, next_try_at__lt=later).update(next_try_at=later)


def _forget(browser: PushSubscription, notice: Notice, now: datetime) -> None:
    forget_subscriptions([browser.pk])
    queue_mail_instead(notice, now)


def tag_of(kind: str, facts: Facts) -> str:
    """Return the tag of a notification. A newer one with the same tag replaces it: about the same
    game or of one kind about a card, or any challenge. News that a challenge was accepted stay.
    """
    if facts.event:
        return f"event-{facts.event}"
    if kind == Notice.Kind.CHALLENGE:
        return f"accepted-{facts.challenge}" if facts.room else kind
    if kind == Notice.Kind.INVITE:
        return f"invite-{facts.room}"
    if kind == Notice.Kind.FRIEND:
        return f"friend-{facts.people[0].player}"
    if facts.appointment:
        return f"appointment-{facts.appointment}"
    if facts.card:
        return f"card-{facts.card}-{kind}"
    if facts.circle:
        return f"circle-{facts.circle}-{kind}"
    return f"game-{facts.game}"


def topic_of(tag: str) -> str:
    """Return the name by which a push service replaces what it has not delivered (RFC 8030, 5.4):
    at most 32 characters of the alphabet of Base64 for URLs.
    """
    return urlsafe_b64encode(sha256(tag.encode()).digest()).decode()[:TOPIC_CHARS]


def _message(notice: Notice, facts: Facts, language: str) -> bytes:
    with override(language):
        title, body, path = text_of(notice.kind, facts, notice.player_id)
    tag = tag_of(notice.kind, facts)
    message = {"title": title, "body": body, "path": path, "tag": tag, "language": language}
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


# --- By mail --------------------------------------------------------------------------------


def _mail(notice: Notice, now: datetime) -> None:
    """Send a mail, unless the player does not want it any more. Raises what the mail backend
    raises.
    """
    player: User = notice.player
    choice = choice_of(player)
    is_wanted = wants_mail(choice) and notice.kind in wanted(choice).kinds
    if not is_wanted or not is_confirmed(player, choice):
        return
    with override(language_of(player)):
        title, body, path = text_of(notice.kind, facts_of(notice), player.pk)
        stop = stop_link(player.pk)
        context = {"player": player, "title": title, "body": body, "stop": stop}
        text = render_to_string(f"{TEMPLATES}/mail.txt", {**context, "link": site_url() + path})
    EmailMessage(
        f"{title}: {body}", text, sender(), [player.email], headers=stop_headers(stop)
    ).send()


def stop_headers(link: str) -> dict[str, str]:
    """Return the headers that let mail programs end such mail with one click (RFC 8058)."""
    return {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
