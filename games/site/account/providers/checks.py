"""System checks: providers that are half set, or gone."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from games.people.accounts.site_rules import is_without_provider
from games.site.account.providers.offered import problems, providers


@register()
def check_providers(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Report (E040) a provider that is left out because its settings do not fit, and (E041) a site
    where nobody could sign in.
    """
    found: list[CheckMessage] = [
        Error(
            f"Nobody can sign in with the provider {id_}: {reason}.",
            hint="Set its variables, OIDC_..., or take it out of OIDC_PROVIDERS: docs/sign-in.md.",
            id="games.E040",
        )
        for id_, reason in problems()
    ]
    if settings.ONLY_SSO and not providers():
        hint = "Set OIDC_PROVIDERS, or ONLY_SSO=0."
        found.append(Error("ONLY_SSO=1 without a provider.", hint=hint, id="games.E041"))
    return found


# With --deploy only: it asks the database, which other commands are to make first.
@register(deploy=True)
def check_chosen_provider(
    app_configs: Sequence[AppConfig] | None, **kwargs: Any
) -> list[CheckMessage]:
    """Warn (W041) of a site where people come through a provider only, as its operator has chosen
    in the browser, and which has none.
    """
    if not is_without_provider():
        return []
    hint = "Set OIDC_PROVIDERS, or choose again who may come, in the settings of the site."
    return [
        Warning(
            "People come through a provider only, and there is none: they need an invitation.",
            hint=hint,
            id="games.W041",
        )
    ]
