"""Send mail in a thread of its own: a mail server may take seconds to answer."""

from concurrent.futures import ThreadPoolExecutor

from games.database.threads import in_database
from games.membership.mail import send_next_mail
from games.notifications.sending import send_next_notice_mail

THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


async def sweep_mail() -> bool:
    """Send one mail, if one is due; return whether one was. Only one: the process may be ending.

    Mail that somebody waits for comes before mail about games.
    """
    return await in_database(lambda: send_next_mail() or send_next_notice_mail(), THREADS)
