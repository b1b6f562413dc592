"""Finding marked texts, and the pseudo-language."""

import pytest

from games.platform.language.browser import texts_of_javascript
from workshop.make.messages import pseudo_text

MODULE = r"""
import { gettext } from "../language/language.js";
// gettext("a comment")
/** gettext("a docstring") */
export const A = () => html`<p title=${gettext("Time “left”")}>it's
  ${open && html`<b>${gettext("inner \"quoted\"")}</b> "`} ${interpolate(gettext("deep %(name)s"), {
    name: html`<b>${gettext("deeper")}</b>`,
  })} ${ngettext("%(count)s point", "%(count)s points", count)} ${pgettext("verb", "Roll")}
</p>`;
const long = gettext(
  "on the next line",
);
gettext(category.name);
"""


def test_it_finds_calls_in_templates_within_templates() -> None:
    assert [*texts_of_javascript(MODULE)] == [
        ("Time “left”", "", ""),
        ('inner "quoted"', "", ""),
        ("deep %(name)s", "", ""),
        ("deeper", "", ""),
        ("%(count)s point", "%(count)s points", ""),
        ("Roll", "", "verb"),
        ("on the next line", "", ""),
    ]


@pytest.mark.parametrize(
    ("text", "pseudo"),
    [
        ("Your turn", "[Ýöûr tûrñ~~~~]"),
        ("%(name)s wins", "[%(name)s wîñš~~]"),
        (
            "Take a seat at the table and roll",
            "[Tàké à šéàt àt thé tàblé àñd röll~~~~~~~~~ ~~~]",
        ),
        ("<b>Note</b> 100%%", "[<b>Ñöté</b> 100%%~~~]".replace("Ñ", "N")),
    ],
)
def test_it_writes_accents_but_in_placeholders_and_tags(text: str, pseudo: str) -> None:
    assert pseudo_text(text) == pseudo
