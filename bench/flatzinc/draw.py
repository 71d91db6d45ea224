"""Draw models of the MiniZinc benchmarks and compile them.

python3 draw.py MODELS CACHE --seed N --count N --solver ID=FLAGS ...

One instance of each problem, in an order drawn by the seed. An instance that MiniZinc does not compile for the first
solver within the limit of processor time is replaced by the next one of the same problem, at most twice. The drawn list
is written to CACHE/drawn.txt before anything is solved.
"""
import argparse, os, random, resource, subprocess, sys

DATA = ('.dzn', '.json')


def instances(folder):
    """Return the pairs (model, data or None) of a problem, sorted."""
    models, data = [], []
    for at, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(at, name)
            if name.endswith('.mzn'):
                models.append(path)
            elif name.endswith(DATA):
                data.append(path)
    if data:
        return sorted((m, d) for m in models for d in data)
    return sorted((m, None) for m in models)


def compile(solver, model, data, out, seconds):
    """Compile an instance; report whether there is a FlatZinc file."""
    if os.path.exists(out):
        return True
    parts = ['minizinc', '-c', '--solver', solver, '-O1', model] + ([data] if data else []) + [
        '--fzn', out + '.part', '--no-output-ozn']

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    try:
        r = subprocess.run(parts, capture_output=True, text=True, preexec_fn=limit, timeout=8 * seconds)
    except subprocess.TimeoutExpired:
        return False
    if r.returncode or not os.path.exists(out + '.part'):
        return False
    os.rename(out + '.part', out)
    return True


def main():
    p = argparse.ArgumentParser()
    p.add_argument('models')
    p.add_argument('cache')
    p.add_argument('--seed', type=int, default=331233)
    p.add_argument('--count', type=int, default=80)
    p.add_argument('--limit', type=int, default=40, help='processor time in seconds for compiling one instance')
    p.add_argument('--solver', action='append', default=[], help='NAME=ID as minizinc knows it; the first must compile')
    o = p.parse_args()
    solvers = [s.split('=', 1) for s in o.solver]
    r = random.Random(o.seed)
    problems = sorted(d for d in os.listdir(o.models) if os.path.isdir(os.path.join(o.models, d)))
    r.shuffle(problems)
    os.makedirs(o.cache, exist_ok=True)
    with open(os.path.join(o.cache, 'drawn.txt'), 'w') as drawn:
        found = 0
        for problem in problems:
            if found == o.count:
                break
            list = instances(os.path.join(o.models, problem))
            r.shuffle(list)
            for model, data in list[:3]:
                name = '+'.join([problem, os.path.splitext(os.path.basename(model))[0]]
                                + ([os.path.splitext(os.path.basename(data))[0]] if data else []))
                out = os.path.join(o.cache, name)
                if not compile(solvers[0][1], model, data, f'{out}.{solvers[0][0]}.fzn', o.limit):
                    continue
                print(name, os.path.relpath(model, o.models), os.path.relpath(data, o.models) if data else '-',
                      file=drawn, flush=True)
                found += 1
                for short, id in solvers[1:]:
                    compile(id, model, data, f'{out}.{short}.fzn', o.limit)
                break


main()
