package strategy_test

import (
	"math/big"
	"slices"
)

// A plain game is a list of moves, for a reference without arenas: its value comes from all strategies without memory of both
// sides (Condon 1992 shows that these are enough), each one a Markov chain that is solved exactly.
type plainGame struct {
	who                    []int // 0 we, 1 the foe, 2 chance; the last state is the goal
	from, to, weight, cost []int
}

// of returns the moves of a state that can be made.
func (g *plainGame) of(s int) (list []int) {
	for k, f := range g.from {
		if f == s && s < len(g.who)-1 && (g.who[s] < 2 || g.weight[k] > 0) {
			list = append(list, k)
		}
	}
	return list
}

// choices calls f for each choice of one move in each of the states in which a side has moves.
func (g *plainGame) choices(side int, choice []int, f func()) {
	var at func(s int)
	at = func(s int) {
		if s == len(g.who) {
			f()
			return
		}
		if moves := g.of(s); g.who[s] == side && len(moves) > 0 {
			for _, k := range moves {
				choice[s] = k
				at(s + 1)
			}
			return
		}
		at(s + 1)
	}
	at(0)
}

// value returns the value of state 0 as text does. With worst, chance is a foe.
func (g *plainGame) value(worst bool) string {
	if worst {
		w := *g
		w.who = slices.Clone(g.who)
		w.from, w.to, w.weight, w.cost = nil, nil, nil, nil
		for s := range g.who {
			for _, k := range g.of(s) {
				w.from, w.to, w.weight, w.cost = append(w.from, s), append(w.to, g.to[k]), append(w.weight, 1), append(w.cost, g.cost[k])
			}
			w.who[s] = min(1, g.who[s])
		}
		g = &w
	}
	choice := make([]int, len(g.who))
	var best, least *big.Rat
	g.choices(0, choice, func() {
		var p, cost *big.Rat // against the best answer of the foe
		g.choices(1, choice, func() {
			reach, spent := g.chain(choice)
			if p == nil || reach.Cmp(p) < 0 {
				p = reach
			}
			if spent != nil && (cost == nil || spent.Cmp(cost) > 0) {
				cost = spent
			}
		})
		if best == nil || p.Cmp(best) > 0 {
			best = p
		}
		if p.Cmp(one) == 0 && (least == nil || cost.Cmp(least) < 0) {
			least = cost
		}
	})
	switch {
	case best.Sign() == 0 || worst && least == nil:
		return "none"
	case worst:
		return "solved cost " + least.RatString()
	case least != nil:
		return "solved probability 1 expected " + least.RatString()
	}
	return "solved probability " + best.RatString()
}

var one = big.NewRat(1, 1)

// chain returns the probability of the goal from state 0 for fixed choices, and the expected cost if that is 1.
func (g *plainGame) chain(choice []int) (reach, cost *big.Rat) {
	n := len(g.who)
	next := make([][]int, n)
	for s := range n {
		switch moves := g.of(s); {
		case len(moves) == 0:
		case g.who[s] == 2:
			next[s] = moves
		default:
			next[s] = []int{choice[s]}
		}
	}
	goes := make([]bool, n) // the goal can be reached
	goes[n-1] = true
	for range n {
		for s := range n {
			for _, k := range next[s] {
				goes[s] = goes[s] || goes[g.to[k]]
			}
		}
	}
	// x(s) = sum of the probabilities times x(next), and 0 where the goal cannot be reached
	solve := func(right func(s int) *big.Rat) *big.Rat {
		m := make([][]*big.Rat, n)
		for s := range n {
			m[s] = make([]*big.Rat, n+1)
			for t := range m[s] {
				m[s][t] = new(big.Rat)
			}
			m[s][s].SetInt64(1)
			m[s][n].Set(right(s))
			if goes[s] && s < n-1 {
				for _, k := range next[s] {
					m[s][g.to[k]].Sub(m[s][g.to[k]], g.share(s, k, next[s]))
				}
			}
		}
		return eliminate(m)
	}
	reach = solve(func(s int) *big.Rat {
		if s == n-1 {
			return one
		}
		return new(big.Rat)
	})
	if reach.Cmp(one) != 0 {
		return reach, nil
	}
	cost = solve(func(s int) *big.Rat {
		sum := new(big.Rat)
		if goes[s] && s < n-1 {
			for _, k := range next[s] {
				sum.Add(sum, new(big.Rat).Mul(g.share(s, k, next[s]), big.NewRat(int64(g.cost[k]), 1)))
			}
		}
		return sum
	})
	return reach, cost
}

// share returns the probability of a move among others.
func (g *plainGame) share(s, k int, others []int) *big.Rat {
	if g.who[s] < 2 {
		return one
	}
	sum := 0
	for _, o := range others {
		sum += g.weight[o]
	}
	return big.NewRat(int64(g.weight[k]), int64(sum))
}

// eliminate returns the first value of the solution of a linear system.
func eliminate(m [][]*big.Rat) *big.Rat {
	n := len(m)
	for c := n - 1; c >= 0; c-- {
		p := slices.IndexFunc(m[:c+1], func(row []*big.Rat) bool { return row[c].Sign() != 0 })
		m[c], m[p] = m[p], m[c]
		for r := range c {
			if f := new(big.Rat).Quo(m[r][c], m[c][c]); f.Sign() != 0 {
				for k := range m[r] {
					m[r][k].Sub(m[r][k], new(big.Rat).Mul(f, m[c][k]))
				}
			}
		}
	}
	return new(big.Rat).Quo(m[0][n], m[0][0])
}

// plainBelief returns the least number of moves in the worst case after the first look, or -1: by value iteration over all sets of
// states. In the states in which we see 2 a foe moves, whose move we do not see.
func plainBelief(first, seen, next []int, letters int, goal func([]int) bool) int {
	n := len(seen)
	const never = 1 << 20
	value := make([]int, 1<<n)
	members := func(b int) (out []int) {
		for s := range n {
			if b>>s&1 == 1 {
				out = append(out, s)
			}
		}
		return out
	}
	split := func(list []int) [3]int {
		var out [3]int
		for _, s := range list {
			out[seen[s]] |= 1 << s
		}
		return out
	}
	for b := 1; b < 1<<n; b++ {
		if value[b] = never; goal(members(b)) {
			value[b] = 0
		}
	}
	worst := func(parts [3]int) int {
		w := 0
		for _, p := range parts {
			if p != 0 {
				w = max(w, value[p])
			}
		}
		return w
	}
	for changed := true; changed; {
		changed = false
		for b := 1; b < 1<<n; b++ {
			list := members(b)
			var all []int
			for a := range letters {
				var after []int
				for _, s := range list {
					after = append(after, next[s*letters+a])
				}
				all = append(all, after...)
				if seen[list[0]] == 2 && a < letters-1 {
					continue
				}
				if seen[list[0]] == 2 {
					after = all
				}
				if v := 1 + worst(split(after)); v < value[b] && v < never {
					value[b], changed = v, true
				}
			}
		}
	}
	if v := worst(split(first)); v < never {
		return v
	}
	return -1
}
