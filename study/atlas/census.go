package atlas

import (
	"context"
	"iter"
	"math"
	"math/big"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/graph"
	"farbank/model"
)

// CountPossible returns the number of assignments of values to all cells.
func CountPossible(p *model.Problem) *big.Int {
	n := big.NewInt(1)
	for i := range p.Cells {
		c := &p.Cells[i]
		n.Mul(n, new(big.Int).Add(new(big.Int).Sub(big.NewInt(c.Hi), big.NewInt(c.Lo)), big.NewInt(1)))
	}
	return n
}

// Possible yields every assignment of values to all cells, the last cell changing fastest. The state
// is valid until the next iteration.
func Possible(p *model.Problem) iter.Seq[model.State] {
	return func(yield func(model.State) bool) {
		s := make(model.State, len(p.Cells))
		for i := range p.Cells {
			s[i] = p.Cells[i].Lo
		}
		for more := true; more; more = next(p, s) {
			if !yield(s) {
				return
			}
		}
	}
}

func next(p *model.Problem, s model.State) bool {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < p.Cells[i].Hi {
			s[i]++
			return true
		}
		s[i] = p.Cells[i].Lo
	}
	return false
}

// A Census checks every possible state against the rules in the order of the file: the
// requirements, then the always and never rules.
type Census struct {
	Rules  []Share
	States int64 // possible states
	Safe   int64 // those that satisfy all rules

	first []int32 // by possible state: the first rule that it violates, len(Rules) if none
	p     *model.Problem
}

// A Share is the effect of a rule on the possible states.
type Share struct {
	Rule    *model.Rule
	Forbids int64 // states that violate it
	Left    int64 // states that satisfy it and all rules before it
}

// MaxCensus is the maximum number of possible states of a census.
const MaxCensus = math.MaxInt32

// TakeCensus checks all possible states; there must be at most MaxCensus.
func TakeCensus(ctx context.Context, p *model.Problem) (*Census, error) {
	c := &Census{p: p}
	number := map[*model.Rule]int{}
	for _, rules := range [][]model.Rule{p.Require, p.Safety} {
		for i := range rules {
			number[&rules[i]] = len(c.Rules)
			c.Rules = append(c.Rules, Share{Rule: &rules[i]})
		}
	}
	for s := range Possible(p) {
		if c.States&1023 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		failed, err := p.Required(s[:p.NumFind])
		if err != nil {
			return nil, err
		}
		broken, err := p.Broken(s)
		if err != nil {
			return nil, err
		}
		first := len(c.Rules)
		for _, r := range append(failed, broken...) {
			c.Rules[number[r]].Forbids++
			first = min(first, number[r])
		}
		c.first = append(c.first, int32(first))
		c.States++
		for i := range first {
			c.Rules[i].Left++
		}
		if first == len(c.Rules) {
			c.Safe++
		}
	}
	return c, nil
}

// A Place is a possible state with its number, counted from 0, and the index in Census.Rules of the
// first rule that it violates (len(Rules) if it is safe). The state is valid until the next iteration.
type Place struct {
	Number int
	State  model.State
	Broken int
}

// Keeping yields the possible states that satisfy the first rules rules: the safe ones first, then
// those that violate only the last rule, and so on.
func (c *Census) Keeping(rules int) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for broken := len(c.Rules); broken >= rules; broken-- {
			if c.kept(broken) == 0 {
				continue
			}
			k := 0
			for s := range Possible(c.p) {
				if int(c.first[k]) == broken && !yield(Place{k, s, broken}) {
					return
				}
				k++
			}
		}
	}
}

// kept returns the number of states that violate a rule and none before it.
func (c *Census) kept(broken int) int64 {
	before := c.States
	if broken > 0 {
		before = c.Rules[broken-1].Left
	}
	if broken == len(c.Rules) {
		return before
	}
	return before - c.Rules[broken].Left
}

// Number returns the number of a possible state, counted from 0 in the order of Possible.
func (c *Census) Number(s model.State) int {
	n := int64(0)
	for i := range s {
		n = n*c.p.Cells[i].Span() + s[i] - c.p.Cells[i].Lo
	}
	return int(n)
}

// Reachable yields the reachable safe states in breadth-first order. It uses only the memory limit
// of the options. The last pair may be an error, a limit or an interrupt.
func Reachable(ctx context.Context, p *model.Problem, opt Options) iter.Seq2[engine.Place, error] {
	return func(yield func(engine.Place, error) bool) {
		space := states.New(ctx, p, false)
		defer space.Close()
		space.Sorted = true
		for met, err := range graph.Reachable(ctx, space, graph.Options{Memory: opt.Memory}) {
			f := engine.Place{Depth: met.Depth}
			if err == nil {
				f.State = make(model.State, len(p.Cells))
				space.Layout.Unpack(met.State, f.State)
			}
			if !yield(f, err) {
				return
			}
		}
	}
}
