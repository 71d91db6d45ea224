"""State models of chance in JANI as .far, and solve them.

python3 jani.py far MODEL CONSTANTS PROPERTY                  print the .far text
python3 jani.py solve MODEL CONSTANTS PROPERTY OTHERS   print "value V SECONDS"

MODEL is a DTMC or an MDP in JANI (Budde and others 2017). CONSTANTS is NAME=VALUE,... or -. PROPERTY names one of the
model, a probability or an expected reward until a set of states. A model that cannot be stated ends with a message and
exit code 3. OTHERS is the program of this folder, and SECONDS its processor time, with reading.

A move of a DTMC is one of chance; the weights of all moves have one denominator, so that several enabled edges are
equally probable. In an MDP the solver, or for Pmin and Emax an opponent, chooses an edge, and chance one of its
destinations. The variable pending remembers the edge in between. Costs are rewards times a number.
"""
import itertools, json, math, os, re, subprocess, sys, tempfile
from fractions import Fraction

MOVES = 50_000       # moves of a file
LARGEST = 1 << 53    # of a denominator


class Refused(Exception):
    pass


class Number:
    """The text of a whole number divided by a constant."""
    def __init__(self, text, den=1, value=None):
        self.text, self.den, self.value = text, den, value

    @staticmethod
    def of(value):
        value = Fraction(value)
        return Number(str(value.numerator), value.denominator, value)

    def times(self, den):
        """Return the text of the number times a multiple of its denominator."""
        k = den // self.den
        if self.value is not None:
            return str(int(self.value * den)) if self.value >= 0 else f'({int(self.value * den)})'
        return self.text if k == 1 else f'({k} * {self.text})'


def whole(n):
    if n.den != 1:
        raise Refused('a fraction where a whole number is needed')
    return n.times(1)


def common(*ns):
    den = math.lcm(*(n.den for n in ns))
    if den > LARGEST:
        raise Refused('the common denominator is too large')
    return den


TRUE, FALSE = 'true', 'false'


PARTS = {}  # of a conjunction: what it consists of


def both(*conditions):
    parts = list(dict.fromkeys(p for c in conditions if c != TRUE for p in PARTS.get(c, (c,))))
    fixed = {}
    for p in parts:
        x = re.fullmatch(r'(\w+) == (-?\d+)', p)
        if p == FALSE or f'not ({p})' in parts or x and fixed.setdefault(x[1], x[2]) != x[2]:
            return FALSE
    if len(parts) < 2:
        return parts[0] if parts else TRUE
    text = ' and '.join(f'({p})' for p in parts)
    PARTS[text] = tuple(parts)
    return text


class Model:
    def __init__(self, path, constants):
        with open(path, encoding='utf-8-sig') as f:
            self.m = json.load(f, parse_float=Fraction)
        self.dtmc = self.m['type'] == 'dtmc'
        if self.m['type'] not in ('dtmc', 'mdp'):
            raise Refused('the model is a ' + self.m['type'])
        self.given = constants
        self.const, self.transient, self.names, self.defs, self.functions = {}, {}, {}, {}, {}
        self.local, self.own, self.bools, self.ranges = {}, {}, set(), {}  # own: the names of the automaton whose part is read
        self.lines = []
        for c in self.m.get('constants', []):
            value = self.given[c['name']] if c['name'] in self.given else self.expr(c['value'], {})
            if isinstance(value, (Number, str)) and not (value in (TRUE, FALSE) if isinstance(value, str) else value.value is not None):
                raise Refused(f'the constant {c["name"]} has no value')
            self.const[c['name']] = value
        for scope in [self.m] + self.m['automata']:
            for f in scope.get('functions', []):
                self.functions[f['name']] = f
        for v in self.m.get('variables', []):
            self.variable(v, self.names)
        self.automata = {}
        for a in self.m['automata']:
            self.own = self.local[a['name']] = {}
            for v in a.get('variables', []):
                self.variable(v, self.own)
            self.automata[a['name']] = a
        self.own = {}
        self.elements = [self.automata[e['automaton']] for e in self.m['system']['elements']]
        if len({e['automaton'] for e in self.m['system']['elements']}) < len(self.elements):
            raise Refused('an automaton occurs twice')
        self.locations()

    def variable(self, v, names):
        name, kind = v['name'], v['type']
        if v.get('transient'):
            self.transient[name] = v.get('initial-value', 0)
            return
        if 'initial-value' not in v:
            raise Refused('there are several initial states')
        far = 'v_' + ''.join(c if c.isalnum() and c.isascii() else '_' for c in name)
        while far in self.ranges:
            far += '_'
        self.ranges[far] = None
        if kind == 'bool':
            self.bools.add(far)
            start = self.expr(v['initial-value'], {})
            self.lines.append(f'state {far}: bool = {start}')
        elif isinstance(kind, dict) and kind.get('kind') == 'bounded' and kind.get('base') == 'int':
            low, high = (self.expr(kind[k], {}) for k in ('lower-bound', 'upper-bound'))
            if low.value is None or high.value is None:
                raise Refused(f'the bounds of {name} are no constants')
            self.ranges[far] = math.ceil(low.value), math.floor(high.value)
            start = self.expr(v['initial-value'], {}).times(1)
            self.lines.append(f'state {far}: {self.ranges[far][0]}..{self.ranges[far][1]} = {start}')
        else:
            raise Refused(f'the variable {name} is no bounded whole number')
        names[name] = far

    def locations(self):
        self.at, values = {}, {}
        for a in self.elements:
            places = {l['name']: i for i, l in enumerate(a['locations'])}
            name = None
            if len(places) > 1:
                name = 'at_' + ''.join(c if c.isalnum() and c.isascii() else '_' for c in a['name'])
                if len(a['initial-locations']) != 1:
                    raise Refused('there are several initial locations')
                self.lines.append(f'state {name}: 0..{len(places) - 1} = {places[a["initial-locations"][0]]}')
            self.at[a['name']] = (name, places)
            for l in a['locations']:
                if 'time-progress' in l:
                    raise Refused('a location has an invariant')
                for t in l.get('transient-values', []):
                    values.setdefault(t['ref'], []).append((f'{name} == {places[l["name"]]}' if name else TRUE, t['value']))
        self.placed = values  # by transient variable: its values in locations

    def transient_value(self, name, rest):
        """Return the value of a transient variable in a state."""
        out = self.expr(self.transient[name], {}, rest)
        for where, value in self.placed.get(name, []):
            out = self.choose(where, self.expr(value, {}, rest), out)
        return out

    def choose(self, c, a, b):
        if c == TRUE:
            return a
        if c == FALSE:
            return b
        if isinstance(a, str):
            return f'(if {c} then {a} else {b})'
        den = common(a, b)
        return Number(f'(if {c} then {a.times(den)} else {b.times(den)})', den)

    def named(self, key, value):
        """Return a name for a long expression without parameters."""
        text = value if isinstance(value, str) else value.text
        if len(text) < 40:
            return value
        if key not in self.defs:
            name = f'd{len(self.defs)}'
            self.defs[key] = name
            self.lines.append(f'def {name}(z: 0..0) = {text}')
        name = self.defs[key] + '(0)'
        return name if isinstance(value, str) else Number(name, value.den)

    def expr(self, e, env, edge=None):
        """Return the text of a condition, or a Number. env has the parameters of functions, and edge the values of
        transient variables on an edge, or None in a state."""
        if isinstance(e, bool):
            return TRUE if e else FALSE
        if isinstance(e, (int, Fraction)):
            return Number.of(e)
        if isinstance(e, str):
            if e in env:
                return env[e]
            if e in self.const:
                return self.const[e]
            if e in self.own or e in self.names:
                far = self.own.get(e) or self.names[e]
                return far if far in self.bools else Number(far)
            if edge is not None and e in self.transient:
                return edge[e] if e in edge else self.expr(self.transient[e], {})
            if e in self.transient:
                return self.transient_value(e, edge)
            raise Refused(f'{e} is not known')
        if 'constant' in e:
            raise Refused('the constant ' + e['constant'])
        if 'op' not in e and 'exp' in e:
            return self.expr(e['exp'], env, edge)
        op = e['op']
        if op == 'call':
            f = self.functions[e['function']]
            args = [self.expr(a, env, edge) for a in e['args']]
            value = self.expr(f['body'], dict(zip((p['name'] for p in f['parameters']), args)), edge)
            return self.named((e['function'],) + tuple(a if isinstance(a, str) else (a.text, a.den) for a in args), value)
        if op == 'ite':
            c = self.expr(e['if'], env, edge)
            if c in (TRUE, FALSE):
                return self.expr(e['then' if c == TRUE else 'else'], env, edge)
            return self.choose(c, self.expr(e['then'], env, edge), self.expr(e['else'], env, edge))
        if op in ('¬', 'floor', 'ceil', 'abs', 'sgn', 'trc', 'log'):
            x = self.expr(e['exp'], env, edge)
            if op == '¬':
                return {TRUE: FALSE, FALSE: TRUE}.get(x, f'not ({x})')
            if op not in ('floor', 'ceil'):
                raise Refused('the operator ' + op)
            if x.value is not None:
                return Number.of((math.floor if op == 'floor' else math.ceil)(x.value))
            if x.den == 1:
                return x
            return Number(f'({x.text} / {x.den})') if op == 'floor' else Number(f'(-((-{x.text}) / {x.den}))')
        if 'left' not in e:
            raise Refused('the operator ' + op)
        a, b = self.expr(e['left'], env, edge), self.expr(e['right'], env, edge)
        return self.binary(op, a, b)

    def binary(self, op, a, b):
        if isinstance(a, str):
            if op == '∧':
                return both(a, b)
            if op == '∨':
                return TRUE if TRUE in (a, b) else b if a == FALSE else a if b == FALSE else f'({a} or {b})'
            if op == '⇒':
                return self.binary('∨', {TRUE: FALSE, FALSE: TRUE}.get(a, f'not ({a})'), b)
            if op in ('=', '≠'):
                if a in (TRUE, FALSE) and b in (TRUE, FALSE):
                    return TRUE if (a == b) == (op == '=') else FALSE
                return f'(({a}) {"==" if op == "=" else "!="} ({b}))'
            raise Refused('the operator ' + op)
        known = a.value is not None and b.value is not None
        if op in ('=', '≠', '<', '≤', '>', '≥'):
            sign = {'=': '==', '≠': '!=', '≤': '<=', '≥': '>='}.get(op, op)
            if known:
                x, y = a.value, b.value
                return TRUE if {'==': x == y, '!=': x != y, '<': x < y, '<=': x <= y, '>': x > y, '>=': x >= y}[sign] else FALSE
            den = common(a, b)
            return f'{a.times(den)} {sign} {b.times(den)}'
        if op in ('+', '-', 'min', 'max'):
            if known:
                return Number.of({'+': a.value + b.value, '-': a.value - b.value, 'min': min(a.value, b.value), 'max': max(a.value, b.value)}[op])
            den = common(a, b)
            x, y = a.times(den), b.times(den)
            return Number(f'{op}({x}, {y})' if op in ('min', 'max') else f'({x} {op} {y})', den)
        if op == '*':
            if known:
                return Number.of(a.value * b.value)
            for x, y in ((a, b), (b, a)):
                if x.value == 0:
                    return Number.of(0)
                if x.value is not None:
                    q = x.value / y.den
                    return Number(y.text if q.numerator == 1 else f'({q.numerator} * {y.text})', q.denominator)
            return Number(f'({a.text} * {b.text})', a.den * b.den)
        if op == '/':
            if b.value is None:
                raise Refused('a division by a variable')
            return self.binary('*', a, Number.of(1 / b.value))
        if op == '%':
            if known:
                return Number.of(a.value % b.value)
            return Number(f'({whole(a)} % {whole(b)})')
        if op == 'pow' and known and b.value.denominator == 1:
            return Number.of(a.value ** int(b.value))
        if op == 'pow' and a.value is not None and self.ranges.get(b.text) and b.den == 1:
            low, high = self.ranges[b.text]
            out = Number.of(a.value ** high)
            for k in range(low, high):
                out = self.choose(f'{b.text} == {k}', Number.of(a.value ** k), out)
            return out
        raise Refused('the operator ' + op)

    # Edges.

    def steps(self):
        """Yield the steps of the composition: lists of (automaton, edge)."""
        syncs = self.m['system'].get('syncs', [])
        for a in self.elements:
            for e in a['edges']:
                if 'action' not in e or len(self.elements) == 1 and not syncs:
                    yield [(a, e)]
        for s in syncs:
            lists = []
            for a, action in zip(self.elements, s['synchronise']):
                if action is not None:
                    lists.append([(a, e) for e in a['edges'] if e.get('action') == action])
            if math.prod(map(len, lists)) > MOVES:
                raise Refused('a synchronisation has too many combinations of edges')
            yield from map(list, itertools.product(*lists))

    def guard(self, step):
        conditions = []
        for a, e in step:
            self.own = self.local[a['name']]
            name, places = self.at[a['name']]
            if name:
                conditions.append(f'{name} == {places[e["location"]]}')
            if 'guard' in e:
                conditions.append(self.expr(e['guard']['exp'], {}))
        self.own = {}
        return both(*conditions)

    def destinations(self, step):
        """Yield (probability, assignments, values of transient variables) of a step."""
        if math.prod(len(e['destinations']) for _, e in step) > MOVES:
            raise Refused('a synchronisation has too many outcomes')
        for parts in itertools.product(*(e['destinations'] for _, e in step)):
            p, sets, edge = Number.of(1), {0: {}}, {}
            for (a, e), d in zip(step, parts):
                self.own = self.local[a['name']]
                if 'probability' in d:
                    p = self.binary('*', p, self.expr(d['probability']['exp'], {}))
                name, places = self.at[a['name']]
                if name and d['location'] != e['location']:
                    sets[0][name] = str(places[d['location']])
                for x in d.get('assignments', []) + e.get('assignments', []):
                    at, value = x.get('index', 0), self.expr(x['value'], {})
                    if not isinstance(x['ref'], str):
                        raise Refused('an array')
                    if x['ref'] in self.transient:
                        if at:
                            raise Refused('transient values in several steps')
                        edge[x['ref']] = value
                        continue
                    far = self.own.get(x['ref']) or self.names[x['ref']]
                    value = value if isinstance(value, str) else whole(value)
                    if value != far:
                        sets.setdefault(at, {})[far] = value
            self.own = {}
            if p.value != 0:
                yield p, [sets[i] for i in sorted(sets)], edge

    def reward(self, e, edge):
        """Return the reward of a step."""
        out = Number.of(0)
        kinds = e.get('accumulate', [])
        if 'steps' in kinds:
            out = self.binary('+', out, self.expr(e['exp'], {}, edge))
        if 'exit' in kinds or 'time' in kinds and self.timed(e['exp']):
            out = self.binary('+', out, self.expr(e['exp'], {}))
        return out

    def timed(self, e):
        raise Refused('rewards over time')


def body(groups):
    """Return statements for groups of assignments, one after another."""
    out = []
    for sets in groups:
        lines = [f'{k} = {v}' for k, v in sets.items()]
        reads = any(re.search(rf'\b{k}\b', v) for i, v in enumerate(sets.values()) for k in list(sets)[:i])
        out += ['together { ' + '\n        '.join(lines) + ' }'] if reads else lines
    return '\n    '.join(out)


def state(model, name):
    """Return the .far text of a property, and what its costs are multiplied with, or None if it is a probability."""
    found = [p for p in model.m['properties'] if p['name'] == name]
    if not found or found[0]['expression'].get('op') != 'filter':
        raise Refused('there is no such property')
    e = found[0]['expression']['values']
    expected = e['op'][0] == 'E'
    foe = e['op'] in ('Pmin', 'Emax')
    left = TRUE
    if expected:
        goal = model.expr(e['reach'], {})
    else:
        u = e['exp']
        if u['op'] == 'F':
            goal = model.expr(u['exp'], {})
        else:
            left, goal = model.expr(u['left'], {}), model.expr(u['right'], {})
    moves = []  # (guard, [(probability, assignments, reward)])
    count = 0
    for step in model.steps():
        guard = model.guard(step)
        if guard == FALSE:
            continue
        ends = [(p, sets, model.reward(e, edge) if expected else Number.of(0)) for p, sets, edge in model.destinations(step)]
        count += len(ends)
        if count > MOVES:
            raise Refused('there are too many moves')
        moves.append((both(left, guard), ends))
    scale = common(*(r for _, ends in moves for _, _, r in ends)) if expected else None
    shared = common(*(p for _, ends in moves for p, _, _ in ends)) if model.dtmc else None
    out, several = [], sum(len(ends) > 1 for _, ends in moves)
    if not model.dtmc and several:
        model.lines.append(f'state pending: 0..{several} = 0')
    by = ' by foe' if foe and not model.dtmc else ''
    k = 0

    def cost(r):
        return ' cost ' + r.times(scale) if expected else ''

    for i, (guard, ends) in enumerate(moves):
        if model.dtmc:
            for j, (p, sets, r) in enumerate(ends):
                out.append(f'move m{i}_{j}{cost(r)} by chance weight {p.times(shared)} {{\n    require {guard}\n    {body(sets)}\n}}')
            continue
        free = 'require pending == 0\n    ' if several else ''
        if len(ends) == 1:
            _, sets, r = ends[0]
            out.append(f'move m{i}{cost(r)}{by} {{\n    {free}require {guard}\n    {body(sets)}\n}}')
            continue
        k += 1
        same = len({(r.text, r.den) for _, _, r in ends}) == 1
        out.append(f'move m{i}{cost(ends[0][2] if same else Number.of(0))}{by} {{\n    {free}require {guard}\n    pending = {k}\n}}')
        den = common(*(p for p, _, _ in ends))
        for j, (p, sets, r) in enumerate(ends):
            out.append(f'move m{i}_{j}{cost(Number.of(0) if same else r)} by chance weight {p.times(den)} {{\n'
                       f'    require pending == {k}\n    {body(sets + [{"pending": "0"}])}\n}}')
    lines = ['puzzle "JANI"'] + model.lines + out + [f'goal {goal}']
    return '\n'.join(lines) + '\n', scale


def constants(text):
    out = {}
    for part in text.split(',') if text != '-' else []:
        name, value = part.split('=')
        out[name] = value if value in (TRUE, FALSE) else Number.of(Fraction(value))
    return out


def text_of(value, scale):
    """Return an answer's quantity as text: a fraction, or LOW..HIGH."""
    if isinstance(value, str):
        return str(Fraction(value) / scale)
    return f'{Fraction(value["low"]) / scale}..{Fraction(value["high"]) / scale}'


def solve(text, scale, command):
    with tempfile.TemporaryDirectory() as at:
        name = os.path.join(at, 'model.far')
        with open(name, 'w') as f:
            f.write(text)
        try:
            done = subprocess.run([command, name, 'any' if scale is None else 'shortest'], capture_output=True, text=True, timeout=3600)
        except (OSError, subprocess.TimeoutExpired) as e:
            sys.exit(str(e))
    if done.returncode:
        sys.exit((done.stderr.strip() or 'no answer')[-300:])
    answer = json.loads(done.stdout)
    probability, expected = answer.get('probability'), answer.get('expected')
    if answer['status'] == 'none':
        value = '0' if scale is None else 'inf'
    elif scale is None and probability is not None:
        value = text_of(probability, 1)
    elif scale is not None and expected is not None:
        value = text_of(expected, scale)
    elif scale is not None and probability is not None:
        value = 'inf'
    else:
        sys.exit(f'{answer["status"]}: {answer["reason"]}')
    print('value', value, round(answer['seconds'], 3))


def main():
    what, path, given, name, *rest = sys.argv[1:]
    sys.setrecursionlimit(100_000)
    try:
        text, scale = state(Model(path, constants(given)), name)
    except Refused as e:
        print('not stated:', e, file=sys.stderr)
        sys.exit(3)
    if what == 'far':
        print(text, end='')
    else:
        solve(text, scale, *rest)


main()
