package milp

// And returns the conjunction of the conditions.
func And(cs ...Condition) Condition { return junction{parts: cs} }

// Or returns the disjunction of the conditions.
func Or(cs ...Condition) Condition { return junction{parts: cs, any: true} }

// Xor returns the condition that an odd number of conditions hold: of two, exactly one.
func Xor(cs ...Condition) Condition { return parity{parts: cs, odd: true} }

// Not returns the negation of the condition.
func Not(c Condition) Condition {
	if c == nil {
		return junction{parts: []Condition{nil}}
	}
	return c.negated()
}

// Implies returns the condition that a implies b.
func Implies(a, b Condition) Condition { return Or(Not(a), b) }

// Equivalent returns the condition that both hold or neither.
func Equivalent(a, b Condition) Condition { return parity{parts: []Condition{a, b}} }

// And returns the truth value of the conjunction. With the result z and the n truth values t_i,
//
//	z <= t_i for each i,  z >= sum t_i - (n-1)
//
// which is the convex hull. No bounds are needed.
func (m *Model) And(cs ...Condition) Truth { return m.and(m.reified(cs)) }

// Or returns the truth value of the disjunction:
//
//	z >= t_i for each i,  z <= sum t_i
//
// which is the convex hull. For binaries of which at most one can be 1 it is the sum.
func (m *Model) Or(cs ...Condition) Truth { return m.or(m.reified(cs)) }

// Xor returns the truth value of "an odd number of conditions hold". For two,
//
//	z <= a + b,  z >= a - b,  z >= b - a,  z <= 2 - a - b
//
// which is the convex hull (Jeroslow 1975). More conditions are folded in pairs.
func (m *Model) Xor(cs ...Condition) Truth { return m.Truth(Xor(cs...)) }

// Not returns the truth value of the negation: one minus that of the condition.
func (m *Model) Not(c Condition) Truth { return m.Truth(Not(c)) }

// Implies returns the truth value of "a implies b": the [Model.Or] of b and the negation of a.
func (m *Model) Implies(a, b Condition) Truth { return m.Truth(Implies(a, b)) }

// Equivalent returns the truth value of "both hold or neither": the negation of [Model.Xor].
func (m *Model) Equivalent(a, b Condition) Truth { return m.Truth(Equivalent(a, b)) }

// A junction is a conjunction or a disjunction.
type junction struct {
	parts []Condition
	any   bool
}

func (j junction) reify(m *Model) Truth {
	if j.any {
		return m.or(m.reified(j.parts))
	}
	return m.and(m.reified(j.parts))
}

func (j junction) negated() Condition {
	parts := make([]Condition, len(j.parts))
	for i, c := range j.parts {
		parts[i] = Not(c)
	}
	return junction{parts: parts, any: !j.any}
}

func (j junction) post(o *operation, guard Truth) {
	if !j.any {
		for _, c := range j.parts {
			if c == nil {
				o.keep(errNilCondition)
				return
			}
			c.post(o, guard)
		}
		return
	}
	// If all parts but one are truth values, that part can be posted under the guard that the
	// others are false. This takes fewer rows than its truth value.
	rest := -1
	for i, c := range j.parts {
		if _, isTruth := c.(Truth); !isTruth {
			if rest >= 0 {
				rest = -1
				break
			}
			rest = i
		}
	}
	if rest >= 0 && j.parts[rest] != nil && (len(j.parts) == 1 || len(j.parts) == 2 && guard.isTrue()) {
		if len(j.parts) == 2 {
			guard = Truth{j.parts[1-rest].(Truth).Expr}.Not()
		}
		if o.accepts(guard.Expr) {
			j.parts[rest].post(o, guard)
		}
		return
	}
	ts := o.m.reified(j.parts)
	for _, t := range ts {
		if !o.accepts(t.Expr) {
			return
		}
	}
	clause(o, ts, guard)
}

// clause posts that the guard implies the disjunction of the truth values.
func clause(o *operation, ts []Truth, guard Truth) {
	sum := Sum(ts...)
	if guard.isTrue() {
		sum.AtLeast(1).post(o, True)
		return
	}
	o.between(0, sum.Minus(guard), infinity)
}

// A parity is the condition that the number of parts that hold is odd, or even.
type parity struct {
	parts []Condition
	odd   bool
}

func (p parity) reify(m *Model) Truth {
	z := False
	for _, t := range m.reified(p.parts) {
		z = m.xor(z, t)
	}
	if p.odd {
		return z
	}
	return z.Not()
}

func (p parity) negated() Condition { return parity{p.parts, !p.odd} }

func (p parity) post(o *operation, guard Truth) {
	if len(p.parts) != 2 || !guard.isTrue() {
		t := p.reify(o.m)
		if o.accepts(t.Expr) {
			t.post(o, guard)
		}
		return
	}
	ts := o.m.reified(p.parts)
	for _, t := range ts {
		if !o.accepts(t.Expr) {
			return
		}
	}
	if p.odd {
		ts[1] = ts[1].Not()
	}
	ts[0].Equal(ts[1]).post(o, True)
}

// and returns the conjunction of truth values.
func (m *Model) and(ts []Truth) Truth {
	for i, t := range ts {
		ts[i] = t.Not()
	}
	return m.or(ts).Not()
}

// or returns the disjunction of truth values.
func (m *Model) or(ts []Truth) Truth {
	ts, o := m.distinct("or", ts)
	if o.err != nil {
		return Truth{o.done(Expr{})}
	}
	if len(ts) == 0 {
		return False
	}
	if len(ts) == 1 {
		return ts[0]
	}
	sum := Sum(ts...)
	least, most := sum.Bounds()
	switch {
	case least >= 1:
		return True
	case most <= 1:
		return Truth{sum}
	}
	key := clauseKey(ts)
	if t, ok := m.truths[key]; ok {
		return t
	}
	negative := 0
	for _, t := range ts {
		if t.constant == 1 {
			negative++
		}
	}
	var z Truth
	if 2*negative > len(ts) { // by the conjunction of the negations, for a readable name
		o.name = m.label("and", opposites(ts))
		z = o.binary("").Not()
	} else {
		z = o.binary("")
	}
	for _, t := range ts {
		o.atMost(t.Expr, z.Expr)
	}
	o.atMost(z.Expr, sum)
	z = Truth{o.done(z.Expr)}
	m.truths[key] = z
	return z
}

// distinct removes false and repeated truth values of a disjunction. If one is true, or if a truth
// value and its negation occur, only true remains.
func (m *Model) distinct(kind string, ts []Truth) ([]Truth, *operation) {
	es := make([]Expr, len(ts))
	for i, t := range ts {
		es[i] = t.Expr
	}
	o := m.operation(kind, es...)
	seen := map[string]bool{}
	var kept []Truth
	for _, t := range ts {
		if o.err != nil {
			break
		}
		if t.isTrue() || seen[t.Not().key()] {
			return []Truth{True}, o
		}
		if key := t.key(); !t.isFalse() && !seen[key] {
			seen[key] = true
			kept = append(kept, t)
		}
	}
	return kept, o
}

func opposites(ts []Truth) []Expr {
	es := make([]Expr, len(ts))
	for i, t := range ts {
		es[i] = t.Not().Expr
	}
	return es
}

// xor returns the truth value of "exactly one of the two is true".
func (m *Model) xor(a, b Truth) Truth {
	o := m.operation("xor", a.Expr, b.Expr)
	if o.err != nil {
		return Truth{o.done(Expr{})}
	}
	sum, difference := a.Plus(b), a.Minus(b)
	if _, most := sum.Bounds(); most <= 1 {
		return Truth{sum}
	}
	if least, most := difference.Bounds(); least >= 0 {
		return Truth{difference}
	} else if most <= 0 {
		return Truth{difference.Neg()}
	}
	if least, _ := sum.Bounds(); least >= 1 {
		return Truth{Constant(2).Minus(sum)}
	}
	// a xor b is the negation of (not a) xor b, so a and b can be taken as variables.
	if a.constant == 1 {
		return m.xor(a.Not(), b).Not()
	}
	if b.constant == 1 {
		return m.xor(a, b.Not()).Not()
	}
	if b.key() < a.key() {
		a, b = b, a
	}
	key := "xor" + a.key() + "," + b.key()
	if t, ok := m.truths[key]; ok {
		return t
	}
	z := o.binary("")
	o.atMost(z.Expr, a.Plus(b))
	o.atMost(a.Minus(b), z.Expr)
	o.atMost(b.Minus(a), z.Expr)
	o.atMost(z.Plus(a).Plus(b), Constant(2))
	z = Truth{o.done(z.Expr)}
	m.truths[key] = z
	return z
}
