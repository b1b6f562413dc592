"""Name and logo of the site, in every template."""

from django import template
from django.urls import reverse

from games.platform.site_settings import current

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """Return the name of the site."""
    return current.site_name()


@register.simple_tag
def site_logo() -> str:
    """Return the address of the operator's logo, "" for the mark of the game."""
    digest = current.chosen().logo
    return reverse("site-logo", args=[digest]) if digest else ""
