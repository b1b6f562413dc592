"""The template filter for a field with a name that is taken."""

from django import template
from django.forms import BoundField

from games.site.shared.pages.refusals import RefusedName

register = template.Library()


@register.filter
def free_name(field: BoundField) -> str:
    """Return a free name like the one in this field, which is taken; else ""."""
    errors = field.errors.as_data()
    found = (error.free for error in errors if isinstance(error, RefusedName) and error.free)
    return next(found, "")
