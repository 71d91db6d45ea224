"""The engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import IO, Any

import unified_planning as up
from unified_planning.engines import (
    Credits,
    Engine,
    LogLevel,
    LogMessage,
    PlanGenerationResult,
    PlanGenerationResultStatus,
    SequentialPlanValidator,
    ValidationResult,
    ValidationResultStatus,
)
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, PlanValidatorMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.model import Problem, ProblemKind
from unified_planning.model.problem_kind_versioning import LATEST_PROBLEM_KIND_VERSION
from unified_planning.plans import ActionInstance, ContingentPlan, Plan, PlanKind, SequentialPlan, TimeTriggeredPlan
from unified_planning.plans.contingent_plan import ContingentPlanNode

import farbank
from farbank import Status

from ._translate import Translation, Unsupported

FEATURES = [
    "ACTION_BASED",
    "SIMPLE_NUMERIC_PLANNING",
    "GENERAL_NUMERIC_PLANNING",
    "BOUNDED_TYPES",
    "NEGATIVE_CONDITIONS",
    "DISJUNCTIVE_CONDITIONS",
    "EQUALITIES",
    "EXISTENTIAL_CONDITIONS",
    "UNIVERSAL_CONDITIONS",
    "CONDITIONAL_EFFECTS",
    "INCREASE_EFFECTS",
    "DECREASE_EFFECTS",
    "FORALL_EFFECTS",
    "STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "STATIC_FLUENTS_IN_NUMERIC_ASSIGNMENTS",
    "STATIC_FLUENTS_IN_OBJECT_ASSIGNMENTS",
    "FLUENTS_IN_BOOLEAN_ASSIGNMENTS",
    "FLUENTS_IN_NUMERIC_ASSIGNMENTS",
    "FLUENTS_IN_OBJECT_ASSIGNMENTS",
    "FLAT_TYPING",
    "HIERARCHICAL_TYPING",
    "BOOL_FLUENT_PARAMETERS",
    "BOUNDED_INT_FLUENT_PARAMETERS",
    "BOOL_ACTION_PARAMETERS",
    "BOUNDED_INT_ACTION_PARAMETERS",
    "INT_FLUENTS",
    "REAL_FLUENTS",
    "OBJECT_FLUENTS",
    "ACTIONS_COST",
    "FINAL_VALUE",
    "PLAN_LENGTH",
    "OVERSUBSCRIPTION",
    "STATIC_FLUENTS_IN_ACTIONS_COST",
    "FLUENTS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_ACTIONS_COST",
    "REAL_NUMBERS_IN_ACTIONS_COST",
    "INT_NUMBERS_IN_OVERSUBSCRIPTION",
    "REAL_NUMBERS_IN_OVERSUBSCRIPTION",
    "TRAJECTORY_CONSTRAINTS",
    "STATE_INVARIANTS",
    "CONTINUOUS_TIME",
    "INT_TYPE_DURATIONS",
    "REAL_TYPE_DURATIONS",
    "STATIC_FLUENTS_IN_DURATIONS",
    "CONTINGENT",
]


class FarbankEngine(Engine, OneshotPlannerMixin, AnytimePlannerMixin, PlanValidatorMixin):
    """Farbank as an engine of unified-planning.

    A problem with a metric is solved optimally. A problem without one gets any plan. The parameters
    are keywords of farbank.solve: engine, strategy, memory, workers, symmetry and others. With
    plans="any" a metric is ignored, which finds plans of larger problems.
    """

    def __init__(self, **options: Any):
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        self.options = options

    @property
    def name(self) -> str:
        """The name of the engine."""
        return "farbank"

    @staticmethod
    def supported_kind() -> ProblemKind:
        """Returns the features of problems that the engine can solve."""
        return ProblemKind(FEATURES, version=LATEST_PROBLEM_KIND_VERSION)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        """Reports whether the engine can solve problems of a kind."""
        return bool(problem_kind <= FarbankEngine.supported_kind())

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        """Reports whether the engine can validate plans of a kind."""
        return bool(plan_kind == PlanKind.SEQUENTIAL_PLAN)

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        """Reports whether the plans have a guarantee: they have all."""
        return True

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        """Reports whether the plans of get_solutions have a guarantee."""
        return bool(anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY)

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits | None:
        """Returns who wrote the engine."""
        return Credits("farbank", "the Farbank authors", "", "", "MIT", "Solves problems of moves and rules.", "")

    # OneshotPlanner

    def _solve(
        self,
        problem: Any,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            _warn("the heuristic is ignored")
        best = bool(problem.quality_metrics) and self.options.get("plans") != "any"
        return self._asked(problem, best, timeout, output_stream)

    def _solve_with_params(self, problem: Any, heuristic: Any = None, timeout: Any = None, output_stream: Any = None,
                           warm_start_plan: Any = None, **kwargs: Any) -> PlanGenerationResult:  # fmt: skip
        if warm_start_plan is not None:
            _warn("the warm start is ignored")
        return self._solve(problem, heuristic, timeout, output_stream)

    def _asked(self, problem: Problem, best: bool, timeout: float | None, out: IO[str] | None) -> PlanGenerationResult:
        end = None if timeout is None else time.monotonic() + timeout
        for slack in (False, True):
            try:
                translation = Translation(problem, slack)
            except Unsupported as e:
                return self._result(PlanGenerationResultStatus.UNSUPPORTED_PROBLEM, None, str(e))
            left = None if end is None else max(end - time.monotonic(), 0.01)
            options: dict[str, Any] = {"timeout": left, **self.options}
            options["plans"] = "shortest" if best else "any"
            if best and left is not None and not translation.has_objective:
                options["plans"], options["improve"] = "any", True
            try:
                answer = farbank.solve(translation.text, **options)
                if answer.status is Status.unsupported and options.pop("improve", False):
                    # Another engine than planning has it, which finds best plans only.
                    options["plans"] = "shortest"
                    options["timeout"] = max(end - time.monotonic(), 0.01) if end else None
                    answer = farbank.solve(translation.text, **{**options, **self.options})
            except farbank.Error as e:
                return self._result(PlanGenerationResultStatus.INTERNAL_ERROR, None, str(e))
            if out is not None:
                out.write(f"{answer}\n")
            result = self._answered(translation, answer, best)
            if result is not None:
                return result
        raise AssertionError("with slack there is a result")

    # Returns None if the actions of a plan cannot be moved apart, so that slack is needed.
    def _answered(self, translation: Translation, answer: farbank.Result, best: bool) -> PlanGenerationResult | None:
        found = PlanGenerationResultStatus
        if answer.strategy is not None:
            plan = _contingent_plan(translation, answer.strategy)
            return self._result(found.SOLVED_SATISFICING, plan, answer.reason, answer.stats)
        if answer.plan is not None:
            proven = best and answer.status is Status.solved and not (translation.temporal or translation.inexact)
            status = found.SOLVED_OPTIMALLY if proven else found.SOLVED_SATISFICING
            try:
                plan = _timed_plan(translation, answer) if translation.temporal else _plan(translation, answer)
            except Unsupported as e:
                if translation.slack:
                    return self._result(found.UNSUPPORTED_PROBLEM, None, str(e), answer.stats)
                return None
            return self._result(status, plan, answer.reason, answer.stats)
        # Values between the units, and starts between the ticks, are not tried.
        incomplete = translation.unbounded or translation.inexact or translation.temporal
        status = {
            Status.none: found.UNSOLVABLE_INCOMPLETELY if incomplete else found.UNSOLVABLE_PROVEN,
            Status.none_within_bound: found.UNSOLVABLE_INCOMPLETELY,
            Status.unsupported: found.UNSUPPORTED_PROBLEM,
            Status.unknown: found.MEMOUT if "memory" in answer.reason else found.TIMEOUT,
        }.get(answer.status, found.INTERNAL_ERROR)
        return self._result(status, None, answer.reason, answer.stats)

    def _result(
        self, status: PlanGenerationResultStatus, plan: Plan | None, text: str = "", stats: farbank.Stats | None = None
    ) -> PlanGenerationResult:
        metrics = None
        if stats is not None:
            metrics = {"engine": stats.engine, "engine_internal_time": str(stats.seconds), "states": str(stats.stored)}
        logs = [LogMessage(LogLevel.INFO, text)] if text else []
        return PlanGenerationResult(status, plan, self.name, metrics, logs)

    # AnytimePlanner

    def _get_solutions(
        self, problem: Any, timeout: float | None = None, output_stream: IO[str] | None = None
    ) -> Iterator[PlanGenerationResult]:
        end = None if timeout is None else time.monotonic() + timeout
        first = self._asked(problem, False, timeout, output_stream)
        if first.plan is None or not problem.quality_metrics:
            yield first
            return
        yield PlanGenerationResult(
            PlanGenerationResultStatus.INTERMEDIATE, first.plan, self.name, first.metrics, first.log_messages
        )
        left = None if end is None else max(end - time.monotonic(), 0.01)
        best = self._asked(problem, True, left, output_stream)
        if best.plan is None:  # out of time: the first plan stays
            best = self._result(PlanGenerationResultStatus.SOLVED_SATISFICING, first.plan)
        yield best

    # PlanValidator

    def _validate(self, problem: Any, plan: Plan) -> ValidationResult:
        if not isinstance(plan, SequentialPlan) or "CONTINUOUS_TIME" in problem.kind.features:
            raise up.exceptions.UPUsageError("farbank validates sequential plans")
        try:
            translation = Translation(problem)
            moves = [_move(translation, a) for a in plan.actions]
        except Unsupported as e:
            return self._interpreted(problem, plan, str(e))
        verdict = farbank.verify(translation.text, moves)
        if not verdict.valid and translation.inexact:
            return self._interpreted(problem, plan, f"values may be finer than 1/{translation.unit}")
        logs = [] if verdict.valid else [LogMessage(LogLevel.INFO, f"step {verdict.step}: {verdict.message}")]
        status = ValidationResultStatus.VALID if verdict.valid else ValidationResultStatus.INVALID
        return ValidationResult(status, self.name, logs)

    def _interpreted(self, problem: Problem, plan: Plan, why: str) -> ValidationResult:
        """Validates with the interpreter of unified-planning what the language cannot express."""
        with SequentialPlanValidator(environment=problem.environment) as validator:
            result = validator.validate(problem, plan)
        log = LogMessage(LogLevel.INFO, f"validated by unified-planning: {why}")
        return ValidationResult(result.status, self.name, [*(result.log_messages or []), log])


def _warn(text: str) -> None:
    from warnings import warn

    warn(f"farbank: {text}", stacklevel=4)


def _plan(translation: Translation, answer: farbank.Result) -> SequentialPlan:
    """Returns a plan in the terms of the problem."""
    steps = [_step(translation, move) for move in answer.moves]
    return SequentialPlan(steps, translation.problem.environment)


def _step(translation: Translation, move: farbank.Move) -> ActionInstance:
    em = translation.problem.environment.expression_manager
    action = translation.actions[move.move]
    args = []
    for value, parameter in zip(move.args, action.parameters, strict=True):
        if parameter.type.is_user_type():
            args.append(em.ObjectExp(translation.object_of[value]))
        elif parameter.type.is_bool_type():
            args.append(em.Bool(value))
        else:
            args.append(em.Int(value))
    return ActionInstance(action, tuple(args))


def _contingent_plan(translation: Translation, strategy: farbank.Strategy) -> ContingentPlan:
    """Returns a strategy as a tree: a node for each of our moves, and a child for each observation."""
    em = translation.problem.environment.expression_manager
    nodes: dict[int, ContingentPlanNode | None] = {}
    situations = {s.id: s for s in strategy.situations}
    todo = list(strategy.starts)
    while todo:  # without recursion: those below first
        s = situations[todo[-1]]
        below = [n.to for n in s.next if n.to not in nodes]
        if s.id in nodes or below:
            todo = todo[:-1] if s.id in nodes else todo + below
            continue
        todo.pop()
        if not s.move:
            nodes[s.id] = None
            continue
        step = _step(translation, farbank.Move(s.move, s.args))
        node = nodes[s.id] = ContingentPlanNode(step)
        observed = getattr(step.action, "observed_fluents", [])
        of = dict(zip(map(em.ParameterExp, step.action.parameters), step.actual_parameters, strict=True))
        for n in s.next:
            child = nodes[n.to]
            if child is not None:
                seen = {
                    e.substitute(of): em.Bool(situations[n.to].seen[f"seen{k}"] == 1) for k, e in enumerate(observed)
                }
                node.add_child(seen, child)
    return ContingentPlan(nodes[strategy.starts[0]], translation.problem.environment)


def _timed_plan(translation: Translation, answer: farbank.Result) -> TimeTriggeredPlan:
    """Returns a plan with times.

    What happens at one instant, one after another, is moved apart a little, since two actions of
    unified-planning that touch the same fluents do not happen at one instant. The shifts of the starts are
    the least ones under difference constraints (Dechter, Meiri, Pearl 1991).
    """
    starts: list[farbank.Move] = []
    takes: list[int] = []  # without slack
    under_way: dict[tuple[str, str], int] = {}
    happenings: list[tuple[int, int]] = []  # time and start, in order
    order: list[tuple[int, int]] = []  # the same with the times that the plan has
    for item in answer.plan or ():
        key, now = (item.name, repr(item.args)), item.time or 0
        if item.end:
            i = under_way.pop(key)
            happenings.append(((starts[i].time or 0) + takes[i], i))
        else:
            i = len(starts)
            starts.append(item)
            takes.append((item.duration or 0) - (translation.longer(item.move) if item.duration else 0))
            if item.duration:
                under_way[key] = i
            happenings.append((now, i))
        order.append((now, i))
    touched = [translation.touched(move.move) for move in starts]
    apart: list[tuple[int, int]] = []
    for n, (t, i) in enumerate(happenings):
        for m in range(n + 1, len(happenings)):
            u, k = happenings[m]
            if order[m][0] > order[n][0] + 1:
                break
            if i == k or not touched[i] & touched[k]:
                continue
            if u < t:  # an end without its slack comes before what it followed
                raise Unsupported("the plan needs actions that happen at one instant")
            if u == t:
                apart.append((i, k))
    shift = [0] * len(starts)
    for turn in range(len(starts) + 2):
        changed = False
        for i, k in apart:
            if shift[k] <= shift[i]:
                shift[k], changed = shift[i] + 1, True
        if not changed:
            break
        if turn > len(starts):
            raise Unsupported("the plan needs actions that happen at one instant")
    tick = Fraction(1, translation.ticks)
    small = tick / (100 * (len(starts) + 1))
    return TimeTriggeredPlan(
        [
            (
                (move.time or 0) * tick + shift[i] * small,
                _step(translation, move),
                takes[i] * tick if move.duration else None,
            )
            for i, move in enumerate(starts)
        ],
        translation.problem.environment,
    )


def _move(translation: Translation, step: ActionInstance) -> dict[str, Any]:
    """Returns a step of a plan as JSON."""
    name = next(
        (n for n, a in translation.actions.items() if a == step.action or a.name == step.action.name), step.action.name
    )
    args: list[Any] = []
    for value in step.actual_parameters:
        if value.is_object_exp():
            args.append(translation.objects.get(value.object().name, value.object().name))
        elif value.is_bool_constant():
            args.append(value.bool_constant_value())
        else:
            args.append(int(Fraction(value.constant_value())))
    return {"move": name, "args": args}
