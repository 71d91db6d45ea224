"""Enumerates small problems in which moves take time, and prints them with their answers as JSON.

    python3 testdata/timed/cases.py > testdata/timed/cases.json

Each case is stated twice: as a .far file, and by hand as Python functions. The answers come from
the functions alone: a search over happenings with exact fractions (Dijkstra 1959), by the rules
of the chapter Time of docs/language.md. It shares nothing with the program.
"""
import heapq, itertools, json, math
from fractions import Fraction as F


class Move:
    """A ground move. begin(s) returns (state, memo), or None if it does not apply; takes(s) is its
    duration in the state before it, None if it takes no time; hold(s, memo) must stay true; end(s,
    memo) returns the state after its end, or None if it may not end there."""

    def __init__(self, name, begin, takes=None, end=None, hold=None, cost=1):
        self.name, self.begin, self.cost = name, begin, cost
        self.takes = takes if callable(takes) or takes is None else (lambda s: F(takes))
        self.end = end or (lambda s, m: s)
        self.hold = hold or (lambda s, m: True)


class Case:
    def __init__(self, name, text, start, moves, goal, unit, rule=None, clock=False, weights=(0, 0, 0)):
        self.name, self.text, self.start, self.moves, self.goal = name, text.strip() + "\n", start, moves, goal
        self.unit, self.rule, self.clock, self.weights = F(unit), rule or (lambda s, t: True), clock, weights

    def safe(self, s, under, now):
        return self.rule(s, now) and all(self.moves[i].hold(s, memo) for i, _, memo in under)

    def steps(self, node):
        """Yields (next node, move that begins or None, time, cost) for each happening and for waiting."""
        s, under, now = node
        due = [x for x in under if x[1] == 0]
        for x in due:
            m = self.moves[x[0]]
            t = m.end(s, x[2])
            rest = under - {x}
            if t is not None and self.safe(t, rest, now):
                yield (t, rest, now), None, F(0), 0
        busy = {x[0] for x in under}
        for i, m in enumerate(self.moves):
            if i in busy:
                continue
            b = m.begin(s) if not self.clock else m.begin(s + (now,))
            if b is None:
                continue
            t, memo = b
            t = t[:len(s)]
            more = under
            if m.takes is not None:
                d = m.takes(s)
                if d is None or d < 0:
                    continue
                more = under | {(i, F(d), memo)}
            if self.safe(t, more, now):
                yield (t, more, now), i, F(0), m.cost
        if not due and (under or self.clock):
            rest = frozenset((i, left - self.unit, memo) for i, left, memo in under)
            later = now + self.unit if self.clock else now
            if self.safe(s, rest, later):
                yield (s, rest, later), None, self.unit, 0

    def solve(self):
        wt, wc, ws = self.weights
        start = (self.start, frozenset(), F(0))
        assert self.safe(*start)
        best, tick = {start: (F(0), F(0), 0)}, itertools.count()
        queue, goals, top, edges = [((F(0), F(0), 0), next(tick), start)], [], None, {}
        while queue:
            v, _, node = heapq.heappop(queue)
            if v > best[node] or top is not None and v > top:
                continue
            if not node[1] and self.goal(node[0]):
                top = v if top is None else top
                if v == top:
                    goals.append(node)
            for to, i, dt, dc in self.steps(node):
                w = (v[0] + wt * dt + wc * dc + ws * (i is not None), v[1] + dt, v[2] + dc)
                if to not in best or w < best[to]:
                    best[to], edges[to] = w, []
                    heapq.heappush(queue, (w, next(tick), to))
                if w == best[to] and (node, i) not in edges.setdefault(to, []):
                    edges[to].append((node, i))
            if len(best) > 400_000:
                raise Exception("too large: " + self.name)
        if top is None:
            return None
        memo = {}

        def sets(node, path=()):
            """Returns the sets of beginnings of the best ways to a node."""
            if node in memo:
                return memo[node]
            assert node not in path, "a circle without cost"
            found = {frozenset()} if node == start else set()
            for before, i in edges.get(node, []):
                for b in sets(before, path + (node,)):
                    found.add(b if i is None else b | {(i, best[before][1])})
            memo[node] = found
            return found

        ways = set()
        for g in set(goals):
            ways |= sets(g)
        return top[1], top[2], len(ways)


cases = []


def case(*args, **kw):
    cases.append(Case(*args, **kw))


def put(s, **at):
    """Returns s with the given places changed: put(s, _0=1)."""
    s = list(s)
    for k, v in at.items():
        s[int(k[1:])] = v
    return tuple(s)


# The match cellar of the manual: matches, lit, free, mended.
for matches in (2, 3):
    def light(s):
        return (put(s, _0=s[0] - 1, _1=True), None) if s[0] > 0 and not s[1] else None

    def mend(f):
        def begin(s):
            return (put(s, _2=False), None) if s[2] and f not in s[3] else None
        return Move(f"mend({f})", begin, 5, lambda s, m: put(s, _2=True, _3=s[3] | {f}), lambda s, m: s[1])

    case(f"match cellar with {matches} matches", f"""
enum Fuse {{ f1, f2, f3 }}
state matches: 0..3 = {matches}
state lit: bool = false
state free: bool = true
state mended[Fuse]: bool = false
move light() takes 8 {{ require matches > 0 and not lit
    matches -= 1
    lit = true
    end {{ lit = false }} }}
move mend(f: Fuse) takes 5 {{ require free and not mended[f]
    while lit
    free = false
    end {{ mended[f] = true
        free = true }} }}
goal all f: Fuse {{ mended[f] }}
""", (matches, False, True, frozenset()), [Move("light", light, 8, lambda s, m: put(s, _1=False))] + [mend(f) for f in range(3)],
         lambda s: len(s[3]) == 3, 1)

# Bridge and torch with durations (Rothvoss 2002 names the puzzle): over, torch, walking.
pace = (1, 2, 5, 10)


def cross(crew):
    def begin(s):
        return (put(s, _2=True), None) if not s[2] and all((p in s[0]) == s[1] for p in crew) else None

    def end(s, m):
        return (s[0] - set(crew) if s[1] else s[0] | set(crew), not s[1], False)
    return Move(f"cross({crew})", begin, max(pace[p] for p in crew), end)


case("bridge and torch", """
enum Person { a, b, c, d }
const pace[Person]: 1..10 = {a: 1, b: 2, c: 5, d: 10}
state over[Person]: bool = false
state torch: bool = false
state walking: bool = false
move cross(crew: set of Person) takes max(p in crew -> pace[p]) {
    require 1 <= size(crew) <= 2
    require not walking and all p in crew { over[p] == torch }
    walking = true
    end { for p in crew { over[p] = not torch }
        torch = not torch
        walking = false } }
goal all p: Person { over[p] }
""", (frozenset(), False, False), [cross(c) for n in (1, 2) for c in itertools.combinations(range(4), n)], lambda s: len(s[0]) == 4, 1)

# Durations of 2 and 4 with trains.
for first, second in ((3, 9), (2, 10), (5, 9)):
    unit = math.gcd(2, 4, 20, first, second)
    case(f"trains at {first} and {second}", f"""
state place: 0..3 = 0
move walk() takes 2 {{ require place == 0
    place = 1
    end {{ place = 2 }} }}
move ride() takes 4 {{ require place == 2 and (time == {first} or time == {second})
    place = 1
    end {{ place = 3 }} }}
always time <= 20
goal place == 3
""", (0,), [Move("walk", lambda s: ((1,), None) if s[0] == 0 else None, 2, lambda s, m: (2,)),
            Move("ride", lambda s, a=first, b=second: ((1,), None) if s[0] == 2 and s[1] in (a, b) else None, 4, lambda s, m: (3,))],
         lambda s: s == (3,), unit, rule=lambda s, t: t <= 20, clock=True)

case("no train on even times", """
state place: 0..3 = 0
move walk() takes 2 { require place == 0
    place = 1
    end { place = 2 } }
move ride() takes 4 { require place == 2 and time == 1
    place = 1
    end { place = 3 } }
always time <= 20
goal place == 3
""", (0,), [Move("walk", lambda s: ((1,), None) if s[0] == 0 else None, 2, lambda s, m: (2,)),
            Move("ride", lambda s: ((1,), None) if s[0] == 2 and s[1] == 1 else None, 4, lambda s, m: (3,))],
     lambda s: s == (3,), 1, rule=lambda s, t: t <= 20, clock=True)

case("decimal durations", """
state a: 0..2 = 0
state b: 0..2 = 0
move left() takes 2.5 { require a < 2
    end { a += 1 } }
move right() takes 1.25 cost 2 { require b < 2
    end { b += 1 } }
goal a == 2 and b == 2
""", (0, 0), [Move("left", lambda s: (s, None) if s[0] < 2 else None, F(5, 2), lambda s, m: (s[0] + 1, s[1]) if s[0] < 2 else None),
              Move("right", lambda s: (s, None) if s[1] < 2 else None, F(5, 4), lambda s, m: (s[0], s[1] + 1) if s[1] < 2 else None, cost=2)],
     lambda s: s == (2, 2), F(5, 4))

case("the duration is that of the beginning", """
state d: 1..4 = 4
state done: bool = false
move shorten() takes 1 { require d > 1
    d -= 1
    end { } }
move work() takes d { require not done
    end { done = true } }
goal done
""", (4, False), [Move("shorten", lambda s: (put(s, _0=s[0] - 1), None) if s[0] > 1 else None, 1),
                  Move("work", lambda s: (s, None) if not s[1] else None, lambda s: F(s[0]), lambda s, m: put(s, _1=True))],
     lambda s: s[1], 1)

case("a let keeps its value", """
state x: 0..3 = 1
state sum: 0..9 = 0
move count() takes 2 { let seen = x
    end { sum += seen } }
move grow() takes 1 { require x < 3
    end { x += 1 } }
goal sum == 5
""", (1, 0), [Move("count", lambda s: (s, s[0]), 2, lambda s, m: put(s, _1=s[1] + m) if s[1] + m <= 9 else None),
              Move("grow", lambda s: (s, None) if s[0] < 3 else None, 1, lambda s, m: put(s, _0=s[0] + 1) if s[0] < 3 else None)],
     lambda s: s[1] == 5, 1)

case("required concurrency", """
state a: 0..2 = 0
state b: bool = false
move long() takes 5 { require a == 0
    a = 1
    end { require b
        a = 2 } }
move short() takes 3 { require a == 1
    end { require a == 1
        b = true } }
goal a == 2
""", (0, False), [Move("long", lambda s: ((1, s[1]), None) if s[0] == 0 else None, 5, lambda s, m: (2, s[1]) if s[1] else None),
                  Move("short", lambda s: (s, None) if s[0] == 1 else None, 3, lambda s, m: (s[0], True) if s[0] == 1 else None)],
     lambda s: s[0] == 2, 1)

case("the required move is too long", """
state a: 0..2 = 0
state b: bool = false
move long() takes 2 { require a == 0
    a = 1
    end { require b
        a = 2 } }
move short() takes 3 { require a == 1
    end { require a == 1
        b = true } }
goal a == 2
""", (0, False), [Move("long", lambda s: ((1, s[1]), None) if s[0] == 0 else None, 2, lambda s, m: (2, s[1]) if s[1] else None),
                  Move("short", lambda s: (s, None) if s[0] == 1 else None, 3, lambda s, m: (s[0], True) if s[0] == 1 else None)],
     lambda s: s[0] == 2, 1)

case("two ovens and one baker", """
type Loaf = 1..3
state made[Loaf]: 0..3 = 0
state baker: bool = true
state ovens: 0..2 = 2
move knead(l: Loaf) takes 2 { require made[l] == 0 and baker
    baker = false
    end { made[l] = 1
        baker = true } }
move bake(l: Loaf) takes 3 { require made[l] == 1 and ovens > 0
    made[l] = 2
    ovens -= 1
    end { made[l] = 3
        ovens += 1 } }
goal all l: Loaf { made[l] == 3 }
""", (0, 0, 0, True, 2),
     [Move(f"knead{l}", lambda s, l=l: (put(s, **{f"_{l}": s[l], "_3": False}), None) if s[l] == 0 and s[3] else None, 2,
           lambda s, m, l=l: put(s, **{f"_{l}": 1, "_3": True})) for l in range(3)] +
     [Move(f"bake{l}", lambda s, l=l: (put(s, **{f"_{l}": 2, "_4": s[4] - 1}), None) if s[l] == 1 and s[4] > 0 else None, 3,
           lambda s, m, l=l: put(s, **{f"_{l}": 3, "_4": s[4] + 1})) for l in range(3)],
     lambda s: s[:3] == (3, 3, 3), 1)

case("a rule broken for an instant", """
state guard: 0..1 = 0
state done: bool = false
move watch() takes 3 { require guard == 0
    guard = 1
    end { guard = 0 } }
move rob() takes 4 { require guard == 1
    while "somebody watches": guard == 1
    end { done = true } }
goal done
""", (0, False), [Move("watch", lambda s: ((1, s[1]), None) if s[0] == 0 else None, 3, lambda s, m: (0, s[1])),
                  Move("rob", lambda s: (s, None) if s[0] == 1 else None, 4, lambda s, m: (s[0], True), lambda s, m: s[0] == 1)],
     lambda s: s[1], 1)

case("two that watch in turn", """
state on: 0..2 = 0
state done: bool = false
move first() takes 3 { on += 1
    end { on -= 1 } }
move second() takes 3 cost 2 { on += 1
    end { on -= 1 } }
move rob() takes 4 { require on > 0
    while "somebody watches": on > 0
    end { done = true } }
goal done
""", (0, False), [Move("first", lambda s: ((s[0] + 1, s[1]), None) if s[0] < 2 else None, 3, lambda s, m: (s[0] - 1, s[1])),
                  Move("second", lambda s: ((s[0] + 1, s[1]), None) if s[0] < 2 else None, 3, lambda s, m: (s[0] - 1, s[1]), cost=2),
                  Move("rob", lambda s: (s, None) if s[0] > 0 else None, 4, lambda s, m: (s[0], True), lambda s, m: s[0] > 0)],
     lambda s: s[1], 1)

case("moves that take no time beside others", """
state key: bool = false
state open: bool = false
state in: 0..2 = 0
move fetch() takes 2 { require not key
    end { key = true } }
move unlock() { require key and not open
    open = true }
move enter() takes 0 { require open and in < 2
    end { in += 1 } }
goal in == 2
""".replace("state in:", "state inside:").replace("in < 2", "inside < 2").replace("in += 1", "inside += 1").replace("goal in", "goal inside"),
     (False, False, 0), [Move("fetch", lambda s: (s, None) if not s[0] else None, 2, lambda s, m: put(s, _0=True)),
                         Move("unlock", lambda s: (put(s, _1=True), None) if s[0] and not s[1] else None),
                         Move("enter", lambda s: (s, None) if s[1] and s[2] < 2 else None, 0, lambda s, m: put(s, _2=s[2] + 1) if s[2] < 2 else None)],
     lambda s: s[2] == 2, 2)

case("cost decides among equal times", """
state x: 0..4 = 0
move slow() takes 4 cost 1 { require x == 0
    x = 1
    end { x = 4 } }
move fast() takes 2 cost 3 { require x == 0 or x == 2
    let from = x
    x = from + 1
    end { x = from + 2 } }
goal x == 4
""", (0,), [Move("slow", lambda s: ((1,), None) if s[0] == 0 else None, 4, lambda s, m: (4,), cost=1),
            Move("fast", lambda s: ((s[0] + 1,), s[0]) if s[0] in (0, 2) else None, 2, lambda s, m: (m + 2,), cost=3)],
     lambda s: s[0] == 4, 2)

case("an objective of cost and time", """
state x: 0..9 = 0
move add() takes 3 { x += 1
    end { } }
move double() takes 4 cost 5 { require x > 0
    x = 2 * x
    end { } }
goal x >= 4
minimize 2 * cost + time
""", (0,), [Move("add", lambda s: ((s[0] + 1,), None) if s[0] < 9 else None, 3),
            Move("double", lambda s: ((2 * s[0],), None) if 0 < s[0] <= 4 else None, 4, cost=5)],
     lambda s: s[0] >= 4, 1, weights=(1, 2, 0))

case("fewest steps", """
state x: 0..6 = 0
move one() takes 1 { require x < 6
    end { x += 1 } }
move three() takes 9 { require x <= 3
    end { x += 3 } }
goal x == 6
minimize steps
""", (0,), [Move("one", lambda s: (s, None) if s[0] < 6 else None, 1, lambda s, m: (s[0] + 1,) if s[0] < 6 else None),
            Move("three", lambda s: (s, None) if s[0] <= 3 else None, 9, lambda s, m: (s[0] + 3,) if s[0] <= 3 else None)],
     lambda s: s[0] == 6, 1, weights=(0, 0, 1))

case("a tank in tenths", """
state level: 0.0..5.0 = 1.5
state done: bool = false
move pour() takes 1.5 { require level <= 4.0
    end { level += 2.5 } }
move drain() takes 1 { require level >= 0.5
    level -= 0.5
    end { } }
move check() takes 0.5 { require level == 3.5
    while level == 3.5
    end { done = true } }
goal done
""", (F(3, 2), False), [Move("pour", lambda s: (s, None) if s[0] <= 4 else None, F(3, 2), lambda s, m: put(s, _0=s[0] + F(5, 2)) if s[0] <= F(5, 2) else None),
                        Move("drain", lambda s: (put(s, _0=s[0] - F(1, 2)), None) if s[0] >= F(1, 2) else None, 1),
                        Move("check", lambda s: (s, None) if s[0] == F(7, 2) else None, F(1, 2), lambda s, m: put(s, _1=True), lambda s, m: s[0] == F(7, 2))],
     lambda s: s[1], F(1, 2))

case("restarts within a budget", """
enum Machine { a, b, c }
const minutes[Machine]: 1..9 = {a: 3, b: 2, c: 4}
state up[Machine]: bool = true
state fresh: set of Machine = {}
move restart(m: Machine) takes minutes[m] { require not (m in fresh) and up[m]
    up[m] = false
    end { up[m] = true
        fresh += m } }
never "too many are down": count(m: Machine where not up[m]) > 2
never "a and b": not up[a] and not up[b]
goal all m: Machine { m in fresh }
""", (frozenset(), frozenset()),
     [Move(f"restart{m}", lambda s, m=m: ((s[0] | {m}, s[1]), None) if m not in s[1] and m not in s[0] else None, t,
           lambda s, x, m=m: (s[0] - {m}, s[1] | {m})) for m, t in enumerate((3, 2, 4))],
     lambda s: len(s[1]) == 3, 1, rule=lambda s, t: len(s[0]) <= 2 and not {0, 1} <= s[0])

case("a job shop of two machines", """
type Job = 1..3
const long[Job, 1..2]: 1..5 = [[3, 2], [1, 4], [2, 2]]
state next[Job]: 1..3 = 1
state busy[Job]: bool = false
state used[1..2]: bool = false
move do(j: Job, n: 1..2) takes long[j, n] { require next[j] == n and not busy[j] and not used[n]
    busy[j] = true
    used[n] = true
    end { busy[j] = false
        used[n] = false
        next[j] += 1 } }
goal all j: Job { next[j] == 3 }
""", (1, 1, 1, frozenset(), frozenset()),
     [Move(f"do{j}.{n}", lambda s, j=j, n=n: (put(s, _3=s[3] | {j}, _4=s[4] | {n}), None) if s[j] == n and j not in s[3] and n not in s[4] else None, t,
           lambda s, m, j=j, n=n: put(s, **{f"_{j}": n + 1, "_3": s[3] - {j}, "_4": s[4] - {n}}))
      for j, row in enumerate(((3, 2), (1, 4), (2, 2))) for n, t in enumerate(row, 1)],
     lambda s: s[:3] == (3, 3, 3), 1)

case("a deadline that leaves no time", """
state x: 0..3 = 0
move go() takes 3 { require x < 3
    end { x += 1 } }
always time <= 8
goal x == 3
""", (0,), [Move("go", lambda s: (s, None) if s[0] < 3 else None, 3, lambda s, m: (s[0] + 1,) if s[0] < 3 else None)],
     lambda s: s[0] == 3, 1, rule=lambda s, t: t <= 8, clock=True)

case("hours of opening", """
state got: 0..2 = 0
move shop() takes 2 { require got < 2
    require time % 5 >= 3
    end { got += 1 } }
always time <= 30
goal got == 2
""", (0,), [Move("shop", lambda s: (s[:1], None) if s[0] < 2 and s[1] % 5 >= 3 else None, 2, lambda s, m: (s[0] + 1,) if s[0] < 2 else None)],
     lambda s: s[0] == 2, 1, rule=lambda s, t: t <= 30, clock=True)

case("a move begins again at its end", """
state n: 0..3 = 0
state on: bool = false
move pulse() takes 2 { require not on
    on = true
    end { on = false
        n += 1 } }
goal n == 3
""", (0, False), [Move("pulse", lambda s: ((s[0], True), None) if not s[1] else None, 2, lambda s, m: (s[0] + 1, False) if s[0] < 3 else None)],
     lambda s: s[0] == 3, 2)

case("a light in the background", """
state x: 0..1 = 0
state lit: bool = false
move burn() takes 9 { require not lit
    lit = true
    end { lit = false } }
move read() takes 2 { require lit
    while lit
    end { x = 1 } }
goal x == 1
""", (0, False), [Move("burn", lambda s: ((s[0], True), None) if not s[1] else None, 9, lambda s, m: (s[0], False)),
                  Move("read", lambda s: (s, None) if s[1] else None, 2, lambda s, m: (1, s[1]), lambda s, m: s[1])],
     lambda s: s[0] == 1, 1)


def number(x):
    """Returns a fraction as a decimal."""
    return f"{float(x):.10f}".rstrip("0").rstrip(".")


out = []
for c in cases:
    a = c.solve()
    out.append({"name": c.name, "source": c.text, **({"none": True} if a is None else {"time": number(a[0]), "cost": a[1], "count": a[2]})})
print(json.dumps(out, indent=1))
