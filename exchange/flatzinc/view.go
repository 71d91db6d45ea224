package flatzinc

// A view is a variable that is another plus a constant. It needs no variable of its own.
type view struct {
	base string
	plus int64
}

// findViews finds int_lin_eq over two variables with coefficients 1 and -1, of which one is
// annotated as defined and declared after the other.
func (b *builder) findViews(f *file) {
	at := make(map[string]int, len(f.declarations))
	for i, d := range f.declarations {
		at[d.name] = i
	}
	numbers := func(e expr) []expr {
		if i, ok := at[e.name]; ok && e.kind == 'n' && f.declarations[i].value != nil {
			return f.declarations[i].value.list
		}
		return e.list
	}
	for _, c := range f.constraints {
		if c.name != "int_lin_eq" || len(c.list) != 3 || c.list[2].kind != 'i' {
			continue
		}
		factors, xs := numbers(c.list[0]), numbers(c.list[1])
		if len(factors) != 2 || len(xs) != 2 || factors[0].n*factors[1].n != -1 || xs[0].kind != 'n' || xs[1].kind != 'n' {
			continue
		}
		plus := c.list[2].n * factors[0].n // the first variable is the second plus this constant
		if plus > unbounded || plus < -unbounded {
			continue
		}
		for k, x := range xs {
			base := xs[1-k].name
			i, known := at[x.name]
			j, there := at[base]
			if known && there && j < i && b.views[x.name].base == "" && b.aliases[x.name] == "" && defined(f.declarations[i]) && plain(f.declarations[j]) {
				b.views[x.name] = view{base, plus}
				break
			}
			plus = -plus
		}
	}
}

// plain reports whether a declaration is of an integer variable.
func plain(d declaration) bool { return d.isVar && !d.array && !d.set && d.base == 'i' }

// defined reports whether it is an integer variable defined by a constraint.
func defined(d declaration) bool {
	for _, e := range d.annotated {
		if e.name == "is_defined_var" {
			return plain(d) && d.value == nil
		}
	}
	return false
}

// newView returns the value of a variable that is a view.
func (b *builder) newView(d *declaration, w view) value {
	lo, hi, values := b.bounds(d.domain)
	base := b.names[w.base]
	v := value{kind: 'i', e: base.e.Plus(number(w.plus).e), x: base.x, view: d.name, plus: base.plus + w.plus}
	if base.isNum {
		v = number(base.n + w.plus)
	}
	if d.domain != nil {
		b.limit(v.e, lo, hi, values)
	}
	return v
}
