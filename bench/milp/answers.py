"""Compares dual values, rays, irreducible sets and pools of farbank on made-up programs with HiGHS and SCIP.

    python bench/milp/answers.py --farbank FARBANK --count 500

HiGHS gives statuses, objectives and dual values, SCIP statuses of integer programs. Degenerate programs have many dual
values: different ones count if they prove the same optimum. Proofs and pools are checked from their definitions: a
Farkas proof adds up to a contradiction, a ray improves the objective for ever, an irreducible set is infeasible and
feasible without any of its members (by SCIP), a pool has the best values of all points of the box.
"""
import argparse, itertools, json, math, os, random, subprocess, tempfile
import highspy, pyscipopt

INF = math.inf


def made(r, integer):
    n, m = r.randint(2, 5), r.randint(1, 5)
    p = {"max": r.random() < 0.5, "cost": [r.randint(-5, 5) for _ in range(n)], "rows": [], "integer": integer}
    p["bounds"] = [(0, r.randint(1, 3)) if integer else r.choice([(0, INF), (0, INF), (-INF, INF), (-2, 3), (0, 4)]) for _ in range(n)]
    for _ in range(m):
        a = [r.choice([0, 0, 1, 1, 2, -1, -2, 3, -3]) for _ in range(n)]
        if any(a):
            p["rows"].append((a, r.choice("<>="), r.randint(-4, 9)))
    return p


def text(p, rows=None, bounds=None):
    rows = p["rows"] if rows is None else rows
    bounds = p["bounds"] if bounds is None else bounds
    def total(a):
        return " ".join(f"{v:+d} x{j}" for j, v in enumerate(a) if v) or "0 x0"
    lines = ["max" if p["max"] else "min", "obj: " + " ".join(f"{v:+d} x{j}" for j, v in enumerate(p["cost"])), "st"]
    lines += [f"r{i}: {total(a)} {'=' if s == '=' else s + '='} {b}" for i, (a, s, b) in enumerate(rows)]
    if not rows:
        lines += ["r: 0 x0 <= 1"]
    lines += ["bounds"] + [f"{'-inf' if lo == -INF else lo} <= x{j} <= {'inf' if hi == INF else hi}" for j, (lo, hi) in enumerate(bounds)]
    if p["integer"]:
        lines += ["general", " ".join(f"x{j}" for j in range(len(p["cost"])))]
    return "\n".join(lines + ["end", ""])


def highs(path):
    h = highspy.Highs()
    h.setOptionValue("output_flag", False)
    h.setOptionValue("time_limit", 2.0)
    h.readModel(path)
    h.run()
    names = {highspy.HighsModelStatus.kOptimal: "optimal", highspy.HighsModelStatus.kInfeasible: "infeasible",
             highspy.HighsModelStatus.kUnbounded: "unbounded", highspy.HighsModelStatus.kUnboundedOrInfeasible: "?"}
    return names.get(h.getModelStatus(), str(h.getModelStatus())), h.getInfo().objective_function_value, list(h.getSolution().row_dual)


def scip(path):
    m = pyscipopt.Model()
    m.hideOutput()
    m.readProblem(path)
    m.optimize()
    return m.getStatus(), m.getObjVal() if m.getNSols() else None


def ask(options, path, *flags):
    p = subprocess.run([options.farbank, "milp", path, "--json", "--quiet", "--solver", "embedded", *flags], capture_output=True, text=True, timeout=60)
    return json.loads(p.stdout)


def proves(p, duals, objective):
    """Reports whether multipliers of the rows, with the bounds, prove the objective."""
    sign = -1 if p["max"] else 1
    bound, rest = 0.0, [sign * c for c in p["cost"]]
    for i, (a, s, b) in enumerate(p["rows"]):
        y = sign * duals.get(f"r{i}", 0)
        if s == "<" and y > 1e-7 or s == ">" and y < -1e-7:
            return False
        bound += y * b
        rest = [c - y * v for c, v in zip(rest, a)]
    for c, (lo, hi) in zip(rest, p["bounds"]):
        if abs(c) > 1e-7:
            bound += c * (lo if c > 0 else hi)
    return abs(bound - sign * objective) <= 1e-6 * max(1, abs(objective))


def contradicts(p, y):
    """Reports whether the multipliers add up to a row that no point within the bounds satisfies."""
    side, sums = 0.0, [0.0] * len(p["cost"])
    for i, (a, s, b) in enumerate(p["rows"]):
        v = y.get(f"r{i}", 0)
        if s == "<" and v > 1e-9 or s == ">" and v < -1e-9:
            return False
        side += v * b
        sums = [c + v * k for c, k in zip(sums, a)]
    most = sum(c * (hi if c > 0 else lo) for c, (lo, hi) in zip(sums, p["bounds"]) if abs(c) > 1e-9)
    return most < side - 1e-9


def improves(p, ray):
    x = [ray.get(f"x{j}", 0) for j in range(len(p["cost"]))]
    gain = sum(c * v for c, v in zip(p["cost"], x)) * (1 if p["max"] else -1)
    fits = all(not (v > 1e-9 and hi < INF or v < -1e-9 and lo > -INF) for v, (lo, hi) in zip(x, p["bounds"]))
    for a, s, _ in p["rows"]:
        d = sum(k * v for k, v in zip(a, x))
        fits = fits and not (s != ">" and d > 1e-7 or s != "<" and d < -1e-7)
    return gain > 1e-9 and fits


def irreducible(p, names, folder):
    """Reports whether the named rows and bounds are infeasible, and feasible without any one of them."""
    parts = []
    for name in names:
        head = name.split(":")[0].strip()
        if head.startswith("r") and ":" in name:
            parts.append(("row", int(head[1:]), "<" if "<=" in name else ">" if ">=" in name else "="))
        else:
            words = name.replace("x", " x").split()
            j = next(int(w[1:]) for w in words if w.startswith("x"))
            parts.append(("bound", j, "lower" if ">=" in name else "upper"))
    def status(kept):
        rows = [(p["rows"][k][0], side, p["rows"][k][2]) for kind, k, side in kept if kind == "row"]
        bounds = [(lo if ("bound", j, "lower") in kept else -INF, hi if ("bound", j, "upper") in kept else INF) for j, (lo, hi) in enumerate(p["bounds"])]
        path = os.path.join(folder, "part.lp")
        with open(path, "w") as f:
            f.write(text(p | {"cost": [0] * len(p["cost"])}, rows, bounds))
        return scip(path)[0]
    return status(parts) == "infeasible" and all(status([q for q in parts if q != one]) != "infeasible" for one in parts)


def points(p):
    values = []
    for x in itertools.product(*(range(lo, hi + 1) for lo, hi in p["bounds"])):
        sums = [(sum(a * v for a, v in zip(row, x)), s, b) for row, s, b in p["rows"]]
        if all((s != "<" or d <= b) and (s != ">" or d >= b) and (s != "=" or d == b) for d, s, b in sums):
            values.append(sum(c * v for c, v in zip(p["cost"], x)))
    return sorted(values, reverse=p["max"])


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--farbank", default="farbank")
    a.add_argument("--count", type=int, default=500)
    options = a.parse_args()
    count = {}
    def note(what, good, seed, more=""):
        c = count.setdefault(what, [0, 0])
        c[0 if good else 1] += 1
        if not good:
            print("seed", seed, what, more)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "p.lp")
        for seed in range(options.count):
            r = random.Random(seed)
            p = made(r, seed % 2 == 1)
            with open(path, "w") as f:
                f.write(text(p))
            mine, (status, objective, duals) = ask(options, path), highs(path)
            note("status as HiGHS", status in (mine["status"], "?"), seed, f"{mine['status']} {status}")
            if p["integer"]:
                other = scip(path)
                note("status and objective as SCIP", other[0] == mine["status"] and (other[1] is None or abs(other[1] - mine["objective"]) < 1e-6), seed, f"{mine} {other}")
            if mine["status"] == "optimal":
                note("objective as HiGHS", abs(objective - mine["objective"]) < 1e-6, seed, f"{mine['objective']} {objective}")
                if p["integer"]:
                    pool = ask(options, path, "--solutions", "5")
                    best = points(p)[:5]
                    got = [s["objective"] for s in pool.get("solutions", [])] or [pool["objective"]]
                    note("pool of the 5 best", len(got) == len(best) and all(abs(x - y) < 1e-6 for x, y in zip(got, best)), seed, f"{got} {best}")
                else:
                    same = all(abs(mine["duals"].get(f"r{i}", 0) - d) < 1e-6 for i, d in enumerate(duals))
                    proof = proves(p, mine["duals"], mine["objective"])
                    note("dual values prove the optimum", proof, seed, str(mine["duals"]))
                    c = count.setdefault("dual values as HiGHS (else another proof)", [0, 0])
                    c[0 if same else 1] += 1
            if mine["status"] == "infeasible":
                if "farkas" in mine:
                    note("Farkas proof", contradicts(p, mine["farkas"]), seed, str(mine["farkas"]))
                elif not p["integer"]:
                    note("Farkas proof", False, seed, "none")
                conflict = ask(options, path, "--conflict").get("conflict", [])
                note("irreducible set", irreducible(p, conflict, folder), seed, str(conflict))
            if mine["status"] == "unbounded":
                note("ray", improves(p, mine.get("ray", {})), seed, str(mine))
    for what, (good, bad) in count.items():
        print(f"{what:<45}{good:6d} yes{bad:6d} no")


main()
