package file

import (
	"math"

	"farbank/milp/problem"
)

// row reads a constraint:
//
//	[label:] expression relation expression
//	[label:] number relation expression relation number
//	[label:] column = 0 or 1 -> one of these
//
// Columns and constants may stand on either side of a single relation.
func (r *lpReader) row() bool {
	begin := *r.s.peek(0)
	r.takeLabel()
	label := string(r.label)
	lower, upper, ok := r.relation(&begin)
	if !ok {
		return false
	}
	arrow := *r.s.peek(0)
	if arrow.kind != kindArrow {
		return r.finishRow(&begin, label, lower, upper)
	}
	if len(r.terms) != 1 || r.terms[0].Coefficient != 1 || lower != upper || lower != 0 && lower != 1 {
		return r.fail(&begin, "in front of -> a binary column must be equal to 0 or 1: b = 1 -> x + y <= 5")
	}
	c := condition{r.terms[0].Column, lower == 0}
	r.s.next()
	if lower, upper, ok = r.relation(&begin); !ok {
		return false
	}
	if t := r.s.peek(0); t.kind == kindArrow {
		return r.fail(t, "a second ->")
	}
	i := len(r.p.Rows)
	if ok = r.finishRow(&begin, label, lower, upper); ok && len(r.p.Rows) > i {
		r.conditions[i], r.places[i] = c, begin
	}
	return ok
}

// relation reads a constraint into r.terms, and returns its bounds.
func (r *lpReader) relation(begin *token) (lower, upper float64, ok bool) {
	left, ok := r.expression(false)
	if !ok {
		return 0, 0, false
	}
	t := r.s.peek(0)
	if !t.relation() {
		return 0, 0, r.fail(t, "<=, >= or = must stand here, not %s", show(t))
	}
	relation := r.s.next().kind
	count := len(r.terms)
	right, ok := r.more(true)
	if !ok {
		return 0, 0, false
	}
	if r.s.peek(0).relation() {
		if lower, upper, ok = r.double(left, relation, right, count); !ok {
			return 0, 0, false
		}
	} else if count == 0 && len(r.terms) > 0 {
		lower, upper = limits(mirror(relation), sum(left, -right))
	} else {
		for k := count; k < len(r.terms); k++ {
			r.terms[k].Coefficient = -r.terms[k].Coefficient
		}
		lower, upper = limits(relation, sum(right, -left))
	}
	lower, upper = clip(lower), clip(upper)
	if math.IsNaN(lower) || math.IsNaN(upper) {
		return 0, 0, r.fail(begin, "the bounds are not numbers")
	}
	if lower == problem.Infinity || upper == -problem.Infinity {
		return 0, 0, r.fail(begin, "no finite value can be at least inf or at most -inf")
	}
	return lower, upper, true
}

// double reads the last part of number <= expression <= number.
func (r *lpReader) double(left float64, relation kind, middle float64, count int) (lower, upper float64, ok bool) {
	second := r.s.next()
	switch {
	case count > 0 || relation == kindEqual:
		return 0, 0, r.fail(second, "two relations need a number, an expression and a number: -1 <= x + y <= 5")
	case second.kind != relation:
		return 0, 0, r.fail(second, "the two relations of a range must point the same way")
	}
	inside := len(r.terms)
	at := *r.s.peek(0)
	right, ok := r.more(true)
	if !ok {
		return 0, 0, false
	}
	if len(r.terms) > inside {
		return 0, 0, r.fail(&at, "behind the second relation a number must stand")
	}
	lower, upper = sum(left, -middle), sum(right, -middle)
	if relation == kindMore {
		lower, upper = upper, lower
	}
	return lower, upper, true
}

// finishRow adds the row with the terms read.
func (r *lpReader) finishRow(at *token, label string, lower, upper float64) bool {
	terms := r.gather(r.terms)
	for _, term := range terms {
		if !finite(term.Coefficient) {
			return r.fail(at, "the coefficients of %q add up to %v", r.p.Columns[term.Column].Name, term.Coefficient)
		}
	}
	i := len(r.p.Rows)
	if label == "" {
		r.p.Rows = append(r.p.Rows, problem.Row{Lower: lower, Upper: upper})
	} else if _, ok := r.addRow(label, lower, upper); !ok {
		r.fail(at, "a second constraint called %q", label)
		return true
	}
	r.p.Rows[i].Terms = append([]problem.Term(nil), terms...)
	return true
}

// limits returns the bounds that a relation to a number implies.
func limits(relation kind, v float64) (lower, upper float64) {
	switch relation {
	case kindLess:
		return -problem.Infinity, v
	case kindMore:
		return v, problem.Infinity
	}
	return v, v
}

// expression reads terms into r.terms and returns the sum of the constants.
func (r *lpReader) expression(objective bool) (constant float64, ok bool) {
	r.terms = r.terms[:0]
	if !objective {
		return r.more(false)
	}
	constant, ok = r.more(false)
	if ok && !finite(constant) {
		return 0, r.fail(r.s.peek(0), "the constant of the objective is %v", constant)
	}
	return constant, ok
}

// more appends terms to r.terms. Infinity is a constant. The right side of a relation ends with the
// line as long as it consists of constants: the next line may be a row without a label.
func (r *lpReader) more(right bool) (constant float64, ok bool) {
	begin := len(r.terms)
	for n := 0; ; n++ {
		if n > 0 && right && len(r.terms) == begin && r.s.peek(0).first {
			return constant, true
		}
		negative, signed := r.signs()
		t := r.s.peek(0)
		if n > 0 && !signed {
			return constant, true
		}
		if !signed && r.atSection() {
			return 0, r.fail(t, "an expression must stand here, not the section %s", show(t))
		}
		switch t.kind {
		case kindNumber, kindName:
		case kindOther:
			if t.text[0] == '[' {
				if !r.brackets(negative) {
					return 0, false
				}
				continue
			}
			fallthrough
		default:
			return 0, r.fail(t, "a number or the name of a column must stand here, not %s", show(t))
		}
		c, ok := r.term(negative, right && len(r.terms) == begin)
		if !ok {
			return 0, false
		}
		constant = sum(constant, c)
	}
}

func (r *lpReader) atSection() bool {
	now, _ := r.section()
	return now != sectionNone
}

// signs reads a sequence of + and -.
func (r *lpReader) signs() (negative, signed bool) {
	for r.s.peek(0).kind == kindSign {
		negative = negative != (r.s.next().text[0] == '-')
		signed = true
	}
	return negative, signed
}

// term reads a column with its coefficient, or a constant, which it returns. With oneLine the
// column must be on the line of its coefficient.
func (r *lpReader) term(negative, oneLine bool) (constant float64, ok bool) {
	t := r.s.peek(0)
	coefficient := 1.0
	if t.kind == kindNumber {
		v, err := parseNumber(t.text)
		if err != nil {
			return 0, r.fail(t, "%s is %v", show(t), err)
		}
		r.s.next()
		coefficient = v
		t = r.s.peek(0)
		if t.kind != kindName || r.atSection() || t.first && (oneLine || r.s.peek(1).kind == kindColon) {
			return signed(negative, coefficient), true
		}
	} else if isInfinity(t.text) {
		r.s.next()
		return signed(negative, problem.Infinity), true
	}
	if next := r.s.peek(1); next.kind == kindOther && (next.text[0] == '^' || next.text[0] == '*') {
		if !r.aim {
			return 0, r.fail(next, "products are supported in the objective only")
		}
		return 0, r.fail(next, "products must stand in brackets: [ x ^ 2 + 2 x * y ] / 2")
	}
	if t.is("nan") {
		return 0, r.fail(t, "%s is not a number", show(t))
	}
	j, ok := r.find(r.s.next())
	if ok {
		r.terms = append(r.terms, problem.Term{Column: j, Coefficient: signed(negative, coefficient)})
	}
	return 0, ok
}

func signed(negative bool, v float64) float64 {
	if negative {
		return -v
	}
	return v
}

// find returns the index of the column that the token names.
func (r *lpReader) find(t *token) (int, bool) {
	if !r.known {
		return r.column(t.text), true
	}
	j, ok := r.columns[string(t.text)]
	if !ok {
		r.fail(t, "no column is called %s: it stands neither in the objective nor in a constraint", show(t))
	}
	return j, ok
}
