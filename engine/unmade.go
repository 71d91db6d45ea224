package engine

import (
	"context"
	"fmt"

	"farbank/model"
)

// How much Unmade looks at.
const (
	mostStates = 20_000
	mostTries  = 500_000 // moves in states
)

// Unmade looks through the states that can be reached, where these are not too many, for moves
// as declared that can be made in none of them. Each is a warning that tells the statement at
// which it fails where it gets furthest, or the rule that it would break. Those of which no
// ground move is left are not among them: the problem itself warns of these.
func Unmade(ctx context.Context, p *model.Problem) []model.Warning {
	u := &unmade{p: p, open: map[*model.Schema]*failing{}, seen: map[string]bool{}}
	for _, m := range p.Moves {
		u.open[m.Schema] = &failing{}
	}
	if len(u.open) == 0 || !u.explore(ctx) {
		return nil
	}
	var list []model.Warning
	for _, s := range p.Schemas {
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

type unmade struct {
	p     *model.Problem
	open  map[*model.Schema]*failing // those that were not made yet
	seen  map[string]bool
	queue []model.State
	tries int
}

// failing is where a move gets furthest.
type failing struct {
	at  model.Pos
	why string
}

// further notes a reason that lies behind the one known.
func (f *failing) further(at model.Pos, why func() string) {
	if f.why == "" || at.Line > f.at.Line || at.Line == f.at.Line && at.Col > f.at.Col {
		f.at, f.why = at, why()
	}
}

// explore reports whether all was seen and some move was not made.
func (u *unmade) explore(ctx context.Context) bool {
	for s, err := range u.p.Starts(ctx) {
		if err != nil || !u.note(s) {
			return false
		}
	}
	for i := 0; i < len(u.queue); i++ {
		for _, m := range u.p.Moves {
			if u.tries++; u.tries > mostTries || ctx.Err() != nil || !u.try(m, u.queue[i]) {
				return false
			}
		}
		if len(u.open) == 0 {
			return false
		}
	}
	return len(u.seen) > 0
}

// note adds a state; false where there are too many.
func (u *unmade) note(s model.State) bool {
	k := fmt.Sprint(s)
	if !u.seen[k] {
		u.seen[k] = true
		u.queue = append(u.queue, s)
	}
	return len(u.seen) <= mostStates
}

// try makes a move in a state; false where it cannot be told what comes of it.
func (u *unmade) try(m *model.Move, s model.State) bool {
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

// behind is a line behind those of a move.
const behind = 1 << 30

func (u *unmade) refused(f *failing, o model.Outcome) {
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

func (u *unmade) line(at model.Pos) int {
	_, at = u.p.Place(at)
	return at.Line
}
