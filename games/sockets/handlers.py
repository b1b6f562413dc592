"""Declare which method of a socket handles which command."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

from games.protocol import Command

S = TypeVar("S")
C = TypeVar("C", bound=Command)

Handler: TypeAlias = Callable[[Any, Any], Awaitable[int | None]]
"""A method of a socket that handles one command. It returns the seq that the command led to."""


def handles(
    command: type[C],
) -> Callable[[Callable[[S, C], Awaitable[int | None]]], Callable[[S, C], Awaitable[int | None]]]:
    """Declare that a method of a socket handles this command."""

    def mark(
        method: Callable[[S, C], Awaitable[int | None]],
    ) -> Callable[[S, C], Awaitable[int | None]]:
        method.__handles__ = command  # type: ignore[attr-defined]
        return method

    return mark


def handlers_of(socket: type) -> dict[type[Command], Handler]:
    """Return the methods of a class that are marked with `handles`, by command.

    Raises ValueError if two handle the same command.
    """
    found: dict[type[Command], Handler] = {}
    for method in vars(socket).values():
        command = getattr(method, "__handles__", None)
        if command is None:
            continue
        if command in found:
            raise ValueError(f"{command.__name__} has two handlers")
        found[command] = method
    return found
