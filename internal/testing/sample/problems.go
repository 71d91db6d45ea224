package sample

// A Problem is a small problem with its answers.
type Problem struct {
	Name, Source string
	Best         int64 // the cost of a best plan, or the best value
	Moves        int   // of a best plan
	Objective    bool
}

// Problems contain together every feature that an export has to write: every operator, addresses
// that depend on the state, costs, unknowns beside moves, branches, sets.
var Problems = []Problem{
	{Name: "turn", Moves: 3, Best: 3, Source: `puzzle "Turning {a} \"coin\""
enum Side { heads, tails }
state up[1..3]: Side = tails
state done: bool = false
move turn(i: 1..3) "turn {i}" { require up[i] == tails
  up[i] = heads
  done = all k: 1..3 { k == i or up[k] == heads } }
always "the last stays": up[3] == tails or up[1] == heads
goal done
`},
	{Name: "walk", Moves: 3, Best: 6, Source: `puzzle "Walking with a price"
const toll[1..4]: 0..9 = [3, 1, 4, 1]
state at: 1..4 = 1
state seen: set of 1..4 = {1}
state last[-1..1]: 0..4 = 0
find door: 2..3
move go(to: 1..4) cost toll[to] "go to {to}" {
  require abs(to - at) == 1 and not (to in seen)
  require at != 4 - door or size(seen) < 3
  last[to - at] = min(at, to)
  seen = seen union {to}
  at = to
}
require door * door >= 4
goal at == 4
goal last[1] == 3 and max(last[0], last[-1]) <= 0
`},
	{Name: "numbers", Best: 15, Objective: true, Source: `puzzle "Numbers"
find x: -4..6
find y: 1..4
find b: bool
find c[1..3]: 0..3
find s: set of 1..3
require "a floor": x / y == 1 or x % y == 2
require b implies x * y > 3
require if b then x >= y else x + 2 == -y
require distinct(c) and c[y] == 2
require all k: 1..3 where k in s { c[k] != 0 }
require size(s) == 2 and s != {1, 2} and min(c[1], c[2], 9) + max(x, y) - abs(x - y) <= 7
require -x < 3 and not (x == 5 and b)
maximize x + 2 * y + sum(k in s -> c[k])
`},
	{Name: "least", Best: 2, Objective: true, Source: `puzzle "The least"
find a[1..2]: 0..5
require a[1] + a[2] >= 2 and a[1] != 1
minimize a[1] + a[2]
`},
}
