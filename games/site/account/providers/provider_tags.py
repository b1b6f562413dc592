"""The buttons that lead to the providers."""

from typing import Any

from django.template import Context, Library

from games.site.account.providers.offered import providers

register = Library()


@register.inclusion_tag("providers/buttons.html", takes_context=True)
def provider_buttons(context: Context, wanted: str = "") -> dict[str, Any]:
    """Show a button for each provider of this site. `wanted`: the address to which it leads."""
    return {"request": context["request"], "providers": providers(), "next": wanted}


@register.simple_tag
def has_providers() -> bool:
    """Whether this site has providers."""
    return bool(providers())
