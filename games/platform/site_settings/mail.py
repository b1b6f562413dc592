"""How mail is sent where EMAIL_URL is not set: by the server that the operator has typed in the
browser, else to the output of the process. And from whom it comes.
"""

from email.utils import formataddr
from typing import Any

import environ
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games.platform.site_settings.current import chosen, site_name

NO_SERVER = "consolemail://"
ADDRESS = "yacht@localhost"


def sender() -> str:
    """Return from whom mail of the site comes."""
    if settings.DEFAULT_FROM_EMAIL:
        return str(settings.DEFAULT_FROM_EMAIL)
    return formataddr((site_name(), chosen().mail_from or ADDRESS))


def has_server() -> bool:
    """Whether mail leaves this machine."""
    return not (settings.EMAIL_URL or chosen().mail_url or NO_SERVER).startswith(NO_SERVER)


class Backend(BaseEmailBackend):
    """Django's backend of the address that holds now."""

    def __init__(self, **options: Any) -> None:
        super().__init__(fail_silently=options.get("fail_silently", False))
        config = environ.Env.email_url_config(chosen().mail_url or NO_SERVER)
        if config["EMAIL_HOST"]:
            options |= {
                "host": config["EMAIL_HOST"],
                "port": config["EMAIL_PORT"],
                "username": config["EMAIL_HOST_USER"] or "",
                "password": config["EMAIL_HOST_PASSWORD"] or "",
                "use_tls": config.get("EMAIL_USE_TLS", False),
                "use_ssl": config.get("EMAIL_USE_SSL", False),
                "fail_silently": self.fail_silently,
            }
        self.inner = get_connection(config["EMAIL_BACKEND"], **options)

    def open(self) -> bool | None:
        """Connect. Raises OSError and SMTPException."""
        opened: bool | None = self.inner.open()
        return opened

    def close(self) -> None:
        """End the connection."""
        self.inner.close()

    def send_messages(self, email_messages: Any) -> int:
        """Send mails, and return how many. Raises OSError and SMTPException."""
        return self.inner.send_messages(email_messages) or 0
