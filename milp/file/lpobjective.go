package file

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"

	"farbank/milp/problem"
)

// brackets reads the products of the objective:
//
//	[ x ^ 2 + 4 x * y - 2 y ^ 2 ] / 2
func (r *lpReader) brackets(negative bool) bool {
	if !r.aim {
		return r.fail(r.s.peek(0), "products are supported in the objective only")
	}
	r.s.next()
	for n := 0; ; n++ {
		t := r.s.peek(0)
		if t.kind == kindOther && t.text[0] == ']' && n > 0 {
			r.s.next()
			return r.half(0)
		}
		minus, signed := r.signs()
		if n > 0 && !signed {
			return r.fail(r.s.peek(0), "+, - or ] must stand here, not %s", show(r.s.peek(0)))
		}
		done, ok := r.product(minus != negative)
		if !ok || done > 0 {
			return ok && r.half(done)
		}
	}
}

// half reads the / 2 that must follow the brackets, of which the name before has the given number of
// bytes: ], ]/ or ]/2.
func (r *lpReader) half(have int) bool {
	t := r.s.peek(0)
	if have < 2 {
		if t.kind != kindOther || t.text[0] != '/' {
			return r.fail(t, "/ 2 must follow the brackets, not %s", show(t))
		}
		r.s.next()
		t = r.s.peek(0)
	}
	if have < 3 {
		if t.kind != kindNumber || string(t.text) != "2" {
			return r.fail(t, "the brackets are divided by 2, not by %s", show(t))
		}
		r.s.next()
	}
	return true
}

// product reads a coefficient and x ^ 2 or x * y, which counts half. If the last name includes the
// end of the brackets, without a blank, closed is the number of bytes of that end.
func (r *lpReader) product(negative bool) (closed int, ok bool) {
	t := r.s.peek(0)
	v := 1.0
	if t.kind == kindNumber {
		var err error
		if v, err = parseNumber(t.text); err != nil {
			return 0, r.fail(t, "%s is %v", show(t), err)
		}
		r.s.next()
		t = r.s.peek(0)
	}
	if t.kind != kindName {
		return 0, r.fail(t, "the name of a column must stand here, not %s", show(t))
	}
	a := r.column(r.s.next().text)
	b := a
	switch t = r.s.peek(0); {
	case t.kind == kindOther && t.text[0] == '^':
		r.s.next()
		if t = r.s.peek(0); t.kind != kindNumber || string(t.text) != "2" {
			return 0, r.fail(t, "the exponent must be 2, not %s", show(t))
		}
		r.s.next()
	case t.kind == kindOther && t.text[0] == '*':
		r.s.next()
		if t = r.s.peek(0); t.kind != kindName {
			return 0, r.fail(t, "the name of a column must stand here, not %s", show(t))
		}
		name := r.s.next().text
		for _, end := range []string{"]", "]/", "]/2"} {
			if rest, cut := bytes.CutSuffix(name, []byte(end)); cut && !bytes.ContainsRune(rest, '[') {
				name, closed = rest, len(end)
			}
		}
		b = r.column(name)
	default:
		return 0, r.fail(t, "^ 2 or * and a column must stand here, not %s", show(t))
	}
	r.p.Products = append(r.p.Products, problem.Product{A: a, B: b, Coefficient: signed(negative, v) / 2})
	return closed, true
}

// A ranked is one of several objectives of a file.
type ranked struct {
	problem.Objective
	priority, weight float64
}

// objectives reads several objectives, those of a higher priority first; those of the same priority
// are added with their weights:
//
//	Minimize multi-objectives
//	 cost: Priority=2 Weight=1 AbsTol=0 RelTol=0
//	  3 x + 4 y
//	 risk: Priority=1
//	  z
func (r *lpReader) objectives() bool {
	for range 3 {
		r.s.next()
	}
	var list []ranked
	for {
		if now, _ := r.section(); now != sectionNone || r.s.peek(0).kind == kindEnd {
			break
		}
		at := *r.s.peek(0)
		if !r.takeLabel() {
			r.fail(&at, "a name and a colon must stand before each of several objectives")
			r.skipToSection()
			return true
		}
		o := ranked{Objective: problem.Objective{Name: string(r.label)}, weight: 1}
		if !r.attributes(&o) {
			r.skipToSection()
			return true
		}
		r.terms = r.terms[:0]
		products := len(r.p.Products)
		now, _ := r.section()
		if label := r.s.peek(0).kind == kindName && r.s.peek(1).kind == kindColon; now == sectionNone && !label {
			constant, ok := r.expression(true)
			if !ok {
				r.skipToSection()
				return true
			}
			o.Offset = constant
		}
		for k := products; k < len(r.p.Products); k++ {
			r.p.Products[k].Coefficient *= o.weight
		}
		o.Terms = append([]problem.Term(nil), r.gather(r.terms)...)
		list = append(list, o)
	}
	r.rank(list)
	return true
}

// attributes reads Priority, Weight, AbsTol and RelTol, as far as they are there.
func (r *lpReader) attributes(o *ranked) bool {
	for r.s.peek(0).kind == kindName && r.s.peek(1).kind == kindEqual {
		t := *r.s.next()
		r.s.next()
		negative, _ := r.signs()
		at := r.s.peek(0)
		v, err := parseNumber(at.text)
		if err != nil || at.kind != kindNumber {
			return r.fail(at, "a number must stand here, not %s", show(at))
		}
		r.s.next()
		v = signed(negative, v)
		switch strings.ToLower(string(t.text)) {
		case "priority":
			o.priority = v
		case "weight":
			o.weight = v
		case "abstol":
			o.Absolute = v
		case "reltol":
			o.Relative = v
		default:
			return r.fail(&t, "Priority, Weight, AbsTol or RelTol must stand here, not %s", show(&t))
		}
		if (o.Absolute < 0 || o.Relative < 0) && v < 0 {
			return r.fail(at, "a tolerance must not be negative")
		}
	}
	return true
}

// rank sets the objectives of the problem. A tolerance in a file is that of its own objective, and
// in a problem that of the objective before.
func (r *lpReader) rank(list []ranked) {
	slices.SortStableFunc(list, func(a, b ranked) int { return cmp.Compare(b.priority, a.priority) })
	var groups []problem.Objective
	for k, o := range list {
		for i := range o.Terms {
			o.Terms[i].Coefficient *= o.weight
		}
		o.Offset *= o.weight
		if k == 0 || list[k-1].priority != o.priority {
			groups = append(groups, o.Objective)
			continue
		}
		g := &groups[len(groups)-1]
		g.Terms, g.Offset = append([]problem.Term(nil), r.gather(append(g.Terms, o.Terms...))...), sum(g.Offset, o.Offset)
		g.Absolute, g.Relative = math.Max(g.Absolute, o.Absolute), math.Max(g.Relative, o.Relative)
	}
	for k := len(groups) - 1; k > 0; k-- {
		groups[k].Absolute, groups[k].Relative = groups[k-1].Absolute, groups[k-1].Relative
	}
	if len(groups) == 0 {
		return
	}
	r.p.Offset = groups[0].Offset
	for _, t := range groups[0].Terms {
		r.p.Columns[t.Column].Cost = t.Coefficient
	}
	if len(groups) > 1 {
		r.p.Then = groups[1:]
	}
}

// products writes the products of the objective.
func (w lpWriter) products(n int) {
	if len(w.p.Products) == 0 {
		return
	}
	if n > 0 {
		w.text(" +")
	}
	w.text(" [")
	for k, d := range w.p.Products {
		w.term(k, 2*d.Coefficient, w.p.Columns[d.A].Name)
		if d.A == d.B {
			w.text(" ^ 2")
		} else {
			w.text(" * " + w.p.Columns[d.B].Name)
		}
	}
	w.text(" ] / 2")
}

// attributes writes those of the k-th objective, the first of which is the one of the columns.
func (w lpWriter) attributes(name string, k int) {
	w.text(" " + name + ": Priority=")
	w.number(float64(len(w.p.Then) - k))
	w.text(" Weight=1")
	if k < len(w.p.Then) {
		w.text(" AbsTol=")
		w.number(w.p.Then[k].Absolute)
		w.text(" RelTol=")
		w.number(w.p.Then[k].Relative)
	}
	w.end()
	w.text(" ")
}

// further writes the objectives after the first.
func (w lpWriter) further() {
	for k := range w.p.Then {
		o := &w.p.Then[k]
		w.attributes(objectiveName(o, k), k+1)
		n := 0
		for _, t := range o.Terms {
			if t.Coefficient != 0 {
				w.term(n, t.Coefficient, w.p.Columns[t.Column].Name)
				n++
			}
		}
		if o.Offset != 0 || n == 0 {
			w.coefficient(n, o.Offset)
			w.number(math.Abs(o.Offset))
		}
		w.end()
	}
}

// objectiveName returns the name of the k-th further objective as it is written.
func objectiveName(o *problem.Objective, k int) string {
	if o.Name != "" && plainName(o.Name) {
		return o.Name
	}
	return nameOf("obj", "", k+1)
}

// plainName reports whether a name consists of letters, digits and underscores, and begins with a
// letter that no number has.
func plainName(name string) bool {
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || c < '0' || c > '9') || i == 0 && (c == 'e' || c == 'E') {
			return false
		}
	}
	word, _ := keyword(strings.ToLower(name))
	return word == sectionNone
}
