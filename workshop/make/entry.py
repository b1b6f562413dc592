"""Finds the programs of a package, lists them and runs one.

A program is a module of `<package>.programs`. Its docstring says what it does, in short in the
first line; `add_arguments(parser)` declares its options; `run(options)` does it, and raises
SystemExit with the reason if that fails.
"""

import pkgutil
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import Field
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Protocol, TypeVar


class Dataclass(Protocol):
    """What every dataclass has."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


T = TypeVar("T", bound=Dataclass)


def names_of(package: str) -> list[str]:
    programs = import_module(f"{package}.programs")
    return sorted(each.name for each in pkgutil.iter_modules(programs.__path__))


def find(package: str, name: str) -> ModuleType:
    """Return a program. Raises SystemExit for an unknown name."""
    if name not in names_of(package):
        raise SystemExit(f"There is no {name}. Without a name you get a list.")
    return import_module(f"{package}.programs.{name}")


def title_of(program: ModuleType) -> str:
    """Return the first line of a program's docstring."""
    return (program.__doc__ or "").partition("\n")[0]


def listing(package: str) -> str:
    """Return a line for each program: its name, and what it does."""
    names = names_of(package)
    width = max(map(len, names))
    return "\n".join(f"{name:{width}}  {title_of(find(package, name))}" for name in names)


def call(package: str, name: str, *arguments: str) -> None:
    """Run a program with the arguments of a command line."""
    program = find(package, name)
    parser = ArgumentParser(
        prog=name, description=program.__doc__, formatter_class=RawDescriptionHelpFormatter
    )
    program.add_arguments(parser)
    program.run(parser.parse_args(arguments))


def chosen(kind: type[T], options: Namespace) -> T:
    """Return a dataclass, each field from the option of the same name."""
    values = vars(options)
    return kind(**{name: values[name] for name in kind.__dataclass_fields__})


def main(package: str, arguments: Sequence[str]) -> None:
    """Run the program that is named first, or list all."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(listing(package))
    else:
        call(package, *arguments)
