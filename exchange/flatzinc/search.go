package flatzinc

import (
	"slices"
	"strconv"

	"farbank/constraint"
)

var varOrders = map[string]constraint.VarOrder{
	"input_order": constraint.InOrder, "first_fail": constraint.SmallestFirst, "anti_first_fail": constraint.LargestFirst, "smallest": constraint.LeastMin,
	"largest": constraint.GreatestMax, "dom_w_deg": constraint.WeightedFirst, "max_regret": constraint.GreatestRegret,
	"most_constrained": constraint.SmallestFirst, "occurrence": constraint.InOrder, // occurrence: the variables are sorted beforehand
}

var valueOrders = map[string]constraint.ValueOrder{
	"indomain_min": constraint.Smallest, "indomain": constraint.Smallest, "indomain_max": constraint.Largest, "indomain_median": constraint.Median,
	"indomain_middle": constraint.Middle, "indomain_random": constraint.AtRandom, "indomain_interval": constraint.FirstInterval,
	"indomain_split": constraint.LowerHalf, "indomain_reverse_split": constraint.UpperHalf, "indomain_split_random": constraint.HalfAtRandom,
	"outdomain_min": constraint.NotSmallest, "outdomain_max": constraint.NotLargest, "outdomain_median": constraint.NotMedian, "outdomain_random": constraint.NotAtRandom,
}

// searches applies the annotations of solve. It ignores unknown ones, as the standard requires.
func (b *builder) searches(f *file, list []expr) {
	for _, e := range list {
		b.line = e.line
		switch {
		case (e.name == "seq_search" || e.name == "warm_start_array") && len(e.list) == 1:
			b.searches(f, e.list[0].list)
		case (e.name == "int_search" || e.name == "bool_search" || e.name == "set_search") && len(e.list) >= 3:
			b.search(f, args{b, e.list})
		case len(e.list) == 2 && slices.Contains([]string{"warm_start", "warm_start_int", "warm_start_bool", "warm_start_set"}, e.name):
			b.warmStart(args{b, e.list})
		}
	}
}

func (b *builder) search(f *file, a args) {
	order, value := a.list[1].name, a.list[2].name
	s := constraint.Search{Order: varOrders[order], Value: valueOrders[value]}
	list := a.array(0)
	if order == "occurrence" || order == "most_constrained" {
		list = f.byOccurrence(a.list[0], list)
	}
	for _, v := range list {
		switch {
		case v.kind == 'i' && !v.isNum:
			s.Vars = append(s.Vars, v.x)
		case v.kind == 'b' && v.b != constraint.True && v.b != constraint.True.Not():
			s.Vars = append(s.Vars, b.m.AsInt(v.b))
		case v.kind == 's':
			s.Value = b.members(&s.Vars, v.s, value)
		}
	}
	if len(s.Vars) > 0 {
		b.m.Search(s)
		b.searched = true
	}
}

// members appends the membership variables of a set in the order of branching. It returns which
// value is tried first: membership or its negation.
func (b *builder) members(to *[]constraint.Int, s set, value string) constraint.ValueOrder {
	first := len(*to)
	for _, p := range s.in {
		if p != constraint.True {
			*to = append(*to, b.m.AsInt(p))
		}
	}
	if value == "indomain_max" || value == "outdomain_max" {
		slices.Reverse((*to)[first:])
	}
	switch value {
	case "outdomain_min", "outdomain_max":
		return constraint.Smallest
	case "indomain_random":
		return constraint.AtRandom
	}
	return constraint.Largest
}

// byOccurrence returns the values of an array sorted by the number of their constraints,
// descending.
func (f *file) byOccurrence(array expr, list []value) []value {
	members, arrays := array.list, f.arrays()
	if array.kind == 'n' {
		members = arrays[array.name]
	}
	if len(members) != len(list) {
		return list
	}
	uses := f.occurrences(arrays)
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(i, j int) int { return uses[members[j].name] - uses[members[i].name] })
	sorted := make([]value, len(list))
	for i, k := range places {
		sorted[i] = list[k]
	}
	return sorted
}

// arrays returns the elements of arrays of variables.
func (f *file) arrays() map[string][]expr {
	arrays := map[string][]expr{}
	for _, d := range f.declarations {
		if d.array && d.isVar && d.value != nil {
			arrays[d.name] = d.value.list
		}
	}
	return arrays
}

// occurrences returns the number of constraints of each variable.
func (f *file) occurrences(arrays map[string][]expr) map[string]int {
	uses := map[string]int{}
	var within func(seen map[string]bool, list []expr)
	within = func(seen map[string]bool, list []expr) {
		for _, e := range list {
			switch members, array := arrays[e.name]; {
			case e.kind == '[':
				within(seen, e.list)
			case e.kind == 'n' && array:
				within(seen, members)
			case e.kind == 'x' && array && e.n >= 1 && e.n <= int64(len(members)):
				within(seen, members[e.n-1:e.n])
			case e.kind == 'n':
				seen[e.name] = true
			}
		}
	}
	for _, c := range f.constraints {
		seen := map[string]bool{}
		within(seen, c.list)
		for name := range seen {
			uses[name]++
		}
	}
	return uses
}

// warmStart sets values that are tried first until there is a solution.
func (b *builder) warmStart(a args) {
	vars, values := a.array(0), a.array(1)
	var xs []constraint.Int
	var list []int64
	add := func(x constraint.Int, n int64) { xs, list = append(xs, x), append(list, n) }
	for i := range min(len(vars), len(values)) {
		switch v, w := vars[i], values[i]; {
		case v.kind == 'i' && !v.isNum && w.isNum:
			add(v.x, w.n-v.plus)
		case v.kind == 'b' && w.kind == 'b' && v.b != constraint.True && v.b != constraint.True.Not():
			n := int64(0)
			if w.b == constraint.True {
				n = 1
			}
			add(b.m.AsInt(v.b), n)
		case v.kind == 's' && w.kind == 's':
			for k, p := range v.s.in {
				if p != constraint.True && w.s.has(v.s.elems[k]) == constraint.True {
					add(b.m.AsInt(p), 1)
				} else if p != constraint.True {
					add(b.m.AsInt(p), 0)
				}
			}
		}
	}
	b.m.Propose(xs, list)
}

// restarts returns the restart strategy in the annotations of solve, or nil.
func restarts(list []expr) constraint.Restarts {
	for _, e := range list {
		number := func(i int) int64 {
			if i < len(e.list) && e.list[i].kind == 'i' {
				return max(e.list[i].n, 1)
			}
			return 100
		}
		switch {
		case e.name == "restart_luby":
			return constraint.LubyRestarts(number(0))
		case e.name == "restart_linear":
			return constraint.LinearRestarts(number(0))
		case e.name == "restart_constant":
			return constraint.ConstantRestarts(number(0))
		case e.name == "restart_none":
			return constraint.NoRestarts
		case e.name == "restart_geometric" && len(e.list) == 2:
			if base, err := strconv.ParseFloat(e.list[0].name, 64); err == nil && base >= 1 {
				return constraint.GeometricRestarts(base, number(1))
			}
		}
	}
	return nil
}
