"""What the features of the site bring: for each part, such as `jobs`, a module of this name in the
feature's package. Every part is optional.

`games/assembly/features.py` lists the features, and hands the list to this module. So code below
them can use what they bring without importing them.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TypeVar

Part = TypeVar("Part")

_features: list[str] = []


def give(features: Sequence[str]) -> None:
    """Set the features, as dotted names of packages, in the order in which their parts are used."""
    _features[:] = features


def modules(part: str) -> Iterator[ModuleType]:
    """Import and yield the module `part` of each feature that has one.

    Raises what importing raises: a feature that does not exist, or a module that fails.
    """
    for feature in tuple(_features):
        name = f"{feature}.{part}"
        if find_spec(name) is not None:
            yield import_module(name)


def brought(part: str, name: str, kind: type[Part]) -> list[Part]:
    """Return what the features bring as `name` in their modules `part`: one value of this kind in
    each module, or several.

    Raises AttributeError if a module lacks it, and TypeError if it is of another kind.
    """
    found: list[Part] = []
    for module in modules(part):
        value = getattr(module, name)
        for each in (value,) if isinstance(value, kind) else value:
            if not isinstance(each, kind):
                raise TypeError(f"{module.__name__}.{name} has a {type(each).__name__}.")
            found.append(each)
    return found
