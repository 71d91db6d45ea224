"""The types of the answers: dataclasses with the fields of docs/json.md in snake case."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

D = TypeVar("D", bound="Document")
P = TypeVar("P", bound="Plan")


class Status(str, Enum):
    """The status of an answer. It equals its text in JSON.

    >>> Status("none-within-bound")
    <Status.none_within_bound: 'none-within-bound'>
    >>> Status.solved == "solved", Status.SOLVED is Status.solved
    (True, True)
    """

    solved = "solved"
    """A plan proven best, all plans, or their exact number."""
    feasible = "feasible"
    """A plan that is not proven best, or a part of the plans."""
    none = "none"
    """No plan of any length exists."""
    none_within_bound = "none-within-bound"
    """No plan exists within the bound that was asked for."""
    unknown = "unknown"
    """A limit or an interrupt came first."""
    unsupported = "unsupported"
    """The engine cannot answer this question."""

    SOLVED = "solved"
    FEASIBLE = "feasible"
    NONE = "none"
    NONE_WITHIN_BOUND = "none-within-bound"
    UNKNOWN = "unknown"
    UNSUPPORTED = "unsupported"

    def __str__(self) -> str:
        return self.value

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)


class Table(dict[Any, Any]):
    """The values of an array by index. Numbers and truth values are Python's.

    An array with several indices takes them one after another or at once; the text of a number
    is accepted in place of the number.

    >>> cell = Table({1: Table({2: "x"})})
    >>> cell[1][2], cell[1, 2], cell["1"]["2"]
    ('x', 'x', 'x')
    """

    def __missing__(self, key: Any) -> Any:
        if isinstance(key, tuple) and len(key) > 1:
            value: Any = self
            for part in key:
                value = value[part]
            return value
        if isinstance(key, str):
            index = _index(key)
            if index is not key and index in self:
                return self[index]
        raise KeyError(key)


def _index(text: str) -> Any:
    """Returns the Python value of an index that JSON writes as text."""
    if text in ("true", "false"):
        return text == "true"
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() else text


def values(doc: Any) -> Any:
    """Returns a value of JSON as a Python value: arrays of the language become tables."""
    if isinstance(doc, dict):
        return Table((_index(key), values(value)) for key, value in doc.items())
    if isinstance(doc, list):
        return [values(value) for value in doc]
    return doc


def _state(doc: Any) -> dict[str, Any]:
    return {name: values(value) for name, value in doc.items()}


def _camel(name: str) -> str:
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in rest)


def _of(kind: Callable[[Any], Any], default: Any = None) -> Any:
    """A field whose value in JSON is converted by kind."""
    return field(default=default, metadata={"of": kind})


def _one(kind: type[Document]) -> Any:
    return _of(kind._load)


def _list(kind: type[Document]) -> Any:
    return field(default_factory=list, metadata={"of": lambda docs: [kind._load(doc) for doc in docs or ()]})


def _plain() -> Any:
    return field(default_factory=list, metadata={"of": lambda docs: list(docs or ())})


@dataclass(frozen=True)
class Document:
    """A part of an answer. Its fields are also the keys of JSON: ``answer["status"]``."""

    @property
    def document(self) -> dict[str, Any]:
        """The JSON document that this was read from; empty if it was not read."""
        doc: dict[str, Any] = self.__dict__.get("json", {})
        return doc

    @classmethod
    def _load(cls: type[D], doc: Any) -> D:
        given = {}
        for f in dataclasses.fields(cls):
            key = _camel(f.name)
            if key in doc:
                convert = f.metadata.get("of")
                value = doc[key]
                given[f.name] = convert(value) if convert is not None and value is not None else value
        self = cls(**given)
        object.__setattr__(self, "json", doc)
        return self

    def __getitem__(self, key: str) -> Any:
        return self.document[key]

    def __contains__(self, key: object) -> bool:
        return key in self.document

    def keys(self) -> Iterator[str]:
        """The keys of the JSON document."""
        return iter(self.document)

    def get(self, key: str, default: Any = None) -> Any:
        """Returns a value of the JSON document."""
        return self.document.get(key, default)


class Shown(Document):
    """An answer with a picture or a table in notebooks: ``_repr_html_``, and both by their media types."""

    def _repr_html_(self) -> str | None:
        raise NotImplementedError

    def _pictures(self) -> dict[str, str]:
        """Returns the forms of the answer by media type, besides plain text."""
        html = self._repr_html_()
        return {"text/html": html} if html else {}

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Returns the forms of the answer by media type, with the types of include and without those of exclude."""
        forms = {"text/plain": str(self), **self._pictures()}
        return {kind: text for kind, text in forms.items() if _wanted(kind, include, exclude)}


def _wanted(kind: str, include: Any, exclude: Any) -> bool:
    return (not include or kind in include) and not (exclude and kind in exclude)


@dataclass(frozen=True)
class Mistake(Document):
    """A mistake in a file, a parameter or the call. Line and column count from 1; 0 is unknown."""

    message: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    hint: str = ""


class Error(Exception):
    """The problem or the call is wrong. The attributes are those of the first mistake."""

    def __init__(self, errors: list[Mistake] | list[dict[str, Any]], code: int = 2):
        self.errors: list[Mistake] = [e if isinstance(e, Mistake) else Mistake._load(e) for e in errors] or [Mistake()]
        self.code = code
        """The exit code of the program: 2, or 70 for a bug."""
        first = self.errors[0]
        self.message = first.message
        self.file = first.file
        self.line = first.line
        self.column = first.column
        self.hint = first.hint
        super().__init__("\n".join(_place(e) + e.message + (f" ({e.hint})" if e.hint else "") for e in self.errors))


def _place(e: Mistake) -> str:
    if e.line:
        return f"{e.file}:{e.line}:{e.column}: "
    return f"{e.file}: " if e.file else ""


@dataclass(frozen=True)
class Stats(Document):
    """The work behind an answer. Memory is in bytes, time in seconds."""

    engine: str = ""
    generated: int = 0
    expanded: int = 0
    stored: int = 0
    nodes: int = 0
    depth: int = 0
    state_bytes: int = 0
    memory: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Move(Document):
    """A move of a plan, and the state after it.

    Where moves take time, ``time`` is when it begins and ``duration`` how long it takes, and a plan
    also has the ends of moves: their ``end`` is the name of the move that ends.

    >>> str(Move("cross", ["goat"]))
    'cross(goat)'
    """

    move: str = ""
    args: list[Any] = field(default_factory=list, metadata={"of": values})
    cost: int = 1
    state: dict[str, Any] = _of(_state)
    time: int | None = None
    duration: int | None = None
    end: str = ""

    @property
    def name(self) -> str:
        """The name of the move."""
        return self.move or self.end

    def __str__(self) -> str:
        text = f"{self.name}({', '.join(map(_text, self.args))})" if self.args else self.name
        return f"end of {text}" if self.end else text


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


@dataclass(frozen=True)
class Soft(Document):
    """A soft rule that a plan violates."""

    rule: str = ""
    weight: int = 0
    line: int = 0


@dataclass(frozen=True)
class Plan(Shown):
    """A plan: its moves and the states that it passes, or the values of unknowns."""

    cost: int | None = None
    length: int | None = None
    values: list[int] = _plain()
    find: dict[str, Any] | None = _of(_state)
    start: dict[str, Any] | None = _of(_state)
    plan: list[Move] | None = _of(lambda docs: [Move._load(doc) for doc in docs])
    time: int | None = None
    """The makespan, where moves take time."""
    given_up: list[Soft] = _list(Soft)

    @property
    def moves(self) -> list[Move]:
        """The moves, without ends of moves; an empty list without a plan."""
        return [move for move in self.plan or () if not move.end]

    @property
    def states(self) -> list[dict[str, Any]]:
        """The states from the first to the last: one more than moves."""
        if self.plan is None:
            return []
        first = [self.start] if self.start is not None else []
        return first + [move.state for move in self.plan]

    def show(self, format: str = "table") -> str:
        """Returns the plan as table, steps, plan, csv, markdown, svg or html, as the program prints it.

        svg is a film strip of the states, html a page that shows them one by one. A plan that was
        not read by a function of this package has no problem, and cannot be shown.
        """
        from . import _ask

        origin = self.__dict__.get("origin")
        if origin is None:
            raise ValueError("the problem of this plan is not known; farbank.show takes it")
        problem, options = origin
        return _ask.show(problem, self, format, **options)

    def _of_problem(self: P, problem: Any, options: dict[str, Any]) -> P:
        object.__setattr__(self, "origin", (problem, options))
        return self

    def _repr_html_(self) -> str:
        from . import _html

        return _html.plan(self)

    def __str__(self) -> str:
        lines = [str(move) if move.time is None else f"{move.time}: {move}" for move in self.plan or ()]
        if self.find:
            lines = [f"{name} = {value}" for name, value in self.find.items()] + lines
        return "\n".join(lines)


@dataclass(frozen=True)
class Next(Document):
    """What can come after a situation: its number, and the move of others that leads to it."""

    to: int = 0
    move: str = ""
    args: list[Any] = field(default_factory=list, metadata={"of": values})
    label: str = ""
    weight: int | None = None


@dataclass(frozen=True)
class Situation(Document):
    """A situation of a strategy: who moves, what is seen, our move, and what can come next."""

    id: int = 0
    by: str = ""
    """us, foe or chance; goal or lost at an end."""
    seen: dict[str, Any] = field(default_factory=dict, metadata={"of": _state})
    possible: int | None = None
    move: str = ""
    args: list[Any] = field(default_factory=list, metadata={"of": values})
    label: str = ""
    next: list[Next] = _list(Next)


@dataclass(frozen=True)
class Strategy(Shown):
    """What to do in each situation, where others move or something is not seen."""

    find: dict[str, Any] | None = _of(_state)
    starts: list[int] = _plain()
    situations: list[Situation] = _list(Situation)

    def __getitem__(self, key: Any) -> Any:
        """Returns the situation of a number, or a value of the JSON document by its name."""
        if isinstance(key, int):
            return next(s for s in self.situations if s.id == key)
        return super().__getitem__(key)

    def __str__(self) -> str:
        from . import _html

        return _html.strategy_text(self)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.strategy(self)


def _quantity(value: Any) -> str:
    """Returns the text of a fraction, or of an interval with a low and a high end."""
    return f"{value['low']}..{value['high']}" if isinstance(value, dict) else str(value)


@dataclass(frozen=True)
class Result(Plan):
    """The answer of solve."""

    status: Status = _of(Status, Status.unknown)
    reason: str = ""
    bound: int | None = None
    """A proven lower bound on the cost; an upper bound if the objective is maximised."""
    count: int | None = None
    """With count: the exact number of plans."""
    count_at_least: int | None = None
    """With count and status feasible: the number counted so far."""
    given: int | None = None
    switches: int | None = None
    stats: Stats | None = _one(Stats)
    strategy: Strategy | None = _one(Strategy)
    """In place of a plan, where others move or something is not seen."""
    probability: Any = None
    expected: Any = None
    value: Any = None
    """With others and an objective: its value, guaranteed or expected."""
    plans: list[Plan] = _list(Plan)
    """With all, over HTTP: the plans."""

    def __str__(self) -> str:
        head = str(self.status)
        if self.count is not None:
            head += f", {self.count} plans"
        elif self.cost is not None and self.plan:
            head += f", {len(self.moves)} moves, cost {self.cost}"
        if self.probability is not None:
            head += f", probability {_quantity(self.probability)}"
        if self.expected is not None:
            head += f", expected cost {_quantity(self.expected)}"
        if self.value is not None:
            head += f", value {_quantity(self.value)}"
        if self.strategy is not None and self.cost is not None:
            head += f", cost {self.cost}"
        if self.reason:
            head += f": {self.reason}"
        rest = super().__str__()
        if self.strategy is not None:
            rest = "\n".join(filter(None, [rest, str(self.strategy)]))
        return head + ("\n" + rest if rest else "")


@dataclass(frozen=True)
class Warned(Document):
    """A warning of check: a probable mistake."""

    kind: str = ""
    message: str = ""
    file: str = ""
    line: int = 0
    column: int = 0
    hint: str = ""


@dataclass(frozen=True)
class Param(Document):
    """A parameter that the file declares; only over HTTP."""

    name: str = ""
    line: int = 0
    type: str = ""
    index: list[str] = _plain()
    default: str | None = None
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True)
class Check(Shown):
    """A valid problem: its size, and warnings."""

    valid: bool = True
    title: str = ""
    variables: int = 0
    cells: int = 0
    moves: int = 0
    ground_moves: int = 0
    rules: int = 0
    unit: int | None = None
    """The unit of time, where moves take time."""
    warnings: list[Warned] = _list(Warned)
    advice: list[Warned] = _list(Warned)
    params: list[Param] = _list(Param)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.check(self)


@dataclass(frozen=True)
class Item(Document):
    """A rule, a part of one, a requirement of a move, a parameter, a range, a start or a number."""

    kind: str = ""
    text: str = ""
    line: int = 0
    rule: str = ""
    label: str = ""
    move: str = ""
    name: str = ""
    choice: str = ""
    says: str = ""
    from_: int | None = None
    to: int | None = None
    array: str = ""
    was: str = ""
    will: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Conflict(Document):
    """A minimal set of rules that together make a plan impossible."""

    items: list[Item] = _list(Item)
    sure: bool = False
    whole: bool = False

    def __str__(self) -> str:
        return "\n".join(map(str, self.items))


@dataclass(frozen=True)
class Relaxation(Plan):
    """A minimal set of changes that gives a plan, with the plan."""

    items: list[Item] = _list(Item)
    sure: bool = False
    whole: bool = False
    also: list[Item] = _list(Item)


@dataclass(frozen=True)
class Without(Document):
    """The problem without a rule."""

    status: Status = _of(Status, Status.unknown)
    reason: str = ""
    cost: int | None = None
    states: int | None = None
    follows: bool = False


@dataclass(frozen=True)
class Effect(Document):
    """The effect of a rule where a plan exists. Its role is decides, shapes, idle or unknown."""

    item: Item = _of(Item._load)
    role: str = ""
    refused: int | None = None
    alone: int | None = None
    starts: int = 0
    without: Without | None = _one(Without)


@dataclass(frozen=True)
class Range(Document):
    """A range that blocks moves."""

    name: str = ""
    line: int = 0
    lo: int = 0
    hi: int = 0
    nearest: int = 0
    refused: int = 0
    wider: Without | None = _one(Without)


@dataclass(frozen=True)
class Explanation(Shown):
    """Why no plan exists and what would give one, or which rules matter."""

    status: Status = _of(Status, Status.unknown)
    complete: bool = False
    reason: str = ""
    asked: int = 0
    hopeless: bool = False
    conflicts: list[Conflict] = _list(Conflict)
    relaxations: list[Relaxation] = _list(Relaxation)
    changes: list[Relaxation] = _list(Relaxation)
    tried: int = 0
    untried: str = ""
    bound: int | None = None
    fixed: list[str] = _plain()
    cost: int | None = None
    states: int | None = None
    effects: list[Effect] = _list(Effect)
    ranges: list[Range] = _list(Range)
    partial: bool = False

    def _repr_html_(self) -> str:
        from . import _html

        return _html.explanation(self)


@dataclass(frozen=True)
class Verdict(Shown):
    """The result of verify: of a plan, or of a certificate."""

    valid: bool = False
    cost: int | None = None
    length: int | None = None
    step: int = 0
    """The first step that fails, from 1; after the last one, the plan does not end correctly."""
    move: str = ""
    rules: list[str] = _plain()
    message: str = ""
    certificate: str = ""
    """Of a valid certificate: none, least or best."""
    states: int | None = None
    steps: int | None = None
    line: int = 0

    def __str__(self) -> str:
        if self.valid:
            return "valid" + ("" if self.cost is None else f", cost {self.cost}")
        return f"invalid: {f'step {self.step}: ' if self.step else ''}{self.message}"

    def _repr_html_(self) -> str:
        from . import _html

        return _html.verdict(self)

    def __bool__(self) -> bool:
        return self.valid


@dataclass(frozen=True)
class EngineAnswer(Plan):
    """The answer of one engine in a comparison."""

    engine: str = ""
    status: Status = _of(Status, Status.unknown)
    reason: str = ""
    outside: bool = False
    valid: bool | None = None
    invalid: str = ""
    count: int | None = None
    count_at_least: int | None = None
    horizon: int | None = None
    work: int | None = None
    unit: str = ""
    seconds: float = 0.0
    strategy: str = ""
    stats: Stats | None = _one(Stats)


@dataclass(frozen=True)
class Comparison(Shown):
    """The answers of all engines that can."""

    engines: list[EngineAnswer] = _list(EngineAnswer)
    disagreements: list[str] = _plain()

    def _repr_html_(self) -> str:
        from . import _html

        return _html.comparison(self)


@dataclass(frozen=True)
class Simulation(Shown):
    """The results of plays of a strategy, beside the values that were computed for it."""

    status: Status | None = _of(Status)
    """Only if the problem was not solved."""
    reason: str = ""
    cost: int | None = None
    probability: Any = None
    expected: Any = None
    value: Any = None
    """Of the objective, if there is one."""
    runs: int = 0
    seed: int = 0
    reached: int = 0
    """The number of plays that reached the goal."""
    share: float | None = None
    cut: int = 0
    """The number of plays that were ended after 100,000 moves."""
    mean_cost: float | None = None
    standard_error: float | None = None
    least_cost: int | None = None
    most_cost: int | None = None
    mean_value: float | None = None
    value_error: float | None = None
    """The standard error of mean_value."""
    least_value: float | None = None
    most_value: float | None = None
    stats: Stats | None = _one(Stats)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.simulation(self)


@dataclass(frozen=True)
class At(Document):
    """A state and its depth, the least number of moves from the start."""

    depth: int | None = None
    state: dict[str, Any] = _of(_state)


@dataclass(frozen=True)
class Space(Shown):
    """The state space: docs/json.md describes the fields."""

    complete: bool = False
    reason: str = ""
    status: Status | None = _of(Status)
    possible: int | None = None
    safe: int | None = None
    states: int | None = None
    starts: int = 0
    goal_states: int = 0
    dead_ends: int = 0
    moves: int = 0
    first_goal: int = -1
    depth: int = 0
    layers: list[int] = _plain()
    branching: list[int] = _plain()
    branching_mean: float | None = None
    branching_most: int | None = None
    can_reach_goal: int | None = None
    dead_end_states: list[At] = _list(At)
    every_plan_passes: list[At] = _list(At)
    stats: Stats | None = _one(Stats)

    def _repr_html_(self) -> str:
        from . import _html

        return _html.space(self)


@dataclass(frozen=True)
class ListedState(At):
    """A state, and the first rule that forbids it."""

    forbidden_by: str = ""


@dataclass(frozen=True)
class ListedMove(Move):
    """A move, with its label, and the rules that forbid it."""

    cost: int | None = None  # type: ignore[assignment]
    label: str = ""
    forbidden_by: list[str] = _plain()


@dataclass(frozen=True)
class Listing(Shown):
    """A list of states, of ground moves, or of the successors of a state."""

    states: list[ListedState] = _list(ListedState)
    moves: list[ListedMove] = _list(ListedMove)
    successors: list[ListedMove] = _list(ListedMove)
    forbidden: list[ListedMove] = _list(ListedMove)
    from_: dict[str, Any] | None = _of(_state)
    rules: list[dict[str, Any]] = _plain()
    listed: int = 0
    complete: bool = False
    total: int | None = None
    possible: int | None = None
    safe: int | None = None
    status: Status | None = _of(Status)
    reason: str = ""

    def _repr_html_(self) -> str:
        from . import _html

        return _html.listing(self)


@dataclass(frozen=True)
class Graph(Shown):
    """A drawing of the state graph: its text is SVG, DOT or Mermaid, by the format."""

    text: str = ""
    format: str = "svg"
    states: int = 0
    full: int = 0
    edges: int = 0
    best: int | None = None
    status: Status | None = _of(Status)
    reason: str = ""

    def _repr_svg_(self) -> str | None:
        return self.text if self.format == "svg" and self.text else None

    def _repr_html_(self) -> str | None:
        return self._repr_svg_()

    def _pictures(self) -> dict[str, str]:
        kind = {"svg": "image/svg+xml", "dot": "text/vnd.graphviz", "mmd": "text/vnd.mermaid"}.get(self.format)
        return {kind: self.text} if kind and self.text else {}

    def __str__(self) -> str:
        size = f"a graph of {self.states} states and {self.edges} edges"
        return f"{size}: {self.reason}" if self.reason else size

    def save(self, path: str) -> None:
        """Writes the text to a file."""
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.text)


@dataclass(frozen=True)
class Progress(Document):
    """A report of a search at work; docs/json.md describes the fields."""

    phase: str = ""
    engine: str = ""
    reading: str = ""
    seconds: float = 0.0
    states: int = 0
    states_per_second: int = 0
    nodes: int = 0
    layer: int = 0
    frontier: int = 0
    memory: int = 0
    disk: int = 0
    depth: int = 0
    best: int | None = None
    bound: int | None = None
    states_left: float | None = None
    seconds_left: float | None = None


@dataclass(frozen=True)
class Version(Document):
    """The version of the program."""

    version: str = ""
    commit: str = ""
    date: str = ""
    modified: bool = False
    go: str = ""
    platform: str = ""
