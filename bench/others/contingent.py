"""Draw contingent planning tasks, and run MyND on one.

python3 contingent.py draw LIST OUT --prp PRP --mynd MYND [--seed N] [--each N]
python3 contingent.py mynd MYND PYTHON2 DOMAIN PROBLEM

PRP is a copy of github.com/QuMuLab/planner-for-relevant-policies and MYND one of github.com/robertmattmueller/myND, whose
Java sources are compiled to MYND/classes. From each of six public domains the same number of tasks is drawn. OUT gets the
tasks in the form that MyND asks for: the problem names its domain as the domain does, and (unknown A) stands for each atom
A of a oneof or an or in the initial state. LIST names them for drawn.py run.
"""
import argparse, glob, os, random, re, subprocess, sys


def read(path):
    with open(path) as f:
        words = re.findall(r'[()]|[^\s()]+', re.sub(';.*', '', f.read()).lower())
    stack = [[]]
    for w in words:
        if w == '(':
            stack.append([])
        elif w == ')':
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(w)
    return stack[0][0]


def write(x):
    return '(' + ' '.join(map(write, x)) + ')\n' if isinstance(x, list) else x


def atoms(f):
    if f[0] in ('or', 'oneof', 'not', 'and'):
        for g in f[1:]:
            yield from atoms(g)
    else:
        yield f


def declared(domain, problem):
    """Change a problem to the form that MyND asks for."""
    for part in problem:
        if part[0] == ':domain':
            part[1] = next(x[1] for x in domain if x[0] == 'domain')
        if part[0] == ':init':
            known = [f[1] for f in part[1:] if f[0] == 'unknown']
            for f in [f for f in part[1:] if f[0] in ('or', 'oneof', 'not', 'and')]:
                for a in atoms(f):
                    if a not in known:
                        known.append(a)
                        part.insert(1, ['unknown', a])


def draw(o):
    prp = os.path.join(o.prp, 'pond-benchmarks')
    at = lambda *words: sorted(glob.glob(os.path.join(*words)))
    ball = at(prp, 'color-balls', 'problems', '*', 'p.pddl')
    wumpus = at(prp, 'wumpus-clg', '*', 'p.pddl')
    beside = lambda files: [(os.path.join(os.path.dirname(f), 'd.pddl'), f) for f in files]
    doors = os.path.join(prp, 'doors', 'domain-clg.pddl')
    blocks = os.path.join(o.mynd, 'data', 'pond-pddl', 'unknown_blocksworld')
    families = {
        'balls': beside(ball),
        'wumpus': beside(wumpus),
        'doors': [(doors, f) for f in at(prp, 'doors', 'problems', '*-clg.pddl')],
        'ctp': [(os.path.join(prp, 'ctp', 'domain.pddl'), f) for f in at(prp, 'ctp', 'chain', '*.pddl')],
        'blocks': [(os.path.join(blocks, 'domain.pddl'), f) for f in at(blocks, 'ubw*.pddl')],
        'responders': [(os.path.join(o.mynd, 'data', 'pond-pddl', 'first_responders', 'domain.pddl'), f)
                       for f in at(o.mynd, 'data', 'pond-pddl', 'first_responders', 'fr-*.pddl')],
    }
    r = random.Random(o.seed)
    with open(o.list, 'w') as list_file:
        for name in sorted(families):
            for domain, problem in sorted(r.sample(families[name], min(o.each, len(families[name])))):
                short = os.path.basename(os.path.dirname(problem) if os.path.basename(problem) == 'p.pddl' else problem)
                short = os.path.join(name, short.removesuffix('.pddl'))
                os.makedirs(os.path.join(o.out, short), exist_ok=True)
                d, p = read(domain), read(problem)
                declared(d, p)
                for file, x in ('domain.pddl', d), ('problem.pddl', p):
                    with open(os.path.join(o.out, short, file), 'w') as f:
                        f.write(write(x))
                print(os.path.join(short, 'domain.pddl'), os.path.join(short, 'problem.pddl'), file=list_file)


def mynd(o):
    translator = os.path.join(o.mynd, 'translator-pond', 'translate.py')
    subprocess.run([o.python2, translator, o.domain, o.problem], check=True, stdout=subprocess.DEVNULL)
    planner = ['java', '-Xmx4g', '-cp', os.path.join(o.mynd, 'classes'), 'mynd.MyNDPlanner', '-t', 'POND', 'output.sas']
    sys.exit(subprocess.run(planner).returncode)


def main():
    p = argparse.ArgumentParser()
    sub = p.add_subparsers(dest='what', required=True)
    q = sub.add_parser('draw')
    q.add_argument('list')
    q.add_argument('out')
    q.add_argument('--prp', required=True)
    q.add_argument('--mynd', required=True)
    q.add_argument('--seed', type=int, default=37)
    q.add_argument('--each', type=int, default=2)
    q = sub.add_parser('mynd')
    for name in 'mynd', 'python2', 'domain', 'problem':
        q.add_argument(name)
    o = p.parse_args()
    {'draw': draw, 'mynd': mynd}[o.what](o)


main()
