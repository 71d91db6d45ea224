package advice

import (
	"context"
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// Limits for finding ranges that are too wide.
const (
	maxStates  = 5_000 // maximum number of states to explore
	wideSpan   = 64    // minimum number of values of a range
	wideFactor = 8     // minimum ratio of the values of a range to the values taken
)

// wide finds ranges of which few values are ever taken, if all states can be explored.
func (a *adviser) wide(ctx context.Context) {
	lo, hi, ok := a.reached(ctx)
	if !ok {
		return
	}
	for _, d := range a.f.Decls {
		v, is := d.(*syntax.ValueDecl)
		if !is || v.Kind != syntax.State {
			continue
		}
		for i := range a.p.Vars {
			if m := &a.p.Vars[i]; m.Name == v.Name.Name {
				a.wideVariable(v, m, lo, hi)
			}
		}
	}
}

func (a *adviser) wideVariable(v *syntax.ValueDecl, m *model.Var, lo, hi []int64) {
	least, most, span, ok := a.within(m, lo, hi)
	if ok {
		a.say(v, fmt.Sprintf("%d..%d", least, most), "of %d values %s takes only those from %d to %d; a narrower range takes less memory, and engines that go through values less time",
			span, m.Name, least, most)
	}
}

// within returns the least and greatest value that the cells of an integer variable take, and the size
// of its range; ok is false if the range is not much larger.
func (a *adviser) within(m *model.Var, lo, hi []int64) (least, most, span int64, ok bool) {
	for k := m.Base; k < m.Base+m.Cells; k++ {
		c := &a.p.Cells[k]
		if c.Type.Kind != model.Int {
			return 0, 0, 0, false
		}
		if k == m.Base || lo[k] < least {
			least = lo[k]
		}
		if k == m.Base || hi[k] > most {
			most = hi[k]
		}
		span = c.Span()
	}
	return least, most, span, m.Cells > 0 && span >= wideSpan && span/wideFactor >= model.Span(least, most)
}

// reached returns the least and greatest value of each cell in the reachable states, if these are few.
func (a *adviser) reached(ctx context.Context) (lo, hi []int64, ok bool) {
	if a.p.NumFind > 0 || len(a.p.Moves) == 0 {
		return nil, nil, false
	}
	start, ok, err := a.p.Begin(nil)
	if !ok || err != nil {
		return nil, nil, false
	}
	lo, hi = slices.Clone(start), slices.Clone(start)
	met := map[string]bool{fmt.Sprint(start): true}
	queue := []model.State{start}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if ctx.Err() != nil || len(met) > maxStates {
			return nil, nil, false
		}
		for _, m := range a.p.Moves {
			out, err := a.p.Apply(m, s)
			if err != nil {
				return nil, nil, false
			}
			if out.Next == nil || met[fmt.Sprint(out.Next)] {
				continue
			}
			if broken, err := a.p.Broken(out.Next); err != nil || len(broken) > 0 {
				continue
			}
			met[fmt.Sprint(out.Next)] = true
			queue = append(queue, slices.Clone(out.Next))
			for k, x := range out.Next {
				lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
			}
		}
	}
	return lo, hi, true
}
