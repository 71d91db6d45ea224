package flatzinc

import (
	"context"
	"fmt"
	"slices"

	"farbank/constraint"
)

// A set is a set variable or constant: in[i] is the condition that elems[i] is a member.
type set struct {
	elems []int64 // sorted
	in    []constraint.Bool
}

// has returns the condition that v is a member.
func (s set) has(v int64) constraint.Bool {
	if i, ok := slices.BinarySearch(s.elems, v); ok {
		return s.in[i]
	}
	return constraint.True.Not()
}

// A value is the meaning of a name or an expression.
type value struct {
	kind byte // 'i': an integer; 'b', 's', or 'a' for an array
	e    constraint.Linear
	x    constraint.Int // kind 'i': the variable, if isVar
	b    constraint.Bool
	s    set
	list []value

	isVar bool // kind 'i': e is x
	isNum bool // kind 'i': e is n
	n     int64
	view  string // kind 'i': the name of a variable that is a view, x plus a constant
	plus  int64  // constant of a view
}

// A builder translates a file to a model.
type builder struct {
	m       *constraint.Model
	name    string
	names   map[string]value
	aliases map[string]string // 0/1 variables that are the truth of a Boolean
	early   map[string]bool   // Booleans created before their declaration
	views   map[string]view
	truths  map[string]expr
	tables  map[int][]int             // constraints that are columns of one table, by the first of them
	rows    map[string]*declaration   // variables that are the index of a table's rows
	made    map[string]constraint.Int // variables created for views
	numbers map[int64]constraint.Int
	outputs []output
	line    int
	onRestart
	searched bool
	loose    bool // the model has auxiliary variables in which equal solutions may differ
}

// unbounded is the bound of variables without bounds.
const unbounded = 1 << 40

func (b *builder) fail(format string, args ...any) {
	panic(bad{&Error{b.name, b.line, fmt.Sprintf(format, args...)}})
}

// build translates everything except the objective to a model.
func build(ctx context.Context, f *file, name string) (b *builder, err error) {
	b = &builder{m: &constraint.Model{}, name: name, names: map[string]value{}, aliases: map[string]string{}, early: map[string]bool{}, views: map[string]view{}, truths: map[string]expr{}, tables: map[int][]int{}, rows: map[string]*declaration{}, made: map[string]constraint.Int{}, numbers: map[int64]constraint.Int{}}
	defer func() {
		if wrong := errorOf(recover()); wrong != nil {
			b, err = nil, wrong
		}
	}()
	boundSets(f)
	b.findAliases(f)
	b.findViews(f)
	b.findTruths(f)
	b.findTables(f)
	for i := range f.declarations {
		if b.rows[f.declarations[i].name] == nil {
			b.declare(&f.declarations[i])
		}
	}
	for i, c := range f.constraints {
		if i%itemsBetween == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		b.line = c.line
		if columns, ok := b.tables[i]; !ok {
			b.constraint(c)
		} else if columns != nil {
			b.table(f, columns)
		}
	}
	b.searches(f, f.search)
	return b, nil
}

// findAliases finds constraints bool2int(b, x): x is then b itself.
func (b *builder) findAliases(f *file) {
	kinds := map[string]byte{}
	for _, d := range f.declarations {
		if d.isVar && !d.array && d.value == nil && !d.set {
			kinds[d.name] = d.base
		}
	}
	for _, c := range f.constraints {
		if c.name != "bool2int" || len(c.list) != 2 {
			continue
		}
		p, x := c.list[0], c.list[1]
		if p.kind == 'n' && x.kind == 'n' && kinds[p.name] == 'b' && kinds[x.name] == 'i' && b.aliases[x.name] == "" {
			b.aliases[x.name] = p.name
		}
	}
}

func (b *builder) declare(d *declaration) {
	b.line = d.line
	if d.base == 'f' {
		b.fail("%s: floats are not supported", d.name)
	}
	v, again := b.names[d.name]
	early := b.early[d.name]
	if again && !early {
		b.fail("%s is declared twice", d.name)
	}
	delete(b.early, d.name)
	switch {
	case early:
	case d.value != nil:
		v = b.eval(*d.value)
		if d.isVar && !d.array && d.domain != nil {
			b.within(d, v)
		}
	case d.set:
		v = b.newSet(d)
	case d.base == 'b':
		v = b.newBool(d)
	case b.views[d.name].base != "":
		v = b.newView(d, b.views[d.name])
	default:
		v = b.newInt(d)
	}
	b.names[d.name] = v
	b.output(d, v)
}

// bounds returns the bounds of a domain, and its values if it has gaps.
func (b *builder) bounds(domain *expr) (lo, hi int64, values []int64) {
	if domain == nil {
		return -unbounded, unbounded, nil
	}
	if domain.kind == '.' {
		return domain.list[0].n, domain.list[1].n, nil
	}
	for _, e := range domain.list {
		values = append(values, e.n)
	}
	if len(values) == 0 {
		return 1, 0, nil
	}
	slices.Sort(values)
	return values[0], values[len(values)-1], values
}

func (b *builder) newInt(d *declaration) value {
	lo, hi, values := b.bounds(d.domain)
	if p := b.aliases[d.name]; p != "" {
		t, known := b.names[p]
		if !known { // its declaration follows and uses this one
			t = value{kind: 'b', b: b.m.Bool(p)}
			b.names[p], b.early[p] = t, true
		}
		x := b.m.AsInt(t.b)
		b.limit(x, lo, hi, values)
		return variable(x)
	}
	if lo < -constraint.MaxValue || hi > constraint.MaxValue {
		b.fail("%s: values are at most 2^52 in size", d.name)
	}
	x := b.m.Int(d.name, lo, hi)
	if values != nil {
		b.m.In(x, values...)
	}
	return variable(x)
}

func (b *builder) limit(e constraint.Expr, lo, hi int64, values []int64) {
	b.m.Add(e.Linear().AtLeast(lo))
	b.m.Add(e.Linear().AtMost(hi))
	if values == nil {
		return
	}
	var any []constraint.Condition
	for _, v := range values {
		any = append(any, e.Linear().Is(v))
	}
	b.m.Add(constraint.Or(any...))
}

// within constrains a variable with a value to its domain.
func (b *builder) within(d *declaration, v value) {
	lo, hi, values := b.bounds(d.domain)
	if d.set {
		for i, e := range v.s.elems {
			if e < lo || e > hi || values != nil && !slices.Contains(values, e) {
				b.m.Add(v.s.in[i].Not())
			}
		}
		return
	}
	b.limit(v.e, lo, hi, values)
}

func variable(x constraint.Int) value { return value{kind: 'i', e: x.Linear(), x: x, isVar: true} }

func number(n int64) value { return value{kind: 'i', e: constraint.Const(n), isNum: true, n: n} }

// maxMembers bounds the number of possible members of a set.
const maxMembers = 1 << 22

func (b *builder) newSet(d *declaration) value {
	lo, hi, values := b.bounds(d.domain)
	if d.domain == nil {
		b.fail("%s: a set of integers without bounds", d.name)
	}
	if values == nil {
		values = b.interval(lo, hi)
	}
	s := set{elems: values}
	for _, v := range values {
		s.in = append(s.in, b.m.Bool(fmt.Sprintf("%s has %d", d.name, v)))
	}
	return value{kind: 's', s: s}
}

func (b *builder) interval(lo, hi int64) []int64 {
	if lo <= hi && (hi-lo >= maxMembers || hi-lo < 0) {
		b.fail("%d..%d has too many members", lo, hi)
	}
	var list []int64
	for v := lo; v <= hi; v++ {
		list = append(list, v)
	}
	return list
}

// eval evaluates an expression.
func (b *builder) eval(e expr) value {
	switch e.kind {
	case 'i':
		if e.n > constraint.MaxValue || e.n < -constraint.MaxValue {
			b.fail("%d: values are at most 2^52 in size", e.n)
		}
		return number(e.n)
	case 'b':
		return value{kind: 'b', b: truth(e.n == 1)}
	case '.', '{':
		lo, hi, values := b.bounds(&e)
		if e.kind == '.' {
			values = b.interval(lo, hi)
		}
		s := set{elems: slices.Compact(values)}
		for range s.elems {
			s.in = append(s.in, constraint.True)
		}
		return value{kind: 's', s: s}
	case '[':
		v := value{kind: 'a', list: make([]value, len(e.list))}
		for i, x := range e.list {
			v.list[i] = b.eval(x)
		}
		return v
	case 'n':
		if v, ok := b.names[e.name]; ok {
			return v
		}
		b.fail("%s is not declared", e.name)
	case 'x':
		v, ok := b.names[e.name]
		if !ok || v.kind != 'a' || e.n < 1 || e.n > int64(len(v.list)) {
			b.fail("%s[%d] does not exist", e.name, e.n)
		}
		return v.list[e.n-1]
	case 'f':
		b.fail("floats are not supported")
	}
	b.fail("a value is needed, not %s", e.name)
	return value{}
}

func truth(t bool) constraint.Bool {
	if t {
		return constraint.True
	}
	return constraint.True.Not()
}

// args are the arguments of a constraint.
type args struct {
	*builder
	list []expr
}

func (a args) value(i int, kind byte, what string) value {
	if i >= len(a.list) {
		a.fail("there are only %d arguments", len(a.list))
	}
	v := a.eval(a.list[i])
	if v.kind != kind {
		a.fail("argument %d must be %s", i+1, what)
	}
	return v
}

func (a args) sum(i int) constraint.Linear { return a.value(i, 'i', "an integer").e }
func (a args) bool(i int) constraint.Bool {
	return a.value(i, 'b', "a Boolean").b
}
func (a args) set(i int) set       { return a.value(i, 's', "a set").s }
func (a args) array(i int) []value { return a.value(i, 'a', "an array").list }

// int returns an argument as a variable.
func (a args) int(i int) constraint.Int { return a.asInt(a.value(i, 'i', "an integer")) }

func (b *builder) asInt(v value) constraint.Int {
	if v.isVar {
		return v.x
	}
	if v.view != "" {
		x, ok := b.made[v.view]
		if !ok {
			lo, hi := b.m.Bounds(v.x)
			x = b.m.Int(v.view, lo+v.plus, hi+v.plus)
			b.m.Add(v.e.Equal(x))
			b.made[v.view] = x
		}
		return x
	}
	x, ok := b.numbers[v.n]
	if !ok {
		x = b.m.Int(fmt.Sprint(v.n), v.n, v.n)
		b.numbers[v.n] = x
	}
	return x
}

// number returns a constant argument.
func (a args) number(i int) int64 {
	v := a.value(i, 'i', "an integer")
	if !v.isNum {
		a.fail("argument %d must be a number", i+1)
	}
	return v.n
}

func (a args) each(i int, kind byte, what string) []value {
	list := a.array(i)
	for _, v := range list {
		if v.kind != kind {
			a.fail("argument %d must be an array of %s", i+1, what)
		}
	}
	return list
}

func (a args) ints(i int) []constraint.Int {
	list := a.each(i, 'i', "integers")
	xs := make([]constraint.Int, len(list))
	for k, v := range list {
		xs[k] = a.asInt(v)
	}
	return xs
}

func (a args) sums(i int) []constraint.Expr {
	list := a.each(i, 'i', "integers")
	xs := make([]constraint.Expr, len(list))
	for k, v := range list {
		xs[k] = v.e
	}
	return xs
}

func (a args) bools(i int) []constraint.Bool {
	list := a.each(i, 'b', "Booleans")
	xs := make([]constraint.Bool, len(list))
	for k, v := range list {
		xs[k] = v.b
	}
	return xs
}

func (a args) numbers(i int) []int64 {
	list := a.each(i, 'i', "numbers")
	ns := make([]int64, len(list))
	for k, v := range list {
		if !v.isNum {
			a.fail("argument %d must be an array of numbers", i+1)
		}
		ns[k] = v.n
	}
	return ns
}

func (a args) sets(i int) []set {
	list := a.each(i, 's', "sets")
	ss := make([]set, len(list))
	for k, v := range list {
		ss[k] = v.s
	}
	return ss
}

// weighted returns the weighted sum of two arguments, coefficients and variables.
func (a args) weighted(i int) constraint.Linear {
	ws, list := a.numbers(i), a.array(i+1)
	if len(ws) != len(list) {
		a.fail("there are %d numbers and %d variables", len(ws), len(list))
	}
	xs := make([]constraint.Expr, len(list))
	for k, v := range list {
		if v.kind == 'b' {
			xs[k] = v.b
		} else {
			xs[k] = v.e
		}
	}
	return constraint.Dot(ws, xs...)
}
