"""The site has the name that its operator has chosen, in the titles of pages and mails."""

import re

from tests.environment import ROOT

TITLE = re.compile(r"(?s)\{% block title %\}(.*?)\{% endblock %\}|<title>(.*?)</title>")


def test_no_template_writes_a_name_of_the_site_into_a_title() -> None:
    found = [
        (path.relative_to(ROOT).as_posix(), match[0])
        for path in sorted((ROOT / "templates").rglob("*"))
        if path.is_file()
        for match in TITLE.finditer(path.read_text())
    ]
    assert len(found) > 50
    assert not [(path, title) for path, title in found if "Yacht" in title]


def test_no_mail_writes_a_name_of_the_site_into_its_subject() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): path.read_text()
        for path in (ROOT / "templates").rglob("subject.txt")
    }
    assert len(found) > 3
    named = "{% autoescape off %}{% site_name %}{% endautoescape %}: "
    assert not [path for path, text in found.items() if named not in text]
