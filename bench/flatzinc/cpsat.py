"""Solve a FlatZinc file with CP-SAT and one worker: python3 cpsat.py FILE SECONDS (needs ortools from PyPI).

The file is one that MiniZinc compiles for Farbank: integers and Booleans, with Farbank's global constraints, which
become those of CP-SAT. The limit is of processor time. The output is one line: RESULT, the status, the processor time
in seconds, the objective, its bound, and the number of conflicts.
"""
import re, sys, threading, time
from ortools.sat.python import cp_model

TOKEN = re.compile(r'\s*(?:%[^\n]*\n\s*)*("(?:[^"\\]|\\.)*"|-?\d+\.\.-?\d+|-?\d+|[A-Za-z_]\w*|::|[\[\](){},;:=])')


def tokens(text):
    return TOKEN.findall(text)


class Reader:
    def __init__(self, text):
        self.m = cp_model.CpModel()
        self.vars, self.arrays, self.consts = {}, {}, {}
        self.eq = {}
        self.goal = None
        self.text = text

    def const(self, v):
        if v not in self.consts:
            self.consts[v] = self.m.new_constant(v)
        return self.consts[v]

    # expressions
    def parse(self, t, i):
        """Return (value, next)."""
        w = t[i]
        if w == '[':
            out, i = [], i + 1
            while t[i] != ']':
                v, i = self.parse(t, i)
                out.append(v)
                if t[i] == ',':
                    i += 1
            return out, i + 1
        if w == '{':
            out, i = [], i + 1
            while t[i] != '}':
                out.append(int(t[i]))
                i += 1
                if t[i] == ',':
                    i += 1
            return set(out), i + 1
        if '..' in w:
            a, b = w.split('..')
            return range(int(a), int(b) + 1), i + 1
        if re.fullmatch(r'-?\d+', w):
            return int(w), i + 1
        if w == 'true':
            return 1, i + 1
        if w == 'false':
            return 0, i + 1
        if w in self.vars:
            v = self.vars[w]
        elif w in self.arrays:
            v = self.arrays[w]
        else:
            raise KeyError(w)
        return v, i + 1

    def read(self):
        for st in self.text.split(';\n'):
            st = st.strip()
            if not st or st.startswith('predicate'):
                continue
            t = tokens(st)
            if t[0] == 'constraint':
                name, args, i = t[1], [], 3
                while t[i] != ')':
                    v, i = self.parse(t, i)
                    args.append(v)
                    if t[i] == ',':
                        i += 1
                getattr(self, 'c_' + name)(*args)
            elif t[0] == 'solve':
                if 'minimize' in t:
                    self.goal = (1, self.parse(t, t.index('minimize') + 1)[0])
                elif 'maximize' in t:
                    self.goal = (-1, self.parse(t, t.index('maximize') + 1)[0])
            elif t[0] == 'var':
                self.variable(t)
            elif t[0] == 'array':
                name = t[t.index(':') + 1] if ':' in t else None
                e = t.index('=')
                self.arrays[name] = self.parse(t, e + 1)[0]
            else:  # a parameter
                name = t[t.index(':') + 1]
                self.arrays[name] = self.parse(t, t.index('=') + 1)[0]

    def variable(self, t):
        name = t[t.index(':') + 1]
        if t[1] == 'bool':
            x = self.m.new_bool_var('')
        elif t[1] == 'int':
            x = self.m.new_int_var(-10**9, 10**9, '')
        elif t[1] == '{':
            d, _ = self.parse(t, 1)
            x = self.m.new_int_var_from_domain(cp_model.Domain.from_values(sorted(d)), '')
        else:
            a, b = t[1].split('..')
            x = self.m.new_int_var(int(a), int(b), '')
        if '=' in t:
            v, _ = self.parse(t, t.index('=') + 1)
            if isinstance(v, int):
                self.m.add(x == v)
            else:
                self.m.add(x == v)
        self.vars[name] = x

    # helpers
    def lin(self, cs, xs):
        return cp_model.LinearExpr.weighted_sum([self.v(x) for x in xs], cs)

    def v(self, x):
        return self.const(x) if isinstance(x, int) else x

    def lit(self, x):
        return self.const(x) if isinstance(x, int) else x

    def reif(self, r, yes, no):
        r = self.lit(r)
        self.m.add(yes).only_enforce_if(r)
        self.m.add(no).only_enforce_if(r.negated())

    def equals(self, x, k):
        """The literal of x = k."""
        if isinstance(x, int):
            return self.const(int(x == k))
        key = (x.index, k)
        if key not in self.eq:
            b = self.m.new_bool_var('')
            self.m.add(x == k).only_enforce_if(b)
            self.m.add(x != k).only_enforce_if(b.negated())
            self.eq[key] = b
        return self.eq[key]

    def ends(self, x):
        d = self.m.proto.variables[x.index].domain
        return d[0], d[len(d) - 1]

    def domain(self, x):
        if isinstance(x, int):
            return [x]
        d = self.m.proto.variables[x.index].domain
        return [k for i in range(0, len(d), 2) for k in range(d[i], d[i + 1] + 1)]

    # constraints
    def c_int_lin_le(self, c, x, k): self.m.add(self.lin(c, x) <= k)
    def c_int_lin_eq(self, c, x, k): self.m.add(self.lin(c, x) == k)
    def c_int_lin_ne(self, c, x, k): self.m.add(self.lin(c, x) != k)
    def c_int_lin_le_reif(self, c, x, k, r): e = self.lin(c, x); self.reif(r, e <= k, e >= k + 1)
    def c_int_lin_eq_reif(self, c, x, k, r): e = self.lin(c, x); self.reif(r, e == k, e != k)
    def c_int_lin_ne_reif(self, c, x, k, r): e = self.lin(c, x); self.reif(r, e != k, e == k)
    def c_int_eq(self, a, b): self.m.add(self.v(a) == b)
    def c_int_ne(self, a, b): self.m.add(self.v(a) != b)
    def c_int_le(self, a, b): self.m.add(self.v(a) <= b)
    def c_int_lt(self, a, b): self.m.add(self.v(a) + 1 <= b)
    def c_int_lt_reif(self, a, b, r): self.reif(r, self.v(a) + 1 <= b, self.v(a) >= b)
    def c_int_eq_reif(self, a, b, r):
        a = self.v(a)
        if isinstance(b, int) and not isinstance(r, int) and (a.index, b) not in self.eq:
            self.eq[a.index, b] = r
        self.reif(r, a == b, a != b)

    def c_int_ne_reif(self, a, b, r): self.reif(r, self.v(a) != b, self.v(a) == b)
    def c_int_le_reif(self, a, b, r): self.reif(r, self.v(a) <= b, self.v(a) >= b + 1)
    def c_bool_eq(self, a, b): self.m.add(self.v(a) == b)
    c_bool2int = c_bool_eq
    def c_bool_not(self, a, b): self.m.add(self.v(a) + self.v(b) == 1)
    def c_bool_clause(self, p, n): self.m.add_bool_or([self.lit(x) for x in p] + [self.lit(x).negated() for x in n])
    def c_bool_xor(self, a, b, r): self.m.add_bool_xor([self.lit(a), self.lit(b), self.lit(r), self.const(1)])
    def c_array_bool_xor(self, xs): self.m.add_bool_xor([self.lit(x) for x in xs])

    def c_array_bool_or(self, xs, r):
        xs, r = [self.lit(x) for x in xs], self.lit(r)
        self.m.add_bool_or(xs + [r.negated()])
        for x in xs:
            self.m.add_implication(x, r)

    def c_array_bool_and(self, xs, r):
        xs, r = [self.lit(x) for x in xs], self.lit(r)
        self.m.add_bool_or([x.negated() for x in xs] + [r])
        for x in xs:
            self.m.add_implication(r, x)

    def c_int_min(self, a, b, z): self.m.add_min_equality(self.v(z), [self.v(a), self.v(b)])
    def c_int_max(self, a, b, z): self.m.add_max_equality(self.v(z), [self.v(a), self.v(b)])
    def c_int_abs(self, a, z): self.m.add_abs_equality(self.v(z), self.v(a))
    def c_int_times(self, a, b, z): self.m.add_multiplication_equality(self.v(z), [self.v(a), self.v(b)])
    def c_int_div(self, a, b, z): self.m.add_division_equality(self.v(z), self.v(a), self.v(b))
    def c_int_mod(self, a, b, z): self.m.add_modulo_equality(self.v(z), self.v(a), self.v(b))
    def c_set_in(self, x, s): self.m.add_linear_expression_in_domain(self.v(x), self.dom(s))

    def dom(self, s):
        return cp_model.Domain(s.start, s.stop - 1) if isinstance(s, range) else cp_model.Domain.from_values(sorted(s))

    def c_set_in_reif(self, x, s, r):
        r = self.lit(r)
        self.m.add_linear_expression_in_domain(self.v(x), self.dom(s)).only_enforce_if(r)
        self.m.add_linear_expression_in_domain(self.v(x), self.dom(s).complement()).only_enforce_if(r.negated())

    def c_array_int_element(self, i, a, z): self.m.add_element(self.v(i) - 1, [self.v(x) for x in a], self.v(z))
    c_array_var_int_element = c_array_bool_element = c_array_var_bool_element = c_array_int_element

    def c_farbank_all_different(self, xs): self.m.add_all_different([self.v(x) for x in xs])

    def c_farbank_all_different_except(self, xs, k):
        for v in {v for x in xs for v in self.domain(x)} - {k}:
            self.m.add_at_most_one([self.equals(x, v) for x in xs if v in self.domain(x)])

    def c_farbank_nvalue(self, n, xs):
        used = []
        for v in sorted({v for x in xs for v in self.domain(x)}):
            used.append(self.m.new_bool_var(''))
            self.m.add_max_equality(used[-1], [self.equals(x, v) for x in xs if v in self.domain(x)])
        self.m.add(sum(used) == self.v(n))

    def c_farbank_table(self, xs, t):
        n = len(xs)
        self.m.add_allowed_assignments([self.v(x) for x in xs], [t[i:i + n] for i in range(0, len(t), n)])

    def c_farbank_regular(self, xs, q, s, d, q0, f):
        arcs = [(a + 1, k + 1, d[a * s + k]) for a in range(q) for k in range(s) if d[a * s + k] > 0]
        self.m.add_automaton([self.v(x) for x in xs], q0, sorted(f), [(a, k, b) for a, k, b in arcs])

    def shifted(self, xs, by):
        out = []
        for x in xs:
            d = self.domain(x)
            y = self.m.new_int_var(min(d) - by, max(d) - by, '')
            self.m.add(y == self.v(x) - by)
            out.append(y)
        return out

    def c_farbank_inverse(self, f, f0, g, g0): self.m.add_inverse(self.shifted(f, g0), self.shifted(g, f0))

    def c_farbank_circuit(self, first, xs, some=False):
        arcs = []
        for i, x in enumerate(xs):
            arcs += [(i, k - first, self.equals(x, k)) for k in self.domain(x)
                     if 0 <= k - first < len(xs) and (some or k - first != i)]
            self.m.add_linear_expression_in_domain(self.v(x), cp_model.Domain(first, first + len(xs) - 1))
            if not some and not isinstance(x, int):
                self.m.add(x != first + i)
        self.m.add_circuit(arcs)

    def c_farbank_subcircuit(self, first, xs): self.c_farbank_circuit(first, xs, True)

    def interval(self, s, d):
        if isinstance(d, int):
            return self.m.new_fixed_size_interval_var(self.v(s), d, '')
        e = self.m.new_int_var(min(self.domain_lo(s), 0) - 10, self.domain_hi(s) + self.domain_hi(d), '')
        self.m.add(self.v(d) >= 0)
        return self.m.new_interval_var(self.v(s), self.v(d), e, '')

    def domain_lo(self, x): return x if isinstance(x, int) else self.ends(x)[0]
    def domain_hi(self, x): return x if isinstance(x, int) else self.ends(x)[1]
    def c_farbank_disjunctive(self, s, d): self.m.add_no_overlap([self.interval(a, b) for a, b in zip(s, d)])
    def c_farbank_cumulative(self, s, d, r, b): self.m.add_cumulative([self.interval(x, y) for x, y in zip(s, d)], [self.v(x) for x in r], self.v(b))

    def c_farbank_diffn(self, x, y, dx, dy):
        self.m.add_no_overlap_2d([self.interval(a, b) for a, b in zip(x, dx)], [self.interval(a, b) for a, b in zip(y, dy)])

    def c_farbank_cardinality(self, xs, vs, ns):
        for k, n in zip(vs, ns):
            self.m.add(sum(self.equals(x, k) for x in xs if k in self.domain(x)) == n)

    def c_farbank_cardinality_closed(self, xs, vs, ns):
        self.c_farbank_cardinality(xs, vs, ns)
        for x in xs:
            self.m.add_linear_expression_in_domain(self.v(x), cp_model.Domain.from_values(vs))

    def c_farbank_bin_packing(self, first, load, bins, w):
        for j, l in enumerate(load):
            self.m.add(sum(k * self.equals(b, first + j) for k, b in zip(w, bins)) == l)
        for b in bins:
            self.m.add_linear_expression_in_domain(self.v(b), cp_model.Domain(first, first + len(load) - 1))

    def lex(self, x, y, strict):
        before = self.const(1)  # all equal so far
        for i, (a, b) in enumerate(zip(x, y)):
            a, b = self.v(a), self.v(b)
            last = i == len(x) - 1
            if last and strict and len(x) >= len(y):
                self.m.add(a + 1 <= b).only_enforce_if(before)
                return
            self.m.add(a <= b).only_enforce_if(before)
            if last:
                break
            same = self.m.new_bool_var('')
            self.m.add(a + 1 <= b).only_enforce_if([before, same.negated()])
            self.m.add(a == b).only_enforce_if([before, same])
            self.m.add_implication(same, before)
            before = same

    def c_farbank_lex_lesseq(self, x, y): self.lex(x, y, False)
    def c_farbank_lex_less(self, x, y): self.lex(x, y, True)


def main():
    sys.setrecursionlimit(10000)
    limit = float(sys.argv[2])
    r = Reader(open(sys.argv[1]).read())
    r.read()
    if r.goal:
        (r.m.minimize if r.goal[0] > 0 else r.m.maximize)(r.v(r.goal[1]))
    s = cp_model.CpSolver()
    s.parameters.num_workers = 1
    s.parameters.max_time_in_seconds = 40 * limit
    begun, done = time.process_time(), []

    def watch():
        while not done:
            if time.process_time() - begun > limit:
                s.stop_search()
            time.sleep(0.02)

    threading.Thread(target=watch, daemon=True).start()
    st = s.solve(r.m)
    done.append(1)
    cpu = time.process_time() - begun
    name = s.status_name(st)
    ob = int(s.objective_value) if r.goal and name in ('OPTIMAL', 'FEASIBLE') else None
    bound = s.best_objective_bound if r.goal else None
    print('RESULT', name, round(cpu, 2), ob, bound, s.num_conflicts, flush=True)


main()
