"""Tests the solver with MiniZinc's package for Python: farbank flatzinc --register, and the flags of the standard."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
import unittest
from datetime import timedelta
from typing import Any

import minizinc

import farbank

QUEENS = """
include "alldifferent.mzn";
int: n;
array [1..n] of var 1..n: q;
constraint alldifferent(q) /\\ alldifferent([q[i] + i | i in 1..n]) /\\ alldifferent([q[i] - i | i in 1..n]);
"""
KNAPSACK = """
array [1..5] of var 0..3: x;
array [1..5] of int: w = [12, 2, 1, 4, 1];
array [1..5] of int: v = [4, 2, 1, 10, 2];
constraint sum(i in 1..5) (w[i] * x[i]) <= 15;
"""


class MiniZinc(unittest.TestCase):
    solver: minizinc.Solver

    @classmethod
    def setUpClass(cls) -> None:
        home = tempfile.mkdtemp()
        os.environ["HOME"] = home
        subprocess.run([farbank.find_program(), "flatzinc", "--register"], check=True, stdout=subprocess.DEVNULL)
        cls.solver = minizinc.Solver.lookup("org.farbank.farbank")

    def instance(self, text: str, **data: Any) -> minizinc.Instance:
        instance = minizinc.Instance(self.solver, minizinc.Model())
        instance.add_string(text)
        for name, value in data.items():
            instance[name] = value
        return instance

    def test_flags(self) -> None:
        self.assertLessEqual({"-a", "-n", "-f", "-p", "-r", "-s", "-t", "-i"}, set(self.solver.stdFlags))

    def test_satisfy(self) -> None:
        queens = self.instance(QUEENS + "solve satisfy;", n=8)
        self.assertEqual(len(set(queens.solve()["q"])), 8)
        result = queens.solve(all_solutions=True)
        self.assertEqual(len(result.solution), 92)
        self.assertEqual(result.status, minizinc.Status.ALL_SOLUTIONS)
        self.assertEqual(len(queens.solve(nr_solutions=5).solution), 5)
        self.assertEqual(self.instance(QUEENS + "solve satisfy;", n=3).solve().status, minizinc.Status.UNSATISFIABLE)

    def test_optimize(self) -> None:
        text = KNAPSACK + "solve maximize sum(i in 1..5) (v[i] * x[i]);"
        for flags in ({}, {"free_search": True}, {"processes": 2}, {"random_seed": 7, "processes": 2}):
            result = self.instance(text).solve(**flags)
            self.assertEqual((result.status, result.objective), (minizinc.Status.OPTIMAL_SOLUTION, 36), flags)
        result = self.instance(text).solve(intermediate_solutions=True)
        values = [s.objective for s in result.solution]
        self.assertEqual(values, sorted(values))
        self.assertEqual(values[-1], 36)
        self.assertIn("failures", self.instance(text).solve(statistics=True).statistics)

    def test_warm_start(self) -> None:
        text = KNAPSACK + "solve :: warm_start(x, [0, 3, 3, 1, 2]) maximize sum(i in 1..5) (v[i] * x[i]);"
        result = self.instance(text).solve(intermediate_solutions=True)
        self.assertEqual(result.solution[0].x, [0, 3, 3, 1, 2])
        self.assertEqual(result.objective, 36)

    def test_restarts(self) -> None:
        for annotation in ("restart_luby(10)", "restart_geometric(1.5, 10)", "restart_linear(10)", "restart_none"):
            text = QUEENS + f"solve :: int_search(q, first_fail, indomain_median) :: {annotation} satisfy;"
            self.assertEqual(len(set(self.instance(text, n=20).solve()["q"])), 20)

    def test_time_limit(self) -> None:
        holes = """
            array [1..11] of var 1..10: x;
            constraint forall(i, j in 1..11 where i < j) (x[i] != x[j] \\/ x[i] * x[j] > 1000);
            solve :: int_search(x, input_order, indomain_min) satisfy;
        """
        result = self.instance(holes).solve(time_limit=timedelta(seconds=1))
        self.assertIn(result.status, (minizinc.Status.UNKNOWN, minizinc.Status.UNSATISFIABLE))

    def test_solutions(self) -> None:
        async def first() -> int:
            async for result in self.instance(QUEENS + "solve satisfy;", n=8).solutions(all_solutions=True):
                return len(result.solution.q)
            return 0

        self.assertEqual(asyncio.run(first()), 8)


if __name__ == "__main__":
    unittest.main()
