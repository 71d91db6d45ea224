package symmetry

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"farbank/model"
)

// An Exchange maps solutions of a problem without moves to solutions: it exchanges two indices,
// which permutes cells, or two values, or both.
type Exchange struct {
	Moved   map[int]int  // the image of each cell that is not mapped to itself; an involution
	Renamed map[int]bool // cells in whose values V and W are exchanged
	V, W    int64        // V < W

	scope int           // the number of the candidate that it comes from
	sides map[int]int64 // by moved cell: V or W, whichever is its index; without cells with both or several
}

// cell returns the image of a cell.
func (x *Exchange) cell(c int) int {
	if to, ok := x.Moved[c]; ok {
		return to
	}
	return c
}

// value returns the image of a value.
func (x *Exchange) value(v int64) int64 {
	switch v {
	case x.V:
		return x.W
	case x.W:
		return x.V
	}
	return v
}

// maxVisits bounds the number of expressions visited.
const maxVisits = 1 << 19

// OfUnknowns finds exchanges that map a set of conditions over the find cells, and an objective
// that may be nil, to themselves. Each is verified: the image of every condition must be among
// the conditions, up to the order of commutative operands. It tries neighbouring indices of
// arrays and sets, and neighbouring values of cells that are compared with one another, both
// alone and together with all others of the type. It stops when ctx is done or after maxVisits
// visits.
func OfUnknowns(ctx context.Context, p *model.Problem, conditions []*model.Expr, objective *model.Expr) []Exchange {
	u := &unknowns{numbering: numbering{ctx: ctx, keys: map[string]int{}, left: maxVisits}, p: p, objective: objective, parts: map[pair]bool{}, conditions: slices.Clone(conditions)}
	u.sort()
	if !u.read() {
		return nil
	}
	u.strict, u.loose = u.colours(false), u.colours(true)
	var found []Exchange
	for i, s := range u.scopes() {
		list := u.within(s)
		for k := range list {
			list[k].scope = i
		}
		found = append(found, list...)
	}
	if ctx.Err() != nil {
		return nil
	}
	return found
}

// sort orders the conditions such that an exchange that does not keep them fails soon: those of the size whose conditions
// are the fewest nodes together come first.
func (u *unknowns) sort() {
	total := map[int64]int64{}
	for _, c := range u.conditions {
		size := int64(min(c.Size, 1<<30))
		total[size] += size
	}
	slices.SortStableFunc(u.conditions, func(a, b *model.Expr) int {
		x, y := int64(min(a.Size, 1<<30)), int64(min(b.Size, 1<<30))
		return cmp.Or(cmp.Compare(total[x], total[y]), cmp.Compare(x, y))
	})
}

// within returns the exchanges of a scope.
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

// reach is the maximum distance of two exchanged values.
const reach = 6

// unknowns compares the conditions with their images.
type unknowns struct {
	numbering
	p          *model.Problem
	conditions []*model.Expr // in the order of sort
	objective  *model.Expr
	at         []coordinates // coordinates of cells; nil if unknown
	byKey      map[string]int
	touching   [][]int         // by cell: the indices of the conditions that read it
	compared   []int           // by cell: its parent in a union-find of cells whose values are compared
	are        map[int]bool    // the numbers of the conditions
	plain      *renaming       // the identity
	same       model.Memo[int] // a cell whose values an expression may have, or -1
	strict     []uint64        // colours of cells
	loose      []uint64        // colours if values are exchanged as well
	parts      map[pair]bool   // pairs exchanged in one of the scopes of a type
}

// A pair is two values of a type.
type pair struct {
	typ  string
	v, w int64
}

// read numbers all conditions and finds the cells whose values are compared.
func (u *unknowns) read() bool {
	n := u.p.NumFind
	u.plain = &renaming{numbering: &u.numbering}
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

// find returns the representative of a cell in the union-find of compared cells.
func (u *unknowns) find(c int) int {
	for u.compared[c] != c {
		u.compared[c] = u.compared[u.compared[c]]
		c = u.compared[c]
	}
	return c
}

// compare joins the cells whose values e compares. It returns a cell whose values e may have,
// or -1.
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

// keeps reports whether an exchange maps the conditions, and the objective, to themselves. It
// sets never if no exchange of the scope can, because its values are compared with others or
// used in arithmetic.
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
	r := &renaming{numbering: &u.numbering, x: x}
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
