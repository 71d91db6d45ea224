"""Compares the engines that are installed on the test cases of unified-planning that farbank supports; prints Markdown.

A problem without a metric and without times is asked a second time, for a shortest plan, so that there are values
to compare. With SUITE, the folder up_test_cases of the sources of unified-planning, its problems are added.

pip install up-farbank up-fast-downward up-enhsp up-tamer up-aries up-pyperplan up-symk up-lpg 'setuptools<81'
python compare.py [SECONDS [SUITE]]
"""

from __future__ import annotations

import collections
import functools
import importlib
import sys
import warnings
from multiprocessing import Process, Queue
from typing import Any

import unified_planning as up
import up_farbank
from test_up_farbank import mistake
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.sequential_simulator import evaluate_quality_metric_in_initial_state
from unified_planning.model.metrics import MinimizeSequentialPlanLength
from unified_planning.shortcuts import OneshotPlanner, SequentialSimulator, get_environment
from unified_planning.test.examples import get_example_problems

NAMES = [
    "farbank", "fast-downward", "fast-downward-opt", "symk", "symk-opt", "enhsp", "enhsp-opt", "lpg", "tamer",
    "aries", "pyperplan", "pyperplan-opt",
]  # fmt: skip
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
SUITE = sys.argv[2] if len(sys.argv) > 2 else ""


@functools.cache
def cases() -> dict[str, Any]:
    """Returns the test cases by name. The ones with another metric end in a slash and its name."""
    found = dict(get_example_problems())
    if SUITE:
        sys.path.insert(0, SUITE)
        for package in ("classical", "numeric", "temporal"):
            module = importlib.import_module("builtin." + package)
            for name, case in module.get_test_cases().items():
                found[f"{package}:{name}"] = case
    for name, case in list(found.items()):
        if not up_farbank.FarbankEngine.supports(case.problem.kind):
            del found[name]
        elif case.solvable and not case.problem.quality_metrics and "CONTINUOUS_TIME" not in case.problem.kind.features:
            problem = case.problem.clone()
            problem.add_quality_metric(MinimizeSequentialPlanLength(environment=problem.environment))
            found[name + "/length"] = type(case)(problem, True)
    return found


def value(problem: Any, plan: Any) -> Any:
    """Returns the value of the metric; None if it is not known here."""
    from unified_planning.engines.sequential_simulator import evaluate_quality_metric

    if not problem.quality_metrics or not isinstance(plan, up.plans.SequentialPlan):
        return None
    metric = problem.quality_metrics[0]
    with SequentialSimulator(problem=problem) as simulator:
        state = simulator.get_initial_state()
        total = evaluate_quality_metric_in_initial_state(simulator, metric)
        for step in plan.actions:
            after = simulator.apply(state, step)
            total = evaluate_quality_metric(simulator, metric, total, state, step.action, step.actual_parameters, after)
            state = after
    return total


def ask(name: str, key: str, out: Any) -> None:
    """Solves one problem with one engine, and puts status and value."""
    warnings.simplefilter("ignore")
    get_environment().credits_stream = None
    problem = cases()[key].problem
    try:
        with OneshotPlanner(name=name) as planner:
            result = planner.solve(problem, timeout=SECONDS)
        if result.plan is None:
            out.put((result.status.name, None))
        elif isinstance(result.plan, up.plans.TimeTriggeredPlan):
            out.put((result.status.name if mistake(problem, result.plan) == "" else "INVALID", None))
        elif not SequentialPlanValidator().validate(problem, result.plan):
            out.put(("INVALID", None))
        else:
            out.put((result.status.name, value(problem, result.plan)))
    except Exception as e:
        out.put((type(e).__name__, None))


def main() -> None:
    """Prints the table."""
    up_farbank.register()
    factory = get_environment().factory
    solved: dict[str, int] = collections.Counter()
    kinds: dict[str, int] = collections.Counter()
    equal: dict[str, int] = collections.Counter()
    compared: dict[str, int] = collections.Counter()
    for key, case in cases().items():
        best = None
        again = key.endswith("/length")
        for name in NAMES:
            if name not in factory.engines or not factory.engine(name).supports(case.problem.kind):
                continue
            if again and not factory.engine(name).satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY):
                continue
            kinds[name] += not again
            out: Any = Queue()
            process = Process(target=ask, args=(name, key, out))
            process.start()
            process.join(SECONDS + 10)  # the timeout of the engine comes first
            if process.is_alive():
                process.kill()
                process.join()
                status, cost = "TIMEOUT", None
            else:
                status, cost = out.get(timeout=5) if process.exitcode == 0 else ("CRASH", None)
            right = status.startswith("SOLVED") if case.solvable else status.startswith("UNSOLVABLE")
            solved[name] += right and not again
            if name == "farbank":
                best = cost if status == "SOLVED_OPTIMALLY" else None
            elif best is not None and status == "SOLVED_OPTIMALLY" and cost is not None:
                compared[name] += 1
                equal[name] += cost == best
            if not right or (best is not None and status == "SOLVED_OPTIMALLY" and cost != best):
                print(f"{key}: {name}: {status}, {cost} (farbank {best})", file=sys.stderr)
    print("| engine | problems of its kinds | answered rightly | optimal values compared | equal to farbank's |")
    print("|---|---|---|---|---|")
    for name in NAMES:
        if name in factory.engines:
            both = (compared[name], equal[name]) if name != "farbank" else ("", "")
            print(f"| {name} | {kinds[name]} | {solved[name]} | {both[0]} | {both[1]} |")


if __name__ == "__main__":
    main()
