package explain

import (
	"fmt"
	"slices"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
)

// This file changes one number of the data, one range, one start value or one number of the text at a
// time: no rule mentions the first three, but they may be the reason.

// maxTries is the maximum number of changes tried for each kind.
const maxTries = 200

func (q *session) phase(what string) {
	q.at = what
	q.report(Progress{})
}

// report reports progress.
func (q *session) report(p Progress) {
	if q.o.Progress == nil {
		return
	}
	p.Phase, p.Asked = q.at, q.asked
	if q.count != nil {
		p.Relaxations, p.Conflicts, p.Changes = q.count()
	}
	q.o.Progress(p)
}

func (b *blocked) changes() error {
	if b.o.Steps < 1 {
		return nil
	}
	asked := b.asked
	defer func() { b.r.Tried, b.asked = b.asked-asked, asked }()
	for _, part := range []struct {
		phase string
		do    func() error
	}{{"numbers of the data", b.numbers}, {"ranges", b.ranges}, {"starts", b.starts}, {"numbers of the text", b.literals}} {
		b.missed = 0
		b.phase(part.phase)
		if err := part.do(); err != nil {
			return err
		}
	}
	return nil
}

// numbers changes the numbers of arrays one at a time: all by one step, then all by two, and so on.
func (b *blocked) numbers() error {
	var ladders [][]Item
	for _, n := range b.r.Problem.Numbers {
		it := Item{Kind: Parameter, Name: n.Name, Array: n.Param, Index: n.Index, Rule: model.Rule{Pos: n.Pos}}
		if !it.kept(b.o.Keep) {
			ladders = append(ladders, ladder(it, n.Setting, b.o.Steps, 1), ladder(it, n.Setting, b.o.Steps, -1))
		}
	}
	return b.rounds(ladders, "numbers of the data")
}

// starts changes the start values of variables one at a time, the nearest values first.
func (b *blocked) starts() error {
	p := b.r.Problem
	declared := b.declared(syntax.State)
	var ladders [][]Item
	for i, e := range p.Start {
		c := &p.Cells[p.NumFind+i]
		it := Item{Kind: Start, Name: c.Name, Var: p.Vars[c.Var].Name, cell: p.NumFind + i, Rule: model.Rule{Pos: p.Vars[c.Var].Pos}}
		if !e.IsConst() || p.Vars[c.Var].Hidden || declared[it.Var] == nil || it.kept(b.o.Keep) {
			continue
		}
		for _, way := range []int64{1, -1} {
			steps := ladder(it, model.Setting{Value: e.Value, Lo: c.Lo, Hi: c.Hi, Bounded: true, Digits: c.Type.Digits}, b.o.Steps, way)
			steps = slices.DeleteFunc(steps, func(it Item) bool { return !c.Type.Has([]int64{it.To}) })
			for k := range steps {
				steps[k].Was, steps[k].Will = c.Type.Format([]int64{e.Value}), c.Type.Format([]int64{steps[k].To})
			}
			ladders = append(ladders, steps)
		}
	}
	return b.rounds(ladders, "starts")
}

// declared returns the variables of kind k that the file declares, by name.
func (b *blocked) declared(k syntax.ValueKind) map[string]*syntax.ValueDecl {
	out := map[string]*syntax.ValueDecl{}
	for _, d := range b.c.File.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == k {
			out[v.Name.Name] = v
		}
	}
	return out
}

// rounds tries the first value of each ladder, then the second value of those without a plan, and so on.
func (b *blocked) rounds(ladders [][]Item, what string) error {
	tries, all := 0, 0
	for _, l := range ladders {
		all += len(l)
	}
	for k := 0; len(ladders) > 0; k++ {
		var left [][]Item
		for _, l := range ladders {
			if k >= len(l) {
				continue
			}
			if tries == maxTries || b.missed >= maxMissed || b.o.Limit > 0 && b.noted(l[k].Kind) >= b.o.Limit {
				b.untried(what)
				return nil
			}
			tries++
			worked, err := b.change(l[k])
			if err != nil {
				return err
			}
			if !worked {
				left = append(left, l)
			}
		}
		ladders = left
	}
	return nil
}

func (b *blocked) untried(what string) {
	if b.r.Untried != "" {
		b.r.Untried += ", "
	}
	b.r.Untried += what
}

// noted returns the number of changes of kind k that were found.
func (b *blocked) noted(k Kind) int {
	n := 0
	for _, x := range b.r.Changes {
		if x.Items[0].Kind == k {
			n++
		}
	}
	return n
}

// change applies a single change and reports whether it gives a plan.
func (b *blocked) change(it Item) (bool, error) {
	l := newOracle(b.session, b.base.units, []Item{it})
	f, err := l.try(newSet(len(l.units)))
	if err != nil || f.verdict != works {
		return false, err
	}
	if it.Kind == Start && len(f.problem.Schemas) > 0 && len(f.plan.Moves) == 0 {
		return true, nil // a start at the goal explains nothing
	}
	r := Relaxation{Items: l.params, Problem: f.problem, Plan: *f.plan, Sure: b.base.known[newSet(len(l.units)).key()].verdict == fails}
	for i := range b.r.Changes {
		x := &b.r.Changes[i]
		if y := x.Items[0]; y.Kind == it.Kind && it.Kind != Range && y.Array == it.Array && y.Var == it.Var && y.From == it.From && y.To == it.To && x.Plan.Cost == r.Plan.Cost {
			x.Also = append(x.Also, it)
			return true, nil
		}
	}
	b.r.Changes = append(b.r.Changes, r)
	b.report(Progress{Found: &r})
	return true, nil
}

// ladder returns the values that a number may take in one direction, nearest first: the next integers. In a range without
// a next integer, such as 0.0..0.9, these are the next multiples of 0.1, and so on. Finer steps would make the unit of
// all times finer, and with it the problem larger.
func ladder(it Item, s model.Setting, steps int, way int64) []Item {
	var out []Item
	it.From, it.Digits = s.Value, s.Digits
	for digits := s.Digits; digits >= 0 && len(out) == 0; digits-- {
		unit := model.Power(digits)
		it.To = s.Value - s.Value%unit
		if past := s.Value - it.To; past != 0 && (past > 0) != (way > 0) {
			it.To -= way * unit // the first step ends at it.To
		}
		for len(out) < steps {
			if it.To += way * unit; s.Bounded && (it.To < s.Lo || it.To > s.Hi) {
				break
			}
			out = append(out, it)
		}
	}
	return out
}

// ranges widens one range at a time; with moves, only to values that moves would assign.
func (b *blocked) ranges() error {
	p := b.r.Problem
	if len(p.Schemas) == 0 {
		return b.findRanges()
	}
	for i := range p.Vars {
		if it := (Item{Kind: Range, Name: p.Vars[i].Name}); it.kept(b.o.Keep) || p.Vars[i].Hidden {
			continue
		}
		for _, above := range []bool{false, true} {
			if err := b.widen(i, above); err != nil {
				return err
			}
		}
	}
	return nil
}

// widen moves one end of a range to the nearest value outside that a move would assign, up to
// Options.Steps times.
func (b *blocked) widen(v int, above bool) error {
	p := b.r.Problem
	it := Item{Kind: Range, Name: p.Vars[v].Name, Rule: model.Rule{Pos: p.Vars[v].Pos}}
	for k := range b.o.Steps {
		bites, err := b.bites(p)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(bites, func(x Bite) bool { return x.v == v && x.above == above })
		if i < 0 {
			return nil
		}
		x := bites[i]
		if k == 0 {
			it.From = x.Lo
			if above {
				it.From = x.Hi
			}
		}
		it.Lo, it.Hi, it.To, it.Digits = min(x.Lo, x.Nearest), max(x.Hi, x.Nearest), x.Nearest, x.Digits
		worked, err := b.change(it)
		if worked || err != nil {
			return err
		}
		l := newOracle(b.session, b.base.units, []Item{it})
		if p, err = l.problem(b.ctx, newSet(len(l.units))); err != nil {
			return nil // no such problem exists
		}
	}
	return nil
}

// findRanges widens the ranges of unknowns that declare a range of their own.
func (b *blocked) findRanges() error {
	p := b.r.Problem
	declared := b.declared(syntax.Find)
	var ladders [][]Item
	for i := range p.Vars {
		v := &p.Vars[i]
		t := number(v)
		d := declared[v.Name]
		it := Item{Kind: Range, Name: v.Name, Rule: model.Rule{Pos: v.Pos}}
		if t == nil || d == nil || it.kept(b.o.Keep) {
			continue
		}
		if x, ok := d.Type.(*syntax.BinaryExpr); !ok || x.Op != syntax.Range {
			continue
		}
		for _, way := range []int64{1, -1} {
			end := t.Hi
			if way < 0 {
				end = t.Lo
			}
			steps := ladder(it, model.Setting{Value: end, Digits: t.Digits}, b.o.Steps, way)
			for k := range steps {
				steps[k].Lo, steps[k].Hi = min(t.Lo, steps[k].To), max(t.Hi, steps[k].To)
			}
			ladders = append(ladders, steps)
		}
	}
	return b.rounds(ladders, "ranges")
}

// number returns the type of the numbers of a variable, or nil if they have no range.
func number(v *model.Var) *model.Type {
	t := v.Type
	if t.Kind == model.Array {
		t = t.Elems[0]
	}
	if t.Kind != model.Int || len(t.Only) > 0 {
		return nil
	}
	return t
}

// A Bite is a range that prevents moves: a move whose assignment would leave the range does not
// apply.
type Bite struct {
	Name    string // the variable
	Lo, Hi  int64
	Nearest int64 // the nearest value outside the range that a move would assign
	Digits  int   // Lo, Hi and Nearest are multiples of 10 to the power of -Digits
	Refused int64 // number of moves that it prevents
	First   *Refusal
	Pos     model.Pos // of the variable
	Wider   Without   // the result with the range extended to Nearest; its States are -1

	v     int
	above bool
}

// Matters reports whether the wider range changes the cost of the best plan, or is not known to
// leave it unchanged.
func (x *Bite) Matters(r *Result) bool {
	return x.Wider.Status != engine.Solved || x.Wider.Cost != r.Answer.Best.Cost
}

// String returns a description of the range.
func (x *Bite) String() string {
	return fmt.Sprintf("the range of %s, %s..%s (line %d)", x.Name, model.Fixed(x.Lo, x.Digits), model.Fixed(x.Hi, x.Digits), x.Pos.Line)
}

// bites returns the ranges that prevent moves in the reachable states, or in a part of them.
func (q *session) bites(p *model.Problem) ([]Bite, error) {
	w := newWalker(q, p, walkWork/10)
	var found biting
	w.refused = func(at reached, m *model.Move, out model.Outcome) { found.note(p, at, m, out) }
	err := w.walk()
	return found, err
}

type biting []Bite

// note counts a prevented move.
func (l *biting) note(p *model.Problem, at reached, m *model.Move, out model.Outcome) {
	if !out.Outside {
		return
	}
	v := p.Cells[out.Cell].Var
	t := number(&p.Vars[v])
	if t == nil {
		return
	}
	above := out.Value > t.Hi
	i := slices.IndexFunc(*l, func(x Bite) bool { return x.v == v && x.above == above })
	if i < 0 {
		i = len(*l)
		*l = append(*l, Bite{Name: p.Vars[v].Name, Lo: t.Lo, Hi: t.Hi, Nearest: out.Value, Digits: t.Digits, Pos: p.Vars[v].Pos, First: &Refusal{State: at.state, Moves: at.moves, Move: m}, v: v, above: above})
	}
	x := &(*l)[i]
	x.Refused++
	if above {
		x.Nearest = min(x.Nearest, out.Value)
	} else {
		x.Nearest = max(x.Nearest, out.Value)
	}
}
