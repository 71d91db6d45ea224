"""Tests of the engine, over the test cases of unified-planning and cases of its own."""

from __future__ import annotations

import unittest
import warnings
from typing import Any

import unified_planning as up
import up_farbank
from unified_planning.engines import PlanGenerationResultStatus as Found
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.shortcuts import (
    GE,
    Always,
    AnytimePlanner,
    AtMostOnce,
    BoolType,
    Equals,
    Fluent,
    Forall,
    InstantaneousAction,
    IntType,
    MinimizeActionCosts,
    Not,
    Object,
    OneshotPlanner,
    PlanValidator,
    Problem,
    RealType,
    Sometime,
    SometimeAfter,
    SometimeBefore,
    UserType,
    Variable,
    get_environment,
)
from unified_planning.test.examples import get_example_problems
from up_farbank import FarbankEngine

get_environment().credits_stream = None
warnings.simplefilter("ignore")


class Suite(unittest.TestCase):
    """All test cases of unified-planning of the kinds that the engine declares."""

    def test_all(self) -> None:
        asked = 0
        for name, case in get_example_problems().items():
            if not FarbankEngine.supports(case.problem.kind):
                continue
            asked += 1
            with self.subTest(name):
                self.case(case)
        self.assertGreater(asked, 35)

    def case(self, case: Any) -> None:
        problem = case.problem
        engine = FarbankEngine()
        result = engine.solve(problem, timeout=60)
        if not case.solvable:
            self.assertIn(result.status, (Found.UNSOLVABLE_PROVEN, Found.UNSOLVABLE_INCOMPLETELY))
        elif problem.quality_metrics:
            self.assertEqual(result.status, Found.SOLVED_OPTIMALLY, result.log_messages)
        else:
            self.assertEqual(result.status, Found.SOLVED_SATISFICING, result.log_messages)
        validator = SequentialPlanValidator()
        validator.skip_checks = True
        if result.plan is not None:
            self.assertTrue(validator.validate(problem, result.plan))
            self.assertTrue(engine.validate(problem, result.plan))
        for plan in case.valid_plans:
            if isinstance(plan, up.plans.SequentialPlan):
                self.assertTrue(engine.validate(problem, plan), plan)
        for plan in case.invalid_plans:
            if isinstance(plan, up.plans.SequentialPlan):
                self.assertFalse(engine.validate(problem, plan), plan)


def moves(problem: Any) -> list[str]:
    plan = FarbankEngine().solve(problem, timeout=60).plan
    return [str(a) for a in plan.actions] if plan is not None else ["none"]


class Effects(unittest.TestCase):
    def test_a_fluent_that_is_removed_and_added_is_true(self) -> None:
        place = UserType("Place")
        at = Fluent("at", BoolType(), p=place)
        a, b = Object("a", place), Object("b", place)
        go = InstantaneousAction("go", x=place, y=place)
        go.add_precondition(at(go.x))
        go.add_effect(at(go.x), False)
        go.add_effect(at(go.y), True)
        problem = Problem("moving")
        problem.add_fluent(at, default_initial_value=False)
        problem.add_objects([a, b])
        problem.add_action(go)
        problem.set_initial_value(at(a), True)
        problem.add_goal(at(a))
        validator = SequentialPlanValidator()
        for x, y, valid in ((a, a, True), (a, b, False)):
            em = problem.environment.expression_manager
            plan = up.plans.SequentialPlan([up.plans.ActionInstance(go, (em.ObjectExp(x), em.ObjectExp(y)))])
            self.assertEqual(bool(FarbankEngine().validate(problem, plan)), valid)
            self.assertEqual(bool(validator.validate(problem, plan)), valid)

    def test_for_all(self) -> None:
        item = UserType("Item")
        on = Fluent("on", BoolType(), i=item)
        n = Fluent("n", IntType(0, 9))
        toggle = InstantaneousAction("toggle")
        v = Variable("v", item)
        toggle.add_effect(on(v), Not(on(v)), forall=[v])
        toggle.add_increase_effect(n, 1, on(v), forall=[v])
        problem = Problem("toggling")
        problem.add_fluents([on, n])
        problem.add_objects([Object(f"i{k}", item) for k in range(3)])
        problem.add_action(toggle)
        for k, o in enumerate(problem.all_objects):
            problem.set_initial_value(on(o), k < 2)
        problem.set_initial_value(n, 0)
        problem.add_goal(Equals(n, 3))
        self.assertEqual(moves(problem), ["toggle", "toggle"])

    def test_fractions(self) -> None:
        level = Fluent("level", RealType())
        fill = InstantaneousAction("fill")
        fill.add_increase_effect(level, 0.25)
        problem = Problem("filling")
        problem.add_fluent(level, default_initial_value=0.5)
        problem.add_action(fill)
        problem.add_goal(GE(level, 1.2))
        self.assertEqual(moves(problem), ["fill"] * 3)


class Trajectories(unittest.TestCase):
    def problem(self, *constraints: Any) -> Any:
        place = UserType("Place")
        at = Fluent("at", place)
        a, b, c = (Object(n, place) for n in "abc")
        go = InstantaneousAction("go", to=place)
        go.add_effect(at, go.to)
        problem = Problem("tour")
        problem.add_fluent(at)
        problem.add_objects([a, b, c])
        problem.add_action(go)
        problem.set_initial_value(at, a)
        problem.add_goal(Equals(at, c))
        problem.add_quality_metric(MinimizeActionCosts({go: 1}))
        for make in constraints:
            problem.add_trajectory_constraint(make(lambda x: Equals(at, {"a": a, "b": b, "c": c}[x])))
        return problem

    def test_constraints(self) -> None:
        for constraint, length in (
            (lambda at: Sometime(at("b")), 2),
            (lambda at: SometimeBefore(at("c"), at("b")), 2),
            (lambda at: SometimeAfter(at("a"), at("b")), 2),
            (lambda at: Always(Not(at("b"))), 1),
            (lambda at: AtMostOnce(at("c")), 1),
        ):
            self.assertEqual(len(moves(self.problem(constraint))), length)
        both = self.problem(lambda at: Sometime(at("b")), lambda at: Always(Not(at("b"))))
        self.assertEqual(FarbankEngine().solve(both).status, Found.UNSOLVABLE_PROVEN)


class Modes(unittest.TestCase):
    def test_names(self) -> None:
        problem = get_example_problems()["basic_with_costs"].problem
        with OneshotPlanner(name="farbank") as planner:
            self.assertEqual(planner.solve(problem).status, Found.SOLVED_OPTIMALLY)
        guarantee = OptimalityGuarantee.SOLVED_OPTIMALLY
        with OneshotPlanner(name="farbank", optimality_guarantee=guarantee) as planner:
            self.assertEqual(planner.name, "farbank")
        with OneshotPlanner(name="farbank", params={"plans": "any", "engine": "search"}) as planner:
            self.assertEqual(planner.solve(problem).status, Found.SOLVED_SATISFICING)
        with AnytimePlanner(name="farbank") as planner:
            found = list(planner.get_solutions(problem, timeout=60))
        self.assertEqual([r.status for r in found], [Found.INTERMEDIATE, Found.SOLVED_OPTIMALLY])
        with PlanValidator(name="farbank") as validator:
            self.assertTrue(validator.validate(problem, found[-1].plan))

    def test_environments(self) -> None:
        env = up.environment.Environment()
        self.assertNotIn("farbank", env.factory.engines)
        up_farbank.register(env)
        up_farbank.register(env)
        self.assertEqual(env.factory.engines.count("farbank"), 1)

    def test_time(self) -> None:
        n = 24
        pegs, disc = UserType("Peg"), UserType("Disc")
        on = Fluent("on", pegs, d=disc)
        discs = [Object(f"d{k}", disc) for k in range(n)]
        problem = Problem("hanoi")
        problem.add_fluent(on)
        smaller = Fluent("smaller", BoolType(), x=disc, y=disc)
        problem.add_fluent(smaller, default_initial_value=False)
        problem.add_objects(discs + [Object(f"p{k}", pegs) for k in range(3)])
        move = InstantaneousAction("move", d=disc, to=pegs)
        v = Variable("v", disc)
        free = Forall(Not(smaller(v, move.d)) | (Not(Equals(on(v), on(move.d))) & Not(Equals(on(v), move.to))), v)
        move.add_precondition(free)
        move.add_effect(on(move.d), move.to)
        problem.add_action(move)
        for i, d in enumerate(discs):
            problem.set_initial_value(on(d), problem.object("p0"))
            problem.add_goal(Equals(on(d), problem.object("p2")))
            for e in discs[:i]:
                problem.set_initial_value(smaller(e, d), True)
        result = FarbankEngine(engine="search").solve(problem, timeout=0.5)
        self.assertEqual((result.status, result.plan), (Found.TIMEOUT, None))


if __name__ == "__main__":
    unittest.main()
