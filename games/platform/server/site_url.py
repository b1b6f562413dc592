"""The address of the site for links in mail.

It never comes from a request: visitors choose the port in their Host header, so they could request
a mail to somebody else with a link to their own server.
"""

from django.conf import settings

DEFAULT_PORT = 8000
"""The default port of `manage.py serve`."""

_port = DEFAULT_PORT


def use_port(port: int) -> None:
    global _port  # noqa: PLW0603 - one process, one server
    _port = port


def site_url() -> str:
    """Return settings.SITE_URL, or a guess from the first of the allowed hosts: for example
    "https://yacht.example.org" or "http://localhost:8000", without a slash at the end.
    """
    if settings.SITE_URL:
        return str(settings.SITE_URL)
    host = next((host for host in settings.ALLOWED_HOSTS if host != "*"), "localhost")
    host = host.removeprefix(".")
    return f"https://{host}" if settings.HTTPS else f"http://{host}:{_port}"
