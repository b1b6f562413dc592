"""The providers with which people can sign in here, from the settings `OIDC_...`
(docs/settings.md). This is the only reader of these settings.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

DISCORD, OPENID = "discord", "openid"
KINDS = (OPENID, DISCORD)
DISCORD_ISSUER = "https://discord.com"
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_ID = 20
KEYS = frozenset(
    {
        *("KIND", "NAME", "ISSUER", "DISCOVERY", "CLIENT_ID", "CLIENT_SECRET", "SCOPE"),
        *("CLIENT_SECRET_FILE", "GROUPS_CLAIM", "HELPER_GROUPS", "MODERATOR_GROUPS", "ACR"),
    }
)
"""How the names of a provider's variables end."""
LOCAL = ("localhost", "127.0.0.1", "::1")
SCOPES = {OPENID: "openid profile email", DISCORD: "identify"}


class Provider(NamedTuple):
    """A provider. `id`: its name in addresses and variables. `name`: as people read it."""

    id: str
    name: str
    kind: str
    issuer: str
    """Who it says it is, without a slash at the end."""
    discovery: str
    """The address of its description."""
    client_id: str
    client_secret: str
    scope: str
    groups_claim: str
    """Where it tells groups: the name of a claim, with dots for one inside another."""
    helpers: frozenset[str]
    moderators: frozenset[str]
    """The groups whose members are helpers and moderators at the desk."""
    acr: tuple[str, ...]
    """What it says of a sign-in with a second factor; none: the desk asks for one of ours."""

    @property
    def groups(self) -> frozenset[str]:
        """The groups that give a role at the desk."""
        return self.helpers | self.moderators

    @property
    def asks_again(self) -> bool:
        """Whether it can be asked to have somebody sign in again."""
        return self.kind == OPENID


def providers() -> list[Provider]:
    """Return the providers of this site, in the operator's order; half-set ones are left out."""
    return [_read(id_, found) for id_, found in _configured() if not list(_problems_of(id_, found))]


def find_provider(id_: str) -> Provider | None:
    """Return the provider of this name, None if there is none."""
    return next((each for each in providers() if each.id == id_), None)


def provider_of_issuer(issuer: str) -> Provider | None:
    """Return the provider that is this issuer, None if it is no longer offered."""
    return next((each for each in providers() if each.issuer == issuer), None)


def problems() -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the settings: the name of a provider, and the reason."""
    seen: dict[str, str] = {}
    for id_, found in _configured():
        wrong = list(_problems_of(id_, found))
        yield from ((id_, reason) for reason in wrong)
        if wrong:
            continue
        issuer = _read(id_, found).issuer
        if issuer in seen:
            yield id_, f"{seen[issuer]} has the same ISSUER."
        seen.setdefault(issuer, id_)


def _configured() -> list[tuple[str, Mapping[str, str]]]:
    configured: Mapping[str, Mapping[str, str]] = settings.OIDC
    return list(configured.items())


def _problems_of(id_: str, found: Mapping[str, str]) -> Iterator[str]:
    if not ID.fullmatch(id_) or len(id_) > MOST_ID:
        yield "its name may have small letters, digits and hyphens only, at most 20"
    if unknown := sorted(found.keys() - KEYS):
        yield f"unknown: {', '.join(unknown)}"
    kind = found.get("KIND", OPENID)
    if kind not in KINDS:
        yield f"KIND is none of {', '.join(KINDS)}"
    needed = ["CLIENT_ID", *(["ISSUER"] if kind == OPENID else [])]
    if missing := [key for key in needed if not found.get(key)]:
        yield f"missing: {', '.join(missing)}"
    if not found.get("CLIENT_SECRET") and not found.get("CLIENT_SECRET_FILE"):
        yield "missing: CLIENT_SECRET or CLIENT_SECRET_FILE"
    try:
        _secret(found)
    except (OSError, UnicodeDecodeError) as error:
        yield f"CLIENT_SECRET_FILE cannot be read: {error}"
    for key in ("ISSUER", "DISCOVERY"):
        if found.get(key) and not is_safe(found[key]):
            yield f"{key} must begin with https://, except on this machine"
    if kind == OPENID and "openid" not in found.get("SCOPE", SCOPES[OPENID]).split():
        yield "SCOPE must have openid"
    if (found.get("HELPER_GROUPS") or found.get("MODERATOR_GROUPS")) and kind != OPENID:
        yield "only a provider of OpenID Connect tells groups"


def is_safe(address: str, may_be_local: bool = True) -> bool:
    """Whether nobody on the way can read or change what we ask at this address: HTTPS, or this
    machine if it may be.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # such as "https://[": no address at all
        return False
    is_local = may_be_local and parts.scheme == "http" and parts.hostname in LOCAL
    return bool(parts.hostname) and (parts.scheme == "https" or is_local)


def _read(id_: str, found: Mapping[str, str]) -> Provider:
    kind = found.get("KIND", OPENID)
    issuer = found.get("ISSUER", "").rstrip("/") if kind == OPENID else DISCORD_ISSUER
    return Provider(
        id=id_,
        name=found.get("NAME", "") or id_.replace("-", " ").title(),
        kind=kind,
        issuer=issuer,
        discovery=found.get("DISCOVERY", "") or f"{issuer}/.well-known/openid-configuration",
        client_id=found["CLIENT_ID"],
        client_secret=_secret(found),
        scope=found.get("SCOPE", "") or SCOPES[kind],
        groups_claim=found.get("GROUPS_CLAIM", "") or "groups",
        helpers=frozenset(_words(found.get("HELPER_GROUPS", ""))),
        moderators=frozenset(_words(found.get("MODERATOR_GROUPS", ""))),
        acr=tuple(_words(found.get("ACR", ""))),
    )


def _secret(found: Mapping[str, str]) -> str:
    if found.get("CLIENT_SECRET") or not found.get("CLIENT_SECRET_FILE"):
        return found.get("CLIENT_SECRET", "")
    return Path(found["CLIENT_SECRET_FILE"]).read_text(encoding="utf-8").strip()


def _words(text: str) -> list[str]:
    """Return the words of a list with commas. Groups may have spaces in their names."""
    return [word for each in text.split(",") if (word := each.strip())]
