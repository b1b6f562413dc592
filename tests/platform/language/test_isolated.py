"""Nothing that people typed stands beside other text without being isolated.

Everything that shows a name, a title or words is either isolated, or stands in a list here as what
no person typed. So a new place fails until it is one of both.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

from tests.support.packages import package_of

TEMPLATES = sorted(
    path for path in Path("templates").rglob("*") if path.suffix in (".html", ".txt", ".xml")
)
WORDS = r"(?:[\w.]+\.)?(?:\w*_)?(?:names?|text|title|words|online|headline|totals|note|host|answer)"
"""How expressions end that may be something that people typed."""
SHOWN = re.compile(r"\{\{\s*([^}|]+?)\s*((?:\|[^}]*?)?)\s*\}\}")
BOUND = re.compile(r"(\w+)=([\w.]+)((?:\|[^ %]*)?)")
SENTENCE = re.compile(r"\{% blocktranslate\b(.*?)%\}(.*?)\{% endblocktranslate %\}", re.S)
ISOLATED = re.compile(r"\|(?:named|typed|isolated)\b")
MARKUP = re.compile(r"\|(?:named|typed)\b")

BY_PROGRAMS = {
    *(
        "variant.name",
        "choice.name",
        "game.variant.name",
        "front.variant.name",
        "card.variant.name",
    ),
    *("rules.name", "row.rules", "preset.name", "chosen_variant.name", "rung.bot.name", "bot.name"),
    *("rung.bot.title", "bot.title", "variant_name", "field.name", "form.name"),
    *("name_form.name", "row.field.html_name", "field.html_name", "field.help_text", "record.name"),
    *("subject.name", "link.name", "moment.name", "text.name", "switch.name"),
    *("question.title", "each.title", "answer.words"),
}
"""Names of games, boxes, bots, fields and pages, in every template."""
PLACES = {
    "403_csrf.html": "name",
    "404.html": "name",
    "appointments/appointment.html": "name",
    "appointments/new.html": "name",
    "proof/luck.html": "game.name",
    "circles/fields.html": "words",
    "circles/head_to_head.html": "game.name",
    "circles/results.html": "result.name",
    "circles/season.html": "each.words words",
    "cards/card.html": "name",
    "cards/proof.html": "place.words proof.text",
    "cards/standings.html": "line.evidence.words",
    "daily/today.html": "cell.totals",
    "desk/audit.html": "name",
    "desk/report.html": "name",
    "factors/second_factor.html": "user.name",
    "history/cards.html": "row.name row.note cell.text",
    "history/game.html": "title headline",
    "history/log.html": "line.note",
    "house_rules/editor.html": "name words game.name question.words",
    "leaderboards/leaderboards.html": "title",
    "learning/box.html": "each.note",
    "legal/privacy.html": "each.name",
    "membership/settings/you.html": "title name",
    "notifications/mail.txt": "title",
    "profiles/profile.html": "chosen.name",
    "real_dice/kept_game.html": "title",
    "real_dice/kept_list.html": "line.name line.totals",
    "screen/embed_game.html": "title",
    "screen/embed_note.html": "words",
    "screen/refused.html": "words",
    "shared/base.html": "title name",
    "shared/door.html": "title words",
    "shared/game_list.html": "game.name",
    "shared/page_head.html": "title og_title",
    "shared/refused.html": "name",
    "shared/share.html": "text",
    "shared/subject.html": "name",
    "shared/variant_filter.html": "name",
    "statistics/strength.html": "name",
    "table/form/row.html": "choice.name",
    "table/room.html": "preview.title",
    "table/unreadable.html": "text",
    "house_rules/rules_page.html": "name",
    "table/form/first.html": "name",
}
"""By template: what a program wrote, or what Python has isolated (titles, headlines, totals, texts
to share, notes), and the end of a command for a shell.
"""
IN_FIELDS = {
    "factors/password.html": "user.name",
    "house_rules/editor.html": "name",
    "house_rules/rules_page.html": "name typed",
    "membership/delete.html": "user.name",
    "membership/password_reset/choose.html": "form.user.name",
    "membership/settings/you.html": "user.name",
    "membership/welcome.html": "account.name",
    "table/device.html": "name",
    "circles/fields.html": "name",
    "desk/report.html": "text",
}
"""What stands alone in the value of a field, which must hold nothing else."""


def shown_in(source: str) -> Iterator[tuple[str, str, int]]:
    """Yield (expression, its filters, where) of what a template shows. In sentences, a name that
    `with` binds counts where it is bound.
    """
    bound: dict[tuple[int, int], set[str]] = {}
    for sentence in SENTENCE.finditer(source):
        names = set()
        for each in BOUND.finditer(sentence[1]):
            names.add(each[1])
            yield each[2], each[3], sentence.start()
        bound[sentence.span()] = names
    for each in SHOWN.finditer(source):
        inside = [names for (start, end), names in bound.items() if start <= each.start() < end]
        if not any(each[1] in names for names in inside):
            yield each[1], each[2], each.start()


def context_of(source: str, at: int) -> str:
    """Return what kind of place this is: a field's "value", another "text", or "markup"."""
    before = source[:at]
    # Tags and variables of templates can have angle brackets of their own.
    plain = re.sub(r"\{[{%].*?[}%]\}", "", before)
    if plain.rfind("<") > plain.rfind(">"):
        return "value" if plain.endswith(' value="') else "text"
    if re.search(r"<(?:option|title)\b[^<]*$", plain):
        return "text"
    last = re.findall(r"\{% (?:block (\w+)|endblock)", before)
    return "text" if last and last[-1] in ("title", "description") else "markup"


@pytest.mark.parametrize("path", TEMPLATES, ids=str)
def test_a_template_isolates_what_people_typed(path: Path) -> None:
    name, source = path.relative_to("templates").as_posix(), path.read_text()
    allowed = {*BY_PROGRAMS, *PLACES.get(name, "").split()}
    for expression, filters, at in shown_in(source):
        if not re.fullmatch(WORDS, expression) and not ISOLATED.search(filters):
            continue
        place = "text" if path.suffix == ".txt" else context_of(source, at)
        if place == "value" and expression in IN_FIELDS.get(name, "").split():
            assert not filters, (expression, "a field holds what was typed, and nothing else")
        elif ISOLATED.search(filters):
            assert (place == "markup") == bool(MARKUP.search(filters)), (expression, filters, place)
        else:
            assert expression in allowed or "urlencode" in filters, (expression, place)


def test_the_lists_name_only_what_there_is() -> None:
    for name, expressions in (*PLACES.items(), *IN_FIELDS.items()):
        source = Path("templates", name).read_text()
        found = {expression for expression, _, _ in shown_in(source)}
        assert set(expressions.split()) <= found, name


# --- The browser's scripts ------------------------------------------------------------------------

SCRIPTS = sorted(Path("static/js").rglob("*.js"))
NAME = re.compile(r"(?:^|\.)(?:\w*[nN]ame|text|title|who|host)$|names\[\w+\]$")
PLACED = re.compile(r"([\w-]+=)?\$\{([\w.?\[\]]+)\}")
QUIET = re.compile(r"(?:name|key|class|id|href|value|data-[\w-]+|player|type|link)=")
"""Attributes and properties that show nothing beside other text."""
BY_SCRIPTS = {
    "analysis/costly-choices.js": "name title",
    "analysis/board/card.js": "name title",
    "analysis/board/main.js": "name",
    "app/question.js": "name",
    "dice/look.js": "name",
    "dice/places.js": "text",
    "dice/scene.js": "die.text text this.dice[position].text",
    "history/chart.js": "now.title",
    "history/proof.js": "name",
    "history/stepper.js": "name",
    "home/search.js": "title",
    "home/tab-title.js": "siteName",
    "language/language.js": "text kind.name",
    "language/times.js": "text",
    "membership/fields.js": "name",
    "offline_games/felt.js": "name",
    "offline_games/main.js": "each.name name",
    "offline_games/setup.js": "name title",
    "real_dice/evenings.js": "result.name",
    "real_dice/finished.js": "rules.name",
    "real_dice/kept.js": "rules.name",
    "real_dice/main.js": "name",
    "real_dice/picture-button.js": "location.host",
    "real_dice/picture.js": "name",
    "real_dice/play.js": "now.rules.name",
    "real_dice/points.js": "name",
    "real_dice/setup-fields.js": "each.name name",
    "real_dice/setup.js": "name",
    "real_dice/verdict.js": "name title",
    "scorecard/box.js": "text",
    "scorecard/card.js": "name",
    "scorecard/scorecard.js": "title",
    "screen/card.js": "text",
    "screen/celebration.js": "text now.text",
    "screen/embed-game.js": "name",
    "screen/embed-head.js": "name",
    "screen/lobby.js": "siteName",
    "screen/outcome.js": "title",
    "sound/captions.js": "text",
    "table/bar/toolbar.js": "name",
    "table/chat/side.js": "name",
    "table/coach/coach.js": "title",
    "table/game/turn-status.js": "title",
    "table/people/bot-picker.js": "bot.name bot.title",
    "table/people/invite.js": "location.pathname",
    "table/result/game-review.js": "name",
    "table/seeds/warnings.js": "text title",
    "table/state/updates.js": "seat.name",
    "table/text/command-field.js": "refused.text",
    "table/turn-signs.js": "name siteName",
    "tournaments/at-table.js": "name",
    "ui/dialog.js": "name title",
    "ui/event-text.js": "name",
    "ui/icon.js": "name",
    "ui/live-region.js": "text",
    "ui/sharing.js": "text",
    "ui/typed.js": "name text",
}
"""By script: names of games, boxes and buttons, sentences and elements that are ready, what stands
alone in a place of its own, and what goes into a field.
"""
JOINED = re.compile(r"""\.join\((?!\s*(?:"",?|" ",?)?\s*\))""")
JOINS = {
    "analysis/board/position.js": 5,
    "fairness/comparison.js": 1,
    "fairness/event-chain.js": 1,
    "fairness/proof-text.js": 1,
    "fairness/group.js": 2,
    "fairness/public-log.js": 1,
    "fairness/seed.js": 1,
    "fairness/verify.js": 2,
    "history/chart.js": 1,
    "home/challenges.js": 1,
    "home/messages.js": 1,
    "home/open-tables.js": 1,
    "offline_games/bot.js": 1,
    "puzzles/answer-panel.js": 1,
    "real_dice/season.js": 2,
    "real_dice/state.js": 1,
    "real_dice/turns.js": 1,
    "scorecard/box.js": 1,
    "table/people/game-change.js": 1,
    "table/result/result-text.js": 1,
    "ui/roll-dice.js": 1,
    "ui/table-form.js": 1,
    "watching/dice.js": 1,
}
"""By script: how often it puts texts side by side with a comma or the like between them: boxes,
dice, facts, names that are isolated already, and what nobody sees. Names go into `listed`.
"""


def placed_in(source: str) -> Iterator[str]:
    """Yield each expression that a script puts among other text and that may be a name."""
    code = re.sub(r"^\s*(?://|\*|/\*).*$", "", source, flags=re.M)
    for attribute, expression in PLACED.findall(code):
        if NAME.search(expression) and not QUIET.fullmatch(attribute) and expression[0].islower():
            yield expression


@pytest.mark.parametrize("path", SCRIPTS, ids=str)
def test_a_script_isolates_what_people_typed(path: Path) -> None:
    name, source = path.relative_to("static/js").as_posix(), path.read_text()
    found = set(placed_in(source))
    assert found == set(BY_SCRIPTS.get(name, "").split())
    # One function fills in sentences, and it isolates. Another one joins names.
    if name != "language/language.js":
        assert not re.search(r"%\\?\(\w+\\?\)s[^\"]*/|replace(?:All)?\([\"'`]%\(", source)
    assert not re.search(r"(?:name\)|[nN]ames|players)\.join\(", source)
    assert len(JOINED.findall(source)) == JOINS.get(name, 0), "a list of names goes into `listed`"


def test_it_finds_names_in_scripts() -> None:
    source = """
      html`<b>${seat.name}</b> <i title=${name} class=${name}>${named(name)}</i> ${names[0]}`;
      // `${comment.name}`
      `${line.text}: ${isolate(line.name)}`
    """
    assert list(placed_in(source)) == ["seat.name", "name", "names[0]", "line.text"]


def test_it_finds_lists_that_a_script_joins() -> None:
    joins = ("group.join(', ')", 'a.map(b).join(" · ")', "words.join(between)", 'a.join("\\n")')
    assert len(JOINED.findall("; ".join(joins))) == len(joins)
    assert not JOINED.findall('a.filter(Boolean).join(" "); b.join(""); c.join()')


# --- The server's sentences -----------------------------------------------------------------------

PEOPLE = {"name", "names", "who", "player", "host_name", "player_name", "user_name", "last"}
"""Placeholders that stand for what people typed."""
OTHER_NAMES = {
    "A game of %(name)s": "of a game",
    "with %(name)s": "of a bot",
    "%(names)s and %(last)s": "isolated before",
}
GETTEXT = {"gettext", "ngettext", "pgettext", "npgettext", "gettext_lazy", "ngettext_lazy"}
FORMATTED = {
    "site/account/membership/invited_people.py": "name row.name",
    "site/account/membership/models.py": "self.name",
    "site/account/notifications/models.py": "self.name",
    "site/account/notifications/sending.py": "title",
    "site/archive/history/preview.py": "name",
    "site/study/analysis/rounds.py": "name",
    "site/archive/history/text.py": "category.name name",
    "site/archive/profiles/preview.py": "each.name name record.name",
    "site/events/appointments/calendar_file.py": "name host title text",
    "site/events/cards/preview.py": "rules.name",
    "site/events/daily/preview.py": "card.variant.name name",
    "site/events/puzzles/models.py": "self.name",
    "site/events/tournaments/preview.py": "find_variant(found.variant).name title",
    "site/front/home/views.py": "name",
    "site/front/screen/oembed.py": "name",
    "site/front/screen/tokens.py": "name",
    "site/front/table/game_choices.py": "choice.name variant.name",
    "site/front/table/preview.py": "name",
    "site/shared/sharing/head.py": "name",
    "site/shared/sharing/material.py": "name",
    "site/shared/sharing/urls.py": "kind.name",
    "tables/rooms/models.py": "self.name self.text",
}
"""By module: names of games, boxes and pools, texts that are isolated already, what only logs, the
terminal and the admin show, and spaces between columns.
"""
FOR_PLAYERS = {
    *(
        "analysis",
        "appointments",
        "cards",
        "community",
        "daily",
        "desk",
        "family",
        "history",
        "home",
        "leaderboards",
        "membership",
    ),
    *(
        "notifications",
        "offline_games",
        "profiles",
        "puzzles",
        "real_dice",
        "rooms",
        "screen",
        "sharing",
        "sockets",
    ),
    *("table", "tournaments"),
}
"""The packages whose texts players read."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(Path("games").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to("games").as_posix(), ast.parse(path.read_text())


def texts_in(call: ast.expr) -> list[str]:
    """Return the texts of a call of gettext or its like; [] for other expressions."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return []
    if call.func.id not in GETTEXT:
        return []
    found = [each.value for each in call.args if isinstance(each, ast.Constant)]
    return [each for each in found if isinstance(each, str)]


def filled_in(module: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Yield (what is filled in by `%`, its placeholders), of sentences for players."""
    sentences = {
        target.id: texts_in(node.value)
        for node in ast.walk(module)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(module):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mod):
            continue
        texts = texts_in(node.left)
        if isinstance(node.left, ast.Name):
            texts = sentences.get(node.left.id, [])
        for text in texts:
            yield text, set(re.findall(r"%\((\w+)\)s", text))


def test_the_server_fills_names_into_sentences_in_one_place() -> None:
    found = [
        (path, text)
        for path, module in modules()
        if path != "platform/language/direction.py"
        for text, placeholders in filled_in(module)
        if placeholders & PEOPLE and text not in OTHER_NAMES
    ]
    assert not found


def formatted_in(module: ast.Module) -> set[str]:
    """Return each `each.name` and the like that an f-string puts among other text."""
    placed = (node for node in ast.walk(module) if isinstance(node, ast.FormattedValue))
    found = (ast.unparse(node.value) for node in placed)
    return {each for each in found if re.search(r"(?:^|\.)(?:name|title|text|host)$", each)}


def test_the_server_puts_names_among_other_text_isolated() -> None:
    found = {
        path: formatted_in(module)
        for path, module in modules()
        if package_of(PurePath(path)) in FOR_PLAYERS
    }
    assert {path: names for path, names in found.items() if names} == {
        path: set(names.split()) for path, names in FORMATTED.items()
    }
