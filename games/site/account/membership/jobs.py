"""Sends mail, and deletes guests and sessions that are no longer used."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from games.people.accounts.models import Session
from games.platform.clock import utc_now
from games.platform.database.threads import in_database
from games.platform.jobs.job import Job, Waiting
from games.site.account.membership.deletion import IdleGuests, delete_gone_guests
from games.site.account.membership.mail import send_next_mail
from games.site.account.membership.models import OutgoingMail
from games.site.account.membership.renaming import fill_skeletons, forget_past_names
from games.site.account.notifications.sending import due_mails, send_next_notice_mail

# A mail server may take seconds to answer.
THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")

_idle_guests = IdleGuests()


async def sweep_mail() -> int:
    """Send one mail if one is due. Return 1, or 0 if none was due."""
    # Only one at a time, because the process may be ending. Mail that somebody is waiting for comes
    # before mail about games.
    return await in_database(lambda: int(send_next_mail() or send_next_notice_mail()), THREADS)


def _waiting_mail(now: datetime) -> Iterable[Waiting]:
    mails = OutgoingMail.objects.filter(next_try_at__lte=now)
    return [Waiting(mails, "next_try_at"), Waiting(due_mails(now), "next_try_at")]


async def sweep_guests() -> None:
    """Bring the skeletons of names up to date, and delete some guests who never played."""
    await in_database(fill_skeletons)
    await in_database(lambda: _idle_guests.delete_some(utc_now()))
    await in_database(lambda: delete_gone_guests(utc_now()))
    await in_database(lambda: forget_past_names(utc_now()))


async def sweep_sessions() -> None:
    await in_database(delete_expired_sessions)


def delete_expired_sessions() -> None:
    Session.objects.filter(expire_date__lt=utc_now()).delete()


JOBS = (
    Job(
        name="mail",
        run=sweep_mail,
        waiting=_waiting_mail,
        lane="mailing",
        repeat=True,
    ),
    Job(name="guests", run=sweep_guests, every=3600.0),
    Job(name="sessions", run=sweep_sessions, every=3600.0),
)
