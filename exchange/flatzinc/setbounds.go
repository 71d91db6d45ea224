package flatzinc

import "slices"

// boundSets computes domains of set variables without bounds from their constraints.
func boundSets(f *file) {
	known := map[string]*declaration{}
	open := false
	for i := range f.declarations {
		d := &f.declarations[i]
		known[d.name] = d
		open = open || d.isVar && d.set && !d.array && d.domain == nil && d.value == nil
	}
	for changed := open; changed; {
		changed = false
		for _, c := range f.constraints {
			if i, sources := setSources(c); i >= 0 && boundSet(known, c.list[i], sources) {
				changed = true
			}
			if c.name == "set_eq" && len(c.list) == 2 && boundSet(known, c.list[1], c.list[:1]) {
				changed = true
			}
		}
	}
}

// setSources returns which argument of a constraint is a set whose members come from other
// arguments, and these.
func setSources(c expr) (target int, sources []expr) {
	switch {
	case len(c.list) == 3 && (c.name == "set_union" || c.name == "set_symdiff"):
		return 2, c.list[:2]
	case len(c.list) == 3 && (c.name == "set_diff" || c.name == "set_intersect"):
		return 2, c.list[:1]
	case len(c.list) == 2 && (c.name == "set_eq" || c.name == "set_subset"):
		return 0, c.list[1:]
	case len(c.list) == 2 && c.name == "set_superset":
		return 1, c.list[:1]
	case len(c.list) == 3 && (c.name == "array_set_element" || c.name == "array_var_set_element"):
		return 2, c.list[1:2]
	}
	return -1, nil
}

// boundSet computes the domain of an unbounded set from others, and reports whether it did.
func boundSet(known map[string]*declaration, target expr, sources []expr) bool {
	d := known[target.name]
	if target.kind != 'n' || d == nil || !d.isVar || !d.set || d.array || d.domain != nil || d.value != nil {
		return false
	}
	var all []int64
	for _, e := range sources {
		members, ok := membersOf(known, e, 0)
		if !ok {
			return false
		}
		all = append(all, members...)
	}
	slices.Sort(all)
	domain := expr{kind: '{', line: d.line}
	for _, v := range slices.Compact(all) {
		domain.list = append(domain.list, expr{kind: 'i', n: v})
	}
	d.domain = &domain
	return true
}

// membersOf returns the possible members of a set, or of the sets of an array.
func membersOf(known map[string]*declaration, e expr, depth int) ([]int64, bool) {
	var all []int64
	switch e.kind {
	case '.':
		lo, hi := e.list[0].n, e.list[1].n
		if lo <= hi && (hi-lo < 0 || hi-lo >= maxMembers) {
			return nil, false
		}
		for v := lo; v <= hi; v++ {
			all = append(all, v)
		}
		return all, true
	case '{':
		for _, m := range e.list {
			all = append(all, m.n)
		}
		return all, true
	case '[':
		for _, m := range e.list {
			some, ok := membersOf(known, m, depth)
			if !ok {
				return nil, false
			}
			all = append(all, some...)
		}
		return all, true
	case 'n', 'x':
		d := known[e.name]
		switch {
		case d == nil || depth > 10:
		case d.value != nil:
			return membersOf(known, *d.value, depth+1)
		case d.domain != nil:
			return membersOf(known, *d.domain, depth+1)
		}
	}
	return nil, false
}
