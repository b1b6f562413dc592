"""A list keeps its role: what is to be read out at once is around it."""

import re

from tests.environment import ROOT

LIST_WITH_ROLE = re.compile(r'<(?:ul|ol|dl)\b[^>]*\srole="(?!list")')


def test_no_template_gives_a_list_another_role() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    assert len(templates) > 100
    assert not [
        (path.relative_to(ROOT).as_posix(), found[0])
        for path in templates
        for found in LIST_WITH_ROLE.finditer(path.read_text())
    ]
