package flatzinc

// findTruths finds Booleans that reify a comparison of a variable with a constant. They need no
// variable of their own.
func (b *builder) findTruths(f *file) {
	for _, c := range f.constraints {
		if comparisons[c.name] == nil || len(c.list) != 3 || c.list[2].kind != 'n' {
			continue
		}
		x, y := c.list[0], c.list[1]
		if _, again := b.truths[c.list[2].name]; !again && (x.kind == 'n' && y.kind == 'i' || x.kind == 'i' && y.kind == 'n') {
			b.truths[c.list[2].name] = c
		}
	}
}

var comparisons = map[string]func(a args) condition{
	"int_eq_reif": conditions["int_eq"], "int_ne_reif": conditions["int_ne"], "int_le_reif": conditions["int_le"], "int_lt_reif": conditions["int_lt"],
}

// newBool returns the value of a declared Boolean.
func (b *builder) newBool(d *declaration) value {
	if c, ok := b.truths[d.name]; ok {
		x := c.list[0]
		if x.kind != 'n' {
			x = c.list[1]
		}
		if v, known := b.names[x.name]; known && v.kind == 'i' && !v.isNum && !b.early[x.name] {
			return value{kind: 'b', b: b.m.Truth(comparisons[c.name](args{b, c.list[:2]}))}
		}
	}
	return value{kind: 'b', b: b.m.Bool(d.name)}
}
