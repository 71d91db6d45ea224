"""Draw tasks of the planning competitions, run planners on them, and print the table.

python3 drawn.py draw TEMPORAL NUMERIC TASKS [--seed N]
python3 drawn.py draw-classical CLASSICAL TASKS [--seed N] [--number N]
python3 drawn.py translate TASKS TRANSLATOR     write the input of planners that begin after Fast Downward's translator
python3 drawn.py run TASKS RESULTS --solver NAME=COMMAND ... [--kind temporal|numeric|classical] [--limit S] [--soft S] [--for S] [--judge FARBANK] [--keep DIR]
python3 drawn.py show RESULTS [--first NAME]    worst first

TEMPORAL is a clone of github.com/potassco/pddl-instances, NUMERIC one of github.com/ipc2023-numeric/ipc2023-dataset. Drawn
are one task of each temporal domain of 2008, 2011 and 2014 and 25 of the rest, and two of each numeric domain. They are
copied into TASKS, whose list.txt names them before anything is solved. CLASSICAL is a clone of
github.com/aibasel/downward-benchmarks: one task of each domain, of one of its years, then tasks of all of them up to the
number.

A command is split at spaces. {d} and {p} stand for the domain and the problem, {sas} for the translated task, {s} for the
limit, {out} for the beginning of the names of files for plans; without {out} the plan is on standard output. Of several
plans the best counts; a classical plan costs what its last comment says. Each run
has a limit of processor time with all its children, and ten times its limit of elapsed time. RESULTS has one line of JSON
for each run; runs that it has are not repeated. --judge checks each plan by farbank verify.
--soft interrupts a planner after S seconds of processor time, so that it prints its best plan.
--keep writes the best plan of each run to DIR/NUMBER.NAME.plan.
"""
import argparse, collections, glob, json, os, random, re, subprocess, sys, tempfile, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'peers'))
import limited

STEP = re.compile(r'^\s*(?:([\d.]+)\s*:\s*)?(\([^()]*\))\s*(?:\[\s*(?:D:)?\s*([\d.]+)[^\]]*\])?', re.M)


def git(repo, *words):
    return subprocess.run(('git', '-C', repo) + words, capture_output=True, check=True).stdout


def copied(repo, path, to):
    with open(to, 'wb') as f:
        f.write(git(repo, 'show', 'HEAD:' + path))


def tasks_of(files, domain_of):
    """Return the pairs (domain, problem) of each folder."""
    found = collections.defaultdict(list)
    names = set(files)
    for f in files:
        at, name = f.split('/instances/') if '/instances/' in f else (None, None)
        if at:
            domain = domain_of(at, name)
            if domain in names:
                found[at].append((domain, f))
    return found


def draw(o):
    r = random.Random(o.seed)
    os.makedirs(o.tasks, exist_ok=True)
    chosen = []
    temporal = git(o.temporal, 'ls-tree', '-r', '--name-only', 'HEAD').decode().split()
    temporal = sorted(f for f in temporal if f[:8] in ('ipc-2008', 'ipc-2011', 'ipc-2014') and '-temporal-satisficing' in f)
    own = lambda at, name: f'{at}/domains/domain-{re.search("[0-9]+", name).group()}.pddl'
    shared = set(temporal)
    all = tasks_of(temporal, lambda at, name: f'{at}/domain.pddl' if f'{at}/domain.pddl' in shared else own(at, name))
    rest = []
    for at in sorted(all):
        list = sorted(all[at])
        r.shuffle(list)
        chosen.append((o.temporal, 'temporal', *list[0]))
        rest += list[1:]
    chosen += [(o.temporal, 'temporal', *x) for x in r.sample(rest, 25)]
    numeric = sorted(git(o.numeric, 'ls-tree', '-r', '--name-only', 'HEAD').decode().split())
    all = tasks_of(numeric, lambda at, name: f'{at}/domain.pddl')
    for at in sorted(all):
        chosen += [(o.numeric, 'numeric', *x) for x in sorted(r.sample(sorted(all[at]), 2))]
    with open(os.path.join(o.tasks, 'list.txt'), 'w') as f:
        for i, (repo, kind, domain, problem) in enumerate(chosen):
            copied(repo, domain, os.path.join(o.tasks, f'{i}.domain.pddl'))
            copied(repo, problem, os.path.join(o.tasks, f'{i}.problem.pddl'))
            print(i, kind, problem, file=f)


def draw_classical(o):
    r = random.Random(o.seed)
    os.makedirs(o.tasks, exist_ok=True)
    by = collections.defaultdict(list)
    files = set(git(o.classical, 'ls-tree', '-r', '--name-only', 'HEAD').decode().split())
    for f in sorted(files):
        folder, _, name = f.partition('/')
        number = re.search(r'\d.*', name)
        if not name.endswith('.pddl') or 'domain' in name or '/' in name or folder.startswith('unofficial') or not number:
            continue
        stem = name[:-len('.pddl')]
        domain = next((d for d in ('domain.pddl', f'domain_{name}', f'domain-{name}', f'{stem}-domain.pddl', f'{stem[:3]}-domain.pddl')
                       if f'{folder}/{d}' in files), None)
        if domain:
            by[folder].append((f'{folder}/{domain}', f))
    domains = collections.defaultdict(list)
    for folder in sorted(by):
        domains[re.sub(r'(-(agl|mco|opt|sat)?\d\d)?(-strips|-adl|-fulladl|-simpleadl)?$', '', folder)].append(folder)
    chosen = [r.choice(by[r.choice(domains[d])]) for d in sorted(domains)]
    rest = [x for folder in sorted(by) for x in by[folder] if x not in chosen]
    chosen = (r.sample(chosen, o.number) if len(chosen) > o.number else chosen + r.sample(rest, o.number - len(chosen)))
    with open(os.path.join(o.tasks, 'list.txt'), 'w') as f:
        for i, (domain, problem) in enumerate(chosen):
            copied(o.classical, domain, os.path.join(o.tasks, f'{i}.domain.pddl'))
            copied(o.classical, problem, os.path.join(o.tasks, f'{i}.problem.pddl'))
            print(i, 'classical', problem, file=f)


def translate(o):
    for line in open(os.path.join(o.tasks, 'list.txt')):
        at = os.path.abspath(os.path.join(o.tasks, line.split()[0]))
        if not os.path.exists(at + '.sas'):
            try:
                subprocess.run((sys.executable, '-m', 'translate', at + '.domain.pddl', at + '.problem.pddl', '--sas-file', at + '.part'),
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, env={**os.environ, 'PYTHONPATH': o.translator})
                os.rename(at + '.part', at + '.sas')
            except (subprocess.TimeoutExpired, OSError):
                print('not translated:', line.strip())


def quality(text):
    """Return the end of a plan, or None: its cost where a comment says it, the makespan, or the number of its actions."""
    cost = re.findall(r'^; cost = (\d+)', text, re.M)
    if cost:
        return float(cost[-1])
    steps = STEP.findall(text)
    if not steps:
        return None
    if any(d for _, _, d in steps):
        return max(float(t or 0) + float(d or 0) for t, _, d in steps)
    return float(len(steps))


def solve(command, at_task, limit, judge, keep=None, soft=None):
    domain, problem, sas = (at_task + end for end in ('.domain.pddl', '.problem.pddl', '.sas'))
    with tempfile.TemporaryDirectory() as at:
        plans = os.path.join(at, 'plan')
        words = [w.replace('{d}', domain).replace('{p}', problem).replace('{s}', str(limit)).replace('{sas}', sas).replace('{out}', plans)
                 for w in command.split()]
        _, used, memory, _ = limited.run(words, at, limit, 0, 10, soft)
        best = None
        for name in glob.glob(plans + '*') if '{out}' in command else [os.path.join(at, 'stdout')]:
            text = open(name, errors='replace').read()
            q = quality(text)
            if q is not None and (best is None or q < best[0]):
                best = q, text
        r = {'seconds': used, 'mb': memory,
             'found': best is not None, 'value': best and best[0], 'valid': None}
        if best and (judge or keep):
            file = keep or os.path.join(at, 'judged')
            with open(file, 'w') as f:
                for t, a, d in STEP.findall(best[1]):
                    print((t + ': ' if t else '') + a.lower() + (f' [{d}]' if d else ''), file=f)
        if best and judge:
            code = subprocess.run([judge, 'verify', domain, problem, file, '--epsilon', '0.0001', '--timeout', '60s'],
                                  capture_output=True).returncode
            r['valid'] = {0: True, 1: False}.get(code)
        return r


def run(o):
    done = set()
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
    if os.path.exists(o.results):
        done = {(r['task'], r['solver']) for r in map(json.loads, open(o.results))}
    begun = time.time()
    with open(o.results, 'a') as results:
        for line in open(os.path.join(o.tasks, 'list.txt')):
            number, kind, name = line.split()
            if o.kind and kind != o.kind:
                continue
            for solver in o.solver:
                short, command = solver.split('=', 1)
                if (name, short) in done or o.until and time.time() - begun > o.until:
                    continue
                at = os.path.abspath(os.path.join(o.tasks, number))
                keep = o.keep and os.path.abspath(os.path.join(o.keep, f'{number}.{short}.plan'))
                r = solve(command, at, o.limit, o.judge, keep, o.soft)
                print(json.dumps({'task': name, 'kind': kind, 'solver': short, **r}), file=results, flush=True)


def show(o):
    by = collections.defaultdict(dict)
    for r in map(json.loads, open(o.results)):
        by[r['kind'], r['task']][r['solver']] = r
    solvers = sorted({s for rs in by.values() for s in rs}, key=lambda s: (s != o.first, s))
    for kind in ('temporal', 'numeric', 'classical'):
        rows = {task: rs for (k, task), rs in by.items() if k == kind}
        if not rows:
            continue
        here = [s for s in solvers if any(s in rs for rs in rows.values())]
        print(f'{kind}: value (seconds of processor time)')

        def worst(task):
            best = min((r['value'] for r in rows[task].values() if r['found']), default=None)
            mine = rows[task].get(o.first)
            return best is None, (best / mine['value'] if mine and mine['found'] and mine['value'] else -1) if best is not None else 0, task

        for task in sorted(rows, key=worst):
            cells = []
            for s in here:
                r = rows[task].get(s)
                cells.append('' if r is None else f'{r["value"]:.10g}{"!" if r["valid"] is False else ""} ({r["seconds"]})'
                             if r['found'] else f'- ({r["seconds"]})')
            print('|', task.replace('/domains/', ' ').replace('/instances/', ' ').replace('.pddl', ''), '|', ' | '.join(cells), '|')
        for s in here:
            ran = [rs[s] for rs in rows.values() if s in rs]
            score = sum(min(r['value'] for r in rs.values() if r['found'] and r['valid'] is not False) / max(rs[s]['value'], 1e-9)
                        for rs in rows.values() if s in rs and rs[s]['found'] and rs[s]['valid'] is not False)
            print(f'{s}: {sum(r["found"] for r in ran)} of {len(ran)} found, {sum(r["valid"] is True for r in ran)} judged valid, '
                  f'{sum(r["valid"] is False for r in ran)} invalid, quality {score:.2f}')


def main():
    p = argparse.ArgumentParser()
    sub = p.add_subparsers(dest='what', required=True)
    q = sub.add_parser('draw')
    q.add_argument('temporal')
    q.add_argument('numeric')
    q.add_argument('tasks')
    q.add_argument('--seed', type=int, default=36)
    q = sub.add_parser('draw-classical')
    q.add_argument('classical')
    q.add_argument('tasks')
    q.add_argument('--seed', type=int, default=34)
    q.add_argument('--number', type=int, default=80)
    q = sub.add_parser('translate')
    q.add_argument('tasks')
    q.add_argument('translator', help='the folder that has the package translate of Fast Downward or of a planner that builds on it')
    q = sub.add_parser('run')
    q.add_argument('tasks')
    q.add_argument('results')
    q.add_argument('--solver', action='append', default=[], help='NAME=COMMAND')
    q.add_argument('--kind')
    q.add_argument('--limit', type=int, default=10, help='processor time in seconds')
    q.add_argument('--soft', type=float, help='interrupt each run after this processor time in seconds')
    q.add_argument('--for', dest='until', type=float, help='begin no run after this elapsed time in seconds')
    q.add_argument('--judge', help='the farbank program that judges plans')
    q.add_argument('--keep', help='a folder for the plans')
    q = sub.add_parser('show')
    q.add_argument('results')
    q.add_argument('--first', default='farbank')
    o = p.parse_args()
    {'draw': draw, 'draw-classical': draw_classical, 'translate': translate, 'run': run, 'show': show}[o.what](o)


main()
