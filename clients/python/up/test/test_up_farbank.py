"""Tests of the engine, over the test cases of unified-planning and cases of its own."""

from __future__ import annotations

import itertools
import unittest
import warnings
from fractions import Fraction
from typing import Any

import unified_planning as up
import up_farbank
from unified_planning.engines import PlanGenerationResultStatus as Found
from unified_planning.engines import SequentialPlanValidator
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.model.walkers import StateEvaluator
from unified_planning.shortcuts import (
    GE,
    GT,
    LT,
    Always,
    AnytimePlanner,
    AtMostOnce,
    BoolType,
    ClosedTimeInterval,
    Div,
    DurativeAction,
    EndTiming,
    Equals,
    Fluent,
    Forall,
    InstantaneousAction,
    IntType,
    MinimizeActionCosts,
    MinimizeSequentialPlanLength,
    Not,
    Object,
    OneshotPlanner,
    PlanValidator,
    Problem,
    RealType,
    Sometime,
    SometimeAfter,
    SometimeBefore,
    StartTiming,
    Times,
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
        self.assertGreater(asked, 45)

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
        if isinstance(result.plan, up.plans.TimeTriggeredPlan):
            self.assertEqual(mistake(problem, result.plan), "", result.plan)
            for plan in case.valid_plans:
                self.assertEqual(mistake(problem, plan), "", plan)
        elif result.plan is not None:
            self.assertTrue(validator.validate(problem, result.plan))
            self.assertTrue(engine.validate(problem, result.plan))
        for plan in case.valid_plans:
            if isinstance(plan, up.plans.SequentialPlan):
                self.assertTrue(engine.validate(problem, plan), plan)
        for plan in case.invalid_plans:
            if isinstance(plan, up.plans.SequentialPlan):
                self.assertFalse(engine.validate(problem, plan), plan)


def mistake(problem: Any, plan: Any) -> str:
    """Returns the first mistake of a plan with times, or "", by the states of unified-planning alone."""
    evaluator = StateEvaluator(problem)
    state = up.model.UPState(problem.initial_values, problem)
    happenings: list[tuple[Any, int, Any, list[Any], list[Any]]] = []  # time, 0 for ends, action, conditions, effects
    spans: list[tuple[Any, Any, Any]] = []
    for start, step, duration in plan.timed_actions:
        of = dict(zip(step.action.parameters, step.actual_parameters, strict=True))
        of = {problem.environment.expression_manager.ParameterExp(p): v for p, v in of.items()}
        if duration is None:
            conditions = [c.substitute(of) for c in step.action.preconditions]
            happenings.append((start, 1, step, conditions, [(e, of) for e in step.action.effects]))
            continue
        length = evaluator.evaluate(step.action.duration.lower.substitute(of), state).constant_value()
        if duration != length:
            return f"{step} takes {length}, not {duration}"
        at: dict[bool, tuple[list[Any], list[Any]]] = {True: ([], []), False: ([], [])}
        for interval, conditions in step.action.conditions.items():
            for c in (c.substitute(of) for c in conditions):
                left, right = interval.lower.is_from_start(), interval.upper.is_from_start()
                if left and not interval.is_left_open():
                    at[True][0].append(c)
                if left and not right:
                    spans.append((start, start + duration, c))
                if not right and not interval.is_right_open():
                    at[False][0].append(c)
        for timing, effects in step.action.effects.items():
            at[timing.is_from_start()][1].extend((e, of) for e in effects)
        happenings.append((start, 1, step, *at[True]))
        happenings.append((start + duration, 0, step, *at[False]))
    happenings.sort(key=lambda h: h[:2])

    def holds(c: Any) -> bool:
        return bool(evaluator.evaluate(c, state).bool_constant_value())

    for time, together in itertools.groupby(happenings, key=lambda h: h[0]):  # each sees the state before
        changes: dict[Any, Any] = {}
        for _, _, step, conditions, effects in together:
            for c in conditions:
                if not holds(c):
                    return f"{time}: {step} needs {c}"
            for e, of in effects:
                if holds(e.condition.substitute(of)):
                    target = e.fluent.substitute(of)
                    target = target.fluent()(*(evaluator.evaluate(a, state) for a in target.args))
                    value = evaluator.evaluate(e.value.substitute(of), state)
                    if not e.is_assignment():
                        old, more = evaluator.evaluate(target, state).constant_value(), value.constant_value()
                        new = old + more if e.is_increase() else old - more
                        value = problem.environment.expression_manager.auto_promote(new)[0]
                    changes[target] = value
        state = state.make_child(changes)
        for start, end, c in spans:
            if start <= time < end and not holds(c):
                return f"{time}: {c} does not hold until {end}"
    return "" if all(map(holds, problem.goals)) else "a goal is not reached"


def moves(problem: Any) -> list[str]:
    plan = FarbankEngine().solve(problem, timeout=60).plan
    return [str(a) for a in plan.actions] if plan is not None else ["none"]


class Durations(unittest.TestCase):
    def lit(self, match: int, mend: int, burns: bool = True) -> Any:
        """Returns a problem in which a fuse is mended in the light of a match."""
        light, mended = Fluent("light", BoolType()), Fluent("mended", BoolType())
        strike = DurativeAction("strike")
        strike.set_fixed_duration(match)
        strike.add_effect(StartTiming(), light, True)
        strike.add_effect(EndTiming(), light, False)
        work = DurativeAction("work")
        work.set_fixed_duration(mend)
        work.add_condition(ClosedTimeInterval(StartTiming(), EndTiming()), light)
        work.add_effect(EndTiming(), mended, True)
        problem = Problem("cellar")
        problem.add_fluents([light, mended])
        problem.set_initial_value(light, False)
        problem.set_initial_value(mended, False)
        problem.add_actions([strike, work] if burns else [work])
        problem.add_goal(mended)
        return problem

    def test_within(self) -> None:
        problem = self.lit(6, 5)
        plan = FarbankEngine().solve(problem, timeout=30).plan
        self.assertEqual(mistake(problem, plan), "")
        late = up.plans.TimeTriggeredPlan([(t + (a.action.name == "work") * 2, a, d) for t, a, d in plan.timed_actions])
        self.assertNotEqual(mistake(problem, late), "")

    def test_as_long(self) -> None:
        # The work would have to begin with the match and end with it.
        result = FarbankEngine().solve(self.lit(5, 5), timeout=30)
        self.assertIn(result.status, (Found.UNSOLVABLE_INCOMPLETELY, Found.UNSUPPORTED_PROBLEM))

    def test_no_plan(self) -> None:
        result = FarbankEngine().solve(self.lit(6, 5, burns=False), timeout=30)
        self.assertEqual(result.status, Found.UNSOLVABLE_INCOMPLETELY)

    def test_intervals_are_refused(self) -> None:
        problem = self.lit(6, 5)
        problem.action("work").set_closed_duration_interval(3, 5)
        self.assertFalse(FarbankEngine.supports(problem.kind))


def fails(problem: Any, plan: Any) -> str:
    """Runs a contingent plan from all first states that are possible; returns the first mistake, or ""."""
    em, evaluator = problem.environment.expression_manager, StateEvaluator(problem)
    hidden = sorted({f.args[0] if f.is_not() else f for f in problem.hidden_fluents}, key=str)
    known = problem.initial_values
    worlds = 0
    for chosen in itertools.product((False, True), repeat=len(hidden)):
        state = up.model.UPState({**known, **dict(zip(hidden, map(em.Bool, chosen), strict=True))}, problem)

        def holds(c: Any, state: Any) -> bool:
            return bool(evaluator.evaluate(c, state).bool_constant_value())

        if any(sum(holds(c, state) for c in one) != 1 for one in problem.oneof_constraints):
            continue
        if not all(any(holds(c, state) for c in some) for some in problem.or_constraints):
            continue
        worlds += 1
        node = plan.root_node
        while node is not None:
            step = node.action_instance
            of = dict(zip(map(em.ParameterExp, step.action.parameters), step.actual_parameters, strict=True))
            for c in step.action.preconditions:
                if not holds(c.substitute(of), state):
                    return f"{chosen}: {step} needs {c}"
            changes = {}
            for e in step.action.effects:
                if holds(e.condition.substitute(of), state):
                    changes[e.fluent.substitute(of)] = evaluator.evaluate(e.value.substitute(of), state)
            state = state.make_child(changes)
            node = next(
                (n for seen, n in node.children if all(evaluator.evaluate(k, state) == v for k, v in seen.items())),
                None,
            )
        if not all(holds(g, state) for g in problem.goals):
            return f"{chosen}: a goal is not reached"
    return "" if worlds else "there is no first state"


class Contingent(unittest.TestCase):
    def boxes(self, sense: bool = True) -> Any:
        """Returns a problem with a ball in one of three boxes. Opening a wrong box is not allowed."""
        box = UserType("Box")
        there, open_ = Fluent("there", BoolType(), b=box), Fluent("open", BoolType(), b=box)
        found = Fluent("found", BoolType())
        problem = up.model.ContingentProblem("boxes")
        for f in (there, open_, found):
            problem.add_fluent(f, default_initial_value=False)
        boxes = [Object(f"b{k}", box) for k in range(3)]
        problem.add_objects(boxes)
        take = InstantaneousAction("take", b=box)
        take.add_precondition(there(take.b))
        take.add_effect(found, True)
        take.add_effect(open_(take.b), True)
        problem.add_action(take)
        if sense:
            look = up.model.SensingAction("look", b=box)
            look.add_observed_fluent(there(look.b))
            problem.add_action(look)
        problem.add_oneof_initial_constraint([there(b) for b in boxes])
        problem.add_goal(found)
        return problem

    def test_sensing(self) -> None:
        problem = self.boxes()
        with OneshotPlanner(problem_kind=problem.kind, name="farbank") as planner:
            result = planner.solve(problem, timeout=60)
        self.assertEqual(result.status, Found.SOLVED_SATISFICING, result.log_messages)
        self.assertEqual(fails(problem, result.plan), "")
        first = result.plan.root_node
        self.assertEqual(first.action_instance.action.name, "look")
        self.assertNotEqual(fails(problem, up.plans.ContingentPlan(first.children[0][1])), "")

    def test_without_sensing(self) -> None:
        result = FarbankEngine().solve(self.boxes(sense=False), timeout=60)
        self.assertEqual(result.status, Found.UNSOLVABLE_PROVEN)

    def test_unknown(self) -> None:
        # A conformant plan: nothing is sensed.
        on = Fluent("on", BoolType())
        problem = up.model.ContingentProblem("lamp")
        problem.add_fluent(on, default_initial_value=False)
        off = InstantaneousAction("off")
        off.add_effect(on, False)
        flip = InstantaneousAction("flip")
        flip.add_precondition(Not(on))
        flip.add_effect(on, True)
        problem.add_actions([off, flip])
        problem.add_unknown_initial_constraint(on())
        problem.add_goal(on)
        plan = FarbankEngine().solve(problem, timeout=60).plan
        self.assertEqual(fails(problem, plan), "")
        self.assertEqual(plan.root_node.action_instance.action.name, "off")


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

    def test_divisions(self) -> None:
        x, y = Fluent("x", RealType()), Fluent("y", IntType(1, 5))
        more, share, drop = InstantaneousAction("more"), InstantaneousAction("share"), InstantaneousAction("drop")
        more.add_effect(y, y + 1)
        share.add_effect(x, Div(x, y))
        drop.add_decrease_effect(x, Div(x, y) + Fraction(1, 2), GT(Div(x, y), Div(1, x)))
        problem = Problem("sharing")
        for fluent, first in ((x, 30), (y, 1)):
            problem.add_fluent(fluent, default_initial_value=first)
        problem.add_actions([more, share, drop])
        problem.add_goal(Equals(x, Fraction(5, 2)))
        problem.add_quality_metric(MinimizeSequentialPlanLength())
        result = FarbankEngine().solve(problem, timeout=60)
        # Plans with finer values are not looked at, so that it is no proof.
        self.assertEqual((result.status, len(result.plan.actions)), (Found.SOLVED_SATISFICING, 5))
        self.assertTrue(SequentialPlanValidator().validate(problem, result.plan))
        engine = FarbankEngine()
        for steps in itertools.product((more, share, drop), repeat=2):
            plan = up.plans.SequentialPlan([a() for a in steps])
            with self.subTest(str(plan)):
                for goal in (Equals(x, Fraction(1, 12)), GT(Div(x, y), Fraction(14, 1)), LT(Div(y, x), Div(1, 7))):
                    p = problem.clone()
                    p.clear_goals()
                    p.add_goal(goal)
                    want = SequentialPlanValidator().validate(p, plan).status
                    self.assertEqual(engine.validate(p, plan).status, want, goal)

    def test_halves(self) -> None:
        x = Fluent("x", RealType())
        half = InstantaneousAction("half")
        half.add_effect(x, Times(x, Fraction(1, 2)))
        problem = Problem("halves")
        problem.add_fluent(x, default_initial_value=1)
        problem.add_action(half)
        for n, goal in ((2, Fraction(1, 4)), (12, Fraction(1, 4096))):
            problem.clear_goals()
            problem.add_goal(Equals(x, goal))
            self.assertEqual(moves(problem), ["half"] * n)
        # 2^-41 is finer than the unit. Then unified-planning's interpreter validates.
        problem.clear_goals()
        problem.add_goal(LT(x, Fraction(1, 2**40)))
        self.assertEqual(FarbankEngine().solve(problem, timeout=60).status, Found.UNSOLVABLE_INCOMPLETELY)
        self.assertTrue(FarbankEngine().validate(problem, up.plans.SequentialPlan([half()] * 41)))
        self.assertFalse(FarbankEngine().validate(problem, up.plans.SequentialPlan([half()] * 40)))


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
