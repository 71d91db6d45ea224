package generated_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"farbank/lang/judge"
	"farbank/model"
)

// A duel compares the grounded model with the judge, who interprets the text. They must have the
// same starts, and in every reachable state the same moves, costs, labels, successors, violated
// rules, missed goals and pictures.
type duel struct {
	w     *trial
	p     *model.Problem
	j     *judge.Judge
	moves map[string]*model.Move
	wide  bool // an overflow occurred
}

// judged compares up to most states, and returns them.
func (w *trial) judged(p *model.Problem, most int) []model.State {
	d := &duel{w: w, p: p, j: p.Judge.(*judge.Judge), moves: map[string]*model.Move{}}
	for _, m := range p.Moves {
		d.moves[m.String()] = m
	}
	queue := d.starts()
	seen := map[string]bool{}
	for _, s := range queue {
		seen[fmt.Sprint(s)] = true
	}
	for i := 0; i < len(queue) && i < most && w.v.Kind == ""; i++ {
		for _, next := range d.state(queue[i]) {
			if k := fmt.Sprint(next); !seen[k] {
				seen[k] = true
				queue = append(queue, next)
			}
		}
	}
	if d.wide {
		w.v.Traits["overflow"] = true
		return nil
	}
	return queue[:min(len(queue), most)]
}

func (d *duel) fail(kind, format string, args ...any) {
	d.w.fail("judge: "+kind, format, args...)
}

// overflow reports whether an error is an overflow of 64 bits.
func (d *duel) overflow(err error) bool {
	var o *model.OverflowError
	if errors.As(err, &o) {
		d.wide = true
		return true
	}
	var l *judge.Limit
	if errors.As(err, &l) {
		d.w.v.Traits["limit of the judge"] = true
		return true
	}
	if err != nil {
		d.fail("error: "+numbers.ReplaceAllString(err.Error(), "N"), "%v", err)
	}
	return false
}

// onlyModel reports whether the model alone had an overflow. The judge alone may have one: he
// evaluates all parts of undefined expressions, which is left open.
func (d *duel) onlyModel(model, judge bool) bool {
	if judge && !model {
		d.w.v.Traits["overflow for the judge only"] = true
	}
	return model && !judge
}

// starts compares the start states, and returns them.
func (d *duel) starts() []model.State {
	var mine, theirs []model.State
	var err1, err2 error
	for s, err := range d.p.Starts(context.Background()) {
		if err != nil {
			err1 = err
			break
		}
		mine = append(mine, s)
	}
	err := d.j.Starts(func(s judge.State) bool {
		var broken []*model.Rule
		if broken, err2 = d.j.Broken(s); err2 == nil && len(broken) == 0 {
			theirs = append(theirs, d.j.Leaves(s))
		}
		return err2 == nil
	})
	err2 = cmp.Or(err, err2)
	if o1, o2 := d.overflow(err1), d.overflow(err2); o1 || o2 {
		if d.onlyModel(o1, o2) {
			d.fail("an overflow for the model only at the start", "model %v, judge %v", err1, err2)
		}
		return nil
	}
	if a, b := keys(mine), keys(theirs); !slices.Equal(a, b) {
		d.fail("other starts", "model %v, judge %v", a, b)
	}
	for _, s := range mine {
		d.objective(s)
	}
	return mine
}

func keys(list []model.State) []string {
	set := map[string]bool{}
	for _, s := range list {
		set[fmt.Sprint(s)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func (d *duel) objective(s model.State) {
	if d.p.Goals == nil {
		return
	}
	mine, ok1, err1 := d.p.Worth(s, 3, 2)
	js, err := d.j.State(s)
	if err != nil {
		d.fail("a state that it cannot read", "%v: %v", s, err)
		return
	}
	theirs, ok2, err2 := d.j.Worth(d.j.Objectives()[0], js, 3, 2)
	if o1, o2 := d.overflow(err1), d.overflow(err2); o1 || o2 {
		if d.onlyModel(o1, o2) {
			d.fail("an overflow for the model only in the objective", "%v: model %v, judge %v", s, err1, err2)
		}
		return
	}
	if ok1 != ok2 || ok1 && mine != theirs {
		d.fail("other objective", "%v: model %d %t, judge %d %t", s, mine, ok1, theirs, ok2)
	}
}

// state compares everything about a state, and returns its successors.
func (d *duel) state(s model.State) []model.State {
	js, err := d.j.State(s)
	if err != nil {
		d.fail("a state that it cannot read", "%v: %v", s, err)
		return nil
	}
	d.rules("broken rules", s, func() ([]*model.Rule, error) { return d.p.Broken(s) }, func() ([]*model.Rule, error) { return d.j.Broken(js) })
	d.rules("missed goals", s, func() ([]*model.Rule, error) { return d.p.Missed(s) }, func() ([]*model.Rule, error) { return d.j.Missed(js) })
	d.shown(s, js)
	var next []model.State
	met := map[string]bool{}
	err = d.j.GroundMoves(func(mv judge.Move) bool {
		name := d.j.Written(mv)
		met[name] = true
		if n := d.move(s, js, name, mv); n != nil {
			next = append(next, n)
		}
		return d.w.v.Kind == ""
	})
	if !d.overflow(err) && d.w.v.Kind == "" {
		for name := range d.moves {
			if !met[name] {
				d.fail("a move that it does not know", "%s", name)
			}
		}
	}
	return next
}

func (d *duel) rules(what string, s model.State, mine, theirs func() ([]*model.Rule, error)) {
	a, err1 := mine()
	b, err2 := theirs()
	if o1, o2 := d.overflow(err1), d.overflow(err2); o1 || o2 {
		if d.onlyModel(o1, o2) {
			d.fail("an overflow for the model only in "+what, "%v: model %v, judge %v", s, err1, err2)
		}
		return
	}
	if x, y := places(a), places(b); x != y {
		d.fail("other "+what, "%v: model %s, judge %s", s, x, y)
	}
}

func places(rules []*model.Rule) string {
	var out []string
	for _, r := range rules {
		out = append(out, fmt.Sprintf("%d:%d", r.Pos.Line, r.Pos.Col))
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// move compares one move in one state, and returns the successor if it is safe.
func (d *duel) move(s model.State, js judge.State, name string, mv judge.Move) model.State {
	theirs, err2 := d.j.Apply(js, mv)
	var mine model.Outcome
	var err1 error
	m := d.moves[name]
	if m != nil {
		mine, err1 = d.p.Apply(m, s)
	}
	if o1, o2 := d.overflow(err1), d.overflow(err2); o1 || o2 {
		if d.onlyModel(o1, o2) {
			d.fail("an overflow for the model only in a move", "%v %s: model %v, judge %v", s, name, err1, err2)
		}
		return nil
	}
	var next model.State
	if theirs.Next != nil {
		next = d.j.Leaves(theirs.Next)
	}
	switch {
	case (mine.Next == nil) != (next == nil):
		d.fail("a move that applies for one", "%v %s: model %v (grounded: %t), judge %v", s, name, mine.Next, m != nil, next)
	case next == nil:
	case !slices.Equal(mine.Next, next):
		d.fail("other state behind a move", "%v %s: model %v, judge %v", s, name, mine.Next, next)
	case mine.Cost != theirs.Cost:
		d.fail("other cost", "%v %s: model %d, judge %d", s, name, mine.Cost, theirs.Cost)
	case mine.Label != theirs.Label && !(theirs.Label == "" && mine.Label == m.String()):
		d.fail("other label", "%v %s: model %q, judge %q", s, name, mine.Label, theirs.Label)
	}
	if next == nil {
		return nil
	}
	if ok, err := d.p.Safe(next); err != nil || !ok {
		return nil
	}
	return next
}

// shown compares the pictures of a state.
func (d *duel) shown(s model.State, js judge.State) {
	theirs, err := d.j.Show(js)
	if d.overflow(err) || err != nil {
		return
	}
	if len(d.p.Show) == 0 {
		return
	}
	for i, sh := range d.p.Show {
		if i >= len(theirs) || len(theirs[i].Cells) != len(sh.Cells) {
			d.fail("other number of pictures", "%v: model %d, judge %d", s, len(d.p.Show), len(theirs))
			return
		}
		for k, c := range sh.Cells {
			if mine := d.p.Text(c, s); mine != theirs[i].Cells[k] {
				d.fail("other picture", "%v %s: model %q, judge %q", s, sh.Title, mine, theirs[i].Cells[k])
				return
			}
		}
	}
}
