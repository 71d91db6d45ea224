package ground

import (
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A tally counts the steps of the ground moves of a declaration.
type tally struct {
	from, spent int64         // steps when the move was resumed, less those spent before; steps spent at the last pause
	found       int64         // number of choices found by a join; 0 if no join is complete
	begun       int64         // number of ground moves started
	sized       map[int]int64 // by parameter: number of subsets of allowed sizes
}

// steps returns the steps spent so far.
func (ch *chooser) steps() int64 {
	if ch.g.moving == ch {
		return ch.g.steps - ch.from
	}
	return ch.spent
}

// resume counts steps for a move until pause.
func (g *grounder) resume(ch *chooser) {
	ch.from = g.steps - ch.spent
	g.moving = ch
}

func (g *grounder) pause(ch *chooser) { ch.spent, g.moving = ch.steps(), nil }

// many returns an upper bound of the number of ground moves, and whether it is exact.
func (ch *chooser) many() (n int64, exact bool) {
	if ch.found > 0 {
		return ch.found, true
	}
	n = 1
	for k, o := range ch.params {
		size := int64(1)
		if total, ok := ch.sized[k]; ok {
			size = total
		} else if o.Type.Kind != types.Set {
			size, _ = o.Type.Finite().Size()
		}
		n = saturated(0, n, max(size, 1))
	}
	return n, len(ch.guards) == 0
}

// expected estimates the steps of all ground moves.
func (ch *chooser) expected() int64 {
	n, _ := ch.many()
	if ch.begun == 0 {
		return max(n, ch.steps())
	}
	return saturated(0, n, max(1, ch.steps()/ch.begun))
}

// crowd returns the move whose ground moves exceed the limit. It returns nil if the cause is
// something else, such as an expression that alone takes too many steps.
func (g *grounder) crowd(alone int64) *chooser {
	few := g.opts.Limit / 100
	var most *chooser
	for _, ch := range g.choosers {
		n, _ := ch.many()
		large := ch.begun > 0 && ch.steps()/ch.begun > few
		if n < 100 || large || g.moving == nil && ch.steps() < g.opts.Limit/2 {
			continue
		}
		if most == nil || ch.expected() > most.expected() {
			most = ch
		}
	}
	if alone > few {
		return nil
	}
	return most
}

// tooMany ends grounding because a move has too many ground moves.
func (g *grounder) tooMany(ch *chooser) {
	n, exact := ch.many()
	count := itoa(n)
	switch {
	case n >= 1e18:
		count = "more than 10^18"
	case !exact:
		count = "up to " + count
	}
	g.Errorf(ch.decl.Name, "the problem is too large: the move %s has %s ground moves, which take more than the limit of %d steps to write out",
		ch.schema.Name, count, g.opts.Limit).Hint = ch.cut()
	panic(stopped{})
}

// cut returns a hint with a condition that would leave fewer ground moves.
func (ch *chooser) cut() string {
	if s, cond := ch.lateGuard(); cond != nil {
		return fmt.Sprintf("%s depends on the parameters only: as a require before line %d it leaves fewer", ch.g.Text(cond), s.Pos().Line)
	}
	if id, cond := ch.hiddenGuard(); cond != nil {
		return fmt.Sprintf("%s leaves fewer where it names the parameters themselves, not %s", ch.g.Text(cond), id.Name)
	}
	names := ch.undetermined()
	if len(names) == 0 {
		return "the conditions on its parameters leave too many; use smaller parameters, or raise the limit"
	}
	example := names[0] + " in a constant set"
	if len(names) > 1 {
		example = "(" + names[0] + ", " + names[1] + ") in a constant set"
	}
	why := "no require on the parameters alone restricts " + strings.Join(names, ", ")
	if state := ch.ofState(); state != "" {
		why += " (" + state + " depends on the state)"
	}
	return why + "; one such as " + example + ", or equal to an expression of other parameters, before the first assignment, leaves fewer"
}

// lateGuard returns a static condition behind a statement that may change the state, and that
// statement.
func (ch *chooser) lateGuard() (first syntax.Stmt, cond syntax.Expr) {
	for _, s := range ch.decl.Body.Stmts {
		r, ok := s.(*syntax.RequireStmt)
		if _, isLet := s.(*syntax.LetStmt); !ok && !isLet && first == nil {
			first = s
		}
		if !ok || first == nil {
			continue
		}
		for _, e := range conjuncts(r.Cond) {
			if after, ok := ch.depends(e); ok && after > 0 {
				return first, e
			}
		}
	}
	return nil, nil
}

// hiddenGuard returns a condition that depends on the parameters only, but through a let, and
// the name of the let.
func (ch *chooser) hiddenGuard() (*syntax.Ident, syntax.Expr) {
	lets := map[*types.Object]*syntax.LetStmt{}
	for _, s := range ch.decl.Body.Stmts {
		switch s := s.(type) {
		case *syntax.LetStmt:
			if _, ok := ch.depends(s.Value); ok {
				lets[ch.g.info.Uses[s.Name]] = s
			}
		case *syntax.RequireStmt:
			for _, e := range conjuncts(s.Cond) {
				if id := ch.byLets(e, lets); id != nil {
					return id, e
				}
			}
		}
	}
	return nil, nil
}

// byLets returns the name of a let that a condition depends on. It returns nil if there is no
// such let, or if the condition is not static otherwise.
func (ch *chooser) byLets(cond syntax.Expr, lets map[*types.Object]*syntax.LetStmt) *syntax.Ident {
	var id *syntax.Ident
	known := ch.uses(cond, func(o *types.Object) bool {
		if s := lets[o]; s != nil {
			id = s.Name
			return true
		}
		return o.Kind != types.State && o.Kind != types.Find && o.Level <= types.Constant &&
			(o.Kind != types.Local || slices.Contains(ch.params, o))
	})
	if !known {
		return nil
	}
	return id
}

// undetermined returns the parameters without an equation or a list of values.
func (ch *chooser) undetermined() []string {
	determined := make([]bool, len(ch.params))
	for _, gd := range ch.guards {
		if _, _, op, ok := comparison(gd.cond); ok && (op == syntax.In || op == syntax.Eq) {
			for _, k := range ch.needs(gd.cond) {
				determined[k] = true
			}
		}
	}
	var names []string
	for k, o := range ch.params {
		if !determined[k] {
			names = append(names, o.Name)
		}
	}
	return names
}

// ofState returns the first condition on the state that mentions parameters.
func (ch *chooser) ofState() string {
	for _, s := range ch.decl.Body.Stmts {
		r, ok := s.(*syntax.RequireStmt)
		if _, isLet := s.(*syntax.LetStmt); isLet {
			continue
		}
		if !ok {
			break
		}
		for _, e := range conjuncts(r.Cond) {
			if _, known := ch.depends(e); !known && len(ch.needs(e)) > 0 {
				return ch.g.Text(e)
			}
		}
	}
	return ""
}
