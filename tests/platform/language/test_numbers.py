"""How pages write percent."""

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.platform.language import in_percent


# The space in German: DIN 5008. U+00A0 keeps the sign on the line of its number.
@pytest.mark.parametrize(
    ("language", "whole", "part", "text"),
    [("en", "58%", "57.8%", "0.5%"), ("de", "58\u00a0%", "57,8\u00a0%", "0,5\u00a0%")],
)
def test_it_writes_percent_as_the_language_does(
    language: str, whole: str, part: str, text: str
) -> None:
    page = Template("{% load language %}{{ value|percent }} {{ value|percent:1 }}")
    with override(language):
        assert (in_percent(57.78), in_percent(57.78, 1), in_percent("0.5")) == (whole, part, text)
        assert page.render(Context({"value": 57.78})) == f"{whole} {part}"
