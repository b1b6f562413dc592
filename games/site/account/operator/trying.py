"""Sends a test mail now, and says in words what the mail server answered."""

import smtplib
import socket
import ssl
from typing import NamedTuple

from django.core.mail import EmailMessage, get_connection
from django.utils.translation import gettext

from games.platform.language import interpolate
from games.platform.site_settings.current import site_name
from games.platform.site_settings.mail import has_server, sender

WAIT_S = 5
"""How long each step may take: the page waits for it."""


class Answer(NamedTuple):
    """What became of the mail. `words`: in the current language."""

    is_sent: bool
    words: str


def send_test(address: str) -> Answer:
    """Send a mail to this address with the settings that hold now."""
    if not has_server():
        return Answer(
            False,
            gettext("There is no mail server yet: mail is only printed where the site runs."),
        )
    subject = gettext("%(site)s: this is a test") % {"site": site_name()}
    body = interpolate(
        gettext("If you can read this, %(site)s can send mail."), {"site": site_name()}
    )
    connection = get_connection(timeout=WAIT_S)
    try:
        EmailMessage(subject, body, sender(), [address], connection=connection).send()
    except (OSError, smtplib.SMTPException, ValueError) as error:
        return Answer(False, words_of(error))
    words = gettext("The mail server took it. Look for it in the inbox of %(address)s, or in spam.")
    return Answer(True, interpolate(words, {"address": address}))


def words_of(error: Exception) -> str:
    """Return why a mail was not sent, with what the server said."""
    for kind, words in _words():
        if isinstance(error, kind):
            return interpolate(words, {"answer": _answer(error)})
    return interpolate(gettext("The mail server answered: %(answer)s"), {"answer": _answer(error)})


def _words() -> tuple[tuple[type[Exception], str], ...]:
    silent = gettext("The mail server did not answer. Is it the right port?")
    unable = gettext("The mail server cannot do this. Try another encryption: %(answer)s")
    # From the special to the general: each of these is also an OSError.
    return (
        (smtplib.SMTPNotSupportedError, unable),
        (smtplib.SMTPServerDisconnected, unable),
        (socket.gaierror, gettext("There is no mail server with this name.")),
        (
            ssl.SSLCertVerificationError,
            gettext("The certificate of the mail server is not right for its name: %(answer)s"),
        ),
        (ssl.SSLError, unable),
        (TimeoutError, silent),
        (ConnectionRefusedError, silent),
    )


def _answer(error: Exception) -> str:
    said: bytes | str
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, said = next(iter(error.recipients.values()))
    elif isinstance(error, smtplib.SMTPResponseException):
        code, said = error.smtp_code, error.smtp_error
    else:
        return str(error)[:300]
    text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
    return f"{code} {' '.join(text.split())}"[:300]
