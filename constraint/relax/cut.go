package relax

import (
	"cmp"
	"math"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
	"farbank/milp/simplex"
)

// Limits of cuts.
const (
	firstRounds  = 20
	laterRounds  = 2 // after a restart
	maxCuts      = 400
	maxStale     = 10      // rounds without effect on the bound
	cutWork      = 12e6    // of a round
	maxSources   = 60      // tableau rows and rows in a round
	maxNewCuts   = 40      // in a round
	cutScale     = 1 << 18 // of the largest multiplier
	minViolation = 1e-3    // in the Euclidean norm
	minFraction  = 0.01
	cutPart      = 4   // work for an entry
	sourceWork   = 2   // work for a row of the tableau, for each row
	dense        = 300 // entries of a cut
)

// more reports whether to try a further round of cuts.
func (p *Relaxation) more(s *kernel.Solver) bool {
	if p.rounds--; p.rounds < 0 {
		p.rounds = laterRounds
		return false
	}
	return len(p.t.rows) <= p.base+p.base/2+100 && p.stale <= maxStale && p.cuts <= maxCuts
}

// cut adds cuts that the current solution violates, with about the given work. It reports whether there are any.
//
// It asks the constraints first (see [propagate.Separable]). If they find nothing, the cuts are mixed-integer
// rounding cuts (Nemhauser and Wolsey 1990; Marchand and Wolsey 2001) of rows and of rows of the tableau, where
// they are those of Gomory (1960). They are computed with integers: see [Relaxation.round].
func (p *Relaxation) cut(s *kernel.Solver, work float64) bool {
	n := len(p.t.cols)
	if len(p.x) < n {
		p.x = make([]float64, n)
	}
	p.lp.Values(p.x)
	if p.separate(s) {
		p.rounds++
		return true
	}
	type source struct {
		fraction float64
		position int // in the basis; or -1 - row
		column   int32
	}
	var sources []source
	for r := range p.t.rows {
		if k := p.lp.BasicAt(r); k < n {
			if f := p.x[k] - math.Floor(p.x[k]); min(f, 1-f) > minFraction {
				sources = append(sources, source{math.Abs(f - 0.5), r, int32(k)})
			}
		}
	}
	slices.SortStableFunc(sources, func(a, b source) int { return cmp.Compare(a.fraction, b.fraction) })
	sources = sources[:min(len(sources), maxSources)]
	for i := range p.base {
		if len(sources) >= 2*maxSources {
			break
		}
		if !p.lp.RowBasic(i) && slices.ContainsFunc(p.t.rows[i].coefs, func(c int64) bool { return c > 1 || c < -1 }) {
			sources = append(sources, source{1, -1 - i, -1})
		}
	}
	var found []cutRow
	y := make([]float64, len(p.t.rows))
	end := p.spent + int64(min(work, cutWork))
	for _, src := range sources {
		if p.spent > end {
			break
		}
		p.spent += sourceWork * int64(len(p.t.rows))
		if src.position >= 0 {
			p.lp.Multipliers(src.position, y)
		} else {
			clear(y)
			y[-1-src.position] = 1
		}
		found = append(found, p.round(s, y, src.column)...)
	}
	slices.SortStableFunc(found, func(a, b cutRow) int { return cmp.Compare(b.violation, a.violation) })
	before, entries := len(p.t.rows), p.t.entries
	for _, c := range found {
		if len(p.t.rows)-before >= maxNewCuts {
			break
		}
		p.t.put(c.row, c.cut)
	}
	p.extend(before)
	return len(p.t.rows) > before && p.t.entries < entries+maxEntries
}

// extend adds the rows from the given one on to the linear program.
func (p *Relaxation) extend(before int) {
	for i := before; i < len(p.t.rows); i++ {
		p.measure(&p.t.rows[i])
		p.lp.AddRows([]simplex.Row{p.floats(&p.t.rows[i])})
	}
	p.cuts += int64(len(p.t.rows) - before)
}

// separate adds the inequalities that constraints know and the current solution violates. It reports whether there
// are any. Proofs have no steps for them.
func (p *Relaxation) separate(s *kernel.Solver) bool {
	if p.w != nil {
		return false
	}
	before := len(p.t.rows)
	value := func(x kernel.Var) float64 {
		if s.Fixed(x) {
			return float64(s.Min(x))
		}
		if j, ok := p.t.column[x]; ok {
			return p.x[j]
		}
		return math.NaN()
	}
	cuts := p.cuts
	for _, c := range p.separable {
		p.spent += int64(len(p.t.cols))
		c.Separate(s, value, func(e propagate.Inequality) {
			p.spent += cutPart * int64(len(e.Xs))
			for _, x := range e.Xs {
				if _, ok := p.t.column[x]; !ok && !s.Fixed(x) {
					return // a row has no new columns
				}
			}
			p.t.add(e)
		})
	}
	p.extend(before)
	p.cuts = cuts // they leave room for rounding cuts
	return len(p.t.rows) > before
}

// purge removes the cuts that do not bind.
func (p *Relaxation) purge() {
	if len(p.t.rows) == p.base {
		return
	}
	kept := p.lp.DeleteRows(func(i int) bool { return i >= p.base })
	if len(kept) == len(p.t.rows) {
		return
	}
	rows := make([]row, len(kept))
	for k, i := range kept {
		rows[k] = p.t.rows[i]
	}
	p.t.rows, p.t.entries = rows, 0
	clear(p.t.known)
	for i := range rows {
		p.t.known[key(&rows[i])] = i
		p.t.entries += len(rows[i].coefs)
	}
}

// A cutRow is a cut with its violation.
type cutRow struct {
	row
	violation float64
	cut       *rounding // for proofs
}

// A part is a term of a sum of rows: a column with its distance from a bound, or the slack of a row.
type part struct {
	coef  int64
	at    float64 // value in the solution, at least 0
	most  float64 // largest value
	index int32   // column, or row
	slack bool
	upper bool  // the distance is from the upper bound, or the slack is that of the upper side
	order int32 // of the slack: position among the multiples
}

// round returns mixed-integer rounding cuts of the sum of the rows with multipliers y. column is the basic column
// of a row of the tableau, or -1.
//
// The multipliers are scaled and rounded to integers. With integer slacks the sum of the rows is an equation over
// nonnegative integers u, sum c*u = l. For a divisor d, with r = l mod d, the function
// f(c) = (d-r)*floor(c/d) + max(0, c mod d - r) is superadditive, so sum f(c)*u <= (d-r)*floor(l/d).
func (p *Relaxation) round(s *kernel.Solver, y []float64, column int32) []cutRow {
	largest := 0.0
	for _, v := range y {
		largest = max(largest, math.Abs(v))
	}
	if largest == 0 || math.IsInf(largest, 0) || math.IsNaN(largest) {
		return nil
	}
	scale := cutScale / largest
	if column < 0 {
		scale = 1
	}
	total := map[int32]int64{}
	var order []int32
	var parts []part
	var used rounding
	l, size := int64(0), 0.0
	for i, v := range y {
		m := int64(math.Round(v * scale))
		if m == 0 {
			continue
		}
		r := &p.t.rows[i]
		if size += math.Abs(float64(m)) * r.size; size > 1<<56 {
			return nil
		}
		sum := 0.0
		for k, c := range r.coefs {
			j := r.cols[k]
			if _, ok := total[j]; !ok {
				order = append(order, j)
			}
			total[j] += m * c
			sum += float64(c) * p.x[j]
		}
		t := part{coef: m, index: int32(i), slack: true, upper: true, most: math.Inf(1)}
		if r.upper == noSide || r.lower != noSide && sum-float64(r.lower) < float64(r.upper)-sum {
			t.upper, t.coef = false, -m
			l += m * r.lower
			t.at = max(sum-float64(r.lower), 0)
		} else {
			l += m * r.upper
			t.at = max(float64(r.upper)-sum, 0)
		}
		if r.lower != noSide && r.upper != noSide {
			t.most = float64(r.upper - r.lower)
		}
		t.order = int32(len(used.of))
		if t.most > 0 {
			parts = append(parts, t)
		}
		if p.w != nil {
			used.add(t.coef, r, t.upper)
		}
	}
	if len(order) > dense {
		return nil
	}
	for _, j := range order {
		c := total[j]
		if c == 0 {
			continue
		}
		x := p.t.cols[j]
		lo, hi := s.Min(x), s.Max(x)
		u := part{coef: c, index: j, at: p.x[j] - float64(lo), most: float64(hi - lo)}
		if float64(hi)-p.x[j] < u.at {
			u.upper, u.coef, u.at = true, -c, float64(hi)-p.x[j]
			l -= c * hi
		} else {
			l -= c * lo
		}
		u.at = max(u.at, 0)
		if u.most > 0 {
			parts = append(parts, u)
		}
	}
	var list []cutRow
	for _, sign := range [2]int64{1, -1} {
		divisors := p.divisors(parts, column)
		for _, d := range divisors {
			if c, ok := p.rounded(s, parts, sign, l, d, &used); ok {
				list = append(list, c)
			}
		}
	}
	if len(list) > 1 { // the best only
		best := slices.MaxFunc(list, func(a, b cutRow) int { return cmp.Compare(a.violation, b.violation) })
		list = []cutRow{best}
	}
	return list
}

// divisors returns the sizes of coefficients of columns between their bounds.
func (p *Relaxation) divisors(parts []part, column int32) []int64 {
	var list []int64
	for _, u := range parts {
		if !u.slack && u.index == column && u.coef != 0 {
			list = append(list, max(u.coef, -u.coef))
		}
	}
	for _, u := range parts {
		if c := max(u.coef, -u.coef); !u.slack && u.at > 1e-6 && c > 1 && len(list) < 6 && !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	return list
}

// rounded returns the cut of the equation, times sign, for a divisor, if the solution violates it.
func (p *Relaxation) rounded(s *kernel.Solver, parts []part, sign, l, d int64, used *rounding) (cutRow, bool) {
	if d <= 1 {
		return cutRow{}, false
	}
	l *= sign
	p.spent += cutPart * int64(len(parts))
	coefs := make([]int64, len(parts))
	var reductions []proof.Reduction
	tiny := d >> 12
	for i, u := range parts { // rounding errors of the multipliers: weaken to multiples of the divisor
		c := sign * u.coef
		if rest := c - floorDiv(c, d)*d; rest > 0 && rest <= tiny {
			c -= rest
			reductions = reduced(reductions, &u, p.t.cols, rest)
		} else if up := d - rest; p.w == nil && rest > 0 && up <= tiny && float64(up)*u.most < float64(d)/64 {
			c += up
			l += up * int64(u.most)
		}
		coefs[i] = c
	}
	q := floorDiv(l, d)
	r := l - q*d
	if r == 0 {
		return cutRow{}, false
	}
	f := func(c int64) int64 {
		b := floorDiv(c, d)
		return (d-r)*b + max(0, c-b*d-r)
	}
	limit := (d - r) * q
	if math.Abs(float64(d-r)*float64(q)) > 1<<58 {
		return cutRow{}, false
	}
	excess := -float64(limit)
	total := map[int32]int64{}
	var order []int32
	size := math.Abs(float64(limit))
	add := func(j int32, c int64) {
		if _, ok := total[j]; !ok {
			order = append(order, j)
		}
		total[j] += c
	}
	for i, u := range parts {
		c := f(coefs[i])
		if c == 0 {
			continue
		}
		excess += float64(c) * u.at
		if u.slack {
			t := &p.t.rows[u.index]
			if size += math.Abs(float64(c)) * t.size; size > 1<<58 {
				return cutRow{}, false
			}
			sign := c // c * (sum - lower), or c * (upper - sum)
			if u.upper {
				sign = -c
				limit -= c * t.upper
			} else {
				limit += c * t.lower
			}
			p.spent += cutPart * int64(len(t.coefs))
			for k, a := range t.coefs {
				add(t.cols[k], sign*a)
			}
			continue
		}
		x := p.t.cols[u.index]
		lo, hi := s.Min(x), s.Max(x)
		if size += math.Abs(float64(c)) * (math.Abs(float64(lo)) + math.Abs(float64(hi)) + 1); size > 1<<58 {
			return cutRow{}, false
		}
		if u.upper { // c * (hi - x)
			limit -= c * hi
			add(u.index, -c)
		} else {
			limit += c * lo
			add(u.index, c)
		}
	}
	if excess <= 0 {
		return cutRow{}, false
	}
	slices.Sort(order)
	divisor, norm := uint64(0), 0.0
	for _, j := range order { // not in the order of the map: the sum of floating-point numbers depends on it
		if c := total[j]; c != 0 {
			divisor = gcd(divisor, uint64(max(c, -c)))
			norm += float64(c) * float64(c)
		}
	}
	if divisor == 0 || excess/math.Sqrt(norm) < minViolation {
		return cutRow{}, false
	}
	c := cutRow{row: row{lower: noSide, upper: floorDiv(limit, int64(divisor))}, violation: excess / math.Sqrt(norm)}
	for _, j := range order {
		if v := total[j] / int64(divisor); v != 0 {
			if v > maxCoef || v < -maxCoef {
				return cutRow{}, false
			}
			c.coefs, c.cols = append(c.coefs, v), append(c.cols, j)
		}
	}
	if p.w != nil {
		c.cut = p.derivation(s, parts, sign, d, used, reductions)
	}
	return c, len(c.cols) <= dense
}
