"""Solves LP and MPS files with farbank, HiGHS, SCIP, cbc and glpsol, one thread each, within a limit of processor time.

    python bench/milp/peers.py --farbank FARBANK --limit 10 --solvers farbank,highs,scip,cbc FILE...

HiGHS and SCIP are the packages highspy and pyscipopt. Their time and memory are counted from after the import, those of
the others are of whole processes. The limit is processor time as well, so that other load matters little. The table has
the worst programs first: those that farbank does not solve, then by its time relative to the best of the others. A dash
means that the limit came first, or an error. With --tree there are the gap of the root (with cuts) to the best known
solution in percent, the seconds to the first solution within 1 % of it, and the nodes. --draw N --seed S takes N of the
files.
"""
import argparse, json, math, os, random, re, resource, signal, subprocess, sys, tempfile, time

NUMBER = r"[-+]?(?:\d[\d,]*\.?\d*(?:[eE][-+]?\d+)?|inf)"


def inside(solver, path):
    """Solves a file in this process, and prints a line of JSON."""
    if solver == "highs":
        import highspy
        h = highspy.Highs()
    else:
        import pyscipopt
        m = pyscipopt.Model()
    before, base = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"start": before, "base": base}), flush=True)
    if solver == "highs":
        h.setOptionValue("threads", 1)
        h.setOptionValue("mip_rel_gap", 1e-6)
        if h.readModel(path) == highspy.HighsStatus.kError:
            sys.exit(3)
        h.run()
        info, status = h.getInfo(), h.getModelStatus()
        words = {highspy.HighsModelStatus.kOptimal: "optimal", highspy.HighsModelStatus.kInfeasible: "infeasible",
                 highspy.HighsModelStatus.kUnbounded: "unbounded"}
        answer = {"status": words.get(status, str(status)), "objective": info.objective_function_value,
                  "nodes": max(0, info.mip_node_count)}
    else:
        m.setParam("timing/clocktype", 1)
        m.readProblem(path)
        m.optimize()
        answer = {"status": m.getStatus(), "objective": m.getObjVal() if m.getNSols() else None,
                  "nodes": m.getNTotalNodes(), "root": m.getDualboundRoot()}
    print(json.dumps(answer | {"cpu": time.process_time() - before}), flush=True)


def command(solver, path, options, out):
    if solver == "farbank":
        return [options.farbank, "milp", path, "--solver", "embedded", "--gap", "0.000001"]
    if solver == "cbc":
        sense = ["-maximize"] if maximized(path) else []  # it does not read OBJSENSE
        return ["stdbuf", "-oL", "cbc", path, *sense, "-ratioGap", "1e-6", "-allowableGap", "0", "-solve", "-quit"]
    if solver == "glpsol":
        return ["glpsol", "--lp" if path.endswith(".lp") else "--mps" if options.fixed else "--freemps", path, "--cuts", "-o", out]
    return [sys.executable, os.path.abspath(__file__), "--inside", solver, path]


def maximized(path):
    """Reports whether an MPS file has a section OBJSENSE with MAX."""
    return path.endswith(".mps") and re.search(r"^OBJSENSE\s+MAX", open(path, errors="replace").read(100_000), re.M) is not None


def run(solver, path, options):
    """Returns the status, seconds of processor time, megabytes and so on of one run."""
    def limited():
        extra = 1 if solver in ("highs", "scip") else 0  # of the import
        resource.setrlimit(resource.RLIMIT_CPU, (options.limit + extra, options.limit + extra + 1))
        if solver != "farbank":  # Go reserves addresses that it does not use
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        os.setsid()
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        answer = os.path.join(folder, "answer")
        environment = os.environ | {"GOMEMLIMIT": "3GiB", "OMP_NUM_THREADS": "1"}
        start = time.time()
        with open(log, "w") as f, open(answer, "w") as a:
            p = subprocess.Popen(command(solver, path, options, os.path.join(folder, "solution")), stdout=a,
                                 stderr=f if solver == "farbank" else subprocess.STDOUT, preexec_fn=limited, env=environment)
            timer = options.limit * 6
            while True:
                pid, status, usage = os.wait4(p.pid, os.WNOHANG)
                if pid:
                    break
                if time.time() - start > timer:
                    os.killpg(p.pid, signal.SIGKILL)
                    timer = math.inf
                time.sleep(0.01)
        wall = time.time() - start
        r = {"cpu": usage.ru_utime + usage.ru_stime, "mb": usage.ru_maxrss / 1024, "status": "-", "objective": None,
             "nodes": None, "root": None, "events": []}
        text, log = open(answer, errors="replace").read(), open(log, errors="replace").read()
        for line in text.splitlines():
            if line.startswith('{"'):
                try:
                    a = json.loads(line)
                except ValueError:
                    continue
                if "base" in a:
                    r["cpu"] -= a["start"]
                    r["mb"] -= a["base"] / 1024
                r |= {k: a[k] for k in ("status", "objective", "nodes", "root", "cpu") if k in a}
        {"farbank": farbank, "highs": highs, "scip": scip, "cbc": cbc, "glpsol": glpsol}[solver](r, text, log, os.path.join(folder, "solution"))
        if solver in ("farbank", "highs"):  # their logs have elapsed time
            r["events"] = [(t * min(1, r["cpu"] / max(wall, 1e-3)), v) for t, v in r["events"]]
        return r


def number(text):
    return float(text.replace(",", ""))


def farbank(r, text, log, _):
    for line in text.splitlines()[:6]:
        if line.startswith("status "):
            r["status"] = line[7:]
        if line.startswith("objective "):
            r["objective"] = number(line[10:])
    for line in log.splitlines():
        f = line.lstrip("*").split()
        if len(f) < 8 or not re.fullmatch(r"[\d.]+s", f[7]):
            continue
        nodes, bound, best, t = number(f[0]), f[4], f[5], float(f[7][:-1])
        if nodes <= 1 and bound != "-":
            r["root"] = number(bound)
        r["nodes"] = nodes
        if best != "-":
            r["events"].append((t, number(best)))


def highs(r, text, log, _):
    for line in text.splitlines():
        m = re.match(r"^ ?[A-Zlpuz]? +(\d+) +(\d+) +(\d+) +[\d.]+%% +(%s) +(%s) .* ([\d.]+)s$" % (NUMBER, NUMBER), line)
        if not m:
            continue
        nodes, bound, best, t = number(m[1]), m[4], m[5], float(m[6])
        if nodes <= 1 and "inf" not in bound:
            r["root"] = number(bound)
        r["nodes"] = max(nodes, r["nodes"] or 0)
        if "inf" not in best:
            r["events"].append((t, number(best)))
    if r["status"] == "optimal" and r["objective"] is not None and not r["events"]:
        r["events"].append((r["cpu"], r["objective"]))


def scip(r, text, log, _):
    for line in text.splitlines():
        f = [x.strip() for x in line.split("|")]
        m = re.match(r"^[^\d]* *([\d.]+)s$", f[0]) if len(f) > 15 else None
        if not m:
            continue
        bound, best = f[-4], f[-3]
        if f[1] == "1" and re.fullmatch(NUMBER, bound):
            r["root"] = number(bound)
        r["nodes"] = max(int(f[1]) if f[1].isdigit() else 0, r["nodes"] or 0)
        if re.fullmatch(NUMBER, best):
            r["events"].append((float(m[1]), number(best)))


def cbc(r, text, log, _):
    for line in text.splitlines():
        if m := re.search(r"cuts changed objective from (\S+) to (\S+) in", line):
            r["root"] = number(m[2])
        if m := re.search(r"olution of (\S+) found .*\(([\d.]+) seconds\)", line):
            r["events"].append((float(m[2]), number(m[1])))
        if m := re.search(r"After (\d+) nodes,.*, (\S+) best solution.*\(([\d.]+) seconds\)", line):
            r["nodes"] = int(m[1])
            if abs(number(m[2])) < 1e49:
                r["events"].append((float(m[3]), number(m[2])))
        if m := re.match(r"Enumerated nodes: +(\d+)", line):
            r["nodes"] = int(m[1])
        if m := re.match(r"(?:Objective value:|Optimal objective) +(\S+)", line):
            r["objective"] = number(m[1])
        if "Optimal solution found" in line or line.startswith("Optimal objective"):
            r["status"] = "optimal"
        if re.search(r"^Result - Problem proven infeasible|Primal infeasible|^Problem is infeasible", line):
            r["status"] = "infeasible"


def glpsol(r, text, log, solution):
    if not os.path.exists(solution):
        return
    for line in open(solution):
        if m := re.match(r"Status: +(.*)", line):
            r["status"] = "optimal" if "OPTIMAL" in m[1] else m[1].lower()
        if m := re.match(r"Objective: .*= (\S+)", line):
            r["objective"] = number(m[1])
            break


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--inside", nargs=2)
    p.add_argument("--farbank", default="farbank")
    p.add_argument("--solvers", default="farbank,highs,scip,cbc")
    p.add_argument("--limit", type=int, default=10)
    p.add_argument("--draw", type=int)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--tree", action="store_true")
    p.add_argument("--fixed", action="store_true", help="MPS files have the fixed layout")
    p.add_argument("--keep", help="a file of earlier results, which is read and extended")
    p.add_argument("files", nargs="*")
    options = p.parse_args()
    if options.inside:
        return inside(*options.inside)
    files = sorted(options.files)
    if options.draw:
        files = random.Random(options.seed).sample(files, options.draw)
    results, solvers = {}, options.solvers.split(",")
    if options.keep and os.path.exists(options.keep):
        for line in open(options.keep):
            name, solver, r = json.loads(line)
            results[name, solver] = r
    names = []
    for path in files:
        name = os.path.basename(path).removesuffix(".gz").removesuffix(".mps").removesuffix(".lp")
        names.append(name)
        for s in solvers:
            if (name, s) not in results:
                results[name, s] = run(s, path, options)
                if results[name, s]["cpu"] > 1.02 * options.limit:
                    results[name, s]["status"] = "late"
                if options.keep:
                    with open(options.keep, "a") as f:
                        f.write(json.dumps([name, s, results[name, s]]) + "\n")
    table(names, solvers, results, options)


def ended(r):
    return r["status"] in ("infeasible", "unbounded") or r["status"] == "optimal" and r["objective"] is not None


def table(names, solvers, results, options):
    others = solvers[1:]
    def worst(name):
        mine = results[name, solvers[0]]
        best = min([max(results[name, s]["cpu"], 0.01) for s in others if ended(results[name, s])], default=math.inf)
        if not ended(mine):
            return (0, 0 if best < math.inf else 1, best)
        return (1, 0, -max(mine["cpu"], 0.01) / best)
    print(f"{'seconds':<20}" + "".join(f"{s:>9}" for s in solvers) + "".join(f"{s + ' MB':>11}" for s in solvers) + "  objective")
    for name in sorted(names, key=worst):
        row = [results[name, s] for s in solvers]
        values = {f"{r['objective']:.6g}" for r in row if r["status"] == "optimal"}
        verdict = " ".join(sorted(values)) if values else " ".join(sorted({r["status"] for r in row if ended(r)}))
        print(f"{name[:19]:<20}" + "".join(f"{r['cpu']:9.2f}" if ended(r) else f"{'-':>9}" for r in row) + "".join(f"{r['mb']:11.0f}" for r in row) + f"  {verdict}")
    print("ended: " + ", ".join(f"{s} {sum(ended(results[n, s]) for n in names)}" for s in solvers) + f" of {len(names)}")
    for s in others:
        both = [n for n in names if ended(results[n, solvers[0]]) and ended(results[n, s])]
        def mean(key, least):
            return math.exp(sum(math.log(max(results[n, solvers[0]][key], least) / max(results[n, s][key], least)) for n in both) / max(1, len(both)))
        print(f"geometric means of {len(both)} ratios to {s}: time {mean('cpu', 0.01):.2f}, memory {mean('mb', 1):.2f}")
    if not options.tree:
        return
    print(f"\n{'':<20}" + "".join(f"{s:>22}" for s in solvers))
    print(f"{'':<20}" + f"{'root %':>8}{'1 %':>6}{'nodes':>8}" * len(solvers) + "  best known")
    for name in sorted(names, key=worst):
        row = [results[name, s] for s in solvers]
        proven = [r["objective"] for r in row if r["status"] == "optimal" and r["objective"] is not None]
        known = [v for r in row for _, v in r["events"]]
        maximize = any(a[1] < b[1] - 1e-6 * abs(b[1]) for r in row for a, b in zip(r["events"], r["events"][1:]))
        best = proven[0] if proven else (max(known) if maximize else min(known)) if known else None
        line = f"{name[:19]:<20}"
        for r in row:
            root, first = "-", "-"
            if best is not None:
                if r["root"] is not None and abs(r["root"]) < 1e20:
                    root = f"{min(9999, 100 * abs(r['root'] - best) / max(abs(best), 1e-9)):.2f}"
                for t, v in r["events"] + ([(r["cpu"], r["objective"])] if ended(r) else []):
                    if v is not None and abs(v - best) <= 0.01 * abs(best) + 1e-9:
                        first = f"{t:.1f}"
                        break
            line += f"{root:>8}{first:>6}" + (f"{r['nodes']:8.0f}" if r["nodes"] is not None else f"{'-':>8}")
        print(line + (f"  {best:.8g}" if best is not None else "  -"))


main()
