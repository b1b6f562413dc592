"""The template tag for the stylesheets of a page, bundled or not."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.platform.bundling import has_bundles, stylesheet_bundle_of

register = template.Library()


@register.simple_tag
def styles(*paths: str) -> SafeString:
    """Return the link elements of these stylesheets ("css/table.css"), or of their bundle.

    Write the paths literally, without variables, because collectstatic reads them in the templates.
    """
    files = [stylesheet_bundle_of(paths)] if has_bundles() else paths
    links = ((static(path),) for path in files)
    return format_html_join("", '<link rel="stylesheet" href="{}">', links)
