"""Every time that a person reads goes through one place, which says its zone: in templates the tags
of games/site/shared/pages/time_tags.py, in Python games/platform/language/formats.py, in scripts
js/language/times.js.

If this fails for a new page: a moment is `{% local_time at "moment" %}`, in mail
`{{ at|in_zone:zone }}`; a day of the site, such as that of the daily, is
`{% site_day day "DATE_FORMAT" %}`, in titles and addresses `{{ day|as_day:"DATE_FORMAT" }}`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*.*") if path.suffix != ".svg")
MODULES = sorted((ROOT / "games").rglob("*.py"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))

NAMED_AS_TIMES = (
    r"(?:\w+\.)*(?:at|\w+_at|since|until|\w+_until|date_joined|last_login|day|month|date|start|end)"
)
BOUND = re.compile(r"{% local_time [^%]* as (\w+) %}|\b(\w+)=[\w.]+\|(?:as_day|in_zone):")
OF_TEMPLATES = {
    "a filter of Django, which knows no zone": r"{[{%][^{}]*\|\s*(?:date|time)\b(?!:['\"]U['\"])",
    "words about days, which need the zone": r"naturalday|naturaltime|\blocaltime\b|{% now\b",
    "a time without the tag": r"<time\b",
    "a time of day, or its zone, in a text": r"\b\d{1,2}:\d{2}\b|\bmidnight\b|\bUTC\b",
    "an element in an attribute": r"=(?:\"[^\"<>{]*|'[^'<>{]*){% local_time",
    "an element in a title": r"{% block (?:title|description) %}(?:(?!{% endblock).)*{% local_time",
}
SAYS_SO = {
    ("api/api.html", "UTC"): "of numbers",
    ("proof/dice.html", "UTC"): "of the column with the days of the site",
    ("membership/settings/you.html", "UTC"): "the name of the zone",
}
OF_MODULES = {
    "a format of Django": r"\b(?:date_format|time_format|dateformat|naturaltime|localtime)\b",
    "a format of the machine": r"strftime|:%[YdHjmb]|%H:%M",
}
IN_MODULES = {
    "games/platform/language/formats.py": "the place",
    "games/site/events/appointments/calendar_file.py": "for programs, each with its zone",
    "games/site/events/appointments/forms.py": "what the browser's fields for day and time take",
    "games/site/account/legal/views.py": "security.txt, for programs: ends with Z",
}
OF_SCRIPTS = {
    "a format of the browser": r"toLocale(?:Date|Time)?String|DateTimeFormat|RelativeTimeFormat",
    "parts of a time": r"\.get(?:Hours|Minutes|Date|Day|Month|FullYear)\(|toISOString|toUTCString",
    "a time in a text": r"\"[^\"\n]*(?:\b\d{1,2}:\d{2}\b|\bUTC\b)[^\"\n]*\"",
}
IN_SCRIPTS = {
    "language/times.js": "the place",
    "real_dice/season.js": "the evening of a game, by the device's clock",
}


def problems_of_template(name: str, text: str) -> Iterator[str]:
    """Yield what is wrong with the times of a template."""
    text = re.sub(r"{#.*?#}", "", text)
    for problem, pattern in OF_TEMPLATES.items():
        for found in re.finditer(pattern, text, re.S if "title" in problem else 0):
            if (name, found[0]) not in SAYS_SO:
                yield f"{name}: {problem}: {found[0][-60:]}"
    bound = {name for found in BOUND.findall(text) for name in found}
    for found in re.finditer(rf"{{{{\s*({NAMED_AS_TIMES})\s*}}}}", text):
        if found[1] not in bound:
            yield f"{name}: a time without the tag: {found[0]}"
    wrong = "local_time" if name.endswith(".txt") else "in_zone"
    if wrong in text:
        yield f"{name}: {wrong} belongs {'on pages' if wrong == 'local_time' else 'in mail'}"


def problems_of_code(path: str, text: str, patterns: dict[str, str]) -> Iterator[str]:
    """Yield where code writes times for people by itself, without saying UTC."""
    for number, line in enumerate(text.splitlines(), start=1):
        code = re.sub(r"^\s*(?:#|//|\*|/\*).*|\s//\s.*", "", line)
        for problem, pattern in patterns.items():
            if re.search(pattern, code) and not re.search(r"%M(?::%S)?} UTC|%SZ", code):
                yield f"{path}:{number}: {problem}: {line.strip()}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_time_of_a_template_goes_through_a_tag(path: Path) -> None:
    name = path.relative_to(ROOT / "templates").as_posix()
    assert list(problems_of_template(name, path.read_text())) == []


def test_each_exception_is_needed() -> None:
    for name, word in SAYS_SO:
        assert word in (ROOT / "templates" / name).read_text()
    assert {path for path in IN_SCRIPTS if not (ROOT / "static/js" / path).exists()} == set()
    assert {path for path in IN_MODULES if not (ROOT / path).exists()} == set()


def test_no_module_writes_times_for_people_by_itself() -> None:
    found = [
        problem
        for path in MODULES
        if (name := path.relative_to(ROOT).as_posix()) not in IN_MODULES
        for problem in problems_of_code(name, path.read_text(), OF_MODULES)
    ]
    assert found == []


def test_no_script_writes_times_by_itself() -> None:
    found = [
        problem
        for path in SCRIPTS
        if (name := path.relative_to(ROOT / "static/js").as_posix()) not in IN_SCRIPTS
        and "vendor" not in name
        for problem in problems_of_code(name, path.read_text(), OF_SCRIPTS)
    ]
    assert found == []


def test_each_page_with_times_loads_the_script_that_writes_them() -> None:
    roots = {path for path in TEMPLATES if "<html" in path.read_text()}
    names = {path.relative_to(ROOT / "templates").as_posix() for path in roots}
    pages = {"shared/base.html", "shared/busy.html", "screen/base.html"}
    # Cards are a file to print, which no browser gets from the site.
    assert names == {*pages, "membership/cards.html"}
    base = (ROOT / "templates/shared/base.html").read_text()
    script = '{% if request.has_local_times %}{% module "js/ui/local-times.js" %}'
    assert base.rindex(script) > base.rindex("{% endblock %}")
    # The others show no times.
    for other in ("shared/busy.html", "membership/cards.html"):
        assert "local_time" not in (ROOT / "templates" / other).read_text()
    screens = (ROOT / "templates/screen").rglob("*.html")
    assert [path.name for path in screens if "local_time" in path.read_text()] == []


@pytest.mark.parametrize(
    "text",
    [
        '{{ game.at|date:"SHORT_DATE_FORMAT" }}',
        "{{ game.at|date }}",
        '{{ game.at | date:"H:i" }}',
        "{{ game.at|time }}",
        "{{ game.finished_at }}",
        "{{ sanction.ends_at }}",
        "{{ player.date_joined }}",
        "{{ day }}",
        "{{ game.at|naturaltime }}",
        '{% now "H:i" %}',
        "<time datetime=\"{{ game.at|date:'c' }}\">yesterday</time>",
        '{% translate "Ends at 00:30 UTC." %}',
        '{% translate "Begin before midnight." %}',
        '<p title="{% local_time game.at "moment" %}">',
        '{% block title %}{% local_time game.at "moment" %}{% endblock %}',
        "{% blocktranslate with end=sanction.ends_at %}Ends {{ end }}.{% endblocktranslate %}",
        "{{ game.at|in_zone:zone }}",
    ],
)
def test_it_finds_a_time_in_a_template(text: str) -> None:
    assert list(problems_of_template("page.html", text))


@pytest.mark.parametrize(
    "text",
    [
        '{% local_time game.at "moment" %}',
        '{% local_time end "moment" as end %}{% blocktranslate %}{{ end }}{% endblocktranslate %}',
        '{% site_day day "DATE_FORMAT" %}',
        "{% url 'daily-results' day|as_day:'Y-m-d' %}",
        "data-until=\"{{ ends|date:'U'|unlocalize }}000\"",
    ],
)
def test_it_lets_a_time_with_its_tag_pass(text: str) -> None:
    assert list(problems_of_template("page.html", text)) == []


def test_mail_has_no_elements() -> None:
    assert list(problems_of_template("mail.txt", '{% local_time at "moment" %}'))
    assert list(problems_of_template("mail.txt", "{{ at|in_zone:zone }}")) == []


@pytest.mark.parametrize(
    ("line", "patterns"),
    [
        ('at = date_format(found.starts_at, "DATE_FORMAT")', OF_MODULES),
        ('at = f"{until:%Y-%m-%d %H:%M}"', OF_MODULES),
        ('at = until.strftime("%c")', OF_MODULES),
        ("each.textContent = at.toLocaleString();", OF_SCRIPTS),
        ("new Intl.DateTimeFormat(language).format(at)", OF_SCRIPTS),
        ("`${at.getHours()}:${at.getMinutes()}`", OF_SCRIPTS),
        ('gettext("The result comes at 00:30 UTC.")', OF_SCRIPTS),
    ],
)
def test_it_finds_a_time_in_code(line: str, patterns: dict[str, str]) -> None:
    assert list(problems_of_code("code", line, patterns))


def test_it_lets_code_pass_that_says_utc() -> None:
    assert not list(problems_of_code("code", 'f"{until:%Y-%m-%d %H:%M} UTC"', OF_MODULES))
