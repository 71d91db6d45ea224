package symmetry

import (
	"context"
	"maps"
	"slices"

	"farbank/model"
)

// An Exchange turns solutions of a problem of unknowns into solutions: two indices are exchanged,
// which moves cells, or two values, or both.
type Exchange struct {
	Moved   map[int]int  // where the value of a cell goes, of those it does not stay in; its own inverse
	Renamed map[int]bool // cells in which V and W are exchanged
	V, W    int64        // V < W
}

// cell is where the value of a cell goes.
func (x *Exchange) cell(c int) int {
	if to, ok := x.Moved[c]; ok {
		return to
	}
	return c
}

// value is what becomes of a value.
func (x *Exchange) value(v int64) int64 {
	switch v {
	case x.V:
		return x.W
	case x.W:
		return x.V
	}
	return v
}

// maxVisits bounds the expressions that are looked at for exchanges.
const maxVisits = 1 << 19

// OfUnknowns finds exchanges under which conditions over the unknowns of a problem and an objective, or nil, stay
// what they are. Each is checked: what a condition becomes must be among the conditions, but for the order of
// operands. It tries neighbours, among the indices of arrays and sets and among the values of unknowns
// that are compared with one another, alone and with all that have the same type; and ends with ctx, or when it has
// looked at very much.
func OfUnknowns(ctx context.Context, p *model.Problem, conditions []*model.Expr, objective *model.Expr) []Exchange {
	u := &unknowns{ctx: ctx, p: p, objective: objective, keys: map[string]int{}, left: maxVisits, parts: map[pair]bool{}, conditions: slices.Clone(conditions)}
	slices.SortStableFunc(u.conditions, func(a, b *model.Expr) int { return int(min(a.Size, 1<<30) - min(b.Size, 1<<30)) })
	if !u.read() {
		return nil
	}
	u.strict, u.loose = u.colours(false), u.colours(true)
	var found []Exchange
	for _, s := range u.scopes() {
		found = append(found, u.within(s)...)
	}
	if ctx.Err() != nil {
		return nil
	}
	return found
}

// within looks for the exchanges of a scope.
func (u *unknowns) within(s scope) (found []Exchange) {
	for v := s.lo; v < s.hi; v++ {
		for w := v + 1; w <= min(s.hi, v+reach); w++ {
			if s.typed && u.parts[pair{s.typ, v, w}] {
				w = s.hi
				continue
			}
			x := u.exchange(s, v, w)
			if u.ended() {
				return found
			}
			if x == nil {
				continue
			}
			switch kept, never := u.keeps(x); {
			case never:
				return found
			case kept:
				found = append(found, *x)
				u.parts[pair{s.typ, v, w}] = true
				w = s.hi
			}
		}
	}
	return found
}

// reach is how far what is exchanged may be apart.
const reach = 6

// unknowns compares conditions with what they become.
type unknowns struct {
	ctx        context.Context
	p          *model.Problem
	conditions []*model.Expr // small ones first
	objective  *model.Expr
	at         []coordinates // of cells; nil: not known
	byKey      map[string]int
	touching   [][]int         // by cell: the conditions that read it
	compared   []int           // by cell: a cell with the values of which its own are compared
	keys       map[string]int  // of expressions but for the order of operands
	are        map[int]bool    // what the conditions are
	plain      *renaming       // of nothing
	same       model.Memo[int] // cell of an expression that has the value of cells; -1: it has not
	strict     []uint64        // colours of cells
	loose      []uint64        // and where values are exchanged as well
	parts      map[pair]bool   // exchanged in one of the scopes of a type
	left       int
}

// A pair is two values of a type.
type pair struct {
	typ  string
	v, w int64
}

func (u *unknowns) ended() bool { return u.left <= 0 || u.ctx.Err() != nil }

// read numbers all conditions, and finds what is compared.
func (u *unknowns) read() bool {
	n := u.p.NumFind
	u.plain = &renaming{unknowns: u}
	u.touching, u.compared, u.are = make([][]int, n), make([]int, n), map[int]bool{}
	for i := range u.compared {
		u.compared[i] = i
	}
	outside := false
	for k, e := range u.conditions {
		e.Cells(func(c int) {
			if outside = outside || c >= n; !outside && !slices.Contains(u.touching[c][max(0, len(u.touching[c])-1):], k) {
				u.touching[c] = append(u.touching[c], k)
			}
		})
		if outside || u.ended() {
			return false
		}
		u.compare(e)
		u.are[u.plain.of(e).number] = true
	}
	if u.objective != nil {
		u.compare(u.objective)
	}
	stored := map[string]bool{}
	for i, v := range u.p.Vars {
		u.at = placeLeaves(u.at, v.Type, coordinates{variable: i}, stored)
		if len(u.at) >= n {
			break
		}
	}
	if len(u.at) != n {
		u.at = nil
	}
	u.byKey = map[string]int{}
	for cell, c := range u.at {
		u.byKey[c.key(func(i coordinate) int64 { return i.value })] = cell
	}
	return !u.ended()
}

// find is the cell that stands for those compared with a cell.
func (u *unknowns) find(c int) int {
	for u.compared[c] != c {
		u.compared[c] = u.compared[u.compared[c]]
		c = u.compared[c]
	}
	return c
}

// compare notes whose values are compared with one another; it returns one of the cells
// whose values an expression may have, or -1.
func (u *unknowns) compare(e *model.Expr) int { return u.same.Of(e, u.compareParts) }

func (u *unknowns) compareParts(e *model.Expr) int {
	parts := make([]int, len(e.Args))
	for i, a := range e.Args {
		parts[i] = u.compare(a)
	}
	join := func(list []int) int {
		one := -1
		for _, c := range list {
			switch {
			case c >= 0 && one < 0:
				one = c
			case c >= 0:
				u.compared[u.find(c)] = u.find(one)
			}
		}
		return one
	}
	switch e.Op {
	case model.Cell:
		return int(e.Value)
	case model.At:
		var cells []int
		e.Addresses(func(c int64) { cells = append(cells, int(c)) })
		return join(cells)
	case model.If:
		return join(parts[1:])
	case model.Select:
		return join(parts[len(e.Dims):])
	case model.Eq, model.Ne, model.Distinct:
		join(parts)
	}
	return -1
}

// keeps reports whether an exchange turns the conditions into conditions, and the objective into itself; never, that
// values of its scope are compared with others or calculated with, so that none of them can be exchanged.
func (u *unknowns) keeps(x *Exchange) (kept, never bool) {
	touched := map[int]bool{}
	for c := range x.Moved {
		for _, k := range u.touching[c] {
			touched[k] = true
		}
	}
	for c := range x.Renamed {
		for _, k := range u.touching[c] {
			touched[k] = true
		}
	}
	r := &renaming{unknowns: u, x: x}
	for _, k := range slices.Sorted(maps.Keys(touched)) {
		id := r.of(u.conditions[k])
		if id.failed || id.value || u.ended() {
			return false, true
		}
		if !u.are[id.number] {
			return false, false
		}
	}
	if u.objective == nil {
		return true, false
	}
	id := r.of(u.objective)
	if id.failed || id.value || u.ended() {
		return false, true
	}
	return id.number == u.plain.of(u.objective).number, false
}
