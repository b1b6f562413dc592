"""What a form asks for before a change of the account."""

from typing import Any

from django.template import Context, Library

from games.site.account.factors.owner import asked_of

register = Library()


@register.simple_tag(takes_context=True)
def asked_of_owner(context: Context) -> str:
    """Return what the owner is asked for (`owner.asked_of`)."""
    request: Any = context["request"]
    return asked_of(request)
