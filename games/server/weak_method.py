"""Callbacks that do not keep their object alive."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
R = TypeVar("R")


def weak_method(method: Callable[P, R]) -> Callable[P, R | None]:
    """Return a function that calls a bound method, or returns None once its object is gone.

    An object that hands out its own methods is part of a reference cycle. The garbage collector
    looks at objects that have lived for a few minutes only after hours, because that takes long.
    Without the cycle, the object's memory is free at once.
    """
    weak = WeakMethod(method)

    def call(*args: P.args, **kwargs: P.kwargs) -> R | None:
        alive = weak()
        return None if alive is None else alive(*args, **kwargs)

    return call
