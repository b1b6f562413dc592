"""The forms of a page, as a browser reads them."""

from html.parser import HTMLParser
from typing import NamedTuple

Fields = dict[str, list[str]]


class PageForm(NamedTuple):
    """One form that is posted: where to, what it sends as it stands, which of that is fixed, the
    names of all its fields, and the buttons that send it, each with its name, its value, and an
    address of its own or "".
    """

    action: str
    fields: Fields
    fixed: frozenset[str]
    names: frozenset[str]
    buttons: tuple[tuple[str, str, str], ...]


class _Reader(HTMLParser):
    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.forms: list[PageForm] = []
        self._action: str | None = None
        self._fields: Fields = {}
        self._fixed: set[str] = set()
        self._names: set[str] = set()
        self._buttons: list[tuple[str, str, str]] = []
        self._select = ""
        self._options: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self._action = given.get("action") or self.address
            self._fields, self._buttons = {}, []
            self._fixed, self._names = set(), set()
        elif self._action is None or "disabled" in given:
            return
        if tag in ("input", "select", "textarea"):
            self._names.add(given.get("name", ""))
        if tag == "input":
            self._input(given)
        elif tag == "button" and given.get("type", "submit") == "submit":
            own = given.get("formaction", "")
            self._buttons.append((given.get("name", ""), given.get("value", ""), own))
        elif tag == "select":
            self._select, self._options = given.get("name", ""), []
        elif tag == "option" and self._select:
            self._option(given)
        elif tag == "textarea":
            self._fields.setdefault(given["name"], []).append("")

    def _input(self, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text")
        if not name or (kind in ("checkbox", "radio") and "checked" not in given):
            return
        usual = "on" if kind == "checkbox" else ""
        self._fields.setdefault(name, []).append(given.get("value", usual))
        if kind == "hidden":
            self._fixed.add(name)

    def _option(self, given: dict[str, str]) -> None:
        value = given.get("value", "")
        if "selected" in given or not self._options:
            self._fields[self._select] = [value]
        self._options.append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "form" and self._action is not None:
            buttons = tuple(self._buttons) or (("", "", ""),)
            fixed, names = frozenset(self._fixed), frozenset(self._names)
            self.forms.append(PageForm(self._action, self._fields, fixed, names, buttons))
            self._action = None


def forms_of(html: str, address: str) -> list[PageForm]:
    """Return the forms of a page that are posted, in order."""
    reader = _Reader(address)
    reader.feed(html)
    return reader.forms
