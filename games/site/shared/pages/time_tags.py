"""Template tags for times and days. Every time of a page or a mail goes through one of them:
tests/platform/language/test_times_in_templates.py finds those that do not.
"""

from datetime import UTC, date, datetime
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.platform.language.formats import day_text, utc_text, zoned_text

register = template.Library()


@register.simple_tag(takes_context=True)
def local_time(context: dict[str, Any], at: datetime, style: str, classes: str = "") -> SafeString:
    """Return a time as an element. Its text is in UTC and says so, until the script that the page
    then loads (`shared/base.html`) writes it in the zone of the browser. `style`: as in STYLES of
    games/platform/language/formats.py. `classes`: for the stylesheet.
    """
    request = context.get("request")
    if request is not None:
        request.has_local_times = True
    return format_html(
        '<time datetime="{}" data-local="{}"{}>{}</time>',
        at.astimezone(UTC).isoformat(timespec="seconds"),
        style,
        format_html(' class="{}"', classes) if classes else "",
        utc_text(at, style),
    )


@register.simple_tag
def site_day(day: date, format_name: str) -> SafeString:
    """Return a day of the site as an element. It is the same day everywhere."""
    return format_html('<time datetime="{}">{}</time>', day.isoformat(), day_text(day, format_name))


@register.filter
def as_day(day: date, format_name: str) -> str:
    return day_text(day, format_name)


@register.filter
def in_zone(at: datetime, zone: str) -> str:
    return zoned_text(at, zone)
