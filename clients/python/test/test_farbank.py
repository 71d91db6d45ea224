"""Tests of the package with its program."""

from __future__ import annotations

import gc
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from datetime import timedelta

import farbank
from farbank import Status

COUNTER = """puzzle "Counter"
param most: 0..9 = 3
state n: 0..9 = 0
move add { n = n + 1 }
move double {
    require n > 0
    n = 2 * n
}
goal n == most
"""
LONG = {"params": {"discs": 20}, "engine": "search"}  # takes much longer than a test


class Solve(unittest.TestCase):
    def test_example(self) -> None:
        answer = farbank.solve("wolf")
        self.assertIs(answer.status, Status.solved)
        self.assertEqual((answer.cost, answer.length, answer.bound), (7, 7, 7))
        assert answer.plan is not None
        self.assertEqual([str(m) for m in answer.plan][:2], ["cross(goat)", "cross(farmer)"])
        self.assertEqual((answer.plan[0].move, answer.plan[0].name, answer.plan[0].args), ("cross", "cross", ["goat"]))
        self.assertEqual(len(answer.states), 8)
        self.assertEqual(answer.states[-1], {"at": dict.fromkeys(["cabbage", "farmer", "goat", "wolf"], "east")})
        assert answer.stats is not None
        self.assertEqual(answer.stats.engine, "search")
        self.assertEqual(answer["status"], "solved")
        self.assertTrue(str(answer).startswith("solved, 7 moves, cost 7\ncross(goat)\n"))

    def test_text(self) -> None:
        self.assertEqual(farbank.solve(COUNTER).cost, 3)
        self.assertEqual(farbank.solve(COUNTER, params={"most": 8}).cost, 4)
        self.assertEqual(farbank.solve(COUNTER, data={"most": 8}).cost, 4)
        self.assertEqual(farbank.solve(COUNTER, params={"most": "8"}).cost, 4)

    def test_paths(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a counter.far"
            path.write_text(COUNTER)
            data = pathlib.Path(folder) / "data.json"
            data.write_text('{"most": 5}')
            self.assertEqual(farbank.solve(path).cost, 3)
            self.assertEqual(farbank.solve(str(path), data=data).cost, 4)
            self.assertEqual(farbank.solve(str(path)[:-4], data=[str(data)]).cost, 4)
        self.assertEqual(farbank.solve("rollout", data="rollout-small.json").status, "solved")

    def test_pddl(self) -> None:
        text = farbank.export("wolf", "pddl")
        domain, problem = text.split("\n\n;;", 1) if "\n\n;;" in text else (text, "")
        if not problem:
            parts = text.index("(define (problem")
            domain, problem = text[:parts], text[parts:]
        self.assertEqual(
            farbank.solve((domain, ";;" + problem if not problem.startswith("(") else problem)).status, "solved"
        )

    def test_time(self) -> None:
        answer = farbank.solve("kitchen")
        self.assertEqual((answer.time, len(answer.moves), answer.moves[0].time), (21, 7, 0))
        self.assertTrue(any(m.end for m in answer.plan or ()))
        self.assertEqual(len(answer.states), len(answer.plan or ()) + 1)
        self.assertIn("<svg", answer._repr_html_())

    def test_strategy(self) -> None:
        text = (
            "enum Player { you, rival }\nstate left: 0..9 = 7\nstate turn: Player = you\n"
            "move take(n: 1..3) by foe when turn == rival {\n    require n <= left\n    left -= n\n"
            "    turn = if turn == you then rival else you\n}\ngoal turn == rival and left == 0\n"
        )
        answer = farbank.solve(text)
        assert answer.strategy is not None
        first = answer.strategy[answer.strategy.starts[0]]
        self.assertEqual((answer.status, first.by, first.move, first.args), (Status.solved, "us", "take", [3]))
        self.assertIn("take(3)", answer._repr_html_())

    def test_find(self) -> None:
        find = farbank.solve("queens", params={"n": 6}).find
        assert find is not None
        self.assertEqual(sorted(find["row"]), [1, 2, 3, 4, 5, 6])
        self.assertEqual(sorted(find["row"].values()), [1, 2, 3, 4, 5, 6])
        self.assertEqual(find["row"]["1"], find["row"][1])
        sudoku = farbank.solve("sudoku").find
        assert sudoku is not None
        self.assertEqual(sudoku["cell"][1, 2], sudoku["cell"][1][2])
        with self.assertRaises(KeyError):
            sudoku["cell"][0]

    def test_structured_parameters(self) -> None:
        text = 'puzzle "Sum"\nparam xs: set of 0..20\nfind total: 0..100\nrequire total == sum(x in xs -> x)\n'
        found = farbank.solve(text, params={"xs": {3, 4, 5}}).find
        assert found is not None
        self.assertEqual(found["total"], 12)

    def test_count_and_all(self) -> None:
        self.assertEqual(farbank.solve("queens", count=True).count, 92)
        plans = farbank.solve("queens", params={"n": 5}, all=True)
        self.assertEqual(len({json.dumps(p.find) for p in plans}), 10)
        self.assertEqual((plans.status, plans.result.given), (Status.solved, 10))
        self.assertFalse(plans.running)
        self.assertEqual(list(plans), [])
        self.assertEqual(len(list(farbank.solve("wolf", all=True))), 2)

    def test_statuses(self) -> None:
        self.assertIs(farbank.solve("husbands", params={"couples": 4}).status, Status.none)
        self.assertIs(farbank.solve("wolf", length=3).status, Status.none_within_bound)
        slow = farbank.solve("hanoi", timeout=0.2, **LONG)  # type: ignore[call-overload]
        self.assertIs(slow.status, Status.unknown)
        self.assertIsNone(slow.plan)
        self.assertEqual(slow.moves, [])
        self.assertTrue(slow.reason)
        self.assertIs(farbank.solve("wolf", engine="milp", count=True).status, Status.unsupported)
        self.assertIs(farbank.solve("wolf", timeout=timedelta(seconds=60), memory=1 << 30).status, Status.solved)
        self.assertIs(farbank.solve("wolf", timeout="1m", memory="1GiB", workers=1).status, Status.solved)

    def test_progress(self) -> None:
        seen: list[farbank.Progress] = []
        farbank.solve("tiles", engine="search", on_progress=seen.append)
        for report in seen:
            self.assertTrue(report.phase)
        with farbank.start("hanoi", **LONG) as run:  # type: ignore[arg-type]
            first = next(run)
            self.assertTrue(first.phase)
        self.assertFalse(run.running)


class Mistakes(unittest.TestCase):
    def test_place(self) -> None:
        with self.assertRaises(farbank.Error) as caught:
            farbank.check("state n: 0..3 = 0\ngoal tru\n")
        e = caught.exception
        self.assertEqual((e.file, e.line, e.column, e.code), ("stdin", 2, 6, 2))
        self.assertIn("tru", e.message)
        self.assertEqual(e.errors[0]["line"], 2)
        self.assertEqual(str(e).splitlines()[0].split(": ")[0], "stdin:2:6")

    def test_others(self) -> None:
        for call in (
            lambda: farbank.solve("nosuchfile"),
            lambda: farbank.solve("wolf", engine="nosuch"),
            lambda: farbank.solve("queens", params={"n": "abc"}),
            lambda: farbank.solve("wolf", plans="walks"),
            lambda: farbank.graph("wolf", format="png"),  # type: ignore[arg-type]
            lambda: list(farbank.solve("goal tru", all=True)),
        ):
            with self.assertRaises(farbank.Error) as caught:
                call()
            self.assertTrue(caught.exception.message)
        with self.assertRaises(farbank.Error) as caught:
            farbank.solve("queens", params={"n": "abc"})
        self.assertTrue(caught.exception.hint)
        with self.assertRaises(farbank.Error) as caught:
            farbank.solve("queens", params={"n": [1]})
        self.assertNotIn(tempfile.gettempdir(), str(caught.exception))


class Others(unittest.TestCase):
    def test_check(self) -> None:
        checked = farbank.check(
            'puzzle "P"\nstate n: 0..3 = 0\nmove a { n = n + 1 }\nmove b {\nrequire n > 5\nn = 0\n}\ngoal n == 3\n'
        )
        self.assertEqual((checked.title, checked.moves, checked.valid), ("P", 2, True))
        self.assertTrue(checked.warnings and checked.warnings[0].line and checked.warnings[0].message)

    def test_explain(self) -> None:
        why = farbank.explain("husbands", params={"couples": 4})
        self.assertIs(why.status, Status.none)
        self.assertTrue(why.conflicts[0].items[0].line)
        self.assertEqual(why.relaxations[0].cost, 13)
        which = farbank.explain("wolf", keep=["moves"])
        self.assertEqual({e.role for e in which.effects}, {"decides", "shapes"})

    def test_verify(self) -> None:
        answer = farbank.solve("wolf")
        assert answer.plan is not None
        self.assertTrue(farbank.verify("wolf", answer).valid)
        self.assertEqual(farbank.verify("wolf", answer.plan).cost, 7)
        self.assertTrue(farbank.verify("wolf", [str(m) for m in answer.plan]))
        timed = farbank.solve("match-cellar").plan  # moves with times, and their ends
        assert timed is not None
        self.assertTrue(farbank.verify("match-cellar", timed))
        self.assertTrue(farbank.verify("match-cellar", list(timed)))
        verdict = farbank.verify("wolf", "cross(goat)\ncross(farmer)\ncross(farmer)\n")
        self.assertEqual((verdict.valid, bool(verdict), verdict.step), (False, False, 4))
        self.assertTrue(farbank.verify("queens", farbank.solve("queens")))
        with tempfile.TemporaryDirectory() as folder:
            proof = pathlib.Path(folder) / "none.cert"
            self.assertIs(farbank.solve("husbands", params={"couples": 4}, certificate=proof).status, Status.none)
            self.assertEqual(farbank.verify("husbands", proof, params={"couples": 4}).certificate, "none")

    def test_compare(self) -> None:
        answers = farbank.compare("wolf")
        self.assertEqual({a.cost for a in answers.engines if a.status == "solved"}, {7})
        self.assertIn("search", {a.engine for a in answers.engines})

    def test_space_and_graph(self) -> None:
        self.assertEqual((farbank.space("wolf").states, farbank.space("wolf").first_goal), (10, 7))
        drawn = farbank.graph("wolf")
        self.assertTrue(drawn.text.startswith("<svg") or "<svg" in drawn.text)
        self.assertEqual((drawn.states, drawn.best, drawn._repr_svg_()), (10, 7, drawn.text))
        self.assertIs(farbank.graph("tiles").status, Status.unsupported)
        self.assertEqual(len(farbank.listing("wolf", "moves").moves), 4)
        after = farbank.listing("wolf", "successors", from_="at[goat]=east, at[farmer]=east")
        self.assertTrue(after.successors)

    def test_html(self) -> None:
        for answer in (farbank.solve("wolf"), farbank.solve("sudoku"), next(farbank.solve("wolf", all=True))):
            self.assertIn("<svg", answer._repr_mimebundle_()["text/html"])
            del answer.__dict__["origin"]
            self.assertIn("<table>", answer._repr_html_())
        self.assertIn("goat to the east", farbank.solve("wolf").show())
        why = farbank.explain("husbands", params={"couples": 4}, limit=1)._repr_html_()
        self.assertTrue(why.startswith("<p><b>none</b></p>"), why)
        self.assertIn("There may be more: the limit", why)
        self._bundles()
        self.assertIn("<svg", farbank.space("wolf")._repr_html_())
        self.assertIn("search", farbank.compare("wolf")._repr_html_())
        self.assertIn("&lt;b&gt;", farbank.check('puzzle "<b>"\nfind x: 0..1\n')._repr_html_())

    def _bundles(self) -> None:
        """Checks the media types of all kinds of answers."""
        strategy = farbank.solve("coins")
        shown: list[tuple[farbank.Shown, str, str]] = [
            (farbank.solve("wolf"), "text/html", "<svg"),  # a film strip
            (farbank.solve("jobshop"), "text/html", "<svg"),  # a timeline
            (farbank.solve("sudoku"), "text/html", "<svg"),  # a board
            (strategy, "text/html", "<details"),
            (farbank.graph("wolf"), "image/svg+xml", "<svg"),
            (farbank.graph("wolf", format="dot"), "text/vnd.graphviz", "digraph"),
            (farbank.graph("wolf", format="mmd"), "text/vnd.mermaid", "flowchart"),
            (farbank.compare("wolf"), "text/html", "<table>"),
            (farbank.space("wolf"), "text/html", "<table>"),
            (farbank.listing("wolf", "states"), "text/html", "<table>"),
            (farbank.listing("wolf", "moves"), "text/html", "cross(goat)"),
            (farbank.simulate("craps", runs=50), "text/html", "244/495"),
            (farbank.verify("wolf", ["cross(goat)"]), "text/html", "invalid"),
            (farbank.check("wolf"), "text/html", "Wolf"),
            (farbank.explain("wolf"), "text/html", "<table>"),
        ]
        for answer, kind, part in shown:
            forms = answer._repr_mimebundle_()
            self.assertIn(part, forms[kind])
            self.assertIn("text/plain", forms)
            self.assertEqual(list(answer._repr_mimebundle_(include=[kind])), [kind])
            self.assertNotIn(kind, answer._repr_mimebundle_(exclude=[kind]))
        tree = strategy._repr_mimebundle_()["text/plain"]
        self.assertIn("\n        result = even: goal", tree)
        page = strategy._repr_mimebundle_()["text/html"]
        self.assertEqual(page.count("<details"), page.count("</details>"))

    def test_examples(self) -> None:
        self.assertIn("wolf", farbank.examples())
        self.assertIn("puzzle", farbank.example("wolf"))
        self.assertEqual(farbank.format("state   n :0..3=0\n"), "state n: 0..3 = 0\n")


class Ends(unittest.TestCase):
    """A closed iterator and an interrupt end the process."""

    def test_closed(self) -> None:
        plans = farbank.solve("queens", params={"n": 14}, all=True)
        next(plans)
        self.assertTrue(plans.running)
        plans.close()
        self.assertFalse(plans.running)

    def test_forgotten(self) -> None:
        plans = farbank.solve("queens", params={"n": 14}, all=True)
        next(plans)
        process = plans._process
        del plans
        gc.collect()
        self.assertFalse(process.running)

    def test_broken_loop(self) -> None:
        with farbank.solve("queens", params={"n": 14}, all=True) as plans:
            for _ in plans:
                break
        self.assertFalse(plans.running)

    @unittest.skipIf(os.name == "nt", "Windows has other interrupts")
    def test_interrupt(self) -> None:
        code = (
            "import signal\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell in the background ignores it
            "import farbank\n"
            "from farbank import _program\n"
            "start = _program.subprocess.Popen\n"
            "def popen(*a, **k):\n"
            "    p = start(*a, **k); print(p.pid, flush=True); return p\n"
            "_program.subprocess.Popen = popen\n"
            "try:\n"
            "    farbank.solve('hanoi', params={'discs': 20}, engine='search')\n"
            "except KeyboardInterrupt:\n"
            "    print('interrupted', flush=True)\n"
        )
        p = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
        assert p.stdout is not None
        pid = int(p.stdout.readline())
        time.sleep(0.3)
        p.send_signal(signal.SIGINT)
        self.assertEqual(p.stdout.read(), "interrupted\n")
        p.stdout.close()
        p.wait()
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)


class Notebook(unittest.TestCase):
    def test_magic(self) -> None:
        from farbank._magic import run

        shown: list[object] = []
        variables: dict[str, object] = {}
        answer = run("-p most=8 -o answer", COUNTER, shown.append, variables)
        self.assertEqual(answer.cost, 4)
        self.assertIs(variables["answer"], answer)
        self.assertIsNone(run("", "state n: 0..3 = 0\ngoal tru\n", shown.append, variables))
        listing = shown[-1]._repr_html_()  # type: ignore[attr-defined]
        self.assertIn("goal tru", listing)
        self.assertIn("^ error: unknown name tru", listing)
        self.assertEqual(run("check", COUNTER, shown.append, variables).title, "Counter")


class Types(unittest.TestCase):
    def test_status(self) -> None:
        self.assertEqual(
            [s.value for s in Status], ["solved", "feasible", "none", "none-within-bound", "unknown", "unsupported"]
        )
        self.assertEqual((str(Status.none), f"{Status.none}"), ("none", "none"))

    def test_all(self) -> None:
        for name in farbank.__all__:
            self.assertTrue(hasattr(farbank, name), name)
        self.assertTrue(farbank.__version__)


if __name__ == "__main__":
    unittest.main()
