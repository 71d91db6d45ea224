"""The pictures of answers in notebooks."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._types import Check, Comparison, Explanation, Plan, Relaxation, Space, Strategy


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(_cell, value)) + "]"
    return escape(str(value))


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = ["<table>"]
    if head:
        lines.append("<thead><tr>" + "".join(f"<th>{escape(h)}</th>" for h in head) + "</tr></thead>")
    lines.append("<tbody>")
    lines.extend("<tr>" + "".join(f"<td>{_cell(v)}</td>" for v in row) + "</tr>" for row in rows)
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
    strategy = getattr(answer, "strategy", None)
    if strategy is not None:
        parts.append(_strategy(strategy))
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


def _strategy(answer: Strategy) -> str:
    """A row for each situation: who moves, what is seen, what to do, and what can come."""
    rows = []
    for s in answer.situations[:MOST_ROWS]:
        seen = ", ".join(f"{name} = {value}" for name, value in _flat(s.seen).items())
        move = s.label or (f"{s.move}({', '.join(map(_cell, s.args))})" if s.move else "")
        comes = "; ".join(f"{n.to}{' by ' + (n.label or n.move) if n.move else ''}" for n in s.next)
        rows.append([s.id, s.by, seen, move, comes])
    text = _table(["", "moves", "seen", "do", "then"], rows)
    left = len(answer.situations) - len(rows)
    return text + (f"<p>… {left} more</p>" if left else "")


def check(answer: Check) -> str:
    """The size of a problem, and its warnings."""
    size = f"{answer.variables} variables, {answer.ground_moves} ground moves, {answer.rules} rules"
    text = f"<p><b>{escape(answer.title)}</b>: {size}</p>"
    if answer.warnings:
        text += _table(["line", "warning"], [[w.line or "", w.message] for w in answer.warnings])
    return text


def explanation(answer: Explanation) -> str:
    """The conflicts and relaxations, or the effects of rules."""
    parts = [f"<p><b>{escape(str(answer.status))}</b>{': ' + escape(answer.reason) if answer.reason else ''}</p>"]
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
