"""Starts the program and ends it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator
from typing import IO, Any

from ._types import Error, Mistake

_NAME = "farbank.exe" if os.name == "nt" else "farbank"

WRONG, BUG = 2, 70  # exit codes


def find_program() -> str:
    """Returns the path of the program.

    This is the value of the variable FARBANK of the environment, or else the program that was
    installed with this package, or else the one in PATH.
    """
    given = os.environ.get("FARBANK")
    if given:
        return given
    for folder in _folders():
        path = os.path.join(folder, _NAME)
        if os.path.isfile(path):
            return path
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, _NAME)
        if os.path.isfile(path) and os.access(path, os.X_OK) and not _is_script(path):
            return path
    raise FileNotFoundError(
        "the program farbank is neither beside this package nor in PATH; "
        "pip install farbank brings it, and the variable FARBANK names another one"
    )


def _folders() -> Iterator[str]:
    """Yields the folders in which pip puts programs, the likely one first."""
    yield sysconfig.get_path("scripts")
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    yield os.path.join(here, "bin")  # pip install --target
    above = here
    for _ in range(3):  # lib/python3.x/site-packages below a prefix
        above = os.path.dirname(above)
    yield os.path.join(above, "Scripts" if os.name == "nt" else "bin")
    if sys.platform == "darwin" and sys._framework:
        user = "osx_framework_user"
    else:
        user = "nt_user" if os.name == "nt" else "posix_user"
    yield sysconfig.get_path("scripts", scheme=user)


def _is_script(path: str) -> bool:
    """Reports whether a file is a script, such as a shim that would start Python again."""
    with contextlib.suppress(OSError), open(path, "rb") as f:
        return f.read(2) == b"#!"
    return True


def _faults(code: int, out: str, err: str) -> Error:
    """Returns the error that the output of a failed call describes."""
    for line in reversed(out.splitlines()):
        if line.startswith("{"):
            with contextlib.suppress(ValueError):
                doc = json.loads(line)
                if doc.get("errors"):
                    return Error([Mistake._load(e) for e in doc["errors"]], code)
    text = err.strip().removeprefix("farbank: ") or f"the program ended with exit code {code}"
    return Error([Mistake(message=text)], code)


class Process:
    """A running program. Standard output is read line by line; standard error in a thread."""

    def __init__(
        self,
        args: list[str],
        text: str | None,
        progress: Callable[[dict[str, Any]], None] | None = None,
        allow: tuple[int, ...] = (),
    ):
        self._allow = allow
        self._err: list[str] = []
        self._out: list[str] = []
        self._progress = progress
        self.code = 0
        self._p = subprocess.Popen(
            [find_program(), *args],
            stdin=subprocess.DEVNULL if text is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
        )
        self._reader = threading.Thread(target=self._read, args=(self._p.stderr,), daemon=True)
        try:
            self._reader.start()
            if text is not None and self._p.stdin is not None:
                self._writer = threading.Thread(target=_write, args=(self._p.stdin, text), daemon=True)
                self._writer.start()
        except BaseException:
            self.kill()
            raise

    def _read(self, err: IO[str]) -> None:
        with contextlib.suppress(ValueError):  # closed by kill
            for line in err:
                if self._progress is not None and line.startswith("{"):
                    with contextlib.suppress(ValueError):
                        self._progress(json.loads(line))
                else:
                    self._err.append(line)

    def lines(self) -> Iterator[str]:
        """Yields the lines of standard output, and raises an Error at the end of a failed call."""
        assert self._p.stdout is not None
        try:
            for line in self._p.stdout:
                self._out = [line]
                yield line
            self.finish()
        except BaseException:
            self.kill()
            raise

    def read(self) -> str:
        """Returns the whole of standard output."""
        assert self._p.stdout is not None
        try:
            out = self._p.stdout.read()
            self._out = [out]
            self.finish()
            return out
        except BaseException:
            self.kill()
            raise

    def finish(self) -> None:
        """Waits for the end of the program, and raises an Error if the call was wrong."""
        code = self._p.wait()
        self._reader.join()
        self._close()
        if (code in (WRONG, BUG) or code < 0) and code not in self._allow:
            raise _faults(code, "".join(self._out), "".join(self._err))
        self.code = code

    @property
    def running(self) -> bool:
        """Reports whether the program is still running."""
        return self._p.poll() is None

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._p.pid

    def kill(self) -> None:
        """Ends the program, if it is running."""
        if self._p.poll() is None:
            self._p.kill()
            self._p.wait()
        self._reader.join(1)
        self._close()

    def _close(self) -> None:
        for pipe in (self._p.stdout, self._p.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):
                    pipe.close()

    @property
    def messages(self) -> str:
        """What the program wrote to standard error."""
        return "".join(self._err)


def _write(pipe: IO[str], text: str) -> None:
    # The program may end before it has read everything.
    with contextlib.suppress(OSError, ValueError):
        pipe.write(text)
    with contextlib.suppress(OSError, ValueError):
        pipe.close()
