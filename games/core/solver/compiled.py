"""The decorator that compiles the solver's functions."""

import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    UserProvidedCacheLocator,
)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

logger = logging.getLogger(__name__)

HERE = Path(__file__).parent
FOLDERS = (HERE, HERE.parent / "winning", HERE.parents[2] / "workshop" / "make")
"""Where compiled functions are."""
SCORING = HERE.parent / "rules" / "scoring.py"
"""Its constants are in compiled code, too."""


def _cache_directory() -> str:
    """Return the folder that keeps compiled code between runs.

    Numba recompiles a function when its own file changes, but not when a function that it calls
    changes in another file. So the folder's name has a hash of all files with such functions.
    """
    digest = hashlib.sha256(SCORING.read_bytes())
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    base = os.environ.get("NUMBA_CACHE_DIR") or str(HERE / "__pycache__")
    return str(Path(base, f"kernels-{digest.hexdigest()[:12]}"))


numba.config.CACHE_DIR = _cache_directory()  # type: ignore[attr-defined]


class _Folder(UserProvidedCacheLocator):
    """Where the code of one file is. Numba's own refuses to read where it cannot write."""

    def ensure_cache_path(self) -> None:
        """Leave it to `_Code.save_overload`."""


class _Files(CompileResultCacheImpl):
    _locator_classes = [_Folder]


class _Code(FunctionCache):
    """The code of one function on disk, which may be read-only, as in an image."""

    _impl_class = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature, None if it is not there or cannot be read."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except OSError as error:
            logger.info("Compiled code cannot be read: %s", error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code, if the folder can be written."""
        try:
            Path(self.cache_path).mkdir(parents=True, exist_ok=True)
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
        except OSError as error:
            logger.info("Compiled code is not kept: %s", error)


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Compile to machine code on the first call. The code runs without the global interpreter lock.

    It is cached on disk. Without a writable folder, each process compiles what is not there.
    """
    made = numba.njit(nogil=True, error_model="numpy")(function)
    # What `cache=True` does, with numba's own class.
    made._cache = _Code(function)  # type: ignore[attr-defined, no-untyped-call]
    return cast(Callable[Parameters, Result], made)
