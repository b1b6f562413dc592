"""The rules stand alone."""

import ast
import sys
from pathlib import Path

import pytest

import games.refusal
import games.rules

FILES = [*sorted(Path(games.rules.__file__).parent.glob("*.py")), Path(games.refusal.__file__)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_imports_only_the_standard_library(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            is_ours = name.split(".")[:2] in (["games", "rules"], ["games", "refusal"])
            assert is_ours or name.split(".")[0] in sys.stdlib_module_names, name
