package relax

import (
	"encoding/binary"
	"math"
	"strconv"

	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Limits of the relaxation.
const (
	maxRows    = 12000
	maxEntries = 150000
	maxRead    = 10      // times these limits, before the rows near the objective are selected
	maxClause  = 200     // literals
	maxViews   = 1000    // values of a variable that is another plus a constant
	maxCoef    = 1 << 40 // size of a coefficient of a row
	noSide     = math.MinInt64
)

// A row states lower <= sum of coefs[i] * column cols[i] <= upper; noSide means that a side is missing.
type row struct {
	coefs        []int64
	cols         []int32
	lower, upper int64
	size         float64    // of the largest sum of absolute values of its terms and sides
	from         [2]*origin // for proofs: of the lower and of the upper side
}

// A table collects rows.
type table struct {
	s       *kernel.Solver
	rows    []row
	cols    []kernel.Var
	column  map[kernel.Var]int32
	known   map[string]int
	entries int
	clauses int // index of the first row of a clause
	proves  bool
	source  string // of the next rows, for proofs
}

func newTable(s *kernel.Solver) *table {
	return &table{s: s, column: map[kernel.Var]int32{}, known: map[string]int{}}
}

// col returns the column of a variable.
func (t *table) col(x kernel.Var) int32 {
	j, ok := t.column[x]
	if !ok {
		j = int32(len(t.cols))
		t.column[x] = j
		t.cols = append(t.cols, x)
	}
	return j
}

// add adds an inequality, if its numbers are small enough.
func (t *table) add(e propagate.Inequality) {
	s := t.s
	if s.Fails(e.If) || len(t.rows) >= maxRead*maxRows || t.entries+len(e.Xs) > maxRead*maxEntries {
		return
	}
	sum := map[kernel.Var]int64{}
	var order []kernel.Var
	limit := e.Limit
	most, size := 0.0, math.Abs(float64(limit))
	for i, x := range e.Xs {
		if c := float64(e.Coefs[i]); math.Abs(c) > maxCoef {
			return
		}
		if s.Fixed(x) && !t.proves {
			size += math.Abs(float64(e.Coefs[i]) * float64(s.Min(x)))
			if size > 1<<58 {
				return
			}
			limit -= e.Coefs[i] * s.Min(x)
			continue
		}
		if _, ok := sum[x]; !ok {
			order = append(order, x)
		}
		sum[x] += e.Coefs[i]
	}
	for _, x := range order {
		c, lo, hi := sum[x], float64(s.Min(x)), float64(s.Max(x))
		most += max(float64(c)*lo, float64(c)*hi)
		size += math.Abs(float64(c)) * max(math.Abs(lo), math.Abs(hi))
	}
	if size > 1<<58 || most <= float64(limit) { // in floating point: a row that is lost by a rounding error is no harm
		return
	}
	if !s.Holds(e.If) {
		big := int64(0)
		for x, c := range sum {
			big += max(c*s.Min(x), c*s.Max(x))
		}
		if big -= limit; big <= 0 || big > maxCoef {
			return
		}
		y := e.If.View.Var()
		if s.Min(y) != 0 || s.Max(y) != 1 {
			return
		}
		if _, ok := sum[y]; !ok {
			order = append(order, y)
		}
		if e.If.View&1 == 0 { // sum + big*y <= limit + big
			sum[y] += big
			limit += big
		} else { // sum - big*y <= limit
			sum[y] -= big
		}
	}
	r := row{lower: noSide, upper: limit}
	for _, x := range order {
		if c := sum[x]; c != 0 {
			r.coefs, r.cols = append(r.coefs, c), append(r.cols, t.col(x))
		}
	}
	t.put(r, nil)
}

// put adds a row with an upper side, which becomes a side of a known row if the terms are the same. cut is its rounding
// for proofs, or nil.
func (t *table) put(r row, cut *rounding) {
	if len(r.coefs) == 0 {
		return
	}
	if t.proves {
		r.from[1] = &origin{source: t.source, cut: cut, coefs: r.coefs, cols: r.cols, limit: r.upper}
	}
	if r.coefs[0] < 0 { // the normal form has a positive first coefficient
		for i := range r.coefs {
			r.coefs[i] = -r.coefs[i]
		}
		r.lower, r.upper = -r.upper, noSide
		if r.from[0], r.from[1] = r.from[1], nil; t.proves {
			r.from[0].negated = true
		}
	}
	name := key(&r)
	if i, ok := t.known[name]; ok {
		old := &t.rows[i]
		for _, o := range r.from {
			if o != nil {
				o.coefs, o.cols = old.coefs, old.cols
			}
		}
		if r.upper != noSide && (old.upper == noSide || r.upper < old.upper) {
			old.upper, old.from[1] = r.upper, r.from[1]
		}
		if r.lower != noSide && (old.lower == noSide || r.lower > old.lower) {
			old.lower, old.from[0] = r.lower, r.from[0]
		}
		return
	}
	t.known[name] = len(t.rows)
	t.entries += len(r.coefs)
	t.rows = append(t.rows, r)
}

// key returns a text that identifies the terms of a row.
func key(r *row) string {
	var text []byte
	for i, c := range r.coefs {
		text = binary.AppendVarint(binary.AppendVarint(text, c), int64(r.cols[i]))
	}
	return string(text)
}

// clause adds the row that some atom holds, if all are literals of variables with values 0 and 1.
func (t *table) clause(atoms []kernel.Atom) {
	if len(atoms) > maxClause {
		return
	}
	e := propagate.Inequality{If: kernel.True, Limit: -1}
	for _, a := range atoms {
		x := a.View.Var()
		switch lo, hi := t.s.Min(x), t.s.Max(x); {
		case t.s.Holds(a):
			return
		case t.s.Fails(a):
			continue
		case lo != 0 || hi != 1:
			return
		}
		e.Xs = append(e.Xs, x)
		if a.View&1 == 0 {
			e.Coefs = append(e.Coefs, -1)
		} else {
			e.Coefs = append(e.Coefs, 1)
			e.Limit++
		}
	}
	t.add(e)
}

// collect adds the rows of all constraints.
func (t *table) collect() {
	s := t.s
	i := 0
	for p := range s.Propagators() {
		t.from("p", i)
		if r, ok := p.(propagate.Relaxable); ok {
			r.Relax(s, t.add)
		}
		i++
	}
	for x := range kernel.Var(s.Stats().Variables) {
		t.from("=", int(x))
		propagate.Domain(s, x, t.add)
	}
	if !t.proves {
		t.views()
	}
	t.clauses = len(t.rows)
	for number, c := range s.Given() {
		t.from("c", int(number))
		t.clause(c)
	}
}

// from sets the source of the next rows.
func (t *table) from(kind string, number int) {
	if t.proves {
		t.source = kind + strconv.Itoa(number)
	}
}

// views adds rows that the literals of two variables are equal, if one variable is the other plus a constant.
func (t *table) views() {
	s := t.s
	for _, r := range t.rows {
		if len(r.cols) != 2 || r.lower != r.upper || r.coefs[0] != 1 || r.coefs[1] != -1 && r.coefs[1] != 1 {
			continue
		}
		x, y := t.cols[r.cols[0]], t.cols[r.cols[1]] // x = upper - coefs[1]*y
		if s.Max(x)-s.Min(x) > maxViews {
			continue
		}
		for v := s.Min(x); v <= s.Max(x); v++ {
			a, ok := s.Known(x, v)
			b, too := s.Known(y, (r.upper-v)*r.coefs[1])
			if ok && too {
				t.add(propagate.Inequality{If: kernel.True, Coefs: []int64{1, -1}, Xs: []kernel.Var{a.View.Var(), b.View.Var()}})
				t.add(propagate.Inequality{If: kernel.True, Coefs: []int64{-1, 1}, Xs: []kernel.Var{a.View.Var(), b.View.Var()}})
			}
		}
	}
}

// connected keeps the rows that are linked with column j by others, those with the fewest links first, up to the limits.
// Clauses come last.
func (t *table) connected(j int32) {
	of := make([][]int32, len(t.cols))
	for i, r := range t.rows {
		for _, c := range r.cols {
			of[c] = append(of[c], int32(i))
		}
	}
	seen, reached := make([]bool, len(t.rows)), make([]bool, len(t.cols))
	reached[j] = true
	old := t.cols
	t.cols, t.column, t.entries = nil, map[kernel.Var]int32{}, 0
	clear(t.known)
	var kept []row
	queue := []int32{j}
	for _, end := range []int{t.clauses, len(t.rows)} {
		for at := 0; at < len(queue) && len(kept) < maxRows; at++ {
			for _, i := range of[queue[at]] {
				r := t.rows[i]
				if seen[i] || int(i) >= end || len(kept) >= maxRows || t.entries+len(r.cols) > maxEntries {
					continue
				}
				seen[i] = true
				for k, d := range r.cols {
					if !reached[d] {
						reached[d] = true
						queue = append(queue, d)
					}
					r.cols[k] = t.col(old[d])
				}
				t.entries += len(r.cols)
				t.known[key(&r)] = len(kept)
				kept = append(kept, r)
			}
		}
	}
	t.rows = kept
}
