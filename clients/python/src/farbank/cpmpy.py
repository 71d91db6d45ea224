"""Farbank as a solver of CPMpy: ``import farbank.cpmpy`` adds the name farbank to its solvers.

    import cpmpy as cp
    import farbank.cpmpy

    x = cp.intvar(1, 9, shape=3)
    model = cp.Model(cp.AllDifferent(x), sum(x) == 12, maximize=x[0])
    model.solve(solver="farbank")

Constraints become FlatZinc, which the program solves; MiniZinc is not needed.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, misc, assignment"

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.utils import is_any_list, is_boolexpr, is_int
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.comparison import only_numexpr_equality
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.flatten_model import flatten_constraint, get_or_make_var
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.negation import push_down_negation
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.reification import only_bv_reifies, reify_rewrite
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from ._program import Process, find_program

__all__ = ["CPM_farbank", "register"]

_ASSIGNED = re.compile(r"(\w+) = (.*);")


class CPM_farbank(SolverInterface):
    """The solver farbank. Options of solve are flags of ``farbank flatzinc``: free_search, parallel, and so on."""

    supported_global_constraints = frozenset(
        [
            "alldifferent",
            "alldifferent_except_0",
            "table",
            "cumulative",
            "circuit",
            "inverse",
            "no_overlap",
            "regular",
            "gcc",
            "lex_less",
            "lex_lesseq",
            "precedence",
            "xor",
            "min",
            "max",
            "abs",
            "mul",
            "div",
            "mod",
            "pow",
            "element",
            "nvalue",
        ]
    )
    supported_reified_global_constraints: frozenset[str] = frozenset()

    @staticmethod
    def supported() -> bool:
        """Reports whether the program is installed."""
        try:
            find_program()
        except FileNotFoundError:
            return False
        return True

    @classmethod
    def version(cls) -> str | None:
        """Returns the version of the program."""
        from ._ask import version

        return version().version if cls.supported() else None

    @staticmethod
    def solvernames(installed: bool = True) -> list[str]:
        """Returns the names of solvers within this one: there are none."""
        return []

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None):
        if not self.supported():
            raise ModuleNotFoundError("CPM_farbank: the program farbank is not installed: pip install farbank")
        assert subsolver is None, "farbank has no subsolvers"
        self._declared: list[str] = []
        self._posted: list[str] = []
        self._numbers: dict[str, str] = {}  # 0..1 variables that equal Booleans
        self._negated: dict[str, str] = {}
        self._names: dict[str, Any] = {}
        self._hint: list[tuple[Any, Any]] = []
        self._core: list[Any] | None = None
        self._goal: str | None = None
        self._minimizes = True
        self._decimal = False  # whether the objective is a FloatSum
        self._reached = 0
        super().__init__(name="farbank", cpm_model=cpm_model)

    @property
    def native_model(self) -> str:
        """The model in FlatZinc."""
        return self._text([])

    # Variables.

    def _fresh(self, kind: str) -> str:
        name = f"v{len(self._declared)}"
        self._declared.append(f"var {kind}: {name} :: output_var;")
        return name

    def solver_var(self, cpm_var: Any) -> Any:
        """Returns the name of a variable in FlatZinc, or a number."""
        if isinstance(cpm_var, _NumVarImpl):
            if isinstance(cpm_var, NegBoolView):
                return self._not(self.solver_var(cpm_var._bv))
            name = self._varmap.get(cpm_var.name)
            if name is None:
                kind = "bool" if isinstance(cpm_var, _BoolVarImpl) else f"{int(cpm_var.lb)}..{int(cpm_var.ub)}"
                name = self._varmap[cpm_var.name] = self._fresh(kind)
                self._names[name] = cpm_var
            return name
        if is_int(cpm_var):
            return int(cpm_var)
        raise NotImplementedError(f"not a variable: {cpm_var}")

    def _not(self, name: str) -> str:
        if name not in self._negated:
            self._negated[name] = other = self._fresh("bool")
            self._negated[other] = name
            self._post("bool_not", name, other)
        return self._negated[name]

    def _bool(self, x: Any) -> str:
        """Returns a Boolean as FlatZinc writes it."""
        if isinstance(x, (bool, np.bool_, BoolVal)) or is_int(x):
            return "true" if bool(x) else "false"
        return str(self.solver_var(x))

    def _int(self, x: Any) -> str:
        """Returns a number, or a variable over integers."""
        if isinstance(x, _BoolVarImpl):
            name = self.solver_var(x)
            if name not in self._numbers:
                self._numbers[name] = self._fresh("0..1")
                self._post("bool2int", name, self._numbers[name])
            return self._numbers[name]
        if isinstance(x, BoolVal):
            return str(int(bool(x)))
        return str(self.solver_var(x))

    def _ints(self, xs: Any) -> str:
        return "[" + ",".join(map(self._int, np.asarray(xs, dtype=object).ravel())) + "]"

    def _post(self, name: str, *args: Any) -> None:
        self._posted.append(f"constraint {name}({','.join(map(str, args))});")

    # Constraints.

    def transform(self, cpm_expr: Any) -> Any:
        """Transforms expressions to constraints that FlatZinc has."""
        cons = toplevel_list(cpm_expr)
        cons = no_partial_functions(cons, safen_toplevel=frozenset({"div", "mod", "element"}))
        cons = push_down_negation(cons)
        cons = decompose_in_tree(
            cons,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        cons = flatten_constraint(cons, csemap=self._csemap)
        cons = reify_rewrite(cons, supported=frozenset(["sum", "wsum"]), csemap=self._csemap)
        cons = only_numexpr_equality(cons, supported=frozenset(["sum", "wsum", "sub"]), csemap=self._csemap)
        return only_bv_reifies(cons, csemap=self._csemap)

    def add(self, cpm_expr: Any) -> CPM_farbank:
        """Adds constraints."""
        get_variables(cpm_expr, collect=self.user_vars)
        for con in self.transform(cpm_expr):
            self._add(con)
        return self

    __add__ = add

    def _add(self, con: Any) -> None:
        if isinstance(con, BoolVal):
            if not con:
                self._post("bool_eq", "true", "false")
        elif isinstance(con, _BoolVarImpl):
            self._post("bool_eq", self._bool(con), "true")
        elif isinstance(con, Operator) and con.name == "or":
            self._clause(con.args)
        elif isinstance(con, Operator) and con.name == "and":
            for arg in con.args:
                self._add(arg)
        elif isinstance(con, Operator) and con.name == "->":
            self._implies(*con.args)
        elif isinstance(con, Comparison):
            left, right = con.args
            if con.name == "==" and is_boolexpr(left) and is_boolexpr(right):
                self._equivalent(left, right)
            elif isinstance(left, (_NumVarImpl, Operator)):
                name, args = self._linear(con)
                self._post(name, *args)
            else:
                self._function(left, right)
        elif isinstance(con, DirectConstraint):
            con.callSolver(self, self)
        elif isinstance(con, GlobalConstraint):
            self._global(con)
        else:
            raise NotImplementedError(f"CPM_farbank: {con}")

    def _clause(self, literals: Any, *more: str) -> None:
        yes, no = list(more), []
        for x in literals:
            if isinstance(x, NegBoolView):
                no.append(self._bool(x._bv))
            else:
                yes.append(self._bool(x))
        self._post("bool_clause", f"[{','.join(yes)}]", f"[{','.join(no)}]")

    def _implies(self, b: Any, con: Any) -> None:
        if isinstance(con, BoolVal):
            if not con:
                self._clause([~b])
        elif isinstance(con, _BoolVarImpl):
            self._clause([~b, con])
        elif isinstance(con, Operator) and con.name == "or":
            self._clause([~b, *con.args])
        elif isinstance(con, Operator) and con.name == "and":
            for arg in con.args:
                self._clause([~b, arg])
        elif isinstance(con, Comparison):
            name, args = self._linear(con)
            self._post(name + "_imp", *args, self._bool(b))
        else:
            raise NotImplementedError(f"CPM_farbank: {b} -> {con}")

    def _equivalent(self, b: Any, con: Any) -> None:
        if not isinstance(b, _BoolVarImpl):
            b, con = con, b
        if isinstance(con, (BoolVal, _BoolVarImpl)):
            self._post("bool_eq", self._bool(b), self._bool(con))
        elif isinstance(con, Operator) and con.name in ("or", "and"):
            args = "[" + ",".join(map(self._bool, con.args)) + "]"
            self._post(f"array_bool_{con.name}", args, self._bool(b))
        elif isinstance(con, Operator) and con.name == "->":
            self._post("array_bool_or", f"[{self._bool(~con.args[0])},{self._bool(con.args[1])}]", self._bool(b))
        elif isinstance(con, Comparison):
            if is_boolexpr(con.args[0]) and is_boolexpr(con.args[1]) and con.name in ("==", "!="):
                name = "bool_eq_reif" if con.name == "==" else "bool_ne_reif"
                self._post(name, self._bool(con.args[0]), self._bool(con.args[1]), self._bool(b))
                return
            name, args = self._linear(con)
            self._post(name + "_reif", *args, self._bool(b))
        else:
            raise NotImplementedError(f"CPM_farbank: {b} == {con}")

    def _terms(self, e: Any) -> tuple[dict[str, int], int]:
        """Returns a linear expression: factors by variable, and a constant."""
        pairs: list[tuple[int, Any]] = []
        if isinstance(e, Operator):
            if e.name == "wsum":
                pairs = list(zip(map(int, e.args[0]), e.args[1], strict=True))
            elif e.name == "sum":
                pairs = [(1, x) for x in e.args]
            elif e.name == "sub":
                pairs = [(1, e.args[0]), (-1, e.args[1])]
            elif e.name == "-":
                pairs = [(-1, e.args[0])]
            else:
                raise NotImplementedError(f"CPM_farbank: {e}")
        else:
            pairs = [(1, e)]
        factors: dict[str, int] = {}
        constant = 0
        for w, x in pairs:
            if isinstance(x, NegBoolView):
                constant, w, x = constant + w, -w, x._bv
            if isinstance(x, (int, np.integer, np.bool_, BoolVal)):
                constant += w * int(bool(x) if isinstance(x, BoolVal) else x)
                continue
            name = self._int(x)
            factors[name] = factors.get(name, 0) + w
        return factors, constant

    def _linear(self, con: Any) -> tuple[str, list[str]]:
        """Returns a comparison of linear expressions as a constraint and its arguments."""
        factors, constant = self._terms(con.args[0])
        others, more = self._terms(con.args[1])
        for name, w in others.items():
            factors[name] = factors.get(name, 0) - w
        bound, op = more - constant, con.name
        if op in (">", ">="):
            factors = {name: -w for name, w in factors.items()}
            bound, op = -bound, {">": "<", ">=": "<="}[op]
        if op == "<":
            bound, op = bound - 1, "<="
        names = [name for name, w in factors.items() if w]
        weights = f"[{','.join(str(factors[name]) for name in names)}]"
        predicate = {"==": "int_lin_eq", "!=": "int_lin_ne", "<=": "int_lin_le"}[op]
        return predicate, [weights, f"[{','.join(names)}]", str(bound)]

    def _function(self, f: Any, value: Any) -> None:
        y = self._int(value)
        if f.name in ("min", "max"):
            self._post(f"array_int_{f.name}imum", y, self._ints(f.args))
        elif f.name == "abs":
            self._post("int_abs", self._int(f.args[0]), y)
        elif f.name in ("mul", "div", "mod", "pow"):
            name = {"mul": "times"}.get(f.name, f.name)
            self._post(f"int_{name}", self._int(f.args[0]), self._int(f.args[1]), y)
        elif f.name == "element":
            array, index = f.args
            self._post("array_var_int_element", self._shifted(index, 1, 1, len(array)), self._ints(array), y)
        elif f.name == "nvalue":
            self._post("farbank_nvalue", y, self._ints(f.args))
        else:
            raise NotImplementedError(f"CPM_farbank: {f} == {value}")

    def _shifted(self, x: Any, by: int, low: int, high: int) -> str:
        """Returns a variable with the value of x + by, which must be in a range."""
        name = self._fresh(f"{low}..{high}")
        if is_int(x):
            self._post("int_eq", name, int(x) + by)
        else:
            self._post("int_lin_eq", "[1,-1]", f"[{name},{self._int(x)}]", by)
        return name

    def _global(self, con: Any) -> None:
        if con.name == "gcc" and con.closed:
            self._post("farbank_cardinality_closed", *map(self._ints, con.args))
            return
        post = getattr(self, "_" + con.name, None)
        if post is None:
            raise NotImplementedError(f"CPM_farbank: {con}")
        post(*con.args) if con.name not in ("alldifferent", "circuit", "xor") else post(con.args)

    def _alldifferent(self, xs: Any) -> None:
        self._post("farbank_all_different", self._ints(xs))

    def _alldifferent_except_0(self, xs: Any, _: Any) -> None:
        self._post("farbank_all_different_except", self._ints(xs), 0)

    def _circuit(self, xs: Any) -> None:
        self._post("farbank_circuit", 0, self._ints(xs))

    def _xor(self, xs: Any) -> None:
        self._post("array_bool_xor", "[" + ",".join(map(self._bool, xs)) + "]")

    def _inverse(self, f: Any, g: Any) -> None:
        self._post("farbank_inverse", self._ints(f), 0, self._ints(g), 0)

    def _table(self, xs: Any, rows: Any) -> None:
        if len(rows) == 0:
            self._post("bool_eq", "true", "false")
        else:
            self._post("farbank_table", self._ints(xs), self._ints(rows))

    def _gcc(self, xs: Any, values: Any, counts: Any) -> None:
        self._post("farbank_cardinality", self._ints(xs), self._ints(values), self._ints(counts))

    def _lex_less(self, xs: Any, ys: Any) -> None:
        self._post("farbank_lex_less", self._ints(xs), self._ints(ys))

    def _lex_lesseq(self, xs: Any, ys: Any) -> None:
        self._post("farbank_lex_lesseq", self._ints(xs), self._ints(ys))

    def _precedence(self, xs: Any, values: Any) -> None:
        for a, b in zip(values, values[1:], strict=False):
            self._post("farbank_value_precede", int(a), int(b), self._ints(xs))

    def _cumulative(self, *args: Any) -> None:
        start, length, end, use, capacity = args if len(args) == 5 else (*args[:2], None, *args[2:])
        if not is_any_list(use):
            use = [use] * len(start)
        for s, d, e in zip(start, length, end if end is not None else [None] * len(start), strict=True):
            if e is not None:
                self.add(s + d == e)
        for x in [*length, *use]:
            self._at_least_0(x)
        self._post("farbank_cumulative", self._ints(start), self._ints(length), self._ints(use), self._int(capacity))

    def _no_overlap(self, start: Any, length: Any, end: Any = None) -> None:
        for s, d, e in zip(start, length, end if end is not None else [None] * len(start), strict=True):
            if e is not None:
                self.add(s + d == e)
        for x in length:
            self._at_least_0(x)
        self._post("farbank_disjunctive", self._ints(start), self._ints(length))

    def _at_least_0(self, x: Any) -> None:
        if not is_int(x):
            self._post("int_lin_le", "[-1]", f"[{self._int(x)}]", 0)
        elif int(x) < 0:
            self._post("bool_eq", "true", "false")

    def _regular(self, xs: Any, transitions: Any, start: Any, accepting: Any) -> None:
        labels = [int(label) for _, label, _ in transitions]
        low, symbols = min(labels), max(labels) - min(labels) + 1
        states: dict[Any, int] = {}
        for a, _, b in transitions:
            states.setdefault(a, len(states) + 1)
            states.setdefault(b, len(states) + 1)
        for q in (start, *accepting):
            states.setdefault(q, len(states) + 1)
        table = [0] * (len(states) * symbols)
        for a, label, b in transitions:
            table[(states[a] - 1) * symbols + int(label) - low] = states[b]
        array = ",".join(self._shifted(x, 1 - low, 1, symbols) for x in xs)
        final = "{" + ",".join(str(q) for q in sorted(states[q] for q in accepting)) + "}"
        rows = ",".join(map(str, table))
        self._post("farbank_regular", f"[{array}]", len(states), symbols, f"[{rows}]", states[start], final)

    # The objective.

    def objective(self, expr: Any, minimize: bool) -> None:
        """Sets the objective. The last one counts.

        It may be a FloatSum; objective_value is then None, and the value is that of the FloatSum.
        """
        self._decimal = getattr(expr, "name", "") == "floatsum"
        if self._decimal:
            expr = _scaled(expr)
        get_variables(expr, collect=self.user_vars)
        goal, safe = safen_objective(expr)
        goal, parts = decompose_objective(
            goal,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        goal, flat = get_or_make_var(goal)
        for con in self.transform(safe + parts + flat):  # without add: its variables are not the user's
            self._add(con)
        self._goal = self._shifted(goal, 0, int(goal), int(goal)) if is_int(goal) else self._int(goal)
        self._minimizes = minimize

    def has_objective(self) -> bool:
        """Reports whether there is an objective."""
        return self._goal is not None

    # Solving.

    def _text(self, assumed: list[str], fixed: int | None = None) -> str:
        goal = "satisfy"
        lines = [*self._declared, *self._posted, *(f"constraint bool_eq({a},true);" for a in assumed)]
        if self._goal is not None and fixed is None:
            goal = f"{'minimize' if self._minimizes else 'maximize'} {self._goal}"
        elif self._goal is not None:
            lines.append(f"constraint int_eq({self._goal},{fixed});")
        hints = ""
        for kind, warm in ((_BoolVarImpl, "warm_start_bool"), (_IntVarImpl, "warm_start_int")):
            pairs = [(x, v) for x, v in self._hint if isinstance(x, kind)]
            if pairs:
                values = [self._bool(bool(v)) if kind is _BoolVarImpl else str(int(v)) for _, v in pairs]
                names = ",".join(str(self.solver_var(x)) for x, _ in pairs)
                hints += f" :: {warm}([{names}],[{','.join(values)}])"
        return "\n".join([*lines, f"solve{hints} {goal};"]) + "\n"

    def _solutions(self, text: str, flags: list[str], seconds: float | None) -> Iterator[dict[str, str] | str]:
        """Yields the solutions, and at the end complete, unsatisfiable or unknown."""
        if seconds is not None:
            if seconds <= 0:
                raise ValueError("Time limit must be positive")
            flags = [*flags, "-t", str(max(1, int(seconds * 1000)))]
        process = Process(["flatzinc", "-", *flags], text)
        values: dict[str, str] = {}
        end, found = "", False
        try:
            for line in process.lines():
                line = line.rstrip()
                assigned = _ASSIGNED.fullmatch(line)
                if assigned:
                    values[assigned[1]] = assigned[2]
                elif line == "----------":
                    found = True
                    yield values
                    values = {}
                elif line == "==========":
                    end = "complete"
                elif "UNSATISFIABLE" in line:
                    end = "unsatisfiable"
            yield end or ("some" if found else "unknown")
        finally:
            process.kill()

    def _take(self, values: dict[str, str]) -> None:
        for x in self.user_vars:
            text = values[self.solver_var(x)]
            x._value = text == "true" if isinstance(x, _BoolVarImpl) else int(text)
        if self._goal is not None:
            self._reached = int(values[self._goal])
            self.objective_value_ = None if self._decimal else self._reached

    def _flags(self, options: dict[str, Any]) -> list[str]:
        flags = []
        for name, value in options.items():
            flag = "--" + name.replace("_", "-")
            if value is True:
                flags.append(flag)
            elif value is not None and value is not False:
                flags += [flag, str(value)]
        return flags

    def solve(
        self, time_limit: float | None = None, assumptions: Any = None, display: Any = None, **kwargs: Any
    ) -> bool:
        """Finds a solution, or a best one.

        With assumptions, which are Boolean variables or their negations, get_core returns a minimal
        set of those that cannot hold together. display is called with each better solution.
        """
        self.solver_vars(list(self.user_vars))
        if isinstance(assumptions, (set, frozenset)):
            assumptions = list(assumptions)
        elif assumptions is not None:  # a list, an array, or one of them
            assumptions = list(np.asarray(assumptions, dtype=object).ravel())
        assumed = [self._bool(a) for a in assumptions or ()]
        begun = time.monotonic()
        self.objective_value_ = None
        flags = self._flags(kwargs)
        if display is not None and self.has_objective():
            flags.append("--intermediate")
        last, end = None, "unknown"
        for item in self._solutions(self._text(assumed), flags, time_limit):
            if isinstance(item, str):
                end = item
            else:
                last = item
                if display is not None:
                    self._take(item)
                    self.print_display(display)
        self._core = None
        if end == "unsatisfiable" and assumptions is not None:
            self._core = self._shrunk(assumptions, flags)
        return self._ended(end, last, time.monotonic() - begun)

    def _ended(self, end: str, last: dict[str, str] | None, seconds: float) -> bool:
        self.cpm_status = SolverStatus(self.name)
        if hasattr(self.cpm_status, "solve_time"):
            self.cpm_status.solve_time = seconds
        else:  # before CPMpy 1.1
            self.cpm_status.runtime = seconds
        if last is not None:
            best = self.has_objective() and end == "complete"
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if best else ExitStatus.FEASIBLE
            self._take(last)
        else:
            none = end == "unsatisfiable"
            self.cpm_status.exitstatus = ExitStatus.UNSATISFIABLE if none else ExitStatus.UNKNOWN
            for x in self.user_vars:
                x.clear()
        return bool(self._solve_return(self.cpm_status))

    def _shrunk(self, core: list[Any], flags: list[str]) -> list[Any]:
        """Returns a minimal core: each member in turn is left out."""
        for a in list(core):
            rest = [c for c in core if c is not a]
            text = self._text([self._bool(c) for c in rest])
            if "unsatisfiable" in self._solutions(text, flags, None):
                core = rest
        return core

    def get_core(self) -> list[Any]:
        """Returns a minimal set of assumptions that cannot hold together, after solve has found none."""
        if self._core is None:
            raise ValueError("get_core: solve with assumptions, and without a solution, comes first")
        return self._core

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Proposes values, which are tried first. The last hint counts."""
        xs = list(np.asarray(cpm_vars, dtype=object).ravel())
        values = list(np.asarray(vals, dtype=object).ravel())
        self._hint = []
        for x, v in zip(xs, values, strict=True):
            self._hint.append((x._bv, not v) if isinstance(x, NegBoolView) else (x, v))
        self.solver_vars([x for x, _ in self._hint])

    def solveAll(
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **kwargs: Any,
    ) -> int:
        """Finds all solutions, or all best ones, and returns their number."""
        self.solver_vars(list(self.user_vars))
        begun = time.monotonic()
        flags = self._flags(kwargs)
        fixed = None
        if self.has_objective():
            if not self.solve(time_limit=time_limit, **kwargs):
                return 0
            if self.cpm_status.exitstatus != ExitStatus.OPTIMAL:
                return 0
            fixed = self._reached
        left = None if time_limit is None else max(time_limit - (time.monotonic() - begun), 0.001)
        names = [self.solver_var(x) for x in self.user_vars]
        seen: set[tuple[str, ...]] = set()
        last, end = None, "unknown"
        for item in self._solutions(self._text([], fixed), [*flags, "--all-solutions"], left):
            if isinstance(item, str):
                end = item
                break
            key = tuple(item[name] for name in names)
            if key in seen:  # the same values of the user's variables
                continue
            seen.add(key)
            last = item
            if display is not None:
                self._take(item)
                self.print_display(display)
            if len(seen) == solution_limit:
                end = "some"
                break
        self._ended(end, last, time.monotonic() - begun)
        if last is not None:
            complete = end == "complete"
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if complete else ExitStatus.FEASIBLE
        return len(seen)


def _scaled(floats: Any) -> Any:
    """Returns a FloatSum multiplied by a number that makes its coefficients integers.

    Those with more than 12 digits are rounded.
    """
    coefficients, terms, _ = floats.components()
    exact = [Fraction(repr(float(c))) for c in coefficients]
    scale = lcm(*(c.denominator for c in exact))
    largest = max((abs(c) for c in exact), default=Fraction(1)) or Fraction(1)
    if scale * largest > 10**12:
        scale = max(1, int(10**12 / largest))
    return cp.sum(round(c * scale) * x for c, x in zip(exact, terms, strict=True))


def register() -> None:
    """Adds farbank to CPMpy's solvers. Twice is once."""
    if any(name == "farbank" for name, _ in SolverLookup.base_solvers()):
        return
    known = SolverLookup.base_solvers

    def base_solvers(cls: Any) -> list[tuple[str, Any]]:
        return [*known(), ("farbank", CPM_farbank)]

    SolverLookup.base_solvers = classmethod(base_solvers)


register()
