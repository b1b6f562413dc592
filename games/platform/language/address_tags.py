"""The tag `url` of all templates: Django's, and on a page whose address carries a language, links
to pages in each language carry it as well.
"""

from typing import Any

from django import template
from django.template import defaulttags
from django.template.base import Parser, Token
from django.template.context import Context

from games.platform.language.addresses import as_spoken, language_of_address

register = template.Library()


class Address(defaulttags.URLNode):
    """`{% url name … %}`, `{% url name … as variable %}`."""

    def render(self, context: Context) -> str:
        address: str = super().render(context)
        request = context.get("request")
        if request is None or language_of_address(request) is None:
            return address
        route = str(self.view_name.resolve(context))
        if not self.asvar:
            return as_spoken(request, route, address)
        if context[self.asvar]:
            context[self.asvar] = as_spoken(request, route, context[self.asvar])
        return ""


@register.tag
def url(parser: Parser, token: Token) -> Address:
    node: Any = defaulttags.url(parser, token)
    return Address(node.view_name, node.args, node.kwargs, node.asvar)
