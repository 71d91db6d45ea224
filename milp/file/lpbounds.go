package file

import (
	"math"

	"farbank/milp/problem"
)

// bound reads one of
//
//	x <= 4    x >= 1    x = 2    x free
//	1 <= x    1 <= x <= 4    -inf <= x <= 4
func (r *lpReader) bound() bool {
	t := r.s.peek(0)
	if t.kind == kindName && !isInfinity(t.text) {
		at := *t
		j, ok := r.find(r.s.next())
		if !ok {
			return false
		}
		t = r.s.peek(0)
		if t.is("free") {
			r.s.next()
			r.setLower(j, -problem.Infinity)
			r.setUpper(j, problem.Infinity)
			return true
		}
		if !t.relation() {
			return r.fail(t, "<=, >=, = or free must stand here, not %s", show(t))
		}
		relation := r.s.next().kind
		v, ok := r.value()
		return ok && r.limit(&at, j, relation, v)
	}
	at := *t
	v, ok := r.value()
	if !ok {
		return false
	}
	t = r.s.peek(0)
	if !t.relation() {
		return r.fail(t, "<=, >= or = must stand here, not %s", show(t))
	}
	relation := r.s.next().kind
	t = r.s.peek(0)
	if t.kind != kindName {
		return r.fail(t, "the name of a column must stand here, not %s", show(t))
	}
	j, ok := r.find(r.s.next())
	if !ok || !r.limit(&at, j, mirror(relation), v) {
		return false
	}
	if !r.s.peek(0).relation() || r.s.peek(0).first {
		return true
	}
	at = *r.s.peek(0)
	relation = r.s.next().kind
	v, ok = r.value()
	return ok && r.limit(&at, j, relation, v)
}

// mirror returns the relation with its sides exchanged.
func mirror(relation kind) kind {
	switch relation {
	case kindLess:
		return kindMore
	case kindMore:
		return kindLess
	}
	return relation
}

// value reads a number with a sign, or an infinity.
func (r *lpReader) value() (float64, bool) {
	negative, _ := r.signs()
	t := r.s.peek(0)
	if t.kind != kindNumber && !(t.kind == kindName && isInfinity(t.text)) {
		return 0, r.fail(t, "a number or inf must stand here, not %s", show(t))
	}
	v, err := parseBound(t.text)
	if err != nil {
		return 0, r.fail(t, "%s is %v", show(t), err)
	}
	r.s.next()
	return signed(negative, v), true
}

// limit sets the bounds of a column that is in the relation to v.
func (r *lpReader) limit(at *token, j int, relation kind, v float64) bool {
	if math.IsInf(v, 1) && relation != kindLess || math.IsInf(v, -1) && relation != kindMore {
		return r.fail(at, "a column can't be %v", v)
	}
	if relation != kindLess {
		r.once(at, limitKey{j, false}, v)
		r.setLower(j, v)
	}
	if relation != kindMore {
		r.once(at, limitKey{j, true}, v)
		r.setUpper(j, v)
	}
	return true
}

// once reports a bound that was given before, with another value.
func (r *lpReader) once(at *token, key limitKey, v float64) {
	old, twice := r.bounded[key]
	if twice && old.value != v {
		kind := "lower"
		if key.upper {
			kind = "upper"
		}
		r.fail(at, "a second %s bound of column %q: %v, and %v in line %d", kind, r.p.Columns[key.column].Name, v, old.value, old.line)
		return
	}
	r.bounded[key] = limit{v, at.line}
}

// semi reads the name of a semi-continuous column.
func (r *lpReader) semi() bool {
	j, ok := r.name()
	if ok {
		r.p.Columns[j].Semi = true
	}
	return ok
}

// checkConditions reports indicators whose columns are not binary.
func (r *lpReader) checkConditions() {
	for i := range r.p.Rows {
		c, there := r.conditions[i]
		if !there {
			continue
		}
		if d := r.p.Columns[c.column]; !d.Integer || d.Lower < 0 || d.Upper > 1 || d.Semi {
			at := r.places[i]
			r.fail(&at, "column %q of an indicator is not binary", d.Name)
		}
	}
}

// general reads the name of an integer column.
func (r *lpReader) general() bool {
	j, ok := r.name()
	if ok {
		r.p.Columns[j].Integer = true
	}
	return ok
}

// binary reads the name of a binary column.
func (r *lpReader) binary() bool {
	j, ok := r.name()
	if ok {
		r.p.Columns[j].Integer = true
		r.setLower(j, 0)
		r.setUpper(j, 1)
	}
	return ok
}

func (r *lpReader) name() (int, bool) {
	t := r.s.next()
	if t.kind != kindName {
		return 0, r.fail(t, "the name of a column must stand here, not %s", show(t))
	}
	return r.find(t)
}

// set reads a special ordered set: name: S1:: x:1 y:2, if kind is 0, or name: x:1, y:2 in a section
// for sets of that kind. In the first form the name may be missing.
func (r *lpReader) set(kind int) bool {
	begin := *r.s.peek(0)
	if !r.takeLabel() && (kind != 0 || r.s.peek(1).kind != kindColons) {
		return r.fail(&begin, "the name of a set and a colon must stand here, not %s", show(&begin))
	}
	set := problem.Set{Name: string(r.label), Kind: kind}
	if r.s.peek(1).kind == kindColons {
		t := r.s.next()
		switch {
		case t.is("s1"):
			set.Kind = 1
		case t.is("s2"):
			set.Kind = 2
		default:
			return r.fail(t, "S1 or S2 must stand here, not %s", show(t))
		}
		r.s.next()
	}
	if set.Kind == 0 {
		return r.fail(r.s.peek(0), "S1:: or S2:: must stand here, not %s", show(r.s.peek(0)))
	}
	for r.member() {
		if !r.addMember(&set) {
			return false
		}
	}
	if set.Name == "" {
		set.Name = nameOf("s", "", len(r.p.Sets))
	}
	return r.addSet(&begin, set)
}

// member reports whether the next tokens are a column of the set: a name, a colon and a number.
func (r *lpReader) member() bool {
	if r.s.peek(0).kind != kindName || r.s.peek(1).kind != kindColon {
		return false
	}
	t := r.s.peek(2)
	return t.kind == kindNumber || t.kind == kindSign
}

func (r *lpReader) addMember(set *problem.Set) bool {
	t := r.s.next()
	if _, there := r.columns[string(t.text)]; !there && len(t.text) > 1 && t.text[0] == ',' {
		t.text = append(t.text[:0], t.text[1:]...)
	}
	j, ok := r.find(t)
	if !ok {
		return false
	}
	r.s.next()
	at := *r.s.peek(0)
	v, ok := r.value()
	if !ok {
		return false
	}
	if !finite(v) {
		return r.fail(&at, "the weight is %v", v)
	}
	set.Columns = append(set.Columns, j)
	set.Weights = append(set.Weights, v)
	if t := r.s.peek(0); t.kind == kindName && string(t.text) == "," {
		r.s.next()
	}
	return true
}

// addSet adds a set whose members are distinct.
func (r *lpReader) addSet(at *token, set problem.Set) bool {
	if err := r.putSet(set); err != "" {
		r.fail(at, "%s", err)
	}
	return true
}
