package generated_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/lang/judge"
	"farbank/model"
)

// strict checks that a strict problem reports a way to leave a range if there is one. It returns
// the problem as one that is not strict.
func (w *trial) strict(p *model.Problem) *model.Problem {
	lax := *p
	lax.Strict = false
	w.at("strict")
	nearest, known := w.leaves(p)
	if !known {
		w.v.Traits["strict: too much to look through"] = true
		return &lax
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	a, err := farbank.Engines.CheckRanges(ctx, p, farbank.Question{Workers: 1})
	w.left()
	var left *engine.RangeError
	errors.As(err, &left)
	switch {
	case ctx.Err() != nil:
		w.v.Traits["out of time: strict"] = true
	case left == nil && err != nil:
		w.v.Traits["strict: overflow"] = true
	case a != nil:
		w.fail("strict: "+a.Status.String(), "%s", a.Reason)
	case nearest < 0 && left != nil:
		w.fail("strict: a range is left where none can be", "%v", left)
	case nearest >= 0 && left == nil:
		w.fail("strict: no range is left where one can be", "after %d moves", nearest)
	case left != nil && len(left.Plan.Moves) != nearest:
		w.fail("strict: not the shortest way", "%d moves instead of %d: %v", len(left.Plan.Moves), nearest, left)
	}
	w.v.Traits["strict: a range can be left"] = left != nil
	if left == nil {
		delete(w.v.Traits, "strict: a range can be left")
	}
	return &lax
}

// leaves returns the minimum number of moves to a state in which a move would leave a range,
// according to the judge; -1 if no such state exists.
func (w *trial) leaves(p *model.Problem) (nearest int, known bool) {
	j := p.Judge.(*judge.Judge)
	var layer []judge.State
	seen := map[string]bool{}
	ok := true
	note := func(s judge.State) {
		broken, err := j.Broken(s)
		k := fmt.Sprint(j.Leaves(s))
		if ok = ok && err == nil; ok && len(broken) == 0 && !seen[k] {
			seen[k] = true
			layer = append(layer, s)
		}
	}
	if err := j.Starts(func(s judge.State) bool { note(s); return ok && len(seen) < 300 }); err != nil {
		return 0, false
	}
	for depth := 0; len(layer) > 0; depth++ {
		now := layer
		layer = nil
		for _, s := range now {
			left := false
			err := j.GroundMoves(func(mv judge.Move) bool {
				o, err := j.Apply(s, mv)
				ok = ok && err == nil
				if left = left || o.Left || o.Lost; o.Next != nil && ok {
					note(o.Next)
				}
				return ok && len(seen) < 300
			})
			switch {
			case err != nil || !ok || len(seen) >= 300:
				return 0, false
			case left:
				return depth, true
			}
		}
	}
	return -1, true
}
