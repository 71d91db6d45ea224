package advice

import (
	"context"
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

// Of ranges that are far too wide.
const (
	mostStates = 5_000 // looked at
	wideSpan   = 64    // values that a range has, at least
	wideFactor = 8     // times as many values as are taken
)

// wide finds ranges of which few values are ever taken, where all states can be looked at.
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

// within are the least and the greatest value of the cells of a variable of integers, and how
// many values it may have, if that is far more.
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

// reached are the least and the greatest values that cells have in the states that can be
// reached, if these are few.
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
		if ctx.Err() != nil || len(met) > mostStates {
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
