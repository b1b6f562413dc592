"""The decorator that compiles the solver's functions."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

HERE = Path(__file__).parent
SHARED = (
    "../rules/dice.py",
    "compiled.py",
    "lanes.py",
    "lattice.py",
    "policy.py",
    "scoring.py",
    "turns.py",
    "vectors.py",
    "triple/cards.py",
    "triple/endgame.py",
    "triple/features.py",
    "triple/lookahead.py",
    "triple/moves.py",
    "triple/network.py",
    "triple/turn.py",
    "../winning/endgame.py",
    "../winning/policy.py",
    "../winning/response.py",
    "../winning/shapes.py",
    "../../workshop/make/bots/compiled_choice.py",
    "../../workshop/make/solver/random_streams.py",
)
"""Files whose compiled functions or constants other files use."""


def _cache_directory() -> str:
    """Return the folder that keeps compiled code between runs.

    Numba recompiles a function when its own file changes, but not when a function that it calls
    changes in another file. So the folder's name has a hash of those files.
    """
    digest = hashlib.sha256()
    for name in SHARED:
        path = HERE / name
        digest.update(path.read_bytes() if path.exists() else b"")
    base = os.environ.get("NUMBA_CACHE_DIR") or str(HERE / "__pycache__")
    return str(Path(base, f"kernels-{digest.hexdigest()[:12]}"))


numba.config.CACHE_DIR = _cache_directory()  # type: ignore[attr-defined]


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile to machine code on the first call. The code runs without the global interpreter lock.

    It is cached on disk. Without a writable folder, each process compiles again.
    """
    try:
        made = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    except RuntimeError:  # "cannot cache function: no locator available"
        made = numba.njit(nogil=True, error_model="numpy")(function)
    return cast(Callable[Parameters, Result], made)
