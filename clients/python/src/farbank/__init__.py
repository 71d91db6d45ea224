"""Farbank: problems stated as where things are, what may move, and where everything should end.

The functions start the program farbank, which comes with this package, and return its answers as
dataclasses. ``Client`` asks a service over HTTP instead.

>>> import farbank
>>> answer = farbank.solve("wolf")
>>> print(answer.status, answer.cost)
solved 7
>>> for move in answer.plan[:2]:
...     print(move)
cross(goat)
cross(farmer)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._ask import (
    AllPlans,
    Data,
    Problem,
    Run,
    check,
    compare,
    example,
    examples,
    explain,
    export,
    format,
    graph,
    listing,
    show,
    simulate,
    solve,
    space,
    start,
    verify,
    version,
)
from ._program import find_program
from ._types import (
    At,
    Check,
    Comparison,
    Conflict,
    Document,
    Effect,
    EngineAnswer,
    Error,
    Explanation,
    Graph,
    Item,
    ListedMove,
    ListedState,
    Listing,
    Mistake,
    Move,
    Next,
    Param,
    Plan,
    Progress,
    Range,
    Relaxation,
    Result,
    Shown,
    Simulation,
    Situation,
    Soft,
    Space,
    Stats,
    Status,
    Strategy,
    Table,
    Verdict,
    Version,
    Warned,
    Without,
)

if TYPE_CHECKING:
    from ._http import Client, FarbankError

__all__ = [
    "AllPlans",
    "At",
    "Check",
    "Client",
    "Comparison",
    "Conflict",
    "Data",
    "Document",
    "Effect",
    "EngineAnswer",
    "Error",
    "Explanation",
    "FarbankError",
    "Graph",
    "Item",
    "ListedMove",
    "ListedState",
    "Listing",
    "Mistake",
    "Move",
    "Next",
    "Param",
    "Plan",
    "Problem",
    "Progress",
    "Range",
    "Relaxation",
    "Result",
    "Run",
    "Shown",
    "Simulation",
    "Situation",
    "Soft",
    "Space",
    "Stats",
    "Status",
    "Strategy",
    "Table",
    "Verdict",
    "Version",
    "Warned",
    "Without",
    "check",
    "compare",
    "example",
    "examples",
    "explain",
    "export",
    "find_program",
    "format",
    "graph",
    "listing",
    "show",
    "simulate",
    "solve",
    "space",
    "start",
    "verify",
    "version",
]


def __getattr__(name: str) -> Any:
    # The client of the service needs urllib, which takes longer to import than all the rest.
    if name in ("Client", "FarbankError"):
        from . import _http

        return getattr(_http, name)
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        try:
            return installed("farbank")
        except PackageNotFoundError:
            return "0.dev0"
    if not name.startswith("_"):
        from . import _generated  # the types of the service's documents, which this module had first

        if hasattr(_generated, name):
            return getattr(_generated, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_ipython_extension(ipython: Any) -> None:
    """Adds the magic ``%%farbank`` to IPython: ``%load_ext farbank``."""
    from ._magic import register

    register(ipython)
