# The answers to the problems beside this file, each by a program of its own. Fractions are exact.
from fractions import Fraction as F
from functools import lru_cache
from itertools import combinations, permutations, product

def solve(rows, right):  # a linear system, by elimination
    n = len(rows)
    m = [list(map(F, r)) + [F(b)] for r, b in zip(rows, right)]
    for c in range(n):
        p = next(r for r in range(c, n) if m[r][c])
        m[c], m[p] = m[p], m[c]
        m[c] = [x / m[c][c] for x in m[c]]
        for r in range(n):
            if r != c and m[r][c]:
                m[r] = [x - m[r][c] * y for x, y in zip(m[r], m[c])]
    return [r[-1] for r in m]

def chain(states, step, ends, reward):  # x(s) = reward + sum p x(t), and ends[s] at the ends
    at = {s: i for i, s in enumerate(states)}
    rows, right = [], []
    for s in states:
        row = [F(0)] * len(states)
        row[at[s]] += 1
        if s in ends:
            right.append(ends[s])
        else:
            for p, t in step(s):
                row[at[t]] -= p
            right.append(reward)
        rows.append(row)
    return dict(zip(states, solve(rows, right)))

def duel(start, moves, last):  # the number of moves if both play as well as they can, for finite games; None: we lose
    @lru_cache(None)
    def value(s, us):
        end = last(s, us)
        if end is not None:
            return 0 if end else None
        after = [value(t, not us) for t in moves(s)]
        if us:
            return min((1 + v for v in after if v is not None), default=None)
        return None if not after or None in after else 1 + max(after)
    return value(start, True)

def probability(p): return "probability %s" % p
def expected(x): return "expected %s" % x
def cost(n): return "none" if n is None else "cost %d" % n

def ruin():
    q = F(3, 5) / F(2, 5)
    return probability((q**3 - 1) / (q**7 - 1))

def duration():
    x = chain(range(11), lambda s: [(F(1, 2), s - 1), (F(1, 2), s + 1)], {0: 0, 10: 0}, 1)
    return expected(x[3])

def coupons():
    return expected(sum(F(8, k) for k in range(1, 9)))

def sixes():
    x = chain(range(4), lambda s: [(F(1, 6), s + 1), (F(5, 6), 0)], {3: 0}, 1)
    return expected(x[0])

def penney():
    states = ["".join(w) for n in range(4) for w in product("ht", repeat=n)]
    x = chain(states, lambda s: [(F(1, 2), (s + c)[-3:]) for c in "ht"], {"hht": 1, "thh": 0}, 0)
    return probability(x[""])

def urn():
    orders = set(permutations("rrrrbbb"))
    return probability(F(sum(o[-1] == "r" for o in orders), len(orders)))

def ladders():
    jump = [0, 1, 6, 3, 4, 5, 6, 3, 8, 11, 10, 4, 12]
    x = chain(range(1, 13), lambda s: [(F(1, 3), s if s + n > 12 else jump[s + n]) for n in (1, 2, 3)], {12: 0}, 1)
    return expected(x[1])

def exactly():
    best = {s: F(s == 15) for s in range(15, 22)}
    for s in range(14, -1, -1):
        best[s] = max(sum(best[s + n] for n in range(1, d + 1)) / d for d in (4, 6))
    return probability(best[0])

def bold():  # policy iteration
    policy = {s: min(s, 8 - s) for s in range(1, 8)}
    while True:
        x = chain(range(9), lambda s: [(F(2, 5), s + policy[s]), (F(3, 5), s - policy[s])], {0: 0, 8: 1}, 0)
        better = {}
        for s in policy:
            value = lambda n: F(2, 5) * x[s + n] + F(3, 5) * x[s - n]
            best = max(range(1, min(s, 8 - s) + 1), key=value)
            if value(best) > x[s]:
                better[s] = best
        if not better:
            return probability(x[3])
        policy.update(better)

def secretary():  # all rules that let the first r candidates pass and take the next record
    orders = list(permutations(range(6)))
    def wins(r):
        n = 0
        for o in orders:
            for k in range(6):
                if k >= r and o[k] == max(o[:k + 1]):
                    n += o[k] == 5
                    break
        return n
    return probability(F(max(wins(r) for r in range(6)), len(orders)))

def doors():
    win = F(0)
    for prize in range(1, 5):
        for shown in {2, 3, 4} - {prize}:
            for other in {2, 3, 4} - {shown}:
                if other == prize:
                    win += F(1, 4) / len({2, 3, 4} - {prize}) / 2
    return probability(max(win, F(1, 4)))

def race():
    dice = [(1, 5), (2, 3)]
    @lru_cache(None)
    def value(mine, its, us):
        if mine >= 12 or its >= 12:
            return F(mine >= 12)
        ways = [sum(value(mine + n, its, False) if us else value(mine, its + n, True) for n in d) / 2 for d in dice]
        return max(ways) if us else min(ways)
    return probability(value(0, 0, True))

def tosses():
    @lru_cache(None)
    def value(heads, n, bad):
        if heads == 3 or n == 6:
            return F(heads == 3)
        ways = [(value(heads + 1, n + 1, bad) + value(heads, n + 1, bad)) / 2]
        if bad:
            ways.append((value(heads + 1, n + 1, bad - 1) + 2 * value(heads, n + 1, bad - 1)) / 3)
        return min(ways)
    return probability(value(0, 0, 2))

def dice():
    d = [(2, 4, 9), (1, 6, 8), (3, 5, 7)]
    beats = lambda x, y: F(sum(a > b for a in x for b in y), 9)
    return probability(max(min(beats(x, y) for y in d if y != x) for x in d))

def misere():
    moves = lambda s: [s[:h] + (s[h] - n,) + s[h + 1:] for h in range(3) for n in range(1, s[h] + 1)]
    return cost(duel((2, 3, 5), moves, lambda s, us: us if not any(s) else None))

def subtract():
    return cost(duel(19, lambda s: [s - n for n in (1, 3, 4) if n <= s], lambda s, us: not us if s == 0 else None))

def wythoff():
    def moves(s):
        a, b = s
        return [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)] + [(a - n, b - n) for n in range(1, min(s) + 1)]
    return cost(duel((5, 8), moves, lambda s, us: not us if s == (0, 0) else None))

def kayles():
    def moves(s):
        return [s - {k} for k in s] + [s - {k, k + 1} for k in s if k + 1 in s]
    return cost(duel(frozenset(range(8)), moves, lambda s, us: not us if not s else None))

def euclid():
    def moves(s):
        a, b = max(s), min(s)
        return [(a - k * b, b) for k in range(1, a // b + 1)]
    return cost(duel((25, 7), moves, lambda s, us: not us if 0 in s else None))

def chomp():
    def moves(s):
        return [s[:r] + tuple(min(x, c - 1) for x in s[r:]) for r in range(3) for c in range(1, s[r] + 1)]
    return cost(duel((4, 4, 4), moves, lambda s, us: us if s[0] == 0 else None))

def hexapawn():  # from the side of the second player: duel begins with us, so the first move is tried here
    def moves(s):  # the pawns of the side that moves go up; the board is turned after each move
        own, other = s
        for r, c in own:
            for d in (-1, 0, 1):
                t = (r + 1, c + d)
                if (t not in own and t not in other) if d == 0 else t in other:
                    turn = lambda q: frozenset((4 - x, y) for x, y in q)
                    yield turn(other - {t}), turn(own - {(r, c)} | {t})
    def last(s, us):
        if any(r == 1 for r, c in s[1]):  # the side that moved reached the other side
            return not us
        if not list(moves(s)):
            return not us
        return None
    begin = (frozenset((1, c) for c in (1, 2, 3)), frozenset((3, c) for c in (1, 2, 3)))
    after = [duel(s, moves, last) for s in moves(begin)]
    return cost(None if None in after else 1 + max(after))

def grid():  # by the number of rounds
    cells = [(x, y) for x in range(3) for y in range(3)]
    near = lambda a: [b for b in cells if abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 1]
    INF = 10**6
    states = [(c, d, r, t) for c in cells for d in cells for r in cells for t in (1, 2, 3)]
    value = {s: 0 if s[2] in s[:2] else INF for s in states}
    changed = True
    while changed:
        changed = False
        for s in states:
            c, d, r, t = s
            if value[s] == 0:
                continue
            if t == 1:
                v = 1 + min(value[b, d, r, 2] for b in near(c))
            elif t == 2:
                v = 1 + min(value[c, b, r, 3] for b in near(d))
            else:
                v = 1 + max(value[c, d, b, 1] for b in near(r))
            if v < value[s]:
                value[s], changed = v, True
    v = value[(0, 0), (0, 0), (2, 2), 1]
    return cost(v if v < INF else None)

def fibonacci():
    moves = lambda s: [(s[0] - n, 2 * n) for n in range(1, min(s) + 1)]
    return cost(duel((12, 11), moves, lambda s, us: not us if s[0] == 0 else None))

def notakto():
    lines = [{(r, c) for c in range(3)} for r in range(3)] + [{(r, c) for r in range(3)} for c in range(3)]
    lines += [{(i, i) for i in range(3)}, {(i, 2 - i) for i in range(3)}]
    all_cells = {(r, c) for r in range(3) for c in range(3)}
    moves = lambda s: [s | {q} for q in all_cells - s]
    return cost(duel(frozenset(), moves, lambda s, us: us if any(l <= s for l in lines) else None))

def heavier():  # of n coins that may be it: a and b on the sides of the balance, with good ones to make them even
    @lru_cache(None)
    def value(n):
        if n == 1:
            return 0
        sides = [(a, b) for a in range(1, n + 1) for b in range(a + 1) if a + b <= n and a - b <= 10 - n and a < n]
        return 1 + min(max(value(k) for k in (a, b, n - a - b) if k) for a, b in sides)
    return cost(value(10))

def guess():
    @lru_cache(None)
    def value(lo, hi):
        if lo == hi:
            return 0
        # the cost of a question in a belief is the greatest of its states
        return min(2 + max(value(lo, k), value(k + 1, hi)) for k in range(lo, hi))
    return cost(value(1, 20))

def pegs():
    codes = list(product(range(4), repeat=2))
    def answer(g, c):
        black = sum(x == y for x, y in zip(g, c))
        return black, sum(min(g.count(x), c.count(x)) for x in range(4))
    @lru_cache(None)
    def value(left):
        best = 10**6
        for g in codes:
            parts = {}
            for c in left:
                parts.setdefault(answer(g, c), []).append(c)
            if len(parts) == 1 and g not in left:
                continue
            worst = 0
            for a, p in parts.items():
                if a[0] < 2:
                    if len(p) == len(left):
                        worst = 10**6
                        break
                    worst = max(worst, value(frozenset(p)))
            best = min(best, 1 + worst)
        return best
    return cost(value(frozenset(codes)))

def eggs():
    @lru_cache(None)
    def value(n, eggs):  # n floors of which we do not know
        if n == 0:
            return 0
        if eggs == 0:
            return 10**6
        return 1 + min(max(value(k - 1, eggs - 1), value(n - k, eggs)) for k in range(1, n + 1))
    return cost(value(14, 2))

def corridor():
    seen, layer, n = set(), {frozenset(range(1, 8))}, 0
    while frozenset({3}) not in layer:
        seen |= layer
        layer = {frozenset(min(7, max(1, x + d)) for x in s) for s in layer for d in (-1, 1)} - seen
        n += 1
    return cost(n)

def fox():  # the sets of holes in which the fox may be, after what we looked at
    seen, layer, n = set(), {frozenset(range(1, 6))}, 0
    while True:
        n += 1
        if any(len(s) == 1 for s in layer):
            return cost(2 * n - 1)  # a night between two days
        seen |= layer
        layer = {frozenset(y + d for y in s - {h} for d in (-1, 1) if 1 <= y + d <= 5) for s in layer for h in s} - seen

if __name__ == "__main__":
    for name, program in list(globals().items()):
        if callable(program) and program.__module__ == "__main__" and program.__code__.co_argcount == 0 and name != "F":
            print(name, program())
