"""What a screen reader says of a page from top to bottom, by Chromium's accessibility tree, and
what in it somebody who cannot see the page would not understand.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

# Named by their content, or with a name that stands for it.
WHOLE = {
    *("button", "link", "image", "img", "checkbox", "radio", "switch", "textbox", "searchbox"),
    *("combobox", "ComboBoxSelect", "spinbutton", "slider", "tab", "menuitem", "progressbar"),
    *("meter", "DisclosureTriangle", "option", "listbox", "PopUpButton"),
}
# Places, of which the name is said on the way in.
PLACES = {
    *("region", "navigation", "main", "list", "table", "group", "dialog", "alertdialog", "article"),
    *("form", "complementary", "banner", "contentinfo", "radiogroup", "tablist", "tabpanel"),
    *("figure", "status", "alert", "log", "toolbar", "Section"),
}
# What is read in one breath.
BREATHS = {
    *("heading", "paragraph", "listitem", "cell", "gridcell", "rowheader", "columnheader"),
    *("term", "definition", "DescriptionListTerm", "DescriptionListDetail"),
    *("status", "alert", "time", "Figcaption", "blockquote"),
}
# They name a control or a place, and are read with it.
SAID_ELSEWHERE = {"LabelText", "Legend", "caption"}
CELLS = {"cell", "gridcell", "rowheader", "columnheader"}
STATES = {"pressed": "pressed", "checked": "checked", "expanded": "open", "selected": "selected"}


@dataclass(frozen=True)
class Phrase:
    """A control, a place, or a run of text. `item` numbers what is read in one breath."""

    role: str
    name: str
    states: str
    depth: int
    item: int
    in_cell: bool

    def __str__(self) -> str:
        kind = "" if self.role == "text" else f"[{self.role}{self.states}] "
        return f"{'  ' * self.depth}{kind}{self.name}"


def spoken(page: Page, within: str = "main") -> list[Phrase]:
    """Return what is read in order: of the first place with this role, or else of all the page."""
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    # An open dialog is all there is.
    dialogs = [node for node in nodes if _role(node) == "dialog" and _property(node, "modal")]
    roots = dialogs or [node for node in nodes if _role(node) == within] or nodes
    return list(_phrases(roots[0], by_id, itertools.count(1), 0, 0, in_cell=False))


def _role(node: dict[str, Any]) -> str:
    return "" if node.get("ignored") else str(node.get("role", {}).get("value", ""))


def _property(node: dict[str, Any], name: str) -> object:
    found = [each for each in node.get("properties", []) if each["name"] == name]
    return found[0]["value"].get("value") if found else None


def _name(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("name", {}).get("value", "")).split())


def _states(node: dict[str, Any]) -> str:
    told = {name: _property(node, name) for name in STATES}
    return "".join(
        f", {'' if value in (True, 'true') else 'not '}{STATES[name]}"
        for name, value in told.items()
        if value is not None
    )


def _phrases(
    node: dict[str, Any],
    by_id: dict[str, dict[str, Any]],
    items: "itertools.count[int]",
    item: int,
    depth: int,
    *,
    in_cell: bool,
) -> Iterator[Phrase]:
    role, name = _role(node), _name(node)
    if role in SAID_ELSEWHERE:
        for each in node.get("childIds", []):
            if _role(by_id.get(each, {})) in WHOLE:
                yield from _phrases(by_id[each], by_id, items, item, depth, in_cell=in_cell)
        return
    in_cell = in_cell or role in CELLS
    if role == "StaticText":
        if name:
            yield Phrase("text", name, "", depth, item, in_cell)
        return
    if role in WHOLE:
        yield Phrase(role, name, _states(node), depth, next(items), in_cell)
        return
    if role in BREATHS or role in PLACES:
        item = next(items)
        if role == "heading":
            role = f"heading {_property(node, 'level')}"
        if role not in BREATHS and (name or role == "dialog"):
            yield Phrase(role, "" if role.startswith("heading") else name, "", depth, item, in_cell)
            depth += 1
    for each in node.get("childIds", []):
        if each in by_id:
            yield from _phrases(by_id[each], by_id, items, item, depth, in_cell=in_cell)


# What tells what a number counts, beside it.
UNITS = re.compile(
    r"(points?|rolls?|rounds?|seats?|boxes|games?|turns?|place|rating|players?|best|of|in|at|with|die"
    r"|bonus|by|won|cost|luck|choices|accuracy|%|s|:|dice|held|holds?|keys|choice|loss)$",
    re.IGNORECASE,
)
NUMBER = re.compile(r"^[+\u2212\u00b1\u2248]?[ ]?\d[\d.,]*[?.]?$")
RAW = re.compile(
    r"undefined|NaN|\[object|%\(|\bnull\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]+\b(?!/)|\b[0-9a-f]{12,}\b"
)
TWICE = re.compile(r"\b(\w{2,})\s+\1\b", re.IGNORECASE)


def unclear(phrases: list[Phrase]) -> list[str]:
    """Return what of it somebody who only hears it would not understand, with the reason."""
    found, last = [], ""
    for _, group in itertools.groupby(phrases, key=lambda each: each.item):
        said = list(group)
        words = " ".join(each.name for each in said)
        if any(each.role in WHOLE and not each.name for each in said):
            found.append(f"a nameless {said[0].role} after {words!r}")
        if RAW.search(words):
            found.append(f"an id: {words!r}")
        if (twice := TWICE.search(words)) and not twice[1].isdigit():
            found.append(f"said twice: {words!r}")
        if said[0].in_cell:
            continue
        if said[0].role == "text" and words == last:
            found.append(f"said twice: {words!r}")
        last = words
        if said[0].role == "text":
            bare = [said[at].name for at in range(len(said)) if _is_bare(said, at)]
            found += [f"{number} of what? {words!r}" for number in bare]
    return found


def _is_bare(said: list[Phrase], at: int) -> bool:
    """Whether a number stands without a word that says what it counts, before or after it."""
    if said[at].role != "text" or not NUMBER.match(said[at].name):
        return False
    before = said[at - 1].name.split() if at else []
    after = said[at + 1].name.split() if at + 1 < len(said) else []
    return not any(UNITS.search(words.strip(",.")) for words in (*before[-1:], *after[:1]))
