"""Declares which method of a socket, or which function, handles which command."""

from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from games.core.protocol.frames import Command

S = TypeVar("S")
C = TypeVar("C", bound=Command)

Handler: TypeAlias = Callable[[Any, Any], Awaitable[int | None]]
"""Takes the socket and a command. Returns the seq that the command led to, if any."""


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


def handlers_of(*places: type | ModuleType) -> dict[type[Command], Handler]:
    """Return the handlers marked with `handles` in these classes and modules, by command.

    Raises ValueError if two handle the same command.
    """
    found: dict[type[Command], Handler] = {}
    for method in (value for place in places for value in vars(place).values()):
        command = getattr(method, "__handles__", None)
        if command is None:
            continue
        if command in found:
            raise ValueError(f"{command.__name__} has two handlers")
        found[command] = method
    return found
