"""Requests to providers: short and small.

They run in threads of their own (`games.platform.limits.page_limit`), so that nobody else waits for
a provider.
"""

import io
from collections.abc import Mapping
from typing import Any

import requests
from authlib.integrations.requests_client import OAuth2Session
from urllib3.exceptions import DecodeError

from games.platform.clock import monotonic

CONNECT_S = 3
READ_S = 4
ANSWER_S = 6
"""How long a whole answer may take, whatever comes how slowly."""
MOST_BYTES = 256 * 1024
CHUNK = 16 * 1024


class TooLarge(requests.RequestException):
    """An answer is longer than any that we need."""


ANSWERS = (requests.HTTPError, requests.exceptions.InvalidJSONError, TooLarge, DecodeError)
"""Errors of an answer that came: it may be about one person, or made by one. The provider is not
away for others.
"""


class Session(OAuth2Session):  # type: ignore[misc] # Authlib has no types
    """Authlib's session, with an end to each request. It follows no redirect."""

    def request(self, method: str, url: str, **options: Any) -> requests.Response:
        """Send a request, and read the whole answer. Raises requests.RequestException."""
        began = monotonic()
        limits = {"timeout": (CONNECT_S, READ_S), "allow_redirects": False, "stream": True}
        answer: requests.Response = super().request(method, url, **{**options, **limits})
        coming = answer.raw
        try:
            answer.raw = io.BytesIO(_read(coming, began))
        finally:
            coming.close()
            coming.release_conn()
        return answer


def _read(coming: Any, began: float) -> bytes:
    content = b""
    while part := coming.read1(CHUNK, decode_content=True):
        content += part
        if len(content) > MOST_BYTES:
            raise TooLarge(f"An answer has more than {MOST_BYTES} bytes.")
        if monotonic() - began > ANSWER_S:
            raise requests.Timeout(f"An answer takes more than {ANSWER_S} s.")
    return content


def fetch(address: str) -> Mapping[str, Any]:
    """Return an object of JSON. Raises requests.RequestException."""
    with Session() as session:
        answer = session.request("GET", address, withhold_token=True)
        answer.raise_for_status()
        found = answer.json()
    if not isinstance(found, dict):
        raise requests.JSONDecodeError("It is no object.", answer.text, 0)
    return found
