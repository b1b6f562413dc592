"""One ES module, with its imports and exports as code that works inside a function of a bundle.

Every line stays where it is, so that a source map needs lines only.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node, Parser


@cache
def parser() -> Parser:
    """Return a parser of JavaScript. Only bundling needs its packages: an image is without them."""
    tree_sitter, javascript = (
        import_module(name) for name in ("tree_sitter", "tree_sitter_javascript")
    )
    parser: Parser = tree_sitter.Parser(tree_sitter.Language(javascript.language()))
    return parser


Resolve = Callable[[str], str]
RESOLVE = "import.meta.resolve"


class BundleError(Exception):
    """A module uses what a bundle cannot contain."""


@dataclass
class ModuleSource:
    """A module as part of a bundle.

    path: its static path. code: its text, which runs inside a function, where `$` holds the exports
    of other modules by path. imports: the paths of the modules that must run first. lazy: the paths
    of modules that it loads later. workers: the paths of modules that it starts as workers.
    exports: the code of an object with its exports. literal_lines: the lines (from 0) that begin
    inside a template literal, where white space counts.
    """

    path: str
    code: str = ""
    imports: list[str] = field(default_factory=list)
    lazy: list[str] = field(default_factory=list)
    workers: list[str] = field(default_factory=list)
    exports: str = "{}"
    literal_lines: set[int] = field(default_factory=set)


def read_module(
    path: str, text: str, bare_names: dict[str, str], lazy_address: Resolve
) -> ModuleSource:
    """Return the module with this static path and text.

    `bare_names`: paths of the modules with a bare name, such as "preact". `lazy_address` returns
    what to write for a path that is imported when it is needed. Raises BundleError.
    """
    return _Reader(path, text.encode(), bare_names, lazy_address).read()


class _Reader:
    """Reads one module. Positions are bytes."""

    def __init__(
        self, path: str, text: bytes, bare_names: dict[str, str], lazy_address: Resolve
    ) -> None:
        self._text = text
        self._bare_names = bare_names
        self._lazy_address = lazy_address
        self._module = ModuleSource(path)
        self._edits: list[tuple[int, int, str]] = []
        self._exports: list[str] = []

    def read(self) -> ModuleSource:
        module, root = self._module, parser().parse(self._text).root_node
        if root.has_error:
            raise BundleError(f"{module.path} is not understood")
        for node in root.named_children:
            if node.type == "import_statement":
                self._read_import(node)
            elif node.type == "export_statement":
                self._read_export(node)
        for node in _descendants(root):
            self._read_detail(node)
        module.code = self._edited()
        module.exports = "{" + ",".join(self._exports) + "}"
        module.imports = list(dict.fromkeys(module.imports))
        return module

    def _str(self, node: Node) -> str:
        return self._text[node.start_byte : node.end_byte].decode()

    def _replace(self, node: Node, code: str) -> None:
        lines = self._text[node.start_byte : node.end_byte].count(b"\n")
        self._edits.append((node.start_byte, node.end_byte, code + "\n" * lines))

    def _edited(self) -> str:
        parts, at = [], 0
        for start, end, code in sorted(self._edits):
            if start < at:
                continue  # a comment in a statement that was replaced
            parts.append(self._text[at:start].decode() + code)
            at = end
        return "".join(parts) + self._text[at:].decode()

    def _needed(self, node: Node) -> str:
        """Note that a statement imports from a module, and return the code for its exports."""
        path = self._resolve(node.child_by_field_name("source"))
        self._module.imports.append(path)
        return f'$["{path}"]'

    def _resolve(self, source: Node | None) -> str:
        assert source is not None
        name = self._str(source)[1:-1]
        if name.startswith("."):
            return posixpath.normpath(f"{posixpath.dirname(self._module.path)}/{name}")
        if name not in self._bare_names:
            raise BundleError(f"{self._module.path} imports {name!r}, which has no file")
        return self._bare_names[name]

    def _read_import(self, node: Node) -> None:
        exports = self._needed(node)
        clause = next((each for each in node.named_children if each.type == "import_clause"), None)
        names, code = [], ""
        for part in [] if clause is None else clause.named_children:
            if part.type == "identifier":
                names.append(f"default:{self._str(part)}")
            elif part.type == "namespace_import":
                code += f"const {self._str(part.named_children[0])}={exports};"
            else:
                names += [":".join(self._names(each)) for each in _specifiers(part)]
        if names:
            code += f"const {{{','.join(names)}}}={exports};"
        self._replace(node, code)

    def _names(self, specifier: Node) -> list[str]:
        found = (specifier.child_by_field_name(field) for field in ("name", "alias"))
        return [self._str(each) for each in found if each is not None]

    def _read_export(self, node: Node) -> None:
        declaration = node.child_by_field_name("declaration")
        if node.child_by_field_name("source") is not None:
            self._read_export_from(node)
        elif any(each.type == "default" for each in node.children):
            self._read_default(node, declaration or node.child_by_field_name("value"))
        elif declaration is not None:
            if self._str(declaration).startswith(("let ", "var ")):
                raise BundleError(f"{self._module.path} exports a variable")
            self._exports += self._declared(declaration)
            self._edits.append((node.start_byte, declaration.start_byte, ""))
        else:
            [clause] = (each for each in node.named_children if each.type == "export_clause")
            for specifier in _specifiers(clause):
                names = self._names(specifier)
                self._exports.append(f"{names[-1]}:{names[0]}")
            self._replace(node, "")

    def _read_export_from(self, node: Node) -> None:
        exports = self._needed(node)
        clause = next((each for each in node.named_children if each.type == "export_clause"), None)
        if clause is None:
            self._exports.insert(0, f"...{exports}")
        else:
            for specifier in _specifiers(clause):
                names = self._names(specifier)
                self._exports.append(f"{names[-1]}:{exports}.{names[0]}")
        self._replace(node, "")

    def _read_default(self, node: Node, value: Node | None) -> None:
        assert value is not None
        name = value.child_by_field_name("name") if "declaration" in value.type else None
        if name is None:
            self._edits.append((node.start_byte, value.start_byte, "const $default="))
        else:
            self._edits.append((node.start_byte, value.start_byte, ""))
        self._exports.append(f"default:{'$default' if name is None else self._str(name)}")

    def _declared(self, declaration: Node) -> Iterator[str]:
        name = declaration.child_by_field_name("name")
        if name is not None:
            yield self._str(name)
            return
        for declarator in declaration.named_children:
            if declarator.type == "variable_declarator":
                target = declarator.child_by_field_name("name")
                assert target is not None
                if target.type != "identifier":
                    raise BundleError(f"{self._module.path} exports a pattern")
                yield self._str(target)

    def _read_detail(self, node: Node) -> None:
        """Remove a comment, or note a template literal, a worker or a later import."""
        if node.type == "comment":
            self._replace(node, "")
        elif node.type == "template_string":
            self._module.literal_lines.update(
                range(node.start_point.row + 1, node.end_point.row + 1)
            )
        elif node.type == "call_expression" and node.children[0].type == "import":
            arguments = node.child_by_field_name("arguments")
            assert arguments is not None
            [source] = arguments.named_children
            path = self._resolve(source)
            self._module.lazy.append(path)
            self._replace(node, f'import("{self._lazy_address(path)}").then(()=>$["{path}"])')
        elif node.type == "call_expression" and self._str(node.children[0]) == RESOLVE:
            arguments = node.child_by_field_name("arguments")
            assert arguments is not None
            [source] = arguments.named_children
            path = self._resolve(source)
            self._module.workers.append(path)
            self._replace(source, f'"{self._lazy_address(path)}"')


def _specifiers(clause: Node) -> list[Node]:
    return [each for each in clause.named_children if each.type != "comment"]


def _descendants(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _descendants(child)
