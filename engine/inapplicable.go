package engine

import (
	"context"
	"fmt"

	"farbank/model"
)

// Limits of Inapplicable.
const (
	maxStates = 20_000
	maxTries  = 500_000 // applications of moves
)

// Inapplicable explores the reachable states, if there are not too many, and returns a warning for each declared move
// that is applicable in none of them. The warning names the statement at which the move fails where it gets
// furthest, or the rule that it would violate. Moves without ground moves are not included: the problem itself
// has warnings about them.
func Inapplicable(ctx context.Context, p *model.Problem) []model.Warning {
	if p.Others() {
		return nil
	}
	u := &inapplicable{p: p, open: map[*model.Schema]*failing{}, seen: map[string]bool{}}
	ends := map[*model.Schema]*model.Schema{} // by the schema of an end: that of its beginning
	for _, m := range p.Moves {
		if m.Schema.Role != model.Waits {
			u.open[m.Schema] = &failing{}
		}
		if m.Ends != nil {
			ends[m.Ends.Schema] = m.Schema
		}
	}
	if len(u.open) == 0 || !u.explore(ctx) {
		return nil
	}
	var list []model.Warning
	for _, s := range p.Schemas {
		if begin := u.open[ends[s]]; begin != nil && begin.why != "" { // what never begins never ends
			continue
		}
		if f := u.open[s]; f != nil && f.why != "" {
			where := fmt.Sprintf("in none of the %d states", len(u.seen))
			if len(u.seen) == 1 {
				where = "not in the one state"
			}
			msg := fmt.Sprintf("the move %s can never be made, %s that can be reached: %s", s.Name, where, f.why)
			list = append(list, model.Warning{Kind: model.WarnNeverApplies, Pos: s.Pos, Msg: msg})
		}
	}
	return list
}

type inapplicable struct {
	p     *model.Problem
	open  map[*model.Schema]*failing // schemas not yet found applicable
	seen  map[string]bool
	queue []model.State
	tries int
}

// A failing is the statement that a move fails at after getting furthest.
type failing struct {
	at  model.Pos
	why string
}

// further records a reason if its place is behind the one recorded.
func (f *failing) further(at model.Pos, why func() string) {
	if f.why == "" || at.Line > f.at.Line || at.Line == f.at.Line && at.Col > f.at.Col {
		f.at, f.why = at, why()
	}
}

// explore reports whether all states were explored and some move is inapplicable.
func (u *inapplicable) explore(ctx context.Context) bool {
	for s, err := range u.p.Starts(ctx) {
		if err != nil || !u.note(s) {
			return false
		}
	}
	for i := 0; i < len(u.queue); i++ {
		for _, m := range u.p.Moves {
			if u.tries++; u.tries > maxTries || ctx.Err() != nil || !u.try(m, u.queue[i]) {
				return false
			}
		}
		if len(u.open) == 0 {
			return false
		}
	}
	return len(u.seen) > 0
}

// note adds a state; it reports false if there are too many.
func (u *inapplicable) note(s model.State) bool {
	k := fmt.Sprint(s)
	if !u.seen[k] {
		u.seen[k] = true
		u.queue = append(u.queue, s)
	}
	return len(u.seen) <= maxStates
}

// try applies a move; it reports false if the result is unknown.
func (u *inapplicable) try(m *model.Move, s model.State) bool {
	o, err := u.p.Apply(m, s)
	if err != nil {
		return false
	}
	f := u.open[m.Schema]
	if o.Next == nil {
		if f != nil {
			u.refused(f, o)
		}
		return true
	}
	broken, err := u.p.Broken(o.Next)
	switch {
	case err != nil:
		return false
	case len(broken) == 0:
		delete(u.open, m.Schema)
		return u.note(o.Next)
	case f != nil:
		f.further(model.Pos{Line: behind}, func() string { return "it would break " + broken[0].String() })
	}
	return true
}

// behind is a line after all lines of a move.
const behind = 1 << 30

func (u *inapplicable) refused(f *failing, o model.Outcome) {
	st := o.Refused
	switch {
	case st == nil:
		f.further(model.Pos{Line: behind - 1}, func() string { return "its cost is undefined or negative" })
	case st.Kind == model.Guard:
		f.further(st.Pos, func() string { return fmt.Sprintf("it needs %s (line %d)", st.Text, u.line(st.Pos)) })
	case st.Kind == model.Assign && st.Target.Op == model.Cell:
		info := &u.p.Cells[st.Target.Value]
		f.further(st.Pos, func() string {
			return fmt.Sprintf("%s would leave %s by %s (line %d)", info.Name, within(info), st.Text, u.line(st.Pos))
		})
	default:
		f.further(st.Pos, func() string {
			return fmt.Sprintf("%s has no value, or one outside its range (line %d)", st.Text, u.line(st.Pos))
		})
	}
}

func (u *inapplicable) line(at model.Pos) int {
	_, at = u.p.Place(at)
	return at.Line
}
