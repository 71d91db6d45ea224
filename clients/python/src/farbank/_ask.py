"""The questions: each starts the program and reads its JSON."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, overload

from ._program import BUG, Process
from ._types import (
    Check,
    Comparison,
    Error,
    Explanation,
    Graph,
    Listing,
    Move,
    Plan,
    Progress,
    Result,
    Simulation,
    Space,
    Status,
    Verdict,
    Version,
)

if TYPE_CHECKING:
    from datetime import timedelta

    from typing_extensions import Unpack

Problem = Union[str, "os.PathLike[str]", tuple[Union[str, "os.PathLike[str]"], Union[str, "os.PathLike[str]"]]]
"""A text, the path of a file, or the name of an example; or the domain and the problem in PDDL.

A string is a text if it has several lines, or has words and is the name of no file.
"""

Data = Union[Mapping[str, Any], str, "os.PathLike[str]"]
"""Parameters, or the path of a JSON file of parameters, or the name of a data set."""

Time = Union[float, str, "timedelta"]
"""A number of seconds, or a duration such as "30s"."""

Size = int | str
"""A number of bytes, or a size such as "4GiB"."""

Plans = Literal["shortest", "simple", "walks", "any", "ends", "sure"]
OnProgress = Callable[[Progress], object]


class SolveOptions(TypedDict, total=False):
    """The keywords of solve besides all and count; the flags of the command have the same names."""

    params: Mapping[str, Any] | None
    data: Data | Sequence[Data] | None
    plans: Plans | None
    length: int | None
    limit: int | None
    improve: bool
    engine: str | None
    strategy: str | None
    horizon: int | None
    free_end: bool
    to_dead_end: bool
    strict: bool
    prefer: Literal["fewest-switches"] | None
    first: Literal["lexicographic"] | None
    symmetry: bool | None
    certificate: str | os.PathLike[str] | None
    tables: str | os.PathLike[str] | None
    disk: str | os.PathLike[str] | None
    timeout: Time | None
    memory: Size | None
    workers: int | None
    ground_limit: int | None
    on_progress: OnProgress | None


class _Call:
    """The arguments of a call, and the files that they name, which exist while it is open."""

    def __init__(self, command: str, problem: Problem | None = None):
        self.args = [command]
        self.text: str | None = None
        self._folder: str | None = None
        self._given: dict[str, str] = {}
        self.messages = ""
        self.code = 0
        if problem is not None:
            self._problem(problem)

    def _problem(self, problem: Problem) -> None:
        if isinstance(problem, tuple):
            for i, part in enumerate(problem):
                name = os.fspath(part)
                if isinstance(part, str) and ("\n" in part or part.lstrip().startswith("(")):
                    name = self.file(("domain.pddl", "problem.pddl")[i], part)
                self.args.append(_name(name))
        elif is_text(problem):
            self.text = str(problem)
            self.args.append("-")
        else:
            self.args.append(_name(os.fspath(problem)))

    def file(self, name: str, text: str, shown: str | None = None) -> str:
        """Writes a file, and returns its path."""
        import tempfile

        if self._folder is None:
            self._folder = tempfile.mkdtemp(prefix="farbank-")
        path = os.path.join(self._folder, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        self._given[path] = shown or name
        return path

    def input(self, params: Mapping[str, Any] | None, data: Data | Sequence[Data] | None) -> None:
        """Adds parameters: simple ones as flags, the others as JSON."""
        rest = {}
        for name, value in (params or {}).items():
            if isinstance(value, bool):
                self.args += ["-p", f"{name}={'true' if value else 'false'}"]
            elif isinstance(value, int) or isinstance(value, str) and not value.startswith("@"):
                self.args += ["-p", f"{name}={value}"]
            else:
                rest[name] = value
        sets: list[Data] = []
        if isinstance(data, (str, os.PathLike, Mapping)):
            sets = [data]
        elif data is not None:
            sets = list(data)
        for i, given in enumerate([rest, *sets] if rest else sets):
            if isinstance(given, Mapping):
                text = json.dumps(given, default=_plain)
                self.args += ["--data", self.file(f"data{i}.json", text, "params" if given is rest else "data")]
            else:
                self.args += ["--data", os.fspath(given)]

    def flags(self, **flags: Any) -> None:
        """Adds flags that have a value: None and False are left out."""
        for name, value in flags.items():
            flag = "--" + name.rstrip("_").replace("_", "-")
            if value is None or value is False:
                continue
            if value is True:
                self.args.append(flag)
            elif isinstance(value, (list, tuple)):
                for one in value:
                    self.args += [flag, str(one)]
            else:
                self.args += [flag, os.fspath(value) if isinstance(value, os.PathLike) else str(value)]

    def limits(
        self, timeout: Time | None, memory: Size | None, workers: int | None = None, ground_limit: int | None = None
    ) -> None:
        """Adds the flags of limits."""
        if timeout is not None and not isinstance(timeout, str):
            seconds = timeout if isinstance(timeout, (int, float)) else timeout.total_seconds()
            timeout = f"{seconds:.9f}s"
        if isinstance(memory, int):
            memory = f"{memory}B"
        self.flags(timeout=timeout, memory=memory, workers=workers, ground_limit=ground_limit)

    def start(self, progress: Callable[[dict[str, Any]], None] | None = None, allow: tuple[int, ...] = ()) -> Process:
        """Starts the program."""
        if progress is not None:
            self.flags(progress="json")
        return Process(self.args, self.text, progress, allow)

    def text_of(
        self, progress: OnProgress | None = None, allow: tuple[int, ...] = (), after: Callable[[], None] | None = None
    ) -> str:
        """Returns what the program prints. Before the files are removed it calls after."""
        try:
            process = self.start(_reporting(progress), allow)
            out = process.read()
            self.messages, self.code = process.messages, process.code
            if after is not None:
                after()
            return out
        except Error as e:
            self.rename(e)
            raise
        finally:
            self.close()

    def read(
        self, progress: OnProgress | None = None, allow: tuple[int, ...] = (), after: Callable[[], None] | None = None
    ) -> list[Any]:
        """Returns the documents that the program prints."""
        out = self.text_of(progress, allow, after)
        return [json.loads(line) for line in out.split("\n") if line]

    def rename(self, e: Error) -> None:
        """Replaces the paths of files that this call has written."""
        for path, shown in self._given.items():
            if any(path in m.file or path in m.message for m in e.errors):
                docs = [
                    {**m.document, "file": m.file.replace(path, shown), "message": m.message.replace(path, shown)}
                    for m in e.errors
                ]
                Error.__init__(e, docs, e.code)

    def close(self) -> None:
        """Removes the files."""
        if self._folder is not None:
            import shutil

            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def _reporting(progress: OnProgress | None) -> Callable[[dict[str, Any]], None] | None:
    if progress is None:
        return None

    def report(doc: dict[str, Any]) -> None:
        if doc.get("phase") != "end":
            progress(Progress._load(doc))

    return report


def _plain(value: Any) -> Any:
    """Converts sets and other iterables of data for JSON."""
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):  # numpy
        return value.tolist()
    if hasattr(value, "__iter__"):
        return list(value)
    raise TypeError(f"{type(value).__name__} cannot be a value of a parameter")


def is_text(problem: Problem) -> bool:
    """Reports whether a problem is the text of one, and not a path or the name of an example."""
    if not isinstance(problem, str):
        return False
    if "\n" in problem or "\r" in problem:
        return True
    if not any(c.isspace() for c in problem.strip()):
        return False
    return not (
        problem.endswith((".far", ".pddl", ".mzn")) or os.path.exists(problem) or os.path.exists(problem + ".far")
    )


def _name(name: str) -> str:
    return "./" + name if name.startswith("-") else name


class AllPlans(Iterator[Plan]):
    """An iterator over the plans of ``solve(..., all=True)``, as they are found.

    At the end, ``result`` is the answer. ``close`` (or the end of a ``with`` block, or the end of
    the last reference) ends the search.
    """

    def __init__(self, call: _Call, progress: OnProgress | None, problem: Problem, options: dict[str, Any]):
        self._call = call
        self._origin = problem, options
        self._result: Result | None = None
        self._process = call.start(_reporting(progress))
        self._lines = self._process.lines()
        self._finalizer = weakref.finalize(self, _end, self._process, call)

    def __iter__(self) -> AllPlans:
        return self

    def __next__(self) -> Plan:
        if self._result is not None:
            raise StopIteration
        try:
            doc = json.loads(next(self._lines))
            if "status" not in doc:
                if "errors" in doc:
                    for _ in self._lines:
                        pass
                return Plan._load(doc)._of_problem(*self._origin)
            self._result = Result._load(doc)
            for _ in self._lines:
                pass
        except Error as e:
            self._call.rename(e)
            self.close()
            raise
        except BaseException:
            self.close()
            raise
        self.close()
        raise StopIteration

    @property
    def result(self) -> Result:
        """The answer, after the plans that are left."""
        for _ in self:
            pass
        if self._result is None:
            raise ValueError("the search was closed")
        return self._result

    @property
    def status(self) -> Status:
        """The status of the answer, after the plans that are left."""
        return self.result.status

    @property
    def reason(self) -> str:
        """Why the answer is not complete."""
        return self.result.reason

    @property
    def running(self) -> bool:
        """Reports whether the program is still running."""
        return self._process.running

    def close(self) -> None:
        """Ends the search."""
        self._finalizer()

    def __enter__(self) -> AllPlans:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _end(process: Process, call: _Call) -> None:
    process.kill()
    call.close()


class Run(Iterator[Progress]):
    """A search at work: an iterator over its progress. ``result`` waits for the answer."""

    def __init__(self, call: _Call):
        self._reports: queue.SimpleQueue[Progress | None] = queue.SimpleQueue()
        self._process = call.start(_reporting(self._reports.put))
        self._call = call
        self._out: list[str] = []
        self._fault: BaseException | None = None
        self._over = False
        self._waiter = threading.Thread(
            target=Run._wait, args=(self._process, self._out, self._reports, weakref.ref(self)), daemon=True
        )
        self._finalizer = weakref.finalize(self, _end, self._process, call)
        self._waiter.start()

    @staticmethod
    def _wait(
        process: Process, out: list[str], reports: queue.SimpleQueue[Progress | None], run: weakref.ref[Run]
    ) -> None:
        try:
            out.append(process.read())
        except BaseException as e:
            self = run()
            if self is not None:
                self._fault = e
        reports.put(None)

    def __iter__(self) -> Run:
        return self

    def __next__(self) -> Progress:
        report = None if self._over else self._reports.get()
        if report is None:
            self._over = True
            raise StopIteration
        return report

    @property
    def result(self) -> Result:
        """The answer. This waits for it."""
        for _ in self:
            pass
        self._waiter.join()
        fault = self._fault
        self._finalizer()
        if isinstance(fault, Error):
            self._call.rename(fault)
        if fault is not None:
            raise fault
        return Result._load(json.loads(self._out[0].splitlines()[-1]))

    @property
    def running(self) -> bool:
        """Reports whether the program is still running."""
        return self._process.running

    def close(self) -> None:
        """Ends the search."""
        self._finalizer()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@overload
def solve(problem: Problem, *, all: Literal[True], **options: Unpack[SolveOptions]) -> AllPlans: ...
@overload
def solve(
    problem: Problem, *, all: Literal[False] = False, count: bool = False, **options: Unpack[SolveOptions]
) -> Result: ...
def solve(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    plans: Plans | None = None,
    all: bool = False,
    count: bool = False,
    length: int | None = None,
    limit: int | None = None,
    improve: bool = False,
    engine: str | None = None,
    strategy: str | None = None,
    horizon: int | None = None,
    free_end: bool = False,
    to_dead_end: bool = False,
    strict: bool = False,
    prefer: Literal["fewest-switches"] | None = None,
    first: Literal["lexicographic"] | None = None,
    symmetry: bool | None = None,
    certificate: str | os.PathLike[str] | None = None,
    tables: str | os.PathLike[str] | None = None,
    disk: str | os.PathLike[str] | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    workers: int | None = None,
    ground_limit: int | None = None,
    on_progress: OnProgress | None = None,
) -> Result | AllPlans:
    """Finds a best plan, all plans or their number, or proves that none exists.

    The keywords are the flags of ``farbank solve``. With ``all`` this returns an iterator over
    the plans. ``timeout`` is in seconds, ``memory`` in bytes. ``on_progress`` is called from
    another thread. A mistake in the problem raises an Error.

    >>> answer = solve("wolf")
    >>> answer.status, answer.cost, str(answer.plan[0])
    (<Status.solved: 'solved'>, 7, 'cross(goat)')
    >>> answer.states[1]["at"]["goat"]
    'east'
    >>> solve("queens", params={"n": 6}, count=True).count
    4
    >>> [plan.find["row"][1] for plan in solve("queens", params={"n": 6}, all=True)]
    [2, 3, 4, 5]
    """
    options: SolveOptions = {
        "params": params, "data": data, "plans": plans, "length": length, "limit": limit, "improve": improve,
        "engine": engine, "strategy": strategy, "horizon": horizon, "free_end": free_end, "to_dead_end": to_dead_end,
        "strict": strict, "prefer": prefer, "first": first, "symmetry": symmetry, "certificate": certificate,
        "tables": tables, "disk": disk, "timeout": timeout, "memory": memory, "workers": workers,
        "ground_limit": ground_limit,
    }  # fmt: skip
    call = _solve(problem, options, all=all, count=count)
    if all:
        return AllPlans(call, on_progress, problem, _origin(options))
    return Result._load(call.read(on_progress)[-1])._of_problem(problem, _origin(options))


def _origin(options: SolveOptions) -> dict[str, Any]:
    """Returns the options that a plan of the answer needs to be shown."""
    rest: dict[str, Any] = dict(options)
    return {name: rest[name] for name in ("params", "data", "free_end") if rest.get(name)}


def start(problem: Problem, *, count: bool = False, **options: Unpack[SolveOptions]) -> Run:
    """Starts a search. The result is an iterator over its progress; ``result`` is the answer.

    >>> with start("tiles", engine="search") as run:
    ...     for progress in run:
    ...         ignored = progress.states
    ...     run.result.cost
    30
    """
    return Run(_solve(problem, options, count=count))


def _solve(problem: Problem, options: SolveOptions, all: bool = False, count: bool = False) -> _Call:
    call = _Call("solve", problem)
    rest: dict[str, Any] = dict(options)
    rest.pop("on_progress", None)
    call.input(rest.pop("params", None), rest.pop("data", None))
    call.limits(
        rest.pop("timeout", None), rest.pop("memory", None), rest.pop("workers", None), rest.pop("ground_limit", None)
    )
    symmetry = rest.pop("symmetry", None)
    call.flags(json=True, all=all, count=count, symmetry=_on(symmetry), **rest)
    return call


def _on(given: bool | None) -> str | None:
    return None if given is None else "on" if given else "off"


def check(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    advice: bool = False,
    timeout: Time | None = None,
    memory: Size | None = None,
    ground_limit: int | None = None,
) -> Check:
    """Reads a problem and warns of probable mistakes. A mistake raises an Error.

    >>> check("wolf").title
    'Wolf, goat and cabbage'
    >>> check("goal tru")
    Traceback (most recent call last):
    ...
    farbank._types.Error: stdin:1:6: unknown name tru
    """
    call = _Call("check", problem)
    call.input(params, data)
    call.limits(timeout, memory, ground_limit=ground_limit)
    call.flags(json=True, advice=advice)
    return Check._load(call.read()[-1])


def explain(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    keep: Sequence[str] = (),
    limit: int | None = None,
    steps: int | None = None,
    at_once: int | None = None,
    whole: bool = False,
    each: Time | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    workers: int | None = None,
    ground_limit: int | None = None,
) -> Explanation:
    """Explains why no plan exists and what would give one; or which rules matter.

    >>> answer = explain("husbands", params={"couples": 4})
    >>> answer.status, answer.relaxations[0].items[0].kind
    (<Status.none: 'none'>, 'rule')
    """
    call = _Call("explain", problem)
    call.input(params, data)
    call.limits(timeout, memory, workers, ground_limit)
    if each is not None and not isinstance(each, str):
        each = f"{each if isinstance(each, (int, float)) else each.total_seconds():.9f}s"
    call.flags(json=True, keep=list(keep), limit=limit, steps=steps, at_once=at_once, whole=whole, each=each)
    return Explanation._load(call.read()[-1])


def verify(
    problem: Problem,
    plan: Plan | Sequence[Move | Mapping[str, Any] | str] | str | os.PathLike[str],
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    free_end: bool = False,
    timeout: Time | None = None,
    memory: Size | None = None,
    ground_limit: int | None = None,
) -> Verdict:
    """Checks a plan or a certificate, without any search.

    The plan is a result of solve, a list of moves, a text as ``solve --format plan`` prints it,
    or the path of a file with a plan or a certificate.

    >>> verify("wolf", solve("wolf")).cost
    7
    >>> bool(verify("wolf", ["cross(wolf)"]))
    False
    """
    call = _Call("verify", problem)
    call.args.append(_plan(call, plan))
    call.input(params, data)
    call.limits(timeout, memory, ground_limit=ground_limit)
    call.flags(json=True, free_end=free_end)
    verdicts = [Verdict._load(doc) for doc in call.read()]
    return next((v for v in verdicts if not v.valid), verdicts[-1])


def show(
    problem: Problem,
    plan: Plan | Sequence[Move | Mapping[str, Any] | str] | str | os.PathLike[str],
    format: str = "table",
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    free_end: bool = False,
) -> str:
    """Returns a valid plan as table, steps, plan, csv, markdown, svg or html.

    >>> print(show("wolf", solve("wolf"), "plan").splitlines()[0])
    cross(goat)
    """
    call = _Call("verify", problem)
    call.args.append(_plan(call, plan))
    call.input(params, data)
    call.flags(format=format, free_end=free_end)
    return call.text_of()


def _plan(call: _Call, plan: Plan | Sequence[Move | Mapping[str, Any] | str] | str | os.PathLike[str]) -> str:
    """Returns the name of a file with the plan."""
    if isinstance(plan, os.PathLike):
        return _name(os.fspath(plan))
    if isinstance(plan, str):
        if "\n" in plan or not os.path.exists(plan) and ("(" in plan or "=" in plan or not plan.strip()):
            return call.file("plan", plan, "plan")
        return _name(plan)
    if isinstance(plan, Plan):
        doc: Any = plan.document or {"plan": [_move(move) for move in plan.moves], "find": plan.find}
        return call.file("plan", json.dumps(doc, default=_plain), "plan")
    if all(isinstance(move, str) for move in plan):
        return call.file("plan", "".join(f"{move}\n" for move in plan), "plan")
    moves = [_move(move) for move in plan if not isinstance(move, str)]
    return call.file("plan", json.dumps({"plan": moves}, default=_plain), "plan")


def _move(move: Move | Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(move, Move):
        return move
    if move.end:
        return {"end": move.end, "args": move.args, "time": move.time}
    doc: dict[str, Any] = {"move": move.move, "args": move.args}
    if move.time is not None:
        doc["time"] = move.time
    if move.duration is not None:
        doc["duration"] = move.duration
    return doc


def compare(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    plans: Plans | None = None,
    count: bool = False,
    length: int | None = None,
    horizon: int | None = None,
    outside: bool = False,
    strategies: bool = False,
    to_dead_end: bool = False,
    strict: bool = False,
    symmetry: bool | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    workers: int | None = None,
    ground_limit: int | None = None,
) -> Comparison:
    """Asks every engine that can, and compares the answers. ``timeout`` is that of each engine.

    >>> answer = compare("wolf")
    >>> {engine.cost for engine in answer.engines if engine.status == "solved"}, answer.disagreements
    ({7}, [])
    """
    call = _Call("compare", problem)
    call.input(params, data)
    call.limits(timeout, memory, workers, ground_limit)
    call.flags(
        json=True, plans=plans, count=count, length=length, horizon=horizon, outside=outside, strategies=strategies,
        to_dead_end=to_dead_end, strict=strict, symmetry=_on(symmetry),
    )  # fmt: skip
    docs = call.read(allow=(BUG,))
    answers = [doc for doc in docs if "engine" in doc]
    disagreements = [line for line in call.messages.splitlines() if line] if call.code == BUG else []
    return Comparison._load({"engines": answers, "disagreements": disagreements})


def space(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    symmetry: bool | None = None,
    disk: str | os.PathLike[str] | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    workers: int | None = None,
    ground_limit: int | None = None,
    on_progress: OnProgress | None = None,
) -> Space:
    """Describes the state space: reachable states, depths, dead ends, branching.

    >>> space("wolf").layers
    [1, 1, 1, 2, 2, 1, 1, 1]
    """
    call = _Call("space", problem)
    call.input(params, data)
    call.limits(timeout, memory, workers, ground_limit)
    call.flags(json=True, symmetry=_on(symmetry), disk=disk)
    return Space._load(call.read(on_progress)[-1])


def simulate(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    plans: Literal["shortest", "any", "sure"] | None = None,
    runs: int | None = None,
    seed: int | None = None,
    symmetry: bool | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    workers: int | None = None,
    ground_limit: int | None = None,
    on_progress: OnProgress | None = None,
) -> Simulation:
    """Plays the strategy of a problem in which others move, and compares with what was computed.

    >>> played = simulate("craps", runs=1000, seed=1)
    >>> played.runs, 0.4 < played.share < 0.6
    (1000, True)
    """
    call = _Call("simulate", problem)
    call.input(params, data)
    call.limits(timeout, memory, workers, ground_limit)
    call.flags(json=True, plans=plans, runs=runs, seed=seed, symmetry=_on(symmetry))
    return Simulation._load(call.read(on_progress)[-1])


def listing(
    problem: Problem,
    kind: Literal["states", "moves", "successors"],
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    from_: Sequence[str] | str = (),
    rules: int | None = None,
    limit: int | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    ground_limit: int | None = None,
) -> Listing:
    """Lists the states, the ground moves, or the successors of one state.

    >>> [str(move) for move in listing("wolf", "moves").moves]
    ['cross(farmer)', 'cross(wolf)', 'cross(goat)', 'cross(cabbage)']
    """
    call = _Call("space", problem)
    call.input(params, data)
    call.limits(timeout, memory, ground_limit=ground_limit)
    given = [from_] if isinstance(from_, str) else list(from_)
    call.flags(json=True, list=kind, from_=given, rules=rules, limit=limit)
    return Listing._load(call.read()[-1])


def graph(
    problem: Problem,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    format: Literal["svg", "dot", "mmd"] = "svg",
    labels: Literal["plans", "all", "none"] | None = None,
    direction: Literal["auto", "down", "right"] | None = None,
    symmetry: Literal["auto", "on", "off"] | None = None,
    timeout: Time | None = None,
    memory: Size | None = None,
    workers: int | None = None,
    ground_limit: int | None = None,
    on_progress: OnProgress | None = None,
) -> Graph:
    """Draws the graph of states, with start, goals, dead ends and shortest plans.

    >>> drawn = graph("wolf", format="mmd")
    >>> drawn.states, drawn.edges, drawn.text.splitlines()[0]
    (10, 10, '---')
    """
    call = _Call("graph", problem)
    call.input(params, data)
    call.limits(timeout, memory, workers, ground_limit)
    out = call.file("graph." + format, "")
    call.flags(json=True, output=out, labels=labels, direction=direction, symmetry=symmetry)
    text = ""

    def read() -> None:
        nonlocal text
        with contextlib.suppress(OSError), open(out, encoding="utf-8") as f:
            text = f.read()

    doc = call.read(on_progress, after=read)[-1]
    return Graph._load({**doc, "text": text, "format": format})


def export(
    problem: Problem,
    to: str,
    *,
    params: Mapping[str, Any] | None = None,
    data: Data | Sequence[Data] | None = None,
    horizon: int | None = None,
    timeout: Time | None = None,
    ground_limit: int | None = None,
) -> str:
    """Writes a problem in the language of another system: pddl, smtlib, asp and others.

    >>> "(:goal" in export("wolf", "pddl")
    True
    """
    call = _Call("export", problem)
    call.input(params, data)
    call.limits(timeout, None, ground_limit=ground_limit)
    call.flags(to=to, horizon=horizon)
    return call.text_of()


def format(text: str) -> str:
    """Formats the text of a problem in the canonical layout.

    >>> print(format("state  x : 0..2 = 0\\n"), end="")
    state x: 0..2 = 0
    """
    call = _Call("fmt")
    call.args.append("-")
    call.text = text
    return call.text_of()


def examples() -> dict[str, str]:
    """Returns the examples that the program carries: their titles by name.

    >>> examples()["wolf"]
    'Wolf, goat and cabbage'
    """
    out = _Call("examples").text_of()
    lines = [line.split(None, 1) for line in out.splitlines() if line.strip()]
    return {name: title.split("  (--data")[0].strip() for name, title in lines}


def example(name: str) -> str:
    """Returns the text of an example, or of a data set.

    >>> print(example("wolf").splitlines()[0])
    puzzle "Wolf, goat and cabbage"
    """
    call = _Call("examples")
    call.args.append(_name(name))
    return call.text_of()


def version() -> Version:
    """Returns the version of the program.

    >>> version().go.startswith("go1.")
    True
    """
    call = _Call("version")
    call.flags(json=True)
    return Version._load(call.read()[-1])
