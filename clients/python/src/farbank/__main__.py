"""Runs the program: ``python -m farbank solve wolf``."""

from __future__ import annotations

import os
import subprocess
import sys

from ._program import find_program


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit code."""
    command = [find_program(), *sys.argv[1:]]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
