"""Where the settings come from: variables of the environment, files that these name, and a key that
the first start makes.
"""

import secrets
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from environ.fileaware_mapping import FileAwareMapping

from yachtsite.key_files import make_key_file, read_key_file


class Environment(FileAwareMapping):  # type: ignore[misc]
    """The variables of the environment. `NAME_FILE` names a file that has the value of `NAME`:
    secrets of containers come as files.
    """

    def __getitem__(self, key: str) -> str:
        """Return a value. Raises KeyError, and ImproperlyConfigured for a file that is missing."""
        try:
            value: str = super().__getitem__(key)
        except OSError as error:
            raise ImproperlyConfigured(
                f"{key}_FILE: {error.filename}: {error.strerror}."
            ) from error
        # Editors and `echo` end a file with a newline, which no value has.
        return value.rstrip("\n")


class Values(environ.Env):  # type: ignore[misc]
    """Reads variables of the environment as numbers, lists and so on."""

    ENVIRON = Environment()

    def get_value(self, var: str, *args: Any, **options: Any) -> Any:
        """Return the value of a variable. Raises ImproperlyConfigured, which names it."""
        try:
            return super().get_value(var, *args, **options)
        except (ValueError, TypeError) as error:
            raise ImproperlyConfigured(f"{var} cannot be read: {error}.") from error


def stored_secret_key(data_dir: Path) -> str:
    """Return the key in this directory, generated on the first start, so sessions survive restarts.

    Raises ImproperlyConfigured if it can neither be read nor written.
    """
    path = data_dir / "secret_key"
    try:
        if not path.exists():
            make_key_file(path, secrets.token_urlsafe(64))
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATA_DIR ({data_dir}) cannot be used: {error.strerror}. It must be a directory with"
            " free space that the account of the site may write to."
        ) from error
    return read_key_file(path)


class PrivateAddresses(str):
    """Matches, in ALLOWED_HOSTS, each address of a private network that is written as a number.

    Django compares a host with `pattern == host` (`django.http.request.is_same_domain`). Another
    website cannot have such an address point to us, as it could with a name (DNS rebinding).
    """

    __slots__ = ()

    def lower(self) -> "PrivateAddresses":
        """Return itself: Django compares what this returns."""
        return self

    def __eq__(self, host: object) -> bool:
        """Whether `host` is such an address, as in the header Host: IPv6 in brackets."""
        try:
            address = ip_address(str(host).removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return address.is_private and not address.is_unspecified

    __hash__ = str.__hash__
