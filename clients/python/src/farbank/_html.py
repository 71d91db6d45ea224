"""The pictures of answers in notebooks."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._types import (
        Check,
        Comparison,
        Explanation,
        Listing,
        Plan,
        Relaxation,
        Simulation,
        Space,
        Strategy,
        Verdict,
    )


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_cell, value)) + "]"
    return escape(str(value))


def _td(value: Any) -> str:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return f'<td style="text-align:{"right" if number else "left"}">{_cell(value)}</td>'


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = ["<table>"]
    if head:
        cells = "".join(f'<th style="text-align:left">{escape(h)}</th>' for h in head)
        lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    lines.extend("<tr>" + "".join(map(_td, row)) + "</tr>" for row in rows)
    lines.append("</tbody></table>")
    return "\n".join(lines)


def _flat(state: dict[str, Any] | None) -> dict[str, Any]:
    """Returns the cells of a state by name: at[goat]."""
    out: dict[str, Any] = {}

    def add(name: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, part in value.items():
                inner = f"{name[:-1]}, {key}]" if name.endswith("]") else f"{name}[{key}]"
                add(inner, part)
        else:
            out[name] = value

    for name, value in (state or {}).items():
        add(name, value)
    return out


def _arrays(state: dict[str, Any]) -> str:
    """Returns a table for each variable: of rows and columns if it has two indices."""
    parts = []
    for name, value in state.items():
        if not isinstance(value, dict):
            parts.append(_table([], [[name, value]]))
        elif value and all(
            isinstance(row, dict) and not any(isinstance(v, dict) for v in row.values()) for row in value.values()
        ):
            columns = list(next(iter(value.values())))
            parts.append(
                _table(
                    [name, *map(str, columns)], [[key, *(row.get(c) for c in columns)] for key, row in value.items()]
                )
            )
        else:
            flat = _flat({name: value})
            parts.append(_table([name, ""], [[key[len(name) + 1 : -1], v] for key, v in flat.items()]))
    return "\n".join(parts)


MOST_ROWS = 200
"""The largest number of rows of a table."""

MOST_PICTURES = 60
"""The largest number of states of a film strip."""


def plan(answer: Plan) -> str:
    """A film strip; or a table of the moves, with the cells that each one changes."""
    parts = []
    head = str(answer).split("\n", 1)[0] if hasattr(answer, "status") else ""
    if head:
        parts.append(f"<p><b>{escape(head)}</b></p>")
    if "origin" in answer.__dict__ and answer.plan is not None and len(answer.plan) < MOST_PICTURES:
        with contextlib.suppress(Exception):  # a problem that was changed since: the table is as good
            return "\n".join([*parts, answer.show("svg")])
    if answer.find:
        parts.append(_arrays(answer.find))
    what = getattr(answer, "strategy", None)
    if what is not None:
        parts.append(strategy(what))
    if answer.plan:
        states = [_flat(state) for state in answer.states]
        changing = [name for name in states[0] if any(s.get(name) != states[0][name] for s in states)]
        shown = changing if len(changing) <= 24 else []
        rows: list[list[Any]] = []
        if len(states) > len(answer.plan):
            rows.append([0, "start", *(states[0][name] for name in shown)])
        for k, (move, state) in enumerate(zip(answer.plan, states[-len(answer.plan) :], strict=True), 1):
            rows.append([k, str(move), *(state.get(name) for name in shown)])
        parts.append(_table(["", "move", *shown], rows[:MOST_ROWS]))
        if len(rows) > MOST_ROWS:
            parts.append(f"<p>… {len(rows) - MOST_ROWS} more</p>")
    return "\n".join(parts)


MOST_SITUATIONS = 500
"""The largest number of situations of a strategy that is shown."""


def _call(move: str, args: Sequence[Any], label: str) -> str:
    return label or (f"{move}({', '.join(map(str, args))})" if args else move)


class _Tree:
    """The lines of a strategy as a tree. A situation that was shown before is named by its number."""

    def __init__(self, answer: Strategy):
        self._by_id = {s.id: s for s in answer.situations}
        self._shown: set[int] = set()
        self._answer = answer

    def _apart(self, among: list[int], key: int) -> str:
        """Returns how a situation looks different from the others that can come instead."""
        seen = {k: _flat(self._by_id[k].seen) for k in among}
        return ", ".join(f"{n} = {v}" for n, v in seen[key].items() if any(o.get(n) != v for o in seen.values()))

    def walk(self) -> Iterator[tuple[int, int, str, str]]:
        """Yields level, number, case and what happens; the number is 0 for a leaf."""
        starts = list(self._answer.starts)
        stack = [(0, k, self._apart(starts, k) if len(starts) > 1 else "") for k in reversed(starts)]
        while stack and len(self._shown) < MOST_SITUATIONS:
            level, key, case = stack.pop()
            s = self._by_id[key]
            if not s.next and not s.move:
                yield level, 0, case, s.by
            elif key in self._shown:
                yield level, 0, case, f"as in {key}"
            else:
                self._shown.add(key)
                yield level, key, case, _call(s.move, s.args, s.label) if s.move else s.by
                among = [n.to for n in s.next]
                for n in reversed(s.next):
                    how = _call(n.move, n.args, n.label) if n.move or n.label else ""
                    stack.append((level + 1, n.to, how or (self._apart(among, n.to) if len(among) > 1 else "")))

    def left(self) -> int:
        """Returns the number of situations that were not shown, without ends."""
        return sum(1 for s in self._answer.situations if s.next or s.move) - len(self._shown)


def strategy_text(answer: Strategy) -> str:
    """A strategy as an indented tree."""
    lines = []
    for level, key, case, what in _Tree(answer).walk():
        lines.append("    " * level + (f"{case}: " if case else "") + (f"{key}. " if key else "") + what)
    return "\n".join(lines)


def strategy(answer: Strategy) -> str:
    """A tree whose situations open and close: what is seen, what to do, and what can come."""
    style = "margin-left:1.2em;border-left:1px solid #8886;padding-left:.6em"
    tree = _Tree(answer)
    parts: list[str] = []
    open_levels: list[int] = []
    for level, key, case, what in tree.walk():
        while open_levels and open_levels[-1] >= level:
            open_levels.pop()
            parts.append("</details>")
        inner = f'<span style="opacity:.7">{escape(case)}: </span>' if case else ""
        left = f' style="{style}"' if level else ""
        if key:
            seen = ", ".join(f"{name} = {_cell(value)}" for name, value in _flat(answer[key].seen).items())
            parts.append(
                f"<details{left}{' open' if level < 3 else ''}><summary>{inner}{key}. <b>{escape(what)}</b>"
                f'<span style="opacity:.7"> {escape(seen)}</span></summary>'
            )
            open_levels.append(level)
        else:
            colour = {"goal": "color:#0a7a2f", "lost": "color:#b00020"}.get(what, "")
            parts.append(f'<div{left}>{inner}<b style="{colour}">{escape(what)}</b></div>')
    parts += ["</details>"] * len(open_levels)
    left_out = tree.left()
    return "\n".join(parts) + (f"<p>… {left_out} more</p>" if left_out else "")


def verdict(answer: Verdict) -> str:
    """The verdict in a line."""
    return f'<p style="color:{"#0a7a2f" if answer.valid else "#b00020"}">{escape(str(answer))}</p>'


def simulation(answer: Simulation) -> str:
    """The results of the plays beside the computed values."""
    if answer.status is not None:
        return f"<p><b>{escape(str(answer.status))}</b>{': ' + escape(answer.reason) if answer.reason else ''}</p>"
    share = None if answer.share is None else f"{answer.share:.4f}"
    mean = None if answer.mean_cost is None else f"{answer.mean_cost:.4f}"
    if mean is not None and answer.standard_error is not None:
        mean += f" ± {answer.standard_error:.4f}"
    rows = [
        ["plays", answer.runs, None],
        ["reached the goal", share, answer.probability],
        ["cost", mean, answer.expected if answer.expected is not None else answer.cost],
        ["least and greatest cost", f"{answer.least_cost}, {answer.most_cost}", None],
    ]
    if answer.mean_value is not None:
        rows.append(["value", f"{answer.mean_value:.4f} ± {answer.value_error:.4f}", answer.value])
    return _table(["", "simulated", "computed"], rows)


def listing(answer: Listing) -> str:
    """A row for each state or move."""
    parts = []
    if answer.states:
        states = [_flat(s.state) for s in answer.states]
        names = list(dict.fromkeys(name for s in states for name in s))[:24]
        rows = [
            [s.depth, *(state.get(name) for name in names), s.forbidden_by]
            for s, state in zip(answer.states, states, strict=True)
        ]
        parts.append(_table(["depth", *names, "forbidden by"], rows[:MOST_ROWS]))
        if len(rows) > MOST_ROWS:
            parts.append(f"<p>… {len(rows) - MOST_ROWS} more</p>")
    for title, moves in (("", answer.moves), ("successors", answer.successors), ("forbidden", answer.forbidden)):
        if moves:
            lines = [[str(m), m.label, m.cost, "; ".join(m.forbidden_by)] for m in moves]
            parts.append((f"<p>{title}</p>" if title else "") + _table(["move", "", "cost", ""], lines[:MOST_ROWS]))
            if len(lines) > MOST_ROWS:
                parts.append(f"<p>… {len(lines) - MOST_ROWS} more</p>")
    if not parts:
        parts.append(f"<p>{answer.listed} listed{': ' + escape(answer.reason) if answer.reason else ''}</p>")
    return "\n".join(parts)


def check(answer: Check) -> str:
    """The size of a problem, and its warnings."""
    size = f"{answer.variables} variables, {answer.ground_moves} ground moves, {answer.rules} rules"
    text = f"<p><b>{escape(answer.title)}</b>: {size}</p>"
    if answer.warnings:
        text += _table(["line", "warning"], [[w.line or "", w.message] for w in answer.warnings])
    return text


def explanation(answer: Explanation) -> str:
    """The conflicts and relaxations, or the effects of rules."""
    found = bool(answer.conflicts or answer.relaxations)  # then the reason says why there may be more
    because = f": {escape(answer.reason)}" if answer.reason and not found else ""
    parts = [f"<p><b>{escape(str(answer.status))}</b>{because}</p>"]
    if answer.conflicts:
        parts.append("<p>These together make a plan impossible:</p>")
        for conflict in answer.conflicts:
            parts.append("<ul>" + "".join(f"<li>{escape(str(item))}</li>" for item in conflict.items) + "</ul>")

    def changed(title: str, sets: list[Relaxation]) -> None:
        if sets:
            parts.append(f"<p>{title}</p>")
            parts.append(
                _table(["", "cost", "moves"], [["; ".join(map(str, r.items)), r.cost, r.length] for r in sets])
            )

    changed("Each of these gives a plan when it is dropped:", answer.relaxations)
    changed("Each of these changes gives a plan:", answer.changes)
    if answer.effects:
        rows = [[e.item.text, e.role, e.refused, e.without.cost if e.without else None] for e in answer.effects]
        parts.append(_table(["rule", "role", "blocks moves", "cost without it"], rows))
    if found and answer.reason:
        parts.append(f"<p>There may be more: {escape(answer.reason)}.</p>")
    return "\n".join(parts)


def comparison(answer: Comparison) -> str:
    """A row for each engine."""
    rows = [[e.engine, e.status, e.cost, e.count, e.work, e.unit, f"{e.seconds:.3f}", e.reason] for e in answer.engines]
    return _table(["engine", "status", "cost", "count", "work", "", "seconds", ""], rows)


def space(answer: Space) -> str:
    """The numbers of states, and a bar chart of the layers."""
    parts = [
        _table(
            [],
            [
                ["reachable states", answer.states],
                ["goal states", answer.goal_states],
                ["dead ends", answer.dead_ends],
                ["moves", answer.moves],
                ["depth", answer.depth],
                ["first goal", answer.first_goal if answer.first_goal >= 0 else "none"],
            ],
        )
    ]
    layers = answer.layers
    if layers:
        width, height, most = 480.0, 96.0, max(layers)
        step = width / len(layers)
        bars = "".join(
            f'<rect x="{k * step:.1f}" y="{height - height * n / most:.1f}" width="{max(step - 1, 0.5):.1f}" '
            f'height="{height * n / most:.1f}" fill="#4477aa"><title>{k}: {n}</title></rect>'
            for k, n in enumerate(layers)
        )
        parts.append(
            f'<svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img">'
            f"<title>states by depth</title>{bars}</svg>"
        )
    return "\n".join(parts)
