package explain

import (
	"slices"

	"farbank/model"
)

// ladders returns, for each parameter and each direction, the values that it may take, nearest
// first.
func (b *blocked) ladders() [][]Item {
	var out [][]Item
	for _, s := range b.r.Problem.Settings {
		if (Item{Kind: Parameter, Name: s.Name}).kept(b.o.Keep) {
			continue
		}
		for _, way := range []int64{1, -1} {
			if l := ladder(Item{Kind: Parameter, Name: s.Name, Rule: model.Rule{Pos: s.Pos}}, s, b.o.Steps, way); len(l) > 0 {
				out = append(out, l)
			}
		}
	}
	return out
}

// steps changes one parameter at a time by increasing amounts until there is a plan. It returns
// the ladders without a plan, without values for which no problem exists.
func (b *blocked) steps() (failing [][]Item, err error) {
	for _, ladder := range b.ladders() {
		rest, err := b.climb(ladder)
		if err != nil {
			return nil, err
		}
		if len(rest) > 0 {
			failing = append(failing, rest)
		}
	}
	return failing, nil
}

// climb returns the values of a ladder whose problems have no plan, or nil if one has a plan.
func (b *blocked) climb(ladder []Item) (rest []Item, err error) {
	for _, it := range ladder {
		works, err := b.alone(it)
		if works || err != nil {
			return nil, err
		}
		if l := b.oracle(it); l.known[newSet(len(l.units)).key()].reason == "" {
			rest = append(rest, it)
		}
	}
	return rest, nil
}

// alone reports whether changing params and relaxing nothing else gives a plan.
func (b *blocked) alone(params ...Item) (bool, error) {
	l := b.oracle(params...)
	nothing := newSet(len(l.units))
	v, err := l.check(nothing)
	switch {
	case err != nil:
		return false, err
	case v == works:
		return true, b.note(l, nothing)
	case v == unknown:
		b.vague()
	}
	return false, nil
}

func (b *blocked) vague() {
	b.r.Complete = false
	if b.r.Reason == "" {
		b.r.Reason = undecided
	}
}

// mixed finds relaxations that contain a parameter change which does not suffice alone: combined
// with relaxed units, and with a change of another parameter.
func (b *blocked) mixed(failing [][]Item) error {
	if b.r.Limited {
		return nil
	}
	b.missed = 0
	if b.o.AtOnce > 1 {
		if err := b.pairs(failing); err != nil {
			return err
		}
	}
	for _, ladder := range failing {
		for _, it := range ladder {
			found, err := b.beside(it)
			if err != nil {
				return err
			}
			if found {
				break
			}
		}
	}
	return nil
}

// pairs changes two parameters at once, with the smallest total change that gives a plan.
func (b *blocked) pairs(failing [][]Item) error {
	for i, x := range failing {
		for _, y := range failing[i+1:] {
			if x[0].Name == y[0].Name {
				continue
			}
			if err := b.pair(x, y); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *blocked) pair(x, y []Item) error {
	for total := 0; total < len(x)+len(y)-1; total++ {
		for k := max(0, total-len(y)+1); k <= min(total, len(x)-1); k++ {
			works, err := b.alone(x[k], y[total-k])
			if works || err != nil {
				return err
			}
		}
	}
	return nil
}

// beside relaxes units in addition to the changed parameter it. A set of units that fails with
// the original value leaves some conflict intact. So if relaxing all units but one conflict fails with
// the change for every conflict, no new relaxation exists.
func (b *blocked) beside(it Item) (bool, error) {
	l := b.oracle(it)
	all := full(len(l.units))
	promising := false
	for _, core := range b.cores {
		v, err := l.check(all.minus(core))
		if err != nil {
			return false, err
		}
		if v == unknown {
			b.vague()
		}
		if promising = v == works; promising {
			break
		}
	}
	if !promising {
		return false, nil
	}
	m := &marco{powerSetMap: powerSetMap{n: len(l.units), relaxations: slices.Clone(b.sets)}, check: l.check, core: l.core}
	found := 0
	var failed error
	m.found = func(relaxation bool, s set) bool {
		if relaxation {
			found++
			failed = b.note(l, s)
		}
		return failed == nil && (b.o.Limit == 0 || found < b.o.Limit)
	}
	_, err := m.run(b.ctx)
	if err == nil {
		err = failed
	}
	if err != nil && b.ctx.Err() != nil {
		err = errStopped
	}
	if m.vague {
		b.vague()
	}
	return found > 0, err
}
