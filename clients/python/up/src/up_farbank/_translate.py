"""Writes a problem of unified-planning in Farbank's language.

Objects are the members of one enum, user types are sets of them. The effects of an action are
assignments of one block together, so that all read the state before it. Numbers are integers: if a
problem has fractions, all real fluents are multiplied by a common denominator.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import unified_planning as up
from unified_planning.model import (
    Action,
    ContingentProblem,
    DurativeAction,
    FNode,
    InstantaneousAction,
    OperatorKind,
    Problem,
    Timing,
)
from unified_planning.model.action import SensingAction
from unified_planning.model.metrics import (
    MaximizeExpressionOnFinalState,
    MinimizeActionCosts,
    MinimizeExpressionOnFinalState,
    MinimizeSequentialPlanLength,
    Oversubscription,
)
from unified_planning.model.walkers import StateEvaluator

WIDE = 10**12
"""The range of a number without bounds. A plan that leaves it is not found."""

WIDE_PRODUCT = 10**8
"""The same where numbers of states are multiplied, so that products fit into 64 bits."""


SLACK = 10
"""With slack, the number of ticks in the unit of the durations."""

MOST_DURATIONS = 100_000
"""The largest number of durations of an action that depends on its arguments."""

FINEST = 10**6
"""The largest denominator that divisions get. A plan that needs a finer value is not found."""


def exact(value: Any) -> Fraction:
    """Returns a number as a fraction. One that a float rounded, as 1.2, is the decimal that was meant."""
    given = Fraction(value)
    near = given.limit_denominator(10**6)
    return near if abs(near - given) <= abs(given) * Fraction(1, 10**13) else given


class Unsupported(Exception):
    """The language cannot express a part of the problem."""


@dataclass
class Number:
    """A numeric expression: its value is the factor times the value of the text, an integer.

    If there is a text of a divisor, the value is divided by it.
    """

    text: str
    factor: Fraction = Fraction(1)
    loose: bool = False  # whether it needs brackets
    over: str = ""

    def times(self, factor: Fraction) -> str:
        """Returns the text of the value, divided by a factor that divides this one."""
        if self.over:
            raise Unsupported(f"the division by {self.over}")
        return self.dividend(factor)

    def dividend(self, factor: Fraction) -> str:
        """Returns the same without the division."""
        many = self.factor / factor
        text = f"({self.text})" if self.loose else self.text
        if many == 1:
            return text
        return f"{text} * {many.numerator if many > 0 else f'({many.numerator})'}"


def _product(texts: list[str]) -> str:
    return " * ".join(t for t in texts if t)


def _common(factors: list[Fraction]) -> Fraction:
    """Returns a factor that divides all of them."""
    return Fraction(1, lcm(*(f.denominator for f in factors)))


class Translation:
    """A problem as a text, and the names that its plans use."""

    def __init__(self, problem: Problem, slack: bool = False):
        """Translates a problem.

        With slack, actions with conditions over a time take a small tick longer. So what happens within
        the time of another action ends before that one does, and not at the same instant.
        """
        self.problem = problem
        self.slack = slack
        self.objects = {o.name: f"o{i}" for i, o in enumerate(problem.all_objects)}
        self.object_of = {f"o{i}": o for i, o in enumerate(problem.all_objects)}
        self.types = {t: f"T{i}" for i, t in enumerate(problem.user_types)}
        self.fluents = {f: f"f{i}" for i, f in enumerate(problem.fluents)}
        self.actions = {f"a{i}": a for i, a in enumerate(problem.actions)}
        self.names: dict[str, str] = {}  # of parameters and variables in scope
        self.unit = self._unit()
        self.temporal = any(isinstance(a, DurativeAction) for a in problem.actions)
        self.durations = self._durations()
        self.ticks = lcm(*(v.denominator for values in self.durations.values() for v in values.values()))
        if slack:
            self.ticks *= SLACK
        changed = {e.fluent.fluent() for a in self._actions() for e in self._all_effects(a)}
        self.static = {f for f in problem.fluents if f not in changed}
        self.contingent = isinstance(problem, ContingentProblem)
        self.hidden = self._hidden()
        self.wide = WIDE_PRODUCT if self._multiplies() else WIDE
        self.unbounded = False
        self.has_objective = False
        self.inexact = False  # whether there are divisions, whose results have to be multiples of the unit
        self._divisors: set[int] = set()  # of real numbers; 0 for one that depends on the state
        self._guards: list[str] = []
        self.text = self._write()
        if self._finer():
            self.text = self._write()

    # What the problem contains.

    def _actions(self) -> list[Action]:
        for action in self.problem.actions:
            if isinstance(action, DurativeAction):
                if action.simulated_effects:
                    raise Unsupported(f"the action {action.name} has a simulated effect")
            elif not isinstance(action, InstantaneousAction):
                raise Unsupported(f"the action {action.name} is neither instantaneous nor durative")
            elif action.simulated_effect is not None:
                raise Unsupported(f"the action {action.name} has a simulated effect")
        return list(self.problem.actions)

    def _all_effects(self, action: Action) -> list[Any]:
        """Returns the effects of an action at any time."""
        if isinstance(action, DurativeAction):
            return [e for effects in action.effects.values() for e in effects]
        return list(action.effects)

    def touched(self, name: str) -> set[Any]:
        """Returns the fluents that an action reads or changes."""
        action = self.actions[name]
        found = [x for e in self._all_effects(action) for x in (e.fluent, e.value, e.condition)]
        if isinstance(action, DurativeAction):
            found += [c for conditions in action.conditions.values() for c in conditions]
        else:
            found += action.preconditions
        fluents: set[Any] = set()
        while found:
            node = found.pop()
            if node.is_fluent_exp() and node.fluent() not in self.static:
                fluents.add(node.fluent())
            found += node.args
        return fluents

    def _hidden(self) -> set[Any]:
        """Returns the fluents that are not seen: those not known at first, and those that depend on them."""
        if not self.contingent:
            return set()
        found = {f.args[0].fluent() if f.is_not() else f.fluent() for f in self.problem.hidden_fluents}
        if any(not f.type.is_bool_type() for f in found):
            raise Unsupported("a fluent that is hidden and not Boolean")
        self.unknown = set(found)
        self.static -= found
        more = True
        while more:
            before = len(found)
            for e in (e for a in self._actions() for e in self._all_effects(a)):
                todo = [e.condition, e.value, *e.fluent.args]
                while todo:
                    node = todo.pop()
                    if node.is_fluent_exp() and node.fluent() in found:
                        found.add(e.fluent.fluent())
                    todo += node.args
            more = len(found) > before
        return found

    def _first_values(self) -> list[str]:
        """Returns what is known about the first values of hidden fluents."""
        problem, lines = self.problem, []
        hidden = {f.args[0] if f.is_not() else f for f in problem.hidden_fluents}

        def first(e: FNode) -> str:
            if e.is_not():
                return f"not {first(e.args[0])}"
            args = ", ".join(map(self.value, e.args))
            return f"first_{self.fluents[e.fluent()]}" + (f"[{args}]" if args else "")

        for f in problem.fluents:
            if f in self.unknown:
                for e in up.model.fluent.get_all_fluent_exp(problem, f):
                    if e not in hidden:
                        lines.append(f"require {'' if problem.initial_value(e).is_true() else 'not '}{first(e)}")
        for some in problem.or_constraints:
            lines.append("require " + " or ".join(f"({first(e)})" for e in some))
        for one in problem.oneof_constraints:
            lines.append("require " + " + ".join(f"(if {first(e)} then 1 else 0)" for e in one) + " == 1")
        return lines

    def _at(self, timing: Timing, action: Action) -> bool:
        """Reports whether a timing is the start of an action, and not its end."""
        if timing.delay != 0 or not (timing.is_from_start() or timing.is_from_end()) or timing.is_global():
            raise Unsupported(f"the action {action.name} has the timing {timing}")
        return bool(timing.is_from_start())

    def _expressions(self) -> list[FNode]:
        p = self.problem
        found = list(p.goals) + list(p.trajectory_constraints)
        for action in self._actions():
            if isinstance(action, DurativeAction):
                found += [c for conditions in action.conditions.values() for c in conditions]
            else:
                found += action.preconditions
            for e in self._all_effects(action):
                found += [e.fluent, e.value, e.condition]
        for metric in p.quality_metrics:
            if isinstance(metric, MinimizeActionCosts):
                found += [c for c in map(metric.get_action_cost, p.actions) if c is not None]
            elif isinstance(metric, (MinimizeExpressionOnFinalState, MaximizeExpressionOnFinalState)):
                found.append(metric.expression)
            elif isinstance(metric, Oversubscription):
                found += list(metric.goals)
        return found

    def _nodes(self) -> list[FNode]:
        todo, seen = self._expressions(), []
        done: set[int] = set()
        while todo:
            node = todo.pop()
            if node.node_id not in done:
                done.add(node.node_id)
                seen.append(node)
                todo += node.args
        return seen

    def _unit(self) -> int:
        unit = 1
        for value in self.problem.initial_values.values():
            if value.is_real_constant():
                unit = lcm(unit, exact(value.constant_value()).denominator)
        for node in self._nodes():
            if node.is_real_constant():
                unit = lcm(unit, exact(node.constant_value()).denominator)
        for f in self.problem.fluents:
            if f.type.is_real_type():
                for bound in (f.type.lower_bound, f.type.upper_bound):
                    if bound is not None:
                        unit = lcm(unit, exact(bound).denominator)
        return unit

    def _multiplies(self) -> bool:
        return any(n.is_times() and sum(not a.is_constant() for a in n.args) > 1 for n in self._nodes())

    # Types.

    def _domain(self, type_: Any) -> str:
        """Returns a type as the index of an array, or of a bound name."""
        if type_.is_user_type():
            return self.types[type_]
        if type_.is_bool_type():
            return "bool"
        if type_.is_int_type() and type_.lower_bound is not None and type_.upper_bound is not None:
            return f"{type_.lower_bound}..{type_.upper_bound}"
        raise Unsupported(f"the type {type_} has no bounds")

    def _empty(self, type_: Any) -> bool:
        return type_.is_user_type() and not any(True for _ in self.problem.objects(type_))

    def _range(self, type_: Any) -> str:
        """Returns the type of the values of a fluent."""
        if type_.is_user_type() or type_.is_bool_type():
            return self._domain(type_)
        scale = self.unit if type_.is_real_type() else 1
        low, high = type_.lower_bound, type_.upper_bound
        if low is None or high is None:
            self.unbounded = True
        wide = min(self.wide * scale, 2**61)
        low = -wide if low is None else int(exact(low) * scale)
        high = wide if high is None else int(exact(high) * scale)
        return f"{low}..{high}"

    # Expressions.

    def condition(self, e: FNode) -> str:
        """Returns a condition, in brackets where it needs them."""
        kind = e.node_type
        args = e.args
        if e.is_bool_constant():
            return "true" if e.bool_constant_value() else "false"
        if kind in (OperatorKind.AND, OperatorKind.OR):
            word = " and " if kind == OperatorKind.AND else " or "
            return "(" + word.join(map(self.condition, args)) + ")" if args else str(kind == OperatorKind.AND).lower()
        if kind == OperatorKind.NOT:
            return f"(not {self.condition(args[0])})"
        if kind == OperatorKind.IMPLIES:
            return f"({self.condition(args[0])} implies {self.condition(args[1])})"
        if kind == OperatorKind.IFF:
            return f"({self.condition(args[0])} == {self.condition(args[1])})"
        if kind in (OperatorKind.EXISTS, OperatorKind.FORALL):
            return self._quantified(e)
        if kind == OperatorKind.EQUALS:
            return self._equal(args[0], args[1])
        if kind in (OperatorKind.LE, OperatorKind.LT):
            return self._compared("<=" if kind == OperatorKind.LE else "<", args[0], args[1])
        if kind in (OperatorKind.FLUENT_EXP, OperatorKind.PARAM_EXP, OperatorKind.VARIABLE_EXP):
            return self._place(e)
        raise Unsupported(f"the condition {e}")

    def _quantified(self, e: FNode) -> str:
        exists = e.is_exists()
        if any(self._empty(v.type) for v in e.variables()):
            return "false" if exists else "true"
        before = dict(self.names)
        names = self._bind(e.variables())
        body = self.condition(e.args[0])
        self.names = before
        return f"({'any' if exists else 'all'} {names} {{ {body} }})"

    def _bind(self, variables: Any) -> str:
        """Gives names to variables, and returns their binder."""
        parts = []
        for v in variables:
            name = f"v{len(self.names)}"
            self.names[v.name] = name
            parts.append(f"{name}: {self._domain(v.type)}")
        return ", ".join(parts)

    def _equal(self, a: FNode, b: FNode) -> str:
        if a.type.is_int_type() or a.type.is_real_type():
            return self._compared("==", a, b)
        if a.type.is_bool_type():
            return f"({self.condition(a)} == {self.condition(b)})"
        return f"({self._place(a)} == {self._place(b)})"

    def _place(self, e: FNode) -> str:
        """Returns a fluent, a parameter, a variable or an object."""
        if e.is_object_exp():
            return self.objects[e.object().name]
        if e.is_parameter_exp():
            return self.names[e.parameter().name]
        if e.is_variable_exp():
            return self.names[e.variable().name]
        if e.is_fluent_exp():
            name = self.fluents[e.fluent()]
            if not e.args:
                return name
            return f"{name}[{', '.join(map(self.value, e.args))}]"
        raise Unsupported(f"the expression {e}")

    def number(self, e: FNode) -> Number:
        """Returns a numeric expression."""
        kind = e.node_type
        value = self._constant(e)
        if value is not None:
            return Number(str(value.numerator), Fraction(1, value.denominator), value < 0)
        if kind in (OperatorKind.PLUS, OperatorKind.MINUS):
            parts = [self.number(a) for a in e.args]
            factor = _common([p.factor for p in parts])
            texts = []
            for i, part in enumerate(parts):
                others = [q.over for k, q in enumerate(parts) if k != i and q.over]
                text = part.dividend(factor)
                texts.append(_product([f"({text})" if others and " " in text else text, *others]))
            over = _product([q.over for q in parts])
            return Number((" + " if kind == OperatorKind.PLUS else " - ").join(texts), factor, True, over)
        if kind == OperatorKind.TIMES:
            product, texts, divisors = Fraction(1), [], []
            for a in e.args:
                known = self._constant(a)
                if known is not None:
                    product *= known
                else:
                    n = self.number(a)
                    product *= n.factor
                    texts.append(n.dividend(n.factor))
                    divisors.append(n.over)
            if not texts or product == 0:
                return Number(str(product.numerator), Fraction(1, product.denominator), product < 0)
            return Number(" * ".join(texts), product, len(texts) > 1, _product(divisors))
        if kind == OperatorKind.DIV:
            of, by = self.number(e.args[0]), self._constant(e.args[1])
            if by == 0:
                raise Unsupported("a division by 0")
            if by is not None:
                return Number(of.text, of.factor / by, of.loose, of.over)
            n = self.number(e.args[1])
            text, below = (f"({m.text})" if m.loose else m.text for m in (of, n))
            return Number(_product([text, n.over]), of.factor / n.factor, True, _product([of.over, below]))
        if kind in (OperatorKind.FLUENT_EXP, OperatorKind.PARAM_EXP, OperatorKind.VARIABLE_EXP):
            return Number(self._place(e), self._factor(e.type))
        raise Unsupported(f"the expression {e}")

    def _constant(self, e: FNode) -> Fraction | None:
        """Returns the value of a number that is the same in all states, or None."""
        if e.is_int_constant() or e.is_real_constant():
            return exact(e.constant_value())
        if e.is_fluent_exp():
            if e.fluent() not in self.static or not all(a.is_constant() or a.is_object_exp() for a in e.args):
                return None
            first = self.problem.initial_value(e)
            return None if first is None else exact(first.constant_value())
        if e.node_type not in (OperatorKind.PLUS, OperatorKind.MINUS, OperatorKind.TIMES, OperatorKind.DIV):
            return None
        total: Fraction | None = None
        for a in e.args:
            n = self._constant(a)
            if n is None or (e.is_div() and n == 0 and total is not None):
                return None
            if total is None:
                total = n
            elif e.is_plus():
                total += n
            elif e.is_minus():
                total -= n
            elif e.is_times():
                total *= n
            else:
                total /= n
        return total

    def _compared(self, sign: str, a: FNode, b: FNode) -> str:
        """Returns a comparison. With divisions both sides are multiplied by the divisors, which must not be 0."""
        left, right = self.number(a), self.number(b)
        factor = _common([left.factor, right.factor])
        if not left.over and not right.over:
            return f"({left.times(factor)} {sign} {right.times(factor)})"
        texts = []
        for n, other in ((left, right), (right, left)):
            text = n.dividend(factor)
            texts.append(_product([f"({text})" if other.over and " " in text else text, other.over]))
        both = _product([left.over, right.over])
        if sign == "==":
            return f"({both} != 0 and {texts[0]} == {texts[1]})"
        return f"(({both} > 0 and {texts[0]} {sign} {texts[1]}) or ({both} < 0 and {texts[1]} {sign} {texts[0]}))"

    def _factor(self, type_: Any) -> Fraction:
        """Returns the value of 1 in a fluent of a type."""
        return Fraction(1, self.unit) if type_.is_real_type() else Fraction(1)

    def value(self, e: FNode) -> str:
        """Returns a value of any type, as an index or an operand."""
        if e.type.is_bool_type():
            return self.condition(e)
        if e.type.is_int_type() or e.type.is_real_type():
            n = self.number(e)
            if n.factor.denominator != 1:
                raise Unsupported(f"the value {e} is no integer")
            return n.times(Fraction(1))
        return self._place(e)

    def stored(self, e: FNode, type_: Any) -> str:
        """Returns a value for a fluent of a type."""
        if not (type_.is_int_type() or type_.is_real_type()):
            return self.value(e)
        n, factor = self.number(e), self._factor(type_)
        many = n.factor / factor
        if many.denominator == 1 and not n.over:
            return n.times(factor)
        if self._constant(e) is not None and not type_.is_real_type():
            raise Unsupported(f"the value {e} is no integer")
        # The quotient, which has to be a multiple of the unit.
        self.inexact = True
        if type_.is_real_type():
            self._divisors.add(0 if n.over else many.denominator)
        text = n.dividend(n.factor / many.numerator)
        by = _product([str(many.denominator) if many.denominator != 1 or not n.over else "", n.over])
        text, by = (f"({t})" if " " in t else t for t in (text, by))
        nonzero = f"{by} != 0 and " if n.over else ""
        self._guards.append(f"({nonzero}{text} % {by} == 0)")
        return f"({text} / {by})"

    def _finer(self) -> bool:
        """Reports whether divisions need a finer unit than there is, and sets it."""
        before = self.unit
        for by in sorted(self._divisors, reverse=True):
            by = by or 12
            while self.unit * by <= FINEST:
                self.unit *= by
        return self.unit != before

    # Declarations.

    def _write(self) -> str:
        p = self.problem
        lines = [f'puzzle "{_printable(p.name or "problem")}"']
        if self.objects:
            lines.append(f"enum Object {{ {', '.join(self.objects.values())} }}")
        for type_, name in self.types.items():
            members = [self.objects[o.name] for o in p.objects(type_)]
            if members:
                lines.append(f"type {name} = {{{', '.join(members)}}}")
        for f in p.fluents:
            if not any(self._empty(q.type) for q in f.signature) and not self._empty(f.type):
                lines.append(self._fluent(f))
        if self.contingent:
            lines += self._first_values()
            most = max((len(a.observed_fluents) for a in p.actions if isinstance(a, SensingAction)), default=0)
            lines += [f"state seen{k}: 0..2 = 0" for k in range(most)]
        lines += self._tables()
        monitors = _Monitors(self)
        lines += monitors.states
        for name, action in self.actions.items():
            if not any(self._empty(q.type) for q in action.parameters):
                lines += self._action(name, action, monitors)
        lines += monitors.rules
        for goal in p.goals:
            lines.append(f"goal {self.condition(goal)}")
        lines += [f"goal {g}" for g in monitors.goals]
        lines += self._objective()
        return "\n".join(lines) + "\n"

    def _fluent(self, f: Any) -> str:
        name = self.fluents[f]
        kind = "const" if f in self.static else "hidden state" if f in self.hidden else "state"
        domains = [q.type for q in f.signature]
        type_ = self._range(f.type)
        if self.contingent and f in self.unknown:
            names = [f"i{k}" for k in range(len(domains))]
            index = f"[{', '.join(map(self._domain, domains))}]" if domains else ""
            named = (
                f"[{', '.join(f'{n}: {self._domain(d)}' for n, d in zip(names, domains, strict=True))}]"
                if domains
                else ""
            )
            of = f"[{', '.join(names)}]" if domains else ""
            return f"unknown first_{name}{index}: bool\nhidden state {name}{named}: bool = first_{name}{of}"
        values = self._initial(f)
        if not domains:
            return f"{kind} {name}: {type_} = {values[()]}"
        index = ", ".join(map(self._domain, domains))
        if len(set(values.values())) == 1:
            return f"{kind} {name}[{index}]: {type_} = {next(iter(values.values()))}"
        single = len(domains) == 1
        entries = ", ".join(f"{key[0] if single else '(' + ', '.join(key) + ')'}: {v}" for key, v in values.items())
        return f"{kind} {name}[{index}]: {type_} = {{{entries}}}"

    def _initial(self, f: Any) -> dict[tuple[str, ...], str]:
        """Returns the first values of a fluent by the texts of its arguments."""
        values = {}
        for expression in up.model.fluent.get_all_fluent_exp(self.problem, f):
            value = self.problem.initial_value(expression)
            if value is None:
                raise Unsupported(f"{expression} has no first value")
            values[tuple(map(self.value, expression.args))] = self.stored(value, f.type)
        return values

    # Actions.

    def _action(self, name: str, action: Action, monitors: _Monitors) -> list[str]:
        self.names = {}
        params = []
        for q in action.parameters:
            self.names[q.name] = f"p{len(self.names)}"
            params.append(f"{self.names[q.name]}: {self._domain(q.type)}")
        head = f"move {name}({', '.join(params)}){self._cost(action)}"
        if isinstance(action, DurativeAction):
            lines = [f"{head} takes {self._takes(name, action)} {{", *self._body(action, monitors)]
        else:
            lines = [f"{head} {{"]
            for c in action.preconditions:
                lines += self._conditions("require", c)
            lines += self._block("    ", action.effects)
            if isinstance(action, SensingAction):
                for k, e in enumerate(action.observed_fluents):
                    lines.append(f"    seen{k} = if {self.condition(e)} then 1 else 2")
            lines += ["    " + line for line in monitors.after]
        self.names = {}
        return [*lines, "}"]

    def _conditions(self, word: str, c: FNode) -> list[str]:
        return [f"    {word} {self.condition(part)}" for part in (c.args if c.is_and() else [c])]

    def _block(self, indent: str, effects: list[Any]) -> list[str]:
        self._guards = []
        lines = self._effects(effects)
        guards = [f"{indent}require {g}" for g in self._guards]
        return [*guards, indent + "together {", *(f"{indent}    {e}" for e in lines), indent + "}"] if lines else []

    def _guarded(self, e: Any, condition: str, binder: str) -> str:
        """Returns the value of an effect. What its divisions require is added to the guards."""
        before, self._guards = self._guards, []
        value = self.stored(e.value, e.fluent.type)
        for guard in self._guards:
            text = guard if condition == "true" else f"({condition} implies {guard})"
            before.append(f"(all {binder} {{ {text} }})" if binder else text)
        self._guards = before
        return value

    def _durations(self) -> dict[str, dict[tuple[FNode, ...], Fraction]]:
        """Returns the durations of the actions by their arguments; only by () where it is a constant."""
        em = self.problem.environment.expression_manager
        found: dict[str, dict[tuple[FNode, ...], Fraction]] = {}
        for name, action in self.actions.items():
            if not isinstance(action, DurativeAction):
                continue
            d = action.duration
            if d.lower != d.upper or d.is_left_open() or d.is_right_open():
                raise Unsupported(f"the action {action.name} has no fixed duration")
            if d.lower.is_constant():
                found[name] = {(): exact(d.lower.constant_value())}
                continue
            domains = [self._values(q.type) for q in action.parameters]
            values: dict[tuple[FNode, ...], Fraction] = {}
            for chosen in itertools.product(*domains):
                if len(values) > MOST_DURATIONS:
                    raise Unsupported(f"the durations of {action.name} are more than {MOST_DURATIONS}")
                of = dict(zip(map(em.ParameterExp, action.parameters), chosen, strict=True))
                value = _evaluated(self.problem, d.lower.substitute(of))
                if value is not None:
                    values[chosen] = value
            found[name] = values
        return found

    def _values(self, type_: Any) -> list[FNode]:
        """Returns the values of the type of a parameter."""
        em = self.problem.environment.expression_manager
        if type_.is_user_type():
            return [em.ObjectExp(o) for o in self.problem.objects(type_)]
        if type_.is_bool_type():
            return [em.FALSE(), em.TRUE()]
        if type_.is_int_type() and type_.lower_bound is not None and type_.upper_bound is not None:
            return [em.Int(n) for n in range(type_.lower_bound, type_.upper_bound + 1)]
        raise Unsupported(f"the type {type_} has no bounds")

    def _takes(self, name: str, action: DurativeAction) -> str:
        """Returns the duration of an action in ticks, of which a unit of time has self.ticks."""
        values = self.durations[name]
        if set(values) == {()}:
            return str(int(values[()] * self.ticks) + self.longer(name))
        names = ", ".join(self.names[q.name] for q in action.parameters)
        return f"{name}_takes[{names}]" if values else "-1 + 0"

    def longer(self, name: str) -> int:
        """Returns the number of ticks that an action takes more than its duration."""
        action = self.actions[name]
        return int(self.slack and any(i.lower != i.upper for i in action.conditions))

    def _tables(self) -> list[str]:
        """Returns the tables of durations that depend on arguments: -1 where a duration is not defined."""
        lines = []
        for name, values in self.durations.items():
            action = self.actions[name]
            if not values or set(values) == {()}:
                continue
            domains = [self._values(q.type) for q in action.parameters]
            more = self.longer(name)
            ticks = {c: int(values[c] * self.ticks) + more if c in values else -1 for c in itertools.product(*domains)}
            index = ", ".join(self._domain(q.type) for q in action.parameters)
            single = len(domains) == 1
            entries = []
            for chosen, n in ticks.items():
                key = ", ".join(map(self.value, chosen))
                entries.append(f"{key if single else f'({key})'}: {n}")
            lines.append(f"const {name}_takes[{index}]: -1..{max(ticks.values())} = {{{', '.join(entries)}}}")
        return lines

    def _body(self, action: DurativeAction, monitors: _Monitors) -> list[str]:
        """Returns conditions and effects at the start of an action, during it and at its end."""
        if monitors.states:
            raise Unsupported("trajectory constraints and durations")
        first, during, last = [], [], []
        for interval, conditions in action.conditions.items():
            left, right = self._at(interval.lower, action), self._at(interval.upper, action)
            for c in conditions:
                if left and not interval.is_left_open():
                    first += self._conditions("require", c)
                if left and not right:
                    during += self._conditions("while", c)
                if not right and not (left and interval.is_right_open()):
                    last += self._conditions("require", c)
        for timing, effects in action.effects.items():
            block = self._block("    ", effects)
            if self._at(timing, action):
                during += block
            else:
                last += block
        lines = first + during
        if last:
            lines += ["    end {", *("    " + line for line in last), "    }"]
        return lines

    def _effects(self, together: list[Any]) -> list[str]:
        assigned: dict[tuple[str, str], list[Any]] = {}
        added: dict[tuple[str, str], list[Any]] = {}
        for e in together:
            if any(self._empty(v.type) for v in e.forall):
                continue
            before = dict(self.names)
            binder = self._bind(e.forall)
            target = self._place(e.fluent)
            bound = any(re.search(rf"\b{self.names[v.name]}\b", target) for v in e.forall)
            self.names = before
            if e.is_assignment():
                assigned.setdefault((target, binder), []).append(e)
            else:  # without a bound name in the target, the effects of all values add up
                added.setdefault((target, binder if bound else ""), []).append(e)
        lines = []
        for groups, write in ((assigned, self._assign), (added, self._add)):
            for (target, binder), effects in groups.items():
                before = dict(self.names)
                if binder:
                    self._bind(effects[0].forall)
                body = write(target, effects, together, binder)
                self.names = before
                lines.append(f"for {binder} {{ {body} }}" if binder else body)
        return lines

    def _assign(self, target: str, effects: list[Any], together: list[Any], bound: str) -> str:
        type_ = effects[0].fluent.type
        conditions = [self.condition(e.condition) for e in effects]
        values = [self._guarded(e, c, bound) for e, c in zip(effects, conditions, strict=True)]
        if type_.is_bool_type():  # where values differ, true counts
            pairs = zip(conditions, values, strict=True)
            chosen = [v if c == "true" else f"({c} and {v})" for c, v in pairs if v != "false"]
            chosen += self._others(effects, together)
            value = "true" if "true" in chosen else " or ".join(chosen) or "false"
        else:
            value = values[-1]
            for c, v in list(zip(conditions, values, strict=True))[-2::-1]:
                value = f"if {c} then {v} else ({value})"
        if "true" in conditions:
            return f"{target} = {value}"
        return f"if {' or '.join(conditions)} {{ {target} = {value} }}"

    def _others(self, effects: list[Any], together: list[Any]) -> list[str]:
        """Returns when other effects of the action make the same Boolean fluent true."""
        mine = effects[0].fluent
        found = []
        for e in together:
            if e in effects or e.fluent.fluent() != mine.fluent() or e.value.is_false():
                continue
            if any(
                a.is_constant() and b.is_constant() and a != b for a, b in zip(e.fluent.args, mine.args, strict=True)
            ):
                continue
            if any(self._empty(v.type) for v in e.forall):
                continue
            ours = [self.value(a) for a in mine.args]
            before = dict(self.names)
            binder = self._bind(e.forall)
            theirs = [self.value(a) for a in e.fluent.args]
            parts = [f"{a} == {b}" for a, b in zip(ours, theirs, strict=True) if a != b]
            parts += [t for t in (self.condition(e.condition), self.condition(e.value)) if t != "true"]
            self.names = before
            both = " and ".join(parts) or "true"
            found.append(f"(any {binder} {{ {both} }})" if binder else both if both == "true" else f"({both})")
        return found

    def _add(self, target: str, effects: list[Any], together: list[Any], bound: str) -> str:
        text, conditions = target, []
        for e in effects:
            before = dict(self.names)
            binder = "" if bound else self._bind(e.forall)
            condition = self.condition(e.condition)
            value = self._guarded(e, condition, bound or binder)
            self.names = before
            if condition != "true":
                value = f"(if {condition} then {value} else 0)"
            conditions.append("true" if binder else condition)
            if binder:
                value = f"sum({binder} -> {value})"
            elif " " in value and condition == "true":
                value = f"({value})"
            text += (" + " if e.is_increase() else " - ") + value
        if "true" in conditions:
            return f"{target} = {text}"
        return f"if {' or '.join(conditions)} {{ {target} = {text} }}"

    # Metrics.

    def _metric(self) -> Any:
        metrics = self.problem.quality_metrics
        if len(metrics) > 1:
            raise Unsupported("more than one metric")
        return metrics[0] if metrics else None

    def _cost(self, action: Action) -> str:
        metric = self._metric()
        if not isinstance(metric, MinimizeActionCosts):
            return ""
        costs = [c for c in map(metric.get_action_cost, self.problem.actions) if c is not None]
        mine = metric.get_action_cost(action)
        if mine is None:
            return " cost 0"
        saved, self.names = self.names, {q.name: "p" for a in self.problem.actions for q in a.parameters}
        factor = _common([self.number(c).factor for c in costs])
        self.names = saved
        if mine.is_constant() and mine.constant_value() < 0:
            raise Unsupported(f"the cost of {action.name} is negative")
        return f" cost {self.number(mine).times(factor)}"

    def _objective(self) -> list[str]:
        metric = self._metric()
        if self.temporal and isinstance(metric, MinimizeActionCosts):
            return ["minimize cost"]  # and not first the time
        if metric is None or isinstance(metric, (MinimizeActionCosts, MinimizeSequentialPlanLength)):
            return []
        self.has_objective = True
        if isinstance(metric, (MinimizeExpressionOnFinalState, MaximizeExpressionOnFinalState)):
            word = "minimize" if isinstance(metric, MinimizeExpressionOnFinalState) else "maximize"
            n = self.number(metric.expression)
            return [f"{word} {n.times(_common([n.factor]))}"]
        if isinstance(metric, Oversubscription):
            scale = 1
            for weight in metric.goals.values():
                scale = lcm(scale, exact(weight).denominator)
            parts = [f"(if {self.condition(g)} then {int(exact(w) * scale)} else 0)" for g, w in metric.goals.items()]
            return ["maximize " + " + ".join(parts or ["0"])]
        raise Unsupported(f"the metric {metric}")


class _Monitors:
    """States that follow the trajectory constraints (PDDL 3; Gerevini, Long 2005)."""

    def __init__(self, t: Translation):
        self.states: list[str] = []
        self.after: list[str] = []  # statements at the end of each move
        self.rules: list[str] = []
        self.goals: list[str] = []
        self._t = t
        for c in t.problem.trajectory_constraints:
            self._add(c)

    def _add(self, c: FNode) -> None:
        kind, t = c.node_type, self._t
        if kind == OperatorKind.FORALL:
            em = t.problem.environment.expression_manager
            domains = [list(t.problem.objects(v.type)) for v in c.variables()]
            for chosen in itertools.product(*domains):
                pairs = zip(c.variables(), chosen, strict=True)
                self._add(c.args[0].substitute({em.VariableExp(v): em.ObjectExp(o) for v, o in pairs}))
            return
        if kind == OperatorKind.AND:
            for part in c.args:
                self._add(part)
            return
        texts = [t.condition(a) for a in c.args]
        first = [self._first(a) for a in c.args]
        name = f"m{len(self.states)}"
        if kind == OperatorKind.ALWAYS:
            self.rules.append(f"always {texts[0]}")
        elif kind == OperatorKind.SOMETIME:
            self._state(name, first[0])
            self.after.append(f"if {texts[0]} {{ {name} = true }}")
            self.goals.append(name)
        elif kind == OperatorKind.SOMETIME_AFTER:
            self._state(name, not first[0] or first[1])
            self.after.append(f"if {texts[1]} {{ {name} = true }} else if {texts[0]} {{ {name} = false }}")
            self.goals.append(name)
        elif kind == OperatorKind.SOMETIME_BEFORE:
            self._state(name, first[1])
            self.after += [f"require {texts[0]} implies {name}", f"if {texts[1]} {{ {name} = true }}"]
            if first[0]:
                self.goals.append("false")
        elif kind == OperatorKind.AT_MOST_ONCE:
            self.states.append(f"state {name}: 0..2 = {int(first[0])}")
            self.after += [
                f"require {texts[0]} implies {name} < 2",
                f"if {texts[0]} {{ {name} = 1 }} else if {name} == 1 {{ {name} = 2 }}",
            ]
        else:
            raise Unsupported(f"the trajectory constraint {c}")

    def _state(self, name: str, first: bool) -> None:
        self.states.append(f"state {name}: bool = {str(first).lower()}")

    def _first(self, e: FNode) -> bool:
        problem = self._t.problem
        try:
            state = up.model.UPState(problem.initial_values, problem)
        except TypeError:  # before unified-planning 1.3
            state = up.model.UPState(problem.initial_values)
        return bool(StateEvaluator(problem).evaluate(e, state).bool_constant_value())


def _evaluated(problem: Problem, e: FNode) -> Fraction | None:
    """Returns the value of a number in the first state, or None where it is undefined or negative."""
    try:
        state = up.model.UPState(problem.initial_values, problem)
    except TypeError:  # before unified-planning 1.3
        state = up.model.UPState(problem.initial_values)
    try:
        value = exact(StateEvaluator(problem).evaluate(e, state).constant_value())
    except (ZeroDivisionError, AssertionError):
        return None
    return value if value >= 0 else None


def _printable(name: str) -> str:
    return "".join(c for c in name if c.isprintable() and c not in '"\\')
