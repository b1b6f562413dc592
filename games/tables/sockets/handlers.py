"""Declares which method of a socket, or which function, handles which command."""

from collections.abc import Awaitable, Callable, Iterable
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from games.core.protocol.frames import Command

S = TypeVar("S")
C = TypeVar("C", bound=Command)

Handler: TypeAlias = Callable[[Any, Any], Awaitable[int | None]]
"""Takes the socket and a command. Returns the seq that the command led to, if any."""
PromptHandler: TypeAlias = Callable[[Any, Any], None]
"""The same for commands that lead to no event, and need not wait for anything."""


def handles(
    command: type[C],
) -> Callable[[Callable[[S, C], Awaitable[int | None]]], Callable[[S, C], Awaitable[int | None]]]:
    """Declare that a method of a socket, or a function of a module, handles this command."""

    def mark(
        method: Callable[[S, C], Awaitable[int | None]],
    ) -> Callable[[S, C], Awaitable[int | None]]:
        method.__handles__ = command  # type: ignore[attr-defined]
        return method

    return mark


def handles_at_once(
    command: type[C],
) -> Callable[[Callable[[S, C], None]], Callable[[S, C], None]]:
    """Declare that a function handles this command without waiting: it gets no task."""

    def mark(method: Callable[[S, C], None]) -> Callable[[S, C], None]:
        method.__handles_at_once__ = command  # type: ignore[attr-defined]
        return method

    return mark


def prompt_handlers_of(*places: type | ModuleType) -> dict[type[Command], PromptHandler]:
    """Return the handlers marked with `handles_at_once`, as `handlers_of` does."""
    return _marked("__handles_at_once__", places)


def handlers_of(*places: type | ModuleType) -> dict[type[Command], Handler]:
    """Return the handlers marked with `handles` in these classes and modules, by command.

    Raises ValueError if two handle the same command.
    """
    return _marked("__handles__", places)


def _marked(mark: str, places: Iterable[type | ModuleType]) -> dict[type[Command], Any]:
    found: dict[type[Command], Any] = {}
    for method in (value for place in places for value in vars(place).values()):
        command = getattr(method, mark, None)
        if command is None:
            continue
        if command in found:
            raise ValueError(f"{command.__name__} has two handlers")
        found[command] = method
    return found
