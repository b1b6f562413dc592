"""The way to a provider and back, with Authlib: OpenID Connect Core 1.0, the code flow with PKCE.

Authlib makes state, nonce and the code verifier, keeps them in the browser's session, where each
works once, and checks the signature, issuer, audience, nonce and times of what the provider signs.
It asks for the provider's keys again when it sees a key that it does not know.
"""

import logging
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeGuard

import requests
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.django_client import DjangoIntegration, DjangoOAuth2App
from django.http import HttpRequest
from django.urls import reverse
from joserfc.errors import JoseError
from urllib3.exceptions import HTTPError

from games.platform.clock import monotonic, utc_now
from games.site.account.providers import outages, transport
from games.site.account.providers.offered import DISCORD, OPENID, Provider, is_safe
from games.site.account.providers.outages import Away

logger = logging.getLogger(__name__)

FLOW_S = 600
"""How long somebody may take at the provider."""
SKEW_S = 60
"""How wrong the clocks may be."""
DESCRIPTION_S = 3600
"""How long a provider's description and keys are kept."""
MOST_FLOWS = 4
"""Sign-ins that one browser may have begun and not ended."""
SIGNATURES = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")
"""Only such that prove who has signed: no shared secret, and never none."""
ENDPOINTS = ("authorization_endpoint", "token_endpoint", "jwks_uri")
OPTIONAL = (
    "userinfo_endpoint",
    "token_endpoint_auth_methods_supported",
    "id_token_signing_alg_values_supported",
)
DISCORD_DESCRIPTION = {
    "authorization_endpoint": "https://discord.com/oauth2/authorize",
    "token_endpoint": "https://discord.com/api/oauth2/token",
    "userinfo_endpoint": "https://discord.com/api/users/@me",
}
NAMES = ("nickname", "preferred_username", "given_name", "name")
"""The claims in which a provider may tell a name, the least private first."""
DISCORD_NAMES = ("global_name", "username")
LONGEST = 255


class Flow(NamedTuple):
    """A sign-in at a provider that has begun: what for, where it leads, and who began it."""

    purpose: str
    """"sign in", "link" or "again"."""
    wanted: str
    player: int | None
    at: float


class Identity(NamedTuple):
    """Who somebody is at a provider, as it has told us."""

    issuer: str
    subject: str
    names: tuple[str, ...]
    mail: str
    """The address that the provider has confirmed, or ""."""
    groups: frozenset[str]
    """Those that give a role here, and no others."""
    acr: str
    signed_in_at: float | None


class AnswerRefused(Exception):
    """What came back from the provider is not to be trusted."""


class Cancelled(Exception):
    """Somebody changed their mind at the provider."""


def begin(request: HttpRequest, provider: Provider, flow: Flow) -> str:
    """Return the address at the provider to which the browser goes. Raises Away."""
    app = _app_of(provider)
    options: dict[str, Any] = {}
    if flow.purpose == "again":
        options = {"prompt": "login", "max_age": 0}
    if provider.acr and flow.purpose == "sign in":
        options["acr_values"] = " ".join(provider.acr)
    back = request.build_absolute_uri(reverse("provider-done", args=[provider.id]))
    made = app.create_authorization_url(back, **options)
    _forget_old_flows(request)
    app.save_authorize_data(request, redirect_uri=back, flow=list(flow), **made)
    return str(made["url"])


def find_flow(request: HttpRequest, provider: Provider) -> Flow | None:
    """Return what this browser began and the provider answers now, None if there is no such."""
    keeper = DjangoIntegration(provider.id)
    found = keeper.get_state_data(request.session, request.GET.get("state", ""))
    if found is None:
        return None
    flow = Flow(*found["flow"])
    if utc_now().timestamp() - flow.at > FLOW_S:
        keeper.clear_state_data(request.session, request.GET["state"])
        return None
    return flow


def finish(request: HttpRequest, provider: Provider) -> Identity:
    """Return who the provider says has signed in there. Raises Away, AnswerRefused and Cancelled.

    The flow works once, whatever comes of it.
    """
    if "error" in request.GET:
        DjangoIntegration(provider.id).clear_state_data(request.session, request.GET["state"])
        if request.GET["error"] == "access_denied":
            raise Cancelled
        raise _refused(provider, "It answered with an error.")
    if request.GET.get("iss", provider.issuer).rstrip("/") != provider.issuer:
        DjangoIntegration(provider.id).clear_state_data(request.session, request.GET["state"])
        raise _refused(provider, "Another issuer answered.")
    outages.check_rested(provider.id)
    app = _app_of(provider)
    try:
        if provider.kind == DISCORD:
            identity = _discord(app, request)
        else:
            identity = _openid(app, request, provider)
    except (requests.RequestException, HTTPError) as error:
        raise _away(provider, error) from error
    except (AuthlibBaseError, JoseError) as error:
        # Perhaps the provider has new keys under old names: read them again next time.
        _apps.pop(provider, None)
        raise _refused(provider, f"{type(error).__name__} {error.error}") from error
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise _refused(provider, f"Its answer has another form: {type(error).__name__}") from error
    outages.tell_back(provider.id)
    return identity


def _openid(app: Any, request: HttpRequest, provider: Provider) -> Identity:
    asked = {
        "iss": {"essential": True, "value": app.server_metadata["issuer"]},
        "aud": {"essential": True, "value": provider.client_id},
        "sub": {"essential": True},
        "nonce": {"essential": True},
    }
    token = app.authorize_access_token(request, claims_options=asked, leeway=SKEW_S)
    claims: Mapping[str, Any] | None = token.get("userinfo")
    if claims is None:
        raise _refused(provider, "It sent no ID token.")
    claims = _with_more(app, provider, token, claims)
    return Identity(
        issuer=provider.issuer,
        subject=_text(claims["sub"]),
        names=_names(claims, NAMES),
        mail=_mail(claims, "email_verified"),
        groups=_groups(claims, provider.groups_claim) & provider.groups,
        acr=str(claims.get("acr") or ""),
        signed_in_at=_seconds(claims.get("auth_time")),
    )


def _with_more(
    app: Any, provider: Provider, token: Any, claims: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the claims with those of the provider's second page, if the first lacks something."""
    needs_groups = bool(provider.groups) and _inside(claims, provider.groups_claim) is None
    if "userinfo_endpoint" not in app.server_metadata:
        return claims
    if _names(claims, NAMES) and not needs_groups:
        return claims
    more = app.userinfo(token=token)
    if more.get("sub") != claims["sub"]:
        raise _refused(provider, "It told about somebody else.")
    return {**more, **claims}


def _discord(app: Any, request: HttpRequest) -> Identity:
    token = app.authorize_access_token(request)
    told = app.userinfo(token=token)
    return Identity(
        issuer=str(app.server_metadata["issuer"]),
        subject=_text(told["id"]),
        names=_names(told, DISCORD_NAMES),
        mail=_mail(told, "verified"),
        groups=frozenset(),
        acr="",
        signed_in_at=None,
    )


def _text(found: Any) -> str:
    """Return who somebody is. Raises ValueError for what cannot be stored."""
    if not _is_text(found) or not 0 < len(found) <= LONGEST or "\0" in found:
        raise ValueError("no subject")
    return found


def _is_text(found: Any) -> TypeGuard[str]:
    """Whether this is a text, without half of a pair: JSON may have that, and no text has."""
    return isinstance(found, str) and not any("\ud800" <= each <= "\udfff" for each in found)


def _mail(claims: Mapping[str, Any], confirmed: str) -> str:
    """Return the address, if the claim `confirmed` says that it is; else ""."""
    found = claims.get("email")
    return found[:254] if claims.get(confirmed) is True and _is_text(found) else ""


def _texts(found: Any) -> list[str]:
    """Return the texts of a list, none of anything else."""
    return [each for each in found if isinstance(each, str)] if isinstance(found, list) else []


def _seconds(found: Any) -> float | None:
    return found if isinstance(found, int | float) and 0 <= found < 1e12 else None


def _names(claims: Mapping[str, Any], keys: tuple[str, ...]) -> tuple[str, ...]:
    found = (claims.get(key) for key in keys)
    return tuple(each[:LONGEST] for each in found if _is_text(each) and each.strip())


def _inside(claims: Mapping[str, Any], path: str) -> Any:
    """Return a claim, also one inside another: its whole name first, then at its dots."""
    found: Any = claims
    if path in claims:
        return claims[path]
    for word in path.split("."):
        found = found.get(word) if isinstance(found, Mapping) else None
    return found


def _groups(claims: Mapping[str, Any], path: str) -> frozenset[str]:
    found = _inside(claims, path)
    return frozenset([found] if isinstance(found, str) else _texts(found))


_apps: dict[Provider, tuple[Any, float]] = {}


def _app_of(provider: Provider) -> Any:
    """Return Authlib's client of a provider, described an hour ago at most. Raises Away."""
    app, until = _apps.get(provider, (None, 0.0))
    if app is not None and monotonic() < until:
        return app
    outages.check_rested(provider.id)
    try:
        described = _describe(provider)
    except (requests.RequestException, HTTPError, ValueError, RecursionError) as error:
        raise _away(provider, error) from error
    methods = _texts(described.get("token_endpoint_auth_methods_supported"))
    methods = methods or ["client_secret_basic"]
    basic = "client_secret_basic" in methods
    app = DjangoOAuth2App(
        DjangoIntegration(provider.id),
        name=provider.id,
        client_id=provider.client_id,
        client_secret=provider.client_secret,
        client_kwargs={
            "scope": provider.scope,
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": "client_secret_basic" if basic else "client_secret_post",
        },
        **described,
    )
    app.client_cls = transport.Session
    _apps[provider] = (app, monotonic() + DESCRIPTION_S)
    return app


def _describe(provider: Provider) -> dict[str, Any]:
    """Return what we need of a provider's description. Raises RequestException and ValueError."""
    if provider.kind != OPENID:
        return {"issuer": provider.issuer, **DISCORD_DESCRIPTION}
    found = transport.fetch(provider.discovery)
    issuer = found.get("issuer")
    if not isinstance(issuer, str) or issuer.rstrip("/") != provider.issuer:
        raise ValueError(f"It says that it is {issuer!r:.300}, not ISSUER.")
    described = {key: found[key] for key in (*ENDPOINTS, *OPTIONAL) if key in found}
    addresses = [described.get(key) for key in ENDPOINTS]
    addresses += [described[key] for key in ("userinfo_endpoint",) if key in described]
    # Only a provider on this machine may name addresses on this machine.
    is_local = not provider.discovery.startswith("https:")
    if not all(isinstance(each, str) and is_safe(each, is_local) for each in addresses):
        raise ValueError("Its description lacks an address with https.")
    offered = _texts(described.pop("id_token_signing_alg_values_supported", None)) or ["RS256"]
    signatures = [each for each in SIGNATURES if each in offered]
    if not signatures:
        raise ValueError("It signs in no way that we know.")
    return {
        **described,
        "issuer": issuer,
        "id_token_signing_alg_values_supported": signatures,
    }


def _forget_old_flows(request: HttpRequest) -> None:
    """Forget all but the newest flows of this browser."""
    kept = {key: each for key, each in request.session.items() if key.startswith("_state_")}
    newest = sorted(kept, key=lambda key: kept[key]["exp"], reverse=True)
    for key in newest[MOST_FLOWS - 1 :]:
        del request.session[key]


def _away(provider: Provider, error: Exception) -> Away:
    if not isinstance(error, transport.ANSWERS):
        outages.let_rest(provider.id)
    outages.tell_away(provider.id, error)
    return Away(str(error))


def _refused(provider: Provider, reason: str) -> AnswerRefused:
    logger.warning("An answer of %s was refused: %s", provider.id, reason)
    return AnswerRefused(reason)
