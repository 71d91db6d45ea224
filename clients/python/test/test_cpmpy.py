"""Tests of farbank.cpmpy. Its answers are compared with those of OR-Tools, which CPMpy brings."""

from __future__ import annotations

import unittest

import cpmpy as cp
import numpy as np

import farbank.cpmpy


class Models(unittest.TestCase):
    def test_best(self) -> None:
        x = cp.intvar(1, 9, shape=3)
        model = cp.Model(cp.AllDifferent(x), sum(x) == 12, maximize=x[0])
        self.assertTrue(model.solve(solver="farbank"))
        self.assertEqual((model.objective_value(), int(sum(x.value()))), (9, 12))
        self.assertEqual(model.status().exitstatus.name, "OPTIMAL")
        self.assertFalse(cp.Model(x[0] > x[1], x[1] > x[0]).solve(solver="farbank"))
        self.assertIsNone(x[0].value())

    def test_counts(self) -> None:
        rng = np.random.default_rng(1)
        for _ in range(12):
            x, b = cp.intvar(-3, 4, shape=4), cp.boolvar(shape=3)
            w = rng.integers(-3, 4, size=4)
            constraints = [
                [cp.AllDifferent(x[:3]), b[0] == (cp.sum(w * x) >= 2)],
                [cp.Table(x[:2], rng.integers(-3, 5, size=(6, 2)).tolist()), b[1].implies(cp.max(x) == 3)],
                [cp.Element([3, x[0], 1, x[1]], x[2]) == x[3], cp.Xor(b)],
                [abs(x[0]) * x[1] != x[2], cp.GlobalCardinalityCount(x, [1, 2], [1, x[3]]), b[0] | ~b[2]],
                [cp.Circuit(x), x[0] // 2 == b[1], x[1] % 3 == b[0]],
                [cp.Cumulative(x[:3], [1, 2, 3], [x[0] + 1, x[1] + 2, x[2] + 3], 1, 1)],
                [cp.LexLess(list(x[:2]), list(x[2:])), cp.Inverse(x[:2], x[2:]), cp.any(b)],
            ]
            chosen = [c for i in rng.choice(len(constraints), size=2, replace=False) for c in constraints[i]]
            variables = [*x, *b]

            def count(name: str, chosen: list = chosen, variables: list = variables) -> tuple[int, int]:  # type: ignore[type-arg]
                seen = set()
                model = cp.Model(chosen, [v == v for v in variables])
                n = model.solveAll(solver=name, display=lambda: seen.add(tuple(int(v.value()) for v in variables)))
                return n, hash(frozenset(seen))

            self.assertEqual(count("farbank"), count("ortools"), chosen)

    def test_core(self) -> None:
        a, b, c = cp.boolvar(shape=3)
        solver = cp.SolverLookup.get("farbank", cp.Model(~a | ~b, c | a))
        self.assertFalse(solver.solve(assumptions=[a, b, c]))
        self.assertEqual({v.name for v in solver.get_core()}, {a.name, b.name})
        self.assertTrue(solver.solve(assumptions=[a, ~b]))
        self.assertFalse(solver.solve(assumptions=cp.cpm_array([a, b])))
        self.assertEqual(len(solver.get_core()), 2)
        self.assertTrue(solver.solve(assumptions={a, c}))
        single = cp.SolverLookup.get("farbank", cp.Model(~a))
        self.assertFalse(single.solve(assumptions=a))
        self.assertEqual([v.name for v in single.get_core()], [a.name])

    @unittest.skipUnless(hasattr(cp, "FloatSum"), "since CPMpy 1.1")
    def test_decimal_objective(self) -> None:
        x, y, z = cp.boolvar(shape=3)
        best = cp.FloatSum([0.3, 0.5, 0.6], [~x, y, ~z], const=1)
        solver = cp.SolverLookup.get("farbank", cp.Model(~x | y))
        solver.maximize(best)
        self.assertTrue(solver.solve())
        self.assertEqual((x.value(), y.value(), z.value()), (False, True, False))
        self.assertAlmostEqual(best.value(), 2.4)
        self.assertIsNone(solver.objective_value())
        self.assertEqual(solver.solveAll(), 1)
        n = cp.intvar(-4, 9)
        third = cp.FloatSum([1 / 3, -1e-9], [n, n])
        solver = cp.SolverLookup.get("farbank", cp.Model(n != -4))
        solver.minimize(third)
        self.assertTrue(solver.solve())
        self.assertEqual(n.value(), -3)

    def test_hint_and_limits(self) -> None:
        x = cp.intvar(0, 100, shape=2)
        solver = cp.SolverLookup.get("farbank", cp.Model(x[0] + x[1] == 100))
        solver.solution_hint(x, [37, 63])
        self.assertTrue(solver.solve())
        self.assertEqual(list(x.value()), [37, 63])
        self.assertEqual(cp.Model(x[0] < 50).solveAll(solver="farbank", solution_limit=7), 7)
        self.assertTrue(cp.Model(x[0] == 1).solve(solver="farbank", time_limit=10, free_search=True))

    def test_twice(self) -> None:
        farbank.cpmpy.register()
        self.assertEqual([n for n, _ in cp.SolverLookup.base_solvers()].count("farbank"), 1)


if __name__ == "__main__":
    unittest.main()
