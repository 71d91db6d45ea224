"""Explores a space breadth-first like a plain Python program, with tuples in a set."""
import sys


def tiles(rows, cols):
    n = rows * cols
    near = [[q for q in range(n) if abs(p // cols - q // cols) + abs(p % cols - q % cols) == 1] for p in range(n)]
    start = tuple((i + 1) % n for i in range(n))

    def successors(s):
        gap = s.index(0)
        for p in near[gap]:
            t = list(s)
            t[gap], t[p] = t[p], 0
            yield tuple(t)

    return start, successors


def hanoi(pegs, discs):
    def successors(s):
        tops = {}
        for d, p in enumerate(s):
            tops.setdefault(p, d)
        for p, d in tops.items():
            for q in range(pegs):
                if q != p and tops.get(q, discs) > d:
                    yield s[:d] + (q,) + s[d + 1:]

    return (0,) * discs, successors


start, successors = {"tiles3x3": lambda: tiles(3, 3), "tiles5x2": lambda: tiles(5, 2), "hanoi4x11": lambda: hanoi(4, 11)}[sys.argv[1]]()
seen, layer, depth = {start}, [start], 0
while layer:
    following = []
    for s in layer:
        for t in successors(s):
            if t not in seen:
                seen.add(t)
                following.append(t)
    layer, depth = following, depth + 1
print("states", len(seen), "depth", depth - 1)
