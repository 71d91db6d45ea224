"""Farbank as an engine of unified-planning, under the name farbank.

>>> import up_farbank
>>> from unified_planning.shortcuts import OneshotPlanner
>>> with OneshotPlanner(name="farbank") as planner:
...     print(planner.name)
farbank
"""

from __future__ import annotations

from typing import Any

import unified_planning as up

from ._engine import FarbankEngine
from ._translate import Translation, Unsupported

__all__ = ["FarbankEngine", "Translation", "Unsupported", "register"]


def register(env: Any = None) -> None:
    """Registers the engine in an environment: the global one if env is missing. Twice is once."""
    factory = (env or up.environment.get_environment()).factory
    if "farbank" not in factory.engines:
        factory.add_engine("farbank", __name__, "FarbankEngine")


register()
