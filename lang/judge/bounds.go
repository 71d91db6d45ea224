package judge

import (
	"math"
	"math/big"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

var _ model.BoundsJudge = (*Judge)(nil)

// Bound implements model.BoundsJudge.
func (j *Judge) Bound(b *model.Bounds) (*big.Rat, error) {
	if b.About.OfObjective() && j.objective == nil {
		return nil, &model.BoundError{Why: "the problem has no objective"}
	}
	c := &bounding{judge: j, b: b, value: map[string]*amount{}}
	for _, o := range j.vars {
		for range len(layoutOf([]*types.Object{o})) {
			c.mask = append(c.mask, o.Value == nil || !o.Value.Unknown && !o.Value.Hidden)
		}
	}
	err := j.groundMoves(func(*syntax.MoveDecl) bool { return true }, func(mv Move) bool {
		c.moves = append(c.moves, mv)
		return true
	})
	if err != nil {
		return nil, err
	}
	worlds := make([][]State, len(b.Positions))
	for i, p := range b.Positions {
		if worlds[i], err = c.read(i, p); err != nil {
			return nil, err
		}
	}
	if err := c.prices(worlds); err != nil {
		return nil, err
	}
	for i := range worlds {
		if err := j.done(); err != nil {
			return nil, err
		}
		if err := c.follows(i, worlds[i]); err != nil {
			return nil, err
		}
	}
	v, err := c.start()
	if err != nil {
		return nil, err
	}
	return c.signed(v.rat()), nil
}

// An amount is a value, or infinite if r is nil, or less than all others.
type amount struct {
	r     *big.Rat
	least bool
}

var (
	none      = &amount{r: new(big.Rat)}
	one       = &amount{r: big.NewRat(1, 1)}
	unbounded = &amount{r: new(big.Rat), least: true}
)

func (a *amount) rat() *big.Rat {
	if a == nil {
		return nil
	}
	return a.r
}

// less reports whether a < b.
func (a *amount) less(b *amount) bool {
	if a.least || b.least {
		return !b.least
	}
	return a.r != nil && (b.r == nil || a.r.Cmp(b.r) < 0)
}

// plus returns a + n.
func (a *amount) plus(n int64) *amount {
	if a.r == nil || a.least {
		return a
	}
	return &amount{r: new(big.Rat).Add(a.r, new(big.Rat).SetInt64(n))}
}

// bounding checks bounds.
type bounding struct {
	judge *Judge
	b     *model.Bounds
	mask  []bool
	moves []Move
	value map[string]*amount

	// What a move adds to the objective, with the sign that makes a value to be minimised: perCost times its cost, and perMove.
	perCost, perMove int64
}

// signed returns a value of the objective with the other sign if it is to be maximised.
func (c *bounding) signed(v *big.Rat) *big.Rat {
	if v == nil || !c.b.About.OfObjective() || !c.judge.objective.Maximize {
		return v
	}
	return new(big.Rat).Neg(v)
}

// prices sets what moves add to the objective, from any state in which it is defined: the objective is linear in the cost and the
// number of moves.
func (c *bounding) prices(positions [][]State) error {
	c.perCost = 1
	if !c.b.About.OfObjective() {
		return nil
	}
	c.perCost = 0
	for _, worlds := range positions {
		for _, w := range worlds {
			var at [3]int64
			defined := true
			for i, spent := range [3][2]int64{{0, 0}, {1, 0}, {0, 1}} {
				v, ok, err := c.judge.Worth(c.judge.objective, w, spent[0], spent[1])
				if err != nil {
					return err
				}
				at[i], defined = v, defined && ok
			}
			if !defined {
				continue
			}
			c.perCost, c.perMove = at[1]-at[0], at[2]-at[0]
			if c.judge.objective.Maximize {
				c.perCost, c.perMove = -c.perCost, -c.perMove
			}
			if c.perCost < 0 || c.perMove < 0 {
				return c.wrong(0, "the objective is better for a longer play")
			}
			return nil
		}
	}
	return nil
}

// price returns what a move with the given cost adds to the value, or 0, which proves less, if that does not fit 64 bits.
func (c *bounding) price(cost int64) int64 {
	if c.perCost > 0 && cost > (math.MaxInt64-c.perMove)/c.perCost {
		return 0
	}
	return c.perCost*cost + c.perMove
}

func (c *bounding) wrong(i int, why string) error { return &model.BoundError{Position: i, Why: why} }

// read adds a position and returns its states.
func (c *bounding) read(i int, p model.BoundedPosition) ([]State, error) {
	if len(p.Worlds) == 0 {
		return nil, c.wrong(i, "it has no states")
	}
	var worlds []State
	for _, w := range p.Worlds {
		s, err := c.judge.State(w)
		if err != nil {
			return nil, c.wrong(i, err.Error())
		}
		worlds = append(worlds, s)
	}
	for _, w := range worlds[1:] {
		if !slices.Equal(c.seen(w), c.seen(worlds[0])) {
			return nil, c.wrong(i, "its states do not look alike")
		}
	}
	v := &amount{r: c.signed(p.Value)}
	switch {
	case v.r != nil && v.r.Sign() < 0 && !c.b.About.OfObjective():
		return nil, c.wrong(i, "its bound is negative")
	case v.r == nil && !c.unlucky(): // chance could let it be reached after all
		return nil, c.wrong(i, "a value is missing")
	}
	k := c.name(worlds)
	if c.value[k] != nil {
		return nil, c.wrong(i, "it is listed twice")
	}
	c.value[k] = v
	return worlds, nil
}

// unlucky reports whether chance counts as a foe.
func (c *bounding) unlucky() bool {
	return c.b.About == model.LeastCost || c.b.About == model.WorstValue
}

// name returns a key of a set of states.
func (c *bounding) name(worlds []State) string {
	all := make([][]int64, len(worlds))
	for i, w := range worlds {
		all[i] = c.judge.Leaves(w)
	}
	slices.SortFunc(all, slices.Compare)
	var k []byte
	for _, l := range slices.CompactFunc(all, slices.Equal) {
		k = key(k, l)
	}
	return string(k)
}

// seen returns the leaves of a state that are seen; the others are 0.
func (c *bounding) seen(s State) []int64 {
	leaves := c.judge.Leaves(s)
	for i := range leaves {
		if !c.mask[i] {
			leaves[i] = 0
		}
	}
	return leaves
}

// of returns the bound of a position.
func (c *bounding) of(worlds []State) *amount {
	if v := c.value[c.name(worlds)]; v != nil {
		return v
	}
	switch {
	case c.b.About == model.MostProbable:
		return one
	case c.b.About.OfObjective():
		return unbounded
	}
	return none
}

// A group is a set of states that look alike after a move.
type group struct {
	worlds []State
	cost   int64
	weight int64
}

// split divides states by what is seen, in the order in which they come.
func (c *bounding) split(after []group) []group {
	var out []group
	place := map[string]int{}
	for _, a := range after {
		k := string(key(nil, c.seen(a.worlds[0])))
		i, ok := place[k]
		if !ok {
			i = len(out)
			place[k] = i
			out = append(out, group{})
		}
		out[i].worlds = append(out[i].worlds, a.worlds...)
		out[i].cost = max(out[i].cost, a.cost)
	}
	return out
}

// worst returns the greatest of the bounds after groups, with their cost.
func (c *bounding) worst(groups []group) *amount {
	most := unbounded
	for _, g := range groups {
		if v := c.of(g.worlds).plus(g.cost); most.less(v) {
			most = v
		}
	}
	return most
}

// follows checks that the bound of a position follows from those after it.
func (c *bounding) follows(i int, worlds []State) error {
	j := c.judge.Believing(worlds)
	v := c.value[c.name(worlds)]
	cost := c.b.About != model.MostProbable
	broken, err := anyFails(worlds, j.Broken)
	if err != nil || broken { // the play is lost: a cost has no bound, a probability is 0
		return err
	}
	missed, err := anyFails(worlds, j.Missed)
	switch {
	case err != nil:
		return err
	case !missed:
		return c.ended(i, worlds, v)
	}
	foe, chance, own, err := c.list(j, worlds)
	if err != nil {
		return err
	}
	var after *amount
	switch {
	case len(chance) > 0 && !c.unlucky():
		after = c.average(chance)
	case len(foe)+len(chance) > 0:
		groups := c.split(append(foe, chance...))
		if cost {
			after = c.worst(groups)
		} else {
			after = c.of(groups[0].worlds)
			for _, g := range groups[1:] {
				if x := c.of(g.worlds); x.less(after) {
					after = x
				}
			}
		}
	default:
		return c.ours(i, v, own)
	}
	if cost && after.less(v) || !cost && v.less(after) {
		return c.wrong(i, "the bound does not follow from those after the moves of others")
	}
	return nil
}

// ended checks the bound of a position in which the goal is reached. If the objective has no value in it, it does not count.
func (c *bounding) ended(i int, worlds []State, v *amount) error {
	worth, err := c.judge.payoff(worlds)
	if err != nil || c.judge.objective != nil && worth == nil {
		return err
	}
	switch {
	case c.b.About.OfObjective():
		if x := c.signed(new(big.Rat).SetInt64(*worth)); (&amount{r: x}).less(v) {
			return c.wrong(i, "the goal is reached in it with another value")
		}
	case c.b.About == model.MostProbable && v.less(one):
		return c.wrong(i, "the goal is reached in it, and the bound is less than 1")
	case c.b.About != model.MostProbable && none.less(v):
		return c.wrong(i, "the goal is reached in it")
	}
	return nil
}

// average returns the mean of the bounds after moves of chance.
func (c *bounding) average(moves []group) *amount {
	total, sum := new(big.Rat), new(big.Rat)
	for _, g := range moves {
		w := new(big.Rat).SetInt64(g.weight)
		total.Add(total, w)
		v := c.of(g.worlds)
		if c.b.About != model.MostProbable {
			v = v.plus(g.cost)
		}
		if v.r == nil || v.least {
			return v
		}
		sum.Add(sum, w.Mul(w, v.r))
	}
	return &amount{r: sum.Quo(sum, total)}
}

// ours checks the bound of a position in which we move: no move of ours leads to better ones.
func (c *bounding) ours(i int, v *amount, own map[int][]group) error {
	for n, after := range own {
		groups := c.split(after)
		legal := true
		for _, g := range groups {
			broken, err := anyFails(g.worlds, c.judge.Believing(g.worlds).Broken)
			if err != nil {
				return err
			}
			legal = legal && !broken
		}
		if !legal {
			continue
		}
		bad := false
		if c.b.About == model.MostProbable {
			bad = v.less(c.of(groups[0].worlds))
		} else {
			bad = c.worst(groups).less(v)
		}
		if bad {
			return c.wrong(i, "the bound does not follow from those after "+c.judge.Written(c.moves[n]))
		}
	}
	return nil
}

// list lists the moves of a position: of a foe, of chance, and ours by number if they are enabled in all states.
func (c *bounding) list(j *Judge, worlds []State) (foe, chance []group, own map[int][]group, err error) {
	own = map[int][]group{}
	for n, mv := range c.moves {
		var mine []group
		for _, w := range worlds {
			out, err := j.Apply(w, mv)
			if err != nil {
				return nil, nil, nil, err
			}
			if out.Next == nil {
				if mv.Decl.By == syntax.ByUs {
					break
				}
				continue
			}
			by, weight, err := j.whose(w, mv)
			if err != nil {
				return nil, nil, nil, err
			}
			g := group{[]State{out.Next}, c.price(out.Cost), weight}
			switch {
			case by == model.ByUs:
				mine = append(mine, g)
			case by == model.ByFoe:
				foe = append(foe, g)
			case weight > 0:
				chance = append(chance, g)
			}
		}
		if len(mine) == len(worlds) {
			own[n] = mine
		}
	}
	return foe, chance, own, nil
}

// start returns the bound of the start: the best for us over the choices of find variables, of the worst that can be seen.
func (c *bounding) start() (*amount, error) {
	j := c.judge
	var order []string
	byFind := map[string][]group{}
	err := j.Starts(func(s State) bool {
		leaves := j.Leaves(s)
		for i := range len(j.findCells) {
			if !c.mask[i] {
				leaves[i] = 0
			}
		}
		k := string(key(nil, leaves[:len(j.findCells)]))
		if byFind[k] == nil {
			order = append(order, k)
		}
		byFind[k] = append(byFind[k], group{worlds: []State{slices.Clone(s)}})
		return true
	})
	if err != nil {
		return nil, err
	}
	var best *amount
	for _, k := range order {
		groups := c.split(byFind[k])
		v := c.worst(groups)
		if c.b.About == model.MostProbable {
			v = c.of(groups[0].worlds)
		}
		if best == nil || c.b.About == model.MostProbable && best.less(v) || c.b.About != model.MostProbable && v.less(best) {
			best = v
		}
	}
	switch {
	case best == nil:
		return nil, &model.PlanError{Why: "no values meet the requirements"}
	case best.least:
		return nil, c.wrong(len(c.b.Positions), "the start has no bound")
	}
	return best, nil
}
