"""Run solvers on drawn models and print the table.

python3 table.py run CACHE RESULTS --solver NAME=COMMAND ... [--limit S] [--for S] [--only TEXT]
python3 table.py show RESULTS [--first NAME]    models that NAME and another solver have run, worst first

CACHE is a folder of draw.py. A command is split at spaces; {} in it stands for the FlatZinc file: that of the part of
NAME before a dash, or else that of farbank. {s} stands for the limit. Each run has a limit of processor time, 4 GB of
memory, and ten times its limit of elapsed time. RESULTS has one line of JSON for each run; runs that it has are not
repeated. --for ends before a new run after that elapsed time.
"""
import argparse, collections, json, math, os, re, resource, subprocess, sys, tempfile, time

GOAL = re.compile(r'solve\b.*?\b(satisfy|minimize|maximize)\b\s*([A-Za-z_]\w*)?', re.S)


def prepared(path):
    """Return the goal and a file whose solutions include the objective."""
    text = open(path).read()
    goal = GOAL.search(text, text.rfind('\nsolve'))
    if goal.group(1) == 'satisfy':
        return 'satisfy', None, path
    name = goal.group(2)
    line = re.compile(r'^(var [^:\n]*: ' + re.escape(name) + r'\b)(?![^\n]*output_var)', re.M)
    shown = line.sub(r'\1 :: output_var', text, count=1)
    if shown != text:
        with open(path, 'w') as f:
            f.write(shown)
    return goal.group(1), name, path


def solve(command, path, limit):
    """Return the result of one run."""
    goal, name, path = prepared(path)
    words = [w.replace('{s}', str(limit)).replace('{}', path) for w in command.split()]
    if goal == 'satisfy':
        words = [w for w in words if w not in ('-a', '-i')]

    def limits():
        os.setsid()
        most = limit + 1 if '{s}' not in command else 3 * limit  # cpsat.py stops by itself, but not within presolve
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
        if 'farbank' not in words[0]:
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen(words, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=limits)
        end = time.time() + 10 * limit
        while True:
            pid, status, usage = os.wait4(p.pid, os.WNOHANG)
            if pid:
                break
            if time.time() > end:
                os.killpg(p.pid, 9)
            time.sleep(0.01)
        p.returncode = status
        out.seek(0)
        text = out.read().decode(errors='replace')
    r = {'goal': goal, 'seconds': round(usage.ru_utime + usage.ru_stime, 2), 'mb': usage.ru_maxrss // 1024,
         'ended': False, 'objective': None, 'bound': None}
    line = re.search(r'^RESULT (\S+) (\S+) (\S+) (\S+)', text, re.M)
    if line:  # of cpsat.py
        status = line.group(1)
        r['found'] = status in ('OPTIMAL', 'FEASIBLE')
        r['ended'] = status in ('OPTIMAL', 'INFEASIBLE') and float(line.group(2)) <= limit + 1
        r['unsat'] = status == 'INFEASIBLE'
        r['seconds'] = float(line.group(2))
        if line.group(3) != 'None':
            r['objective'] = int(line.group(3))
        if line.group(4) != 'None':
            r['bound'] = float(line.group(4))
        return r
    r['found'] = '----------\n' in text
    r['unsat'] = '=====UNSATISFIABLE=====' in text
    r['ended'] = r['unsat'] or '==========\n' in text or goal == 'satisfy' and r['found']
    if name:
        values = re.findall(r'^' + re.escape(name) + r' = (-?\d+);', text, re.M)
        if values:
            r['objective'] = int(values[-1])
        bounds = re.findall(r'objectiveBound=(-?\d+)', text)
        if bounds:
            r['bound'] = int(bounds[-1])
    return r


def run(o):
    known = set()
    if os.path.exists(o.results):
        known = {(r['model'], r['solver']) for r in map(json.loads, open(o.results))}
    solvers = [s.split('=', 1) for s in o.solver]
    begun = time.time()
    for line in open(os.path.join(o.cache, 'drawn.txt')):
        model = line.split()[0]
        for name, command in solvers:
            if (model, name) in known or o.only not in model:
                continue
            if time.time() - begun > o.seconds:
                return
            path = os.path.join(o.cache, f'{model}.{name.split("-")[0]}.fzn')
            if not os.path.exists(path):
                path = os.path.join(o.cache, f'{model}.farbank.fzn')
            if name.split('-')[0] in ('gecode', 'chuffed') and path.endswith('.farbank.fzn'):
                r = {'goal': '?', 'seconds': 0, 'mb': 0, 'ended': False, 'found': False, 'unsat': False,
                     'objective': None, 'bound': None, 'compiled': False}
            else:
                r = solve(command, path, o.limit)
            r |= {'model': model, 'solver': name}
            with open(o.results, 'a') as f:
                f.write(json.dumps(r) + '\n')
            print(model, name, r['seconds'], r['ended'], r['objective'], r['bound'], r['mb'], flush=True)


def text(r):
    """Return a cell of the table."""
    if r is None:
        return ''
    if r.get('compiled') is False:
        return 'not compiled'
    if r['unsat']:
        return f"{r['seconds']:.2f} s, none exists"
    if r['ended']:
        return f"{r['seconds']:.2f} s" + (f", {r['objective']:,}" if r['objective'] is not None else '')
    bound = '' if r['bound'] is None or abs(r['bound']) > 1e12 else f" [{round(r['bound']):,}]"
    if not r['found']:
        return 'none' + bound
    return (f"{r['objective']:,}" if r['objective'] is not None else 'found') + bound


def loss(row, first):
    """Return how far the first solver is behind the best of the others; large is bad."""
    own, others = row.get(first), [r for n, r in row.items() if n != first]
    ended = [r['seconds'] for r in others if r['ended']]
    if own is None:
        return -100
    if own['ended']:
        return math.log(max(own['seconds'], 0.05) / max(min(ended), 0.05)) if ended else -10
    if ended:
        return 1000 - min(ended)
    sign = -1 if own['goal'] == 'maximize' else 1
    best = [sign * r['objective'] for r in others if r['objective'] is not None]
    if own['objective'] is None:
        return 900 if best else 0
    if not best:
        return -5
    gap = (sign * own['objective'] - min(best)) / max(abs(min(best)), 1)
    return 100 + gap if gap > 0 else gap


def show(o):
    rows, order = collections.defaultdict(dict), []
    for r in map(json.loads, open(o.results)):
        rows[r['model']][r['solver']] = r
        if r['solver'] not in order:
            order.append(r['solver'])
    order.sort(key=lambda n: n != o.first)
    rows = {m: row for m, row in rows.items() if o.first in row and len(row) > 1}
    print('| model | ' + ' | '.join(order) + ' |\n|' + '---|' * (len(order) + 1))
    for model in sorted(rows, key=lambda m: -loss(rows[m], o.first)):
        print('| ' + model.replace('+', ' ') + ' | ' + ' | '.join(text(rows[model].get(n)) for n in order) + ' |')
    print()
    for n in order:
        mine = [r for r in (row.get(n) for row in rows.values()) if r]
        print(f"{n}: {sum(r['ended'] for r in mine)} of {len(mine)} ended; most memory {max(r['mb'] for r in mine)} MB")
    peers = [n for n in order if n != o.first]
    print('one of the others:', sum(any(row[n]['ended'] for n in peers if n in row) for row in rows.values()), 'ended')
    for n in peers:
        both = [(row[o.first], row[n]) for row in rows.values() if n in row and o.first in row]
        ratios = [math.log(max(a['seconds'], 0.01) / max(b['seconds'], 0.01))
                  for a, b in both if a['ended'] and b['ended']]
        if ratios:
            print(f'time beside {n}: {math.exp(sum(ratios) / len(ratios)):.2f} ({len(ratios)} models)')
        for a, b in both:
            if a['ended'] and b['ended'] and (a['unsat'] != b['unsat'] or a['objective'] != b['objective']):
                print('ANSWERS DIFFER', a['model'], text(a), text(b))
    open_ = [row for row in rows.values()
             if not any(r['ended'] for r in row.values()) and row[o.first]['goal'] != 'satisfy']
    good = bound = 0
    for row in open_:
        own, sign = row[o.first], -1 if row[o.first]['goal'] == 'maximize' else 1
        best = [sign * r['objective'] for n, r in row.items() if n != o.first and r['objective'] is not None]
        good += not best or own['objective'] is not None and sign * own['objective'] <= min(best)
        bounds = [sign * r['bound'] for n, r in row.items() if n != o.first and r['bound'] is not None]
        bound += not bounds or own['bound'] is not None and sign * own['bound'] >= max(bounds) - 1e-6
    print(f'nobody ends: {len(open_)}; objective at least as good as the best of the others: {good}; bound: {bound}')


def main():
    p = argparse.ArgumentParser()
    sub = p.add_subparsers(required=True)
    q = sub.add_parser('run')
    q.add_argument('cache')
    q.add_argument('results')
    q.add_argument('--solver', action='append', required=True)
    q.add_argument('--limit', type=int, default=10)
    q.add_argument('--for', dest='seconds', type=float, default=math.inf)
    q.add_argument('--only', default='')
    q.set_defaults(do=run)
    q = sub.add_parser('show')
    q.add_argument('results')
    q.add_argument('--first', default='farbank')
    q.set_defaults(do=show)
    o = p.parse_args()
    o.do(o)


main()
