"""One child process for the compiled code, so that a server does not load the compiler.

The compiler and its code take 200 to 400 MB and seconds to load. A server or worker calls
`use_child` and has that code in a child process: it starts with the first call, is niced, runs
calls side by side, and ends when it had none for some minutes. Commands run the code themselves.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from copy import copy
from importlib import import_module
from itertools import count
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from threading import Lock, Thread
from typing import Any

IDLE_S = 300.0
"""After how many seconds without a call the child ends."""
THREADS = 4
"""How many calls it runs side by side; the compiled code releases the interpreter lock."""
POLITENESS = 5
"""Its nice value after the first call: moves at live tables come first, and a bot that waits for it
comes before the analyses of the worker (10) and house rules (15).
"""
ATTEMPTS = 2
"""A child may end, idle, while a call is on its way to it."""


class ChildEnded(RuntimeError):
    """The child process ended before it answered."""


class Child:
    """A child process and the calls that it has not answered."""

    def __init__(self, folders: tuple[str, str], idle_s: float) -> None:
        """Start it. `folders`: see `solver.configure`."""
        self._pipe, theirs = Pipe()
        command = [sys.executable, "-m", __name__, str(theirs.fileno()), str(idle_s), *folders]
        # A session of its own: Ctrl-C in a console is for the parent, which ends it.
        self.process = subprocess.Popen(  # noqa: S603 - our own program and arguments
            command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
        )
        theirs.close()
        self.ended = False
        self._lock, self._numbers = Lock(), count()
        self._calls: dict[int, Future[Any]] = {}
        Thread(target=self._read, name="solver-child", daemon=True).start()

    def call(self, module: str, name: str, args: tuple[Any, ...]) -> Any:
        """Return what a function returns in the child, or raise what it raises, or `ChildEnded`."""
        answer: Future[Any] = Future()
        with self._lock:
            if self.ended:
                raise ChildEnded(module)
            number = next(self._numbers)
            try:
                self._pipe.send((number, module, name, args))
            except OSError as error:
                self.ended = True
                raise ChildEnded(module) from error
            self._calls[number] = answer
        return answer.result()

    def end(self) -> None:
        """End it at once; its calls raise `ChildEnded`."""
        with self._lock:
            self.ended = True
        self.process.kill()

    def _read(self) -> None:
        """Hand out the answers until the child ends."""
        try:
            while True:
                number, found, error = self._pipe.recv()
                with self._lock:
                    answer = self._calls.pop(number)
                if error is None:
                    answer.set_result(found)
                else:
                    answer.set_exception(error)
        except (EOFError, OSError):
            pass
        finally:
            self._close()

    def _close(self) -> None:
        with self._lock:
            self.ended = True
            self._pipe.close()
        self.process.kill()
        self.process.wait()
        for answer in self._calls.values():
            answer.set_exception(ChildEnded("the child process of the solver ended"))


_start: Callable[[], Child] | None = None
_child: Child | None = None
_starting = Lock()


def use_child(folder: str, made_before: str = "", idle_s: float = IDLE_S) -> None:
    """From now on run compiled code in a child process. The folders: see `solver.configure`."""
    global _start  # noqa: PLW0603 - one child for the whole process
    _start = lambda: Child((folder, made_before), idle_s)  # noqa: E731 - kept for later


def end_child() -> None:
    """End the child, if there is one, and run compiled code in this process again."""
    global _start  # noqa: PLW0603 - the same
    with _starting:
        _start = None
        if _child is not None:
            _child.end()


def run(module: str, name: str, *args: Any) -> Any:
    """Return what a function of compiled code returns, in the child if this process has one.

    Arguments and result must be picklable. Raises what the function raises, and `ChildEnded` if the
    child was killed twice.
    """
    for attempt in range(ATTEMPTS):
        child = _running()
        if child is None:
            return getattr(import_module(module), name)(*args)
        try:
            return child.call(module, name, args)
        except ChildEnded:
            if attempt == ATTEMPTS - 1 or _start is None:
                raise
    raise AssertionError


def _running() -> Child | None:
    global _child  # noqa: PLW0603 - the same
    with _starting:
        if _start is None:
            return None
        if _child is None or _child.ended:
            _child = _start()
        return _child


def _serve(pipe: Connection, idle_s: float) -> None:
    """Answer calls until the parent ends, or there was none for so long."""
    sending, running = Lock(), set[int]()

    def answer(number: int, module: str, name: str, args: tuple[Any, ...]) -> None:
        try:
            found = ForkingPickler.dumps(
                (number, getattr(import_module(module), name)(*args), None)
            )
        except Exception as error:  # it is raised in the parent
            found = ForkingPickler.dumps((number, None, _portable(error)))
        with sending:
            pipe.send_bytes(found)
            running.discard(number)
        _go_last()

    with ThreadPoolExecutor(THREADS) as pool:
        while pipe.poll(idle_s) or running:
            if not pipe.poll(0):
                continue
            call = pipe.recv()
            running.add(call[0])
            pool.submit(answer, *call)
            _go_last()


def _go_last() -> None:
    """Nice this thread, and those that it starts from now on. The first call has begun before: a
    bot waits for it while the compiler is loaded.
    """
    if hasattr(os, "setpriority"):
        # Never lower the nice value: only root may.
        now = os.getpriority(os.PRIO_PROCESS, 0)
        os.setpriority(os.PRIO_PROCESS, 0, max(now, POLITENESS))


def _portable(error: Exception) -> Exception:
    """Return an error that the parent can read: some cannot be made again from their arguments."""
    try:
        copy(error)
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def main(descriptor: str, idle_s: str, folder: str, made_before: str) -> None:
    """Be the child."""
    from games.core.solver.directory import configure  # noqa: PLC0415 - the parent needs it not

    configure(folder or None, made_before)
    try:
        _serve(Connection(int(descriptor)), float(idle_s))
    except (EOFError, OSError):
        return


if __name__ == "__main__":
    main(*sys.argv[1:])
