# Generated from the description of the service; see server/clients.
"""The documents of the service, and a method for each question."""
from __future__ import annotations

from typing import Any, Dict, List, TypedDict


AdviceJSON = TypedDict(
    "AdviceJSON",
    {
        "column": int,
        "hint": str,
        "line": int,
        "message": str,
    },
    total=False,
)


BiteJSON = TypedDict(
    "BiteJSON",
    {
        "hi": float,
        "line": int,
        "lo": float,
        "name": str,
        "nearest": float,
        "refused": int,
        "wider": "WithoutJSON",
    },
    total=False,
)


CheckDocument = TypedDict(
    "CheckDocument",
    {
        "advice": List["AdviceJSON"],
        "cells": int,
        "groundMoves": int,
        "moves": int,
        "params": List["ParamDocument"],
        "rules": int,
        "title": str,
        "unit": float,
        "valid": bool,
        "variables": int,
        "warnings": List["WarningJSON"],
    },
    total=False,
)


ChoiceDocument = TypedDict(
    "ChoiceDocument",
    {
        "label": str,
        "move": str,
        "why": str,
    },
    total=False,
)


CompareDocument = TypedDict(
    "CompareDocument",
    {
        "disagreements": List[str],
        "engines": List[Dict[str, Any]],
    },
    total=False,
)


CompleteDocument = TypedDict(
    "CompleteDocument",
    {
        "from": int,  # the number of characters before the replaced word
        "items": List["Completion"],
    },
    total=False,
)


Completion = TypedDict(
    "Completion",
    {
        "detail": str,
        "text": str,
    },
    total=False,
)


ConflictJSON = TypedDict(
    "ConflictJSON",
    {
        "items": List["ItemJSON"],
        "sure": bool,
        "whole": bool,
    },
    total=False,
)


CountDocument = TypedDict(
    "CountDocument",
    {
        "count": int,
        "countAtLeast": int,
        "reason": str,
        "stats": "StatsJSON",
        "status": str,
    },
    total=False,
)


Document = TypedDict(
    "Document",
    {
        "bound": float,
        "cost": float,
        "expected": Any,
        "find": Dict[str, Any],
        "given": int,
        "givenUp": List["SoftJSON"],
        "length": int,
        "plan": List[Any],
        "probability": Any,
        "reason": str,
        "start": Dict[str, Any],
        "stats": "StatsJSON",
        "status": str,
        "strategy": "StrategyJSON",
        "switches": int,
        "time": float,
        "value": Any,
        "values": List[str],
    },
    total=False,
)


EffectJSON = TypedDict(
    "EffectJSON",
    {
        "alone": int,
        "item": "ItemJSON",
        "refused": int,
        "role": str,
        "starts": int,
        "without": "WithoutJSON",
    },
    total=False,
)


ErrorJSON = TypedDict(
    "ErrorJSON",
    {
        "column": int,
        "file": str,
        "hint": str,
        "line": int,
        "message": str,
    },
    total=False,
)


ExampleDocument = TypedDict(
    "ExampleDocument",
    {
        "dataSets": List[str],
        "name": str,
        "source": str,
    },
    total=False,
)


ExplainedDocument = TypedDict(
    "ExplainedDocument",
    {
        "asked": int,
        "bound": float,
        "changes": List["RelaxationJSON"],
        "complete": bool,
        "conflicts": List["ConflictJSON"],
        "cost": float,
        "effects": List["EffectJSON"],
        "fixed": List[str],
        "hopeless": bool,
        "others": "OthersExplanationJSON",  # where others move or something is not seen: the only member
        "partial": bool,
        "ranges": List["BiteJSON"],
        "reason": str,
        "relaxations": List["RelaxationJSON"],
        "shown": str,
        "states": int,
        "status": str,
        "tried": int,
        "untried": str,
    },
    total=False,
)


ExportDocument = TypedDict(
    "ExportDocument",
    {
        "language": str,
        "reason": str,
        "status": str,  # unsupported if the language cannot express it
        "text": str,
    },
    total=False,
)


Fault = TypedDict(
    "Fault",
    {
        "errors": List["ErrorJSON"],
        "status": int,
    },
    total=False,
)


ForkJSON = TypedDict(
    "ForkJSON",
    {
        "args": List[Any],
        "label": str,
        "move": str,
        "to": int,
        "weight": int,
    },
    total=False,
)


FormatDocument = TypedDict(
    "FormatDocument",
    {
        "params": List["ParamDocument"],
        "source": str,
    },
    total=False,
)


FrameDocument = TypedDict(
    "FrameDocument",
    {
        "caption": str,
        "lines": List[str],
        "svg": str,
    },
    total=False,
)


GraphDocument = TypedDict(
    "GraphDocument",
    {
        "best": int,
        "edges": int,
        "format": str,
        "full": int,
        "reason": str,
        "states": int,
        "status": str,  # if there is no graph: unsupported, none or unknown
        "text": str,
    },
    total=False,
)


HelpJSON = TypedDict(
    "HelpJSON",
    {
        "change": str,
        "line": int,
        "status": str,
        "value": str,
    },
    total=False,
)


ItemJSON = TypedDict(
    "ItemJSON",
    {
        "array": str,
        "choice": str,
        "from": float,
        "kind": str,
        "label": str,
        "line": int,
        "move": str,
        "name": str,
        "rule": str,
        "says": str,
        "text": str,
        "to": float,
        "was": str,
        "will": str,
    },
    total=False,
)


JobDocument = TypedDict(
    "JobDocument",
    {
        "answer": Any,  # the document if the job is done; the errors if it failed
        "attempts": int,
        "created": str,
        "do": str,
        "ended": str,
        "id": str,
        "progress": Any,
        "started": str,
        "state": str,
    },
    total=False,
)


ModelDocument = TypedDict(
    "ModelDocument",
    {
        "id": str,
        "model": "Problem",
    },
    total=False,
)


OthersExplanationJSON = TypedDict(
    "OthersExplanationJSON",
    {
        "asked": int,
        "complete": bool,
        "helps": List["HelpJSON"],
        "positions": int,
        "reason": str,
        "replies": List["ReplyJSON"],
        "same": List["HelpJSON"],
        "status": str,
        "value": str,
    },
    total=False,
)


ParamDocument = TypedDict(
    "ParamDocument",
    {
        "default": str,
        "high": int,
        "index": List[str],
        "line": int,
        "low": int,
        "name": str,
        "type": str,
    },
    total=False,
)


PlayDocument = TypedDict(
    "PlayDocument",
    {
        "choices": List["ChoiceDocument"],
        "cost": float,
        "lines": List[str],
        "lost": bool,
        "news": List[str],
        "picture": "FrameDocument",
        "state": Dict[str, Any],
        "way": "WayDocument",
        "won": bool,
    },
    total=False,
)


Problem = TypedDict(
    "Problem",
    {
        "dataSet": str,  # the name of a data set of the example
        "domain": str,  # the text of a domain in PDDL
        "example": str,  # the name of an example that ships with the program
        "files": Dict[str, str],  # the files that the source uses: texts by their names
        "groundLimit": int,  # the maximum number of grounding steps; 0: 50,000,000
        "params": Dict[str, Any],  # parameters, as a data file gives them
        "problem": str,  # the text of a problem in PDDL
        "source": str,  # the text of a .far file
    },
    total=False,
)


ProgressEvent = TypedDict(
    "ProgressEvent",
    {
        "progress": Any,
        "state": str,
    },
    total=False,
)


RelaxationJSON = TypedDict(
    "RelaxationJSON",
    {
        "also": List["ItemJSON"],
        "bound": float,
        "cost": float,
        "expected": Any,
        "find": Dict[str, Any],
        "given": int,
        "givenUp": List["SoftJSON"],
        "items": List["ItemJSON"],
        "length": int,
        "plan": List[Any],
        "probability": Any,
        "reason": str,
        "start": Dict[str, Any],
        "stats": "StatsJSON",
        "status": str,
        "strategy": "StrategyJSON",
        "sure": bool,
        "switches": int,
        "time": float,
        "value": Any,
        "values": List[str],
        "whole": bool,
    },
    total=False,
)


ReplyJSON = TypedDict(
    "ReplyJSON",
    {
        "ours": str,
        "theirs": str,
    },
    total=False,
)


Request = TypedDict(
    "Request",
    {
        "advice": bool,  # check: also advice on formulations that are solved faster
        "all": bool,  # solve: all plans, not one
        "at": int,  # complete: the number of characters of the source before the cursor
        "certificate": str,  # verify: the certificate, in place of a plan
        "dataSet": str,  # the name of a data set of the example
        "deadEnd": bool,  # solve, count, compare: a path to a dead end instead of the goal
        "do": str,  # what is asked: check, format, solve, count, explain, graph, compare, verify, space, export, play, simulate
        "domain": str,  # the text of a domain in PDDL
        "engine": str,  # solve, count: which engine answers; auto chooses
        "example": str,  # the name of an example that ships with the program
        "files": Dict[str, str],  # the files that the source uses: texts by their names
        "freeEnd": bool,  # solve, count, verify: a plan may end in any safe state
        "hint": bool,  # play: also a path to the goal
        "horizon": int,  # solve, count, export: the maximum number of moves, if an engine or a format has a horizon
        "keep": List[str],  # explain: never give these up: rules, moves, parameters, kinds of rules
        "length": int,  # solve, count, compare: the maximum number of moves; with walks the exact number
        "limit": int,  # solve with all: the maximum number of plans; explain: of sets to give up (0: 10)
        "memory": int,  # memory limit in bytes; above it the answer is unknown
        "moves": List[str],  # play: the moves made, as a plan writes them
        "params": Dict[str, Any],  # parameters, as a data file gives them
        "plan": str,  # verify: the plan, as solve gives it
        "plans": str,  # solve, count, compare, simulate: which plans count: shortest, simple, walks, any, ends; strategies: shortest, any, sure
        "prefer": str,  # solve: which of several shortest plans: fewest-switches
        "problem": str,  # the text of a problem in PDDL
        "runs": int,  # simulate: the number of plays; 0: 10,000
        "seed": int,  # play, simulate: the seed of what is drawn, where others move or something is not seen; simulate: 1 if absent
        "show": str,  # solve: also the plan as table, steps, plan, csv, markdown, svg, html or film (a picture a state); explain: table, also what the command prints
        "source": str,  # the text of a .far file
        "steps": int,  # explain: the maximum number of steps by which a number may change; default 3
        "strategy": str,  # solve: the order in which the engine search expands states
        "strict": bool,  # solve, count, compare: say how a move can leave the range of a variable
        "symmetry": bool,  # use interchangeable values where the engine can; default true
        "timeout": float,  # time limit in seconds; after it the answer is unknown
        "to": str,  # export: the language; graph: svg, dot or mmd
        "workers": int,  # processors used; 0: all
    },
    total=False,
)


SimulationDocument = TypedDict(
    "SimulationDocument",
    {
        "cost": int,  # computed: the cost in the worst case
        "cut": int,  # plays that were ended since they were too long
        "expected": Any,  # computed: the expected cost
        "leastCost": int,  # of the plays that reached the goal
        "leastValue": float,  # of the objective, in these plays
        "meanCost": float,
        "meanValue": float,
        "mostCost": int,
        "mostValue": float,
        "probability": Any,  # computed: a fraction, or an interval with low and high
        "reached": int,  # plays that reached the goal
        "reason": str,
        "runs": int,
        "seed": int,
        "share": float,  # plays that reached the goal, among all
        "standardError": float,  # of the mean cost
        "status": str,  # if there is no strategy to play: none, unknown or unsupported
        "value": Any,  # computed: the value of the objective
        "valueError": float,  # the standard error of the mean value
    },
    total=False,
)


SituationJSON = TypedDict(
    "SituationJSON",
    {
        "args": List[Any],
        "by": str,
        "id": int,
        "label": str,
        "move": str,
        "next": List["ForkJSON"],
        "possible": int,
        "seen": Dict[str, Any],
    },
    total=False,
)


SoftJSON = TypedDict(
    "SoftJSON",
    {
        "line": int,
        "rule": str,
        "weight": int,
    },
    total=False,
)


SolveDocument = TypedDict(
    "SolveDocument",
    {
        "bound": float,
        "cost": float,
        "expected": Any,
        "film": List["FrameDocument"],
        "find": Dict[str, Any],
        "given": int,
        "givenUp": List["SoftJSON"],
        "length": int,
        "plan": List[Any],
        "plans": List["Document"],  # with all: the plans
        "probability": Any,
        "reason": str,
        "shown": str,
        "start": Dict[str, Any],
        "stats": "StatsJSON",
        "status": str,
        "strategy": "StrategyJSON",
        "switches": int,
        "time": float,
        "value": Any,
        "values": List[str],
    },
    total=False,
)


SpaceDocument = TypedDict(
    "SpaceDocument",
    {
        "branching": List[int],
        "branchingMean": float,
        "branchingMost": int,
        "canReachGoal": int,
        "complete": bool,
        "deadEndStates": List[Dict[str, Any]],
        "deadEnds": int,
        "depth": int,
        "everyPlanPasses": List[Dict[str, Any]],
        "firstGoal": int,
        "goalStates": int,
        "layers": List[int],
        "moves": int,
        "possible": int,
        "reason": str,
        "safe": int,
        "starts": int,
        "states": int,
        "status": str,
    },
    total=False,
)


StatsJSON = TypedDict(
    "StatsJSON",
    {
        "depth": int,
        "engine": str,
        "expanded": int,
        "generated": int,
        "memory": int,
        "nodes": int,
        "seconds": float,
        "stateBytes": int,
        "stored": int,
    },
    total=False,
)


StrategyJSON = TypedDict(
    "StrategyJSON",
    {
        "find": Dict[str, Any],
        "situations": List["SituationJSON"],
        "starts": List[int],
    },
    total=False,
)


VerifyDocument = TypedDict(
    "VerifyDocument",
    {
        "about": str,  # of bounds: cost, expected, probability, value or expected-value
        "bound": str,  # of bounds: no strategy is better; absent if the goal cannot be forced
        "certificate": str,
        "cost": int,
        "expected": Any,  # of a strategy: the expected cost
        "length": int,
        "line": int,
        "message": str,
        "move": str,
        "positions": int,  # of bounds
        "probability": Any,  # of a strategy: a fraction, or an interval with low and high
        "rules": List[str],
        "situations": int,  # of a strategy
        "states": int,
        "step": int,
        "steps": int,
        "tables": int,
        "valid": bool,
        "value": Any,  # of a strategy: the value of the objective
    },
    total=False,
)


WarningJSON = TypedDict(
    "WarningJSON",
    {
        "column": int,
        "file": str,
        "kind": str,
        "line": int,
        "message": str,
    },
    total=False,
)


WayDocument = TypedDict(
    "WayDocument",
    {
        "cost": float,
        "known": bool,
        "moves": List[str],
        "none": bool,
        "text": str,
        "why": str,
    },
    total=False,
)


WithoutJSON = TypedDict(
    "WithoutJSON",
    {
        "cost": float,
        "follows": bool,
        "reason": str,
        "states": int,
        "status": str,
    },
    total=False,
)


class Questions:
    """A method for each question. Its arguments are the fields of a Request."""

    def ask(self, question: str, request: Dict[str, Any]) -> Any:
        raise NotImplementedError

    def check(self, **request: Any) -> CheckDocument:
        """Reads a problem and warns about likely mistakes."""
        answer: CheckDocument = self.ask("check", request)
        return answer

    def compare(self, **request: Any) -> CompareDocument:
        """Compares the answers of all engines."""
        answer: CompareDocument = self.ask("compare", request)
        return answer

    def complete(self, **request: Any) -> CompleteDocument:
        """Completes the text at a position of a file."""
        answer: CompleteDocument = self.ask("complete", request)
        return answer

    def count(self, **request: Any) -> CountDocument:
        """Counts the plans."""
        answer: CountDocument = self.ask("count", request)
        return answer

    def explain(self, **request: Any) -> ExplainedDocument:
        """Explains why no plan exists and which changes would allow one; or which rules matter."""
        answer: ExplainedDocument = self.ask("explain", request)
        return answer

    def export(self, **request: Any) -> ExportDocument:
        """Translates the problem to the language of another system."""
        answer: ExportDocument = self.ask("export", request)
        return answer

    def format(self, **request: Any) -> FormatDocument:
        """Formats a file."""
        answer: FormatDocument = self.ask("format", request)
        return answer

    def graph(self, **request: Any) -> GraphDocument:
        """Draws the graph of states as a picture or a text."""
        answer: GraphDocument = self.ask("graph", request)
        return answer

    def play(self, **request: Any) -> PlayDocument:
        """Returns the state of a game after some moves."""
        answer: PlayDocument = self.ask("play", request)
        return answer

    def simulate(self, **request: Any) -> SimulationDocument:
        """Plays a strategy many times, where others move or something is not seen."""
        answer: SimulationDocument = self.ask("simulate", request)
        return answer

    def solve(self, **request: Any) -> SolveDocument:
        """Finds one plan, or all."""
        answer: SolveDocument = self.ask("solve", request)
        return answer

    def space(self, **request: Any) -> SpaceDocument:
        """Computes statistics of the state space."""
        answer: SpaceDocument = self.ask("space", request)
        return answer

    def verify(self, **request: Any) -> VerifyDocument:
        """Checks a plan or a certificate."""
        answer: VerifyDocument = self.ask("verify", request)
        return answer

