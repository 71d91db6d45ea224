package pddl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
)

// A stateVar is an array that represents predicates: its value at an index determines which of
// their facts holds.
type stateVar struct {
	name    string
	parts   []part
	index   []int32tuple // objects of each index
	markers map[int]string
	value   string // the type of an element
	none    bool   // it may have no value
	empties bool   // an action may leave it without a value
}

type int32tuple []int32

// split returns the element of the array and the value that represent a fact.
func (v *stateVar) split(s *writingScope, pred int, texts []string) (place, value string) {
	p := v.part(pred)
	var index []string
	for _, a := range p.order {
		index = append(index, texts[a])
	}
	place = v.name
	if len(index) > 0 {
		place += "[" + strings.Join(index, ", ") + "]"
	}
	if p.counted < 0 {
		return place, v.markers[pred]
	}
	return place, texts[p.counted]
}

func (v *stateVar) part(pred int) *part {
	for i := range v.parts {
		if v.parts[i].pred == pred {
			return &v.parts[i]
		}
	}
	return nil
}

// choose selects the invariants that become arrays: greedily, those that cover most of the
// remaining facts.
func (w *importer) choose() {
	p := newProver(w.g)
	var list []*candidate
	for _, c := range p.candidates() {
		if p.single(c) {
			list = append(list, c)
		}
	}
	weight := make([]int, len(w.d.predicates))
	for n, f := range w.g.facts {
		if w.g.varies[n] {
			weight[f.pred]++
		}
	}
	for {
		var best []part
		most := 0
		for _, c := range list {
			parts, sum := w.apart(c, weight)
			if sum > most {
				best, most = parts, sum
			}
		}
		if best == nil {
			return
		}
		w.add(best)
	}
}

// single reports whether every group of a candidate has at most one initial fact.
func (p *prover) single(c *candidate) bool {
	first := map[string][]int32{}
	for n, f := range p.g.facts {
		if group, in := c.group(f); in && (p.g.begin[int32(n)] || p.g.doubtful[int32(n)]) {
			first[group] = append(first[group], int32(n))
		}
	}
	for _, group := range first {
		if len(group) > 1 && p.g.together(group) > 1 {
			return false
		}
	}
	return true
}

// apart returns the parts of a candidate without an array whose values are distinguishable, and
// their number of facts. It returns no parts if no part has a counted argument.
func (w *importer) apart(c *candidate, weight []int) ([]part, int) {
	var out []part
	var values []int32
	sum, counts := 0, false
	parts := slices.Clone(c.parts)
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(weight[b.pred], weight[a.pred]) })
	for _, x := range parts {
		if w.vars[x.pred] != nil || weight[x.pred] == 0 {
			continue
		}
		if x.counted >= 0 {
			of := w.g.of(w.d.predicates[x.pred].params[x.counted].of)
			if overlap(of, values) {
				continue
			}
			values = append(values, of...)
			counts = true
		}
		out = append(out, x)
		sum += weight[x.pred]
	}
	if !counts {
		return nil, 0
	}
	return out, sum
}

// add adds an array for some predicates.
func (w *importer) add(parts []part) {
	head := &w.d.predicates[parts[0].pred]
	v := &stateVar{parts: parts, markers: map[int]string{}, index: make([]int32tuple, len(parts[0].order))}
	v.name = w.name("predicate", head.name)
	var values []int32
	var markers []string
	words := []string{}
	for _, x := range parts {
		p := &w.d.predicates[x.pred]
		for i, a := range x.order {
			for _, o := range w.g.of(p.params[a].of) {
				if !slices.Contains(v.index[i], o) {
					v.index[i] = append(v.index[i], o)
				}
			}
		}
		if x.counted < 0 {
			v.markers[x.pred] = w.name("marker", p.name)
			markers = append(markers, v.markers[x.pred])
		} else {
			values = append(values, w.g.of(p.params[x.counted].of)...)
			for _, k := range p.params[x.counted].of {
				words = append(words, w.d.types[k].name)
			}
		}
		w.vars[x.pred] = v
	}
	v.value = w.set(values, strings.Join(words, "-or-"))
	if len(markers) > 0 {
		one := w.free(capital(head.name + "-else"))
		w.types = append(w.types, fmt.Sprintf("enum %s { %s }", one, strings.Join(markers, ", ")))
		both := w.free(capital(head.name + "-value"))
		w.types = append(w.types, fmt.Sprintf("enum %s = %s + %s", both, v.value, one))
		v.value = both
	}
}

// fixed returns the name of a constant predicate that is a total function of all but its last
// argument, or "".
func (w *importer) fixed(pred int) string {
	p := &w.d.predicates[pred]
	r := w.g.relations[pred]
	last := len(p.params) - 1
	if last < 1 {
		return ""
	}
	size := 1
	for _, v := range p.params[:last] {
		size *= len(w.g.of(v.of))
	}
	seen := map[string]bool{}
	for _, f := range r.facts {
		seen[key(f[:last])] = true
		for i, v := range p.params {
			if !w.d.is(f[i], v.of) {
				return ""
			}
		}
	}
	if len(seen) != size || len(r.facts) != size {
		return ""
	}
	return w.name("predicate", p.name)
}

// array writes a value for each index, or a single value if all are equal.
func array(index [][]string, values []string) string {
	if len(index) == 0 {
		return values[0]
	}
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return values[0]
	}
	var list []string
	for i, v := range values {
		list = append(list, tuple(index[i])+": "+v)
	}
	return "{" + wrapped(list) + "}"
}

// tuples returns the combinations of some lists of objects.
func tuples(lists []int32tuple) [][]int32 {
	out := [][]int32{nil}
	for _, l := range lists {
		var next [][]int32
		for _, t := range out {
			for _, o := range l {
				next = append(next, append(slices.Clone(t), o))
			}
		}
		out = next
	}
	return out
}

func (w *importer) objects(list []int32) []string {
	var texts []string
	for _, o := range list {
		texts = append(texts, w.object(o))
	}
	return texts
}

// indexed writes the index of an array.
func (w *importer) indexed(lists []int32tuple, hint string) string {
	if len(lists) == 0 {
		return ""
	}
	var texts []string
	for _, l := range lists {
		texts = append(texts, w.set(l, hint+"-index"))
	}
	return "[" + strings.Join(texts, ", ") + "]"
}

// constantsAndState writes the constants and the state variables.
func (w *importer) constantsAndState() {
	w.line("")
	for k := range w.d.predicates {
		if w.asked[k] {
			w.fixedPredicate(k)
		}
	}
	for _, fn := range w.functions() {
		if w.asked[fn] {
			w.table(fn)
		}
	}
	w.line("")
	w.unknowns()
	done := map[*stateVar]bool{}
	for k := range w.d.predicates {
		p := &w.d.predicates[k]
		switch v := w.vars[k]; {
		case !p.changes || slices.ContainsFunc(p.params, func(x variable) bool { return len(w.g.of(x.of)) == 0 }):
		case v != nil && !done[v]:
			done[v] = true
			w.variable(v)
		case v == nil && len(p.params) == 0:
			name := w.name("predicate", p.name)
			w.line("%s %s: bool = %s", w.stateWord(name), name, w.startOf(fact{pred: k}))
		case v == nil:
			var list []string
			for _, f := range w.d.init {
				if f.pred == k {
					list = append(list, tuple(w.objects(f.args)))
				}
			}
			name := w.name("predicate", p.name)
			w.line("%s %s: set of %s = %s", w.stateWord(name), name, w.product(p.params), w.firstSet(k, "{"+wrapped(unique(list))+"}"))
		}
	}
	for _, fn := range w.functions() {
		if fn.kept() {
			w.counter(fn)
		}
	}
	w.line("")
}

func unique(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

func (w *importer) begins(pred int, args []int32) bool {
	return slices.ContainsFunc(w.d.init, func(f fact) bool { return f.pred == pred && slices.Equal(f.args, args) })
}

// product returns the type of tuples of parameters.
func (w *importer) product(params []variable) string {
	var texts []string
	for _, v := range params {
		texts = append(texts, w.typeOf(v.of))
	}
	return tuple(texts)
}

func (w *importer) fixedPredicate(k int) {
	p := &w.d.predicates[k]
	facts := w.g.relations[k].facts
	if n := w.fixed(k); n != "" {
		last := len(p.params) - 1
		var lists []int32tuple
		for _, v := range p.params[:last] {
			lists = append(lists, w.g.of(v.of))
		}
		var index [][]string
		var values []string
		for _, t := range tuples(lists) {
			i := slices.IndexFunc(facts, func(f []int32) bool { return slices.Equal(f[:last], t) })
			index, values = append(index, w.objects(t)), append(values, w.object(facts[i][last]))
		}
		w.line("const %s%s: %s = %s", n, w.indexed(lists, p.name), w.typeOf(p.params[last].of), array(index, values))
		return
	}
	var list []string
	for _, f := range facts {
		list = append(list, tuple(w.objects(f)))
	}
	w.line("const %s: set of %s = {%s}", w.name("predicate", p.name), w.product(p.params), wrapped(list))
}

// variable writes an array of predicates.
func (w *importer) variable(v *stateVar) {
	var index [][]string
	var values []string
	for _, t := range tuples(v.index) {
		value := ""
		for _, f := range w.d.init {
			if v.part(f.pred) == nil {
				continue
			}
			if at, this := w.placeOf(v, f); slices.Equal(at, t) {
				value = this
			}
		}
		if value == "" {
			value, v.none = "none", true
		}
		index, values = append(index, w.objects(t)), append(values, w.firstValue(v, t, value))
	}
	of := v.value
	if v.none {
		of += " or none"
	}
	w.line("%s %s%s: %s = %s", w.stateWord(v.name), v.name, w.indexed(v.index, v.name), of, array(index, values))
}

// functions returns the numeric functions, sorted by name.
func (w *importer) functions() []*function {
	var list []*function
	for _, fn := range w.d.functions {
		list = append(list, fn)
	}
	slices.SortFunc(list, func(a, b *function) int { return strings.Compare(a.name, b.name) })
	return list
}

func (w *importer) lists(params []variable) []int32tuple {
	var lists []int32tuple
	for _, v := range params {
		lists = append(lists, w.g.of(v.of))
	}
	return lists
}

// fluentText writes a fluent.
func (s *importer) fluentText(fn *function, texts []string) string {
	n := s.name("function", fn.name)
	if !fn.changes {
		s.asked[fn] = true
	}
	switch {
	case len(texts) == 0:
		return n
	case !fn.changes && s.partial(fn):
		return n + "(" + strings.Join(texts, ", ") + ")"
	}
	return n + "[" + strings.Join(texts, ", ") + "]"
}

// partial reports whether a function is undefined for some objects.
func (w *importer) partial(fn *function) bool {
	for _, t := range tuples(w.lists(fn.params)) {
		if _, given := w.d.values[w.d.fluent(fn, t, nil)]; !given {
			return true
		}
	}
	return false
}

// table writes a constant function. Undefined values are represented by a number that does not
// occur otherwise.
func (w *importer) table(fn *function) {
	lists := w.lists(fn.params)
	partial := w.partial(fn)
	var index [][]string
	var given []int64
	all := tuples(lists)
	for _, t := range all {
		if v, ok := w.d.values[w.d.fluent(fn, t, nil)]; ok {
			given = append(given, v)
		}
	}
	if len(given) == 0 {
		given = []int64{0}
	}
	lo, hi := slices.Min(given), slices.Max(given)
	digits := 0
	for _, v := range given {
		digits = max(digits, w.d.digitsOf(v))
	}
	if partial {
		lo -= model.Power(w.d.digits - digits)
	}
	from, to := w.d.fixed(lo, digits, false), w.d.fixed(hi, digits, true)
	var values []string
	for _, t := range all {
		v, ok := w.d.values[w.d.fluent(fn, t, nil)]
		if !ok {
			v = lo
		}
		index, values = append(index, w.objects(t)), append(values, w.d.text(v))
	}
	if len(all) == 0 {
		return
	}
	n := w.name("function", fn.name)
	if !partial {
		w.line("const %s%s: %s..%s = %s", n, w.indexed(lists, fn.name), from, to, array(index, values))
		return
	}
	table := w.name("table", fn.name+"-table")
	w.line("const %s%s: %s..%s = %s    // %s: none", table, w.indexed(lists, fn.name), from, to, array(index, values), w.d.text(lo))
	var params, names []string
	for i, v := range fn.params {
		names = append(names, fmt.Sprintf("x%d", i+1))
		params = append(params, fmt.Sprintf("x%d: %s", i+1, w.typeOf(v.of)))
	}
	if len(params) == 0 {
		w.line("def %s() = first(n in {%s} where n != %s)", n, table, w.d.text(lo))
		return
	}
	w.line("def %s(%s) = first(n in {%s[%s]} where n != %s)", n, strings.Join(params, ", "), table, strings.Join(names, ", "), w.d.text(lo))
}

// counter writes a numeric state variable.
func (w *importer) counter(fn *function) {
	lists := w.lists(fn.params)
	r := interval{far, -far}
	var index [][]string
	var values []string
	for _, t := range tuples(lists) {
		name := w.d.fluent(fn, t, nil)
		v, given := w.d.values[name]
		if !given {
			panic(refused{why: name + " has no value at first"})
		}
		r = r.join(interval{v, v})
		if k, ok := w.g.fluentAt[name]; ok {
			r = r.join(w.g.ranges[k])
		}
		index, values = append(index, w.objects(t)), append(values, w.d.text(v))
	}
	if len(values) > 0 {
		name := w.name("function", fn.name)
		w.line("%s %s%s: %s..%s = %s", w.stateWord(name), name, w.indexed(lists, fn.name), w.d.fixed(r.lo, fn.digits, false), w.d.fixed(r.hi, fn.digits, true), array(index, values))
	}
}
