"""The magic ``%%farbank`` of notebooks."""

from __future__ import annotations

import argparse
import shlex
from html import escape
from typing import Any

from . import _ask
from ._types import Error, Mistake, Warned

_PARSER = argparse.ArgumentParser(
    prog="%%farbank",
    add_help=False,
    description="Checks the problem in the cell, shows mistakes and warnings in place, and answers.",
)
_PARSER.add_argument(
    "command", nargs="?", default="solve", choices=["solve", "check", "explain", "compare", "space", "graph", "text"]
)
_PARSER.add_argument(
    "-o", "--out", metavar="NAME", help="the variable that gets the answer, or with text the text of the cell"
)
_PARSER.add_argument("-p", "--param", action="append", default=[], metavar="name=value", help="a parameter")
_PARSER.add_argument("--engine", help="the engine")
_PARSER.add_argument("--plans", help="the kind of plans")
_PARSER.add_argument("--count", action="store_true", help="the number of plans")
_PARSER.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help="the time limit")


class Listing:
    """A problem with messages below the lines that they are about."""

    def __init__(self, text: str, messages: list[tuple[str, Mistake | Warned]]):
        self.text = text
        self.messages = messages

    def __repr__(self) -> str:
        return "\n".join(
            f"line {m.line}: {kind}: {m.message}" if m.line else f"{kind}: {m.message}" for kind, m in self.messages
        )

    def _repr_html_(self) -> str:
        lines = self.text.split("\n")
        out = []
        for number, line in enumerate(lines, 1):
            here = [(kind, m) for kind, m in self.messages if m.line == number]
            if here:
                out.append(f"{number:4}  {escape(line)}")
            for kind, m in here:
                colour = "#b00020" if kind == "error" else "#8a6d00"
                mark = " " * (5 + max(m.column, 1)) + "^ "
                text = f"{kind}: {m.message}" + (f" ({m.hint})" if m.hint else "")
                out.append(f'<span style="color:{colour}">{mark}{escape(text)}</span>')
        for kind, m in self.messages:
            if not 0 < m.line <= len(lines):
                out.append(escape(f"{m.file + ': ' if m.file else ''}{kind}: {m.message}"))
        return '<pre style="font-family:monospace">' + "\n".join(out) + "</pre>"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}


def run(line: str, cell: str, display: Any, variables: dict[str, Any]) -> Any:
    """Answers a cell. Messages go to display, the answer is returned."""
    try:
        given = _PARSER.parse_args(shlex.split(line))
    except SystemExit:
        return None
    if given.command == "text":
        variables[given.out or "problem"] = cell
        return None
    if not cell.endswith("\n"):
        cell += "\n"
    params = dict(p.split("=", 1) for p in given.param if "=" in p)
    limits: dict[str, Any] = {"params": params, "timeout": given.timeout}
    answer: Any
    try:
        checked = _ask.check(cell, **limits)
        if checked.warnings:
            display(Listing(cell, [("warning", w) for w in checked.warnings]))
        if given.command == "check":
            answer = checked
        elif given.command == "solve":
            answer = _ask.solve(cell, plans=given.plans, count=given.count, engine=given.engine, **limits)
        else:
            answer = getattr(_ask, given.command)(cell, **limits)
    except Error as e:
        display(Listing(cell, [("error", m) for m in e.errors]))
        return None
    if given.out:
        variables[given.out] = answer
    return answer


def register(ipython: Any) -> None:
    """Registers the magic."""
    from IPython.display import display

    def farbank(line: str, cell: str) -> Any:
        return run(line, cell, display, ipython.user_ns)

    farbank.__doc__ = _PARSER.format_help()
    ipython.register_magic_function(farbank, magic_kind="cell", magic_name="farbank")
