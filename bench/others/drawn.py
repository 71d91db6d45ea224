"""Draw nondeterministic planning tasks and models of chance, run solvers on them, and print the table.

python3 drawn.py draw fond LIST --from FOND --from PRP [--seed N] [--tasks N]
python3 drawn.py draw chance LIST --from QCOMP [--seed N] [--tasks N]
python3 drawn.py run LIST RESULTS --from DIR ... --solver NAME=COMMAND ... [--limit S] [--for S]
python3 drawn.py show RESULTS [--first NAME]    worst first

FOND is a copy of github.com/AI-Planning/fond-domains, PRP one of github.com/QuMuLab/planner-for-relevant-policies, and
QCOMP one of github.com/ahartmanns/qcomp. Of planning, one task of each domain is drawn and the others from the rest;
corner-cases, which are no domain, and tasks whose text came before are left out. Of chance, one model with its
parameters and one of its properties are drawn from each family of DTMCs and MDPs, and the others from the rest: of
those with at most 5 million states, a property that is a probability or an expected reward until a set of states, and
a published value.

LIST names what was drawn, before anything is solved. A line has the names of the domain and the problem below the
folders DIR, or the file of a model, its parameters as NAME=VALUE,... or -, the property, and the published value
(low..high if it is an interval).

A command is split at spaces. {d} and {p} stand for the domain and the problem, {m}, {c} and {q} for the model, its
parameters and the property, {b} for the folder of this script, and {s} for the limit. The answer is read from standard
output: a line "value V" or "value LOW..HIGH", perhaps with the processor time to print in place of that of the
process, or for planners what ANSWERS lists. Each run has a limit of processor time with all its children, 8 GB of
memory, and 30 times its limit of elapsed time. RESULTS has one line of JSON for each run; runs that it has are not
repeated.
"""
import argparse, collections, glob, hashlib, json, math, os, random, re, sys, tempfile, time
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'peers'))
import limited

STATES = 5_000_000
sys.set_int_max_str_digits(0)
# What the output of a planner says: that there is a strong cyclic policy, or none. The first that matches counts.
ANSWERS = [
    ('found', re.compile(r'Strongly Cyclic: True|Result: Strong (cyclic )?plan found|"status": ?"solved"')),
    ('none', re.compile(r'No strong cyclic plan exists|Plan found, but not strong cyclic|No solution -- aborting|"status": ?"none"')),
]


def text(path):
    with open(path, errors='replace') as f:
        return f.read()


def find(folders, name):
    for d in folders:
        if os.path.exists(os.path.join(d, name)):
            return os.path.abspath(os.path.join(d, name))
    raise SystemExit(f'{name} is in none of the folders')


def domain_of(folder, problem):
    """Return the domain file of a problem, or None: the one with its number, or else the one of the folder."""
    numbers = re.findall('[0-9]+', problem)
    own = ['d_' + '_'.join(numbers), 'dm' + ''.join(numbers), 'domain_p' + ''.join(numbers), 'd' + ''.join(numbers)]
    own += [problem.replace('prob', 'domain').removesuffix('.pddl'), 'domain']
    for name in own:
        for end in ('-fixed.pddl', '.pddl'):
            if name + end != problem and os.path.exists(os.path.join(folder, name + end)):
                return name + end
    return None


def draw_fond(o, r):
    families, known = collections.defaultdict(list), set()
    for top in o.folders:
        for problem in sorted(glob.glob(os.path.join(glob.escape(top), '*benchmarks', '*', '*.pddl'))):
            at, name = os.path.split(problem)
            domain = domain_of(at, name)
            start = text(problem)
            if domain is None or not re.search(r'\(\s*define\s*\(\s*problem\b', start) or 'corner-cases' in at:
                continue
            if ':domain' not in start or 'oneof' not in text(os.path.join(at, domain)):
                continue
            digest = hashlib.sha256(start.encode()).digest()
            if digest not in known:
                known.add(digest)
                families[os.path.basename(at)].append([os.path.relpath(os.path.join(at, f), top) for f in (domain, name)])
    return families


def reachability(formula):
    """Report whether a JANI property is a probability or an expected reward until a set of states."""
    e = formula
    if e.get('op') != 'filter':
        return False
    e = e['values']
    if e.get('op') in ('Pmin', 'Pmax'):
        e = e['exp']
        return e.get('op') in ('F', 'U') and not any(k.endswith('bounds') for k in e)
    return e.get('op') in ('Emin', 'Emax') and 'reach' in e and not any(k.endswith('instant') for k in e)


def draw_chance(o, r):
    families = collections.defaultdict(list)
    top, = o.folders
    for index in sorted(glob.glob(os.path.join(glob.escape(top), 'benchmarks', '*', '*', 'index.json'))):
        at = os.path.dirname(index)
        about = json.load(open(index))
        if about['type'] not in ('dtmc', 'mdp'):
            continue
        for file in about['files']:
            path = os.path.join(at, file['file'])
            if not path.endswith('.jani') or not os.path.exists(path):
                continue
            model = json.loads(open(path, encoding='utf-8-sig').read())
            fits = {p['name'] for p in model.get('properties', []) if reachability(p['expression'])}
            for case in file.get('open-parameter-values', []):
                states = [s['number'] for s in case.get('states', [])]
                if not states or min(states) > STATES:
                    continue
                given = ','.join(f'{v["name"]}={json.dumps(v["value"])}' for v in case.get('values', []))
                for result in case.get('results', []):
                    value = published(result.get('value'))
                    if result['property'] in fits and value:
                        families[about['short']].append(
                            [os.path.relpath(path, top), given or '-', result['property'], value])
    return families


def published(value):
    """Return a published value as text, or None: a fraction, a number, or LOW..HIGH."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return repr(value)
    if isinstance(value, dict):
        if 'num' in value and 'den' in value and value['den'] < 10**40:
            return f'{value["num"]}/{value["den"]}'
        if 'lower' in value and 'upper' in value:
            return f'{value["lower"]}..{value["upper"]}'
        if 'approx' in value:
            return repr(value['approx'])
    if isinstance(value, str):
        return value.replace('∞', 'inf')
    return None


def alone(o, problem):
    """Report whether a file of a problem has no domain too."""
    return not re.search(r'\(\s*define\s*\(\s*domain\b', text(find(o.folders, problem)))


def draw(o):
    r = random.Random(o.seed)
    families = (draw_fond if o.kind == 'fond' else draw_chance)(o, r)
    chosen, rest = [], []
    names = sorted(families)
    for name in names if len(names) <= o.tasks else sorted(r.sample(names, o.tasks)):
        one = sorted(families[name])
        r.shuffle(one)
        first = next((t for t in one if o.kind != 'fond' or alone(o, t[1])), one[0])
        chosen.append(first)
        rest += one[1:]
    chosen += r.sample(rest, max(0, o.tasks - len(chosen)))
    with open(o.list, 'w') as f:
        for words in sorted(chosen):
            print(*words, file=f)
    print(f'{len(chosen)} of {sum(map(len, families.values()))} in {len(families)} families')


def solve(command, places, limit):
    with tempfile.TemporaryDirectory() as at:
        words = [os.path.abspath(w) if '/' in w and os.path.exists(w) else w for w in command.split()]  # it starts elsewhere
        for k, v in places.items():
            words = [w.replace('{' + k + '}', v) for w in words]
        status, used, memory, over = limited.run(words, at, limit, 8)
        said, errors = text(os.path.join(at, 'stdout')), text(os.path.join(at, 'stderr'))
    r = {'seconds': used, 'mb': memory, 'answer': '', 'value': None}
    value = re.search(r'^value (\S+)(?: ([\d.]+))?$', said, re.M)
    if value:
        r['answer'], r['value'] = 'value', value[1]
        if value[2]:
            r['solving'] = float(value[2])
    else:
        r['answer'] = next((a for a, e in ANSWERS if e.search(said)), '')
    if not r['answer']:
        last = (errors.strip() or said.strip()).splitlines()
        r['why'] = 'limit' if over else last[-1][:200] if last else f'status {status}'
    return r


def run(o):
    done = set()
    if os.path.exists(o.results):
        done = {(r['task'], r['solver']) for r in map(json.loads, open(o.results))}
    begun = time.time()
    with open(o.results, 'a') as results:
        for line in open(o.list):
            words = line.split()
            places = {'s': str(o.limit), 'b': HERE}
            if len(words) == 2:
                places.update(d=find(o.folders, words[0]), p=find(o.folders, words[1]))
                task, want = words[1], None
            else:
                places.update(m=find(o.folders, words[0]), c=words[1], q=words[2])
                task, want = ' '.join(words[:3]), words[3]
            for solver in o.solver:
                short, command = solver.split('=', 1)
                if (task, short) in done or o.until and time.time() - begun > o.until:
                    continue
                done.add((task, short))
                print(json.dumps({'task': task, 'solver': short, 'want': want, **solve(command, places, o.limit)}),
                      file=results, flush=True)


def interval(value):
    """Return the ends of a value that is written as V or LOW..HIGH. A decimal stands for the numbers that it rounds."""
    ends = value.split('..')
    if len(ends) == 2:
        return tuple(math.inf if e == 'inf' else Fraction(e) for e in ends)
    if value == 'inf':
        return math.inf, math.inf
    v = Fraction(value)
    if '/' in value or re.fullmatch('-?[0-9]+', value):
        return v, v
    digits = len(re.sub(r'[eE].*|[-.]', '', value).lstrip('0')) or 1
    size = Fraction(10) ** (math.floor(math.log10(abs(v))) - digits + 1) if v else Fraction(1, 10**digits)
    return v - size, v + size


def agrees(value, want):
    """Report whether a value may be the published one. A decimal may be wrong by a millionth of it, as of Storm's sound method."""
    least, most = interval(want)
    if '..' in value or '/' in value or value == 'inf':
        low, high = interval(value)
    else:
        v = Fraction(value)
        slack = abs(v) / 10**6 if '.' in value or 'e' in value else 0
        low, high = v - slack, v + slack
    return low <= most and high >= least


def show(o):
    rows = collections.defaultdict(dict)
    for r in map(json.loads, open(o.results)):
        rows[r['task']].setdefault(r['solver'], r)
    solvers = sorted({s for rs in rows.values() for s in rs}, key=lambda s: (s != o.first, s))

    def time_of(r):
        return max(round(r.get('solving', r['seconds']), 2), 0.01)

    def right(r):
        return bool(r) and r['answer'] != '' and (r['want'] is None or r['value'] is not None and agrees(r['value'], r['want']))

    def worst(task):
        mine, others = rows[task].get(o.first), [r for s, r in rows[task].items() if s != o.first and right(r)]
        best = min(map(time_of, others), default=None)
        return right(mine), not best, -time_of(mine) / best if right(mine) and best else 0, task

    def cell(r):
        if r is None:
            return ''
        said = r['answer'] if r['want'] is None else r['value'] and (o.values and r['value'] or 'right' if right(r) else 'WRONG ' + r['value'])
        return f'{said or "- " + r.get("why", r["answer"])[:60]} ({time_of(r)})'

    for task in sorted(rows, key=worst):
        print('|', task, '|', ' | '.join(cell(rows[task].get(s)) for s in solvers), '|')
    for s in solvers:
        ran = [rs[s] for rs in rows.values() if s in rs]
        print(f'{s}: {sum(map(right, ran))} of {len(ran)} answered', dict(collections.Counter(r['answer'] for r in ran)))
        both = [rs for rs in rows.values() if s != o.first and right(rs.get(s)) and right(rs.get(o.first))]
        if both:
            mean = math.exp(sum(math.log(time_of(rs[o.first]) / time_of(rs[s])) for rs in both) / len(both))
            print(f'  {len(both)} with {o.first}, whose time is {mean:.2f} of this one in the geometric mean')


def main():
    p = argparse.ArgumentParser()
    sub = p.add_subparsers(dest='what', required=True)
    q = sub.add_parser('draw')
    q.add_argument('kind', choices=['fond', 'chance'])
    q.add_argument('list')
    q.add_argument('--from', dest='folders', action='append', required=True)
    q.add_argument('--seed', type=int, default=37)
    q.add_argument('--tasks', type=int, default=40)
    q = sub.add_parser('run')
    q.add_argument('list')
    q.add_argument('results')
    q.add_argument('--from', dest='folders', action='append', required=True)
    q.add_argument('--solver', action='append', default=[], help='NAME=COMMAND')
    q.add_argument('--limit', type=int, default=20, help='processor time in seconds')
    q.add_argument('--for', dest='until', type=float, help='begin no run after this elapsed time in seconds')
    q = sub.add_parser('show')
    q.add_argument('results')
    q.add_argument('--first', default='farbank')
    q.add_argument('--values', action='store_true')
    o = p.parse_args()
    {'draw': draw, 'run': run, 'show': show}[o.what](o)


main()
