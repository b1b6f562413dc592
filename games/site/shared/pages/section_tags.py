"""Template tags that say where a page belongs: the header's links, and those of its subject."""

from typing import Any, NamedTuple

from django import template
from django.utils.functional import Promise

from games.site.shared.pages.sections import SECTIONS, SUBJECTS, Subject

register = template.Library()


class SectionLink(NamedTuple):
    """A link of the header. `current`: the value of aria-current, "" elsewhere."""

    name: Promise | str
    icon: str
    route: str
    current: str


def route_of(context: dict[str, Any]) -> str:
    """Return the name of the page in the URLs, or "" for an error page."""
    match = getattr(context.get("request"), "resolver_match", None)
    return getattr(match, "url_name", None) or ""


@register.simple_tag(takes_context=True)
def sections(context: dict[str, Any]) -> list[SectionLink]:
    """Return the links to the sections, as this page shows them."""
    route = route_of(context)
    return [
        SectionLink(
            section.name,
            section.icon,
            section.route,
            "page" if section.route == route else "true" if section.is_current(route) else "",
        )
        for section in SECTIONS
    ]


@register.inclusion_tag("shared/subject.html", takes_context=True)
def subject(context: dict[str, Any]) -> dict[str, Subject | str | None]:
    """Show the links between the pages of a subject, if the page belongs to one."""
    route = route_of(context)
    found = [each for each in SUBJECTS if route in {page for _, page in each.pages}]
    return {"subject": found[0] if found else None, "here": route}
