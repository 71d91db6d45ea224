package pddl

// stratify refuses derived predicates that depend on their own negation, which have no
// stratified semantics (Thiébaux, Hoffmann, Nebel 2005).
func (r *reader) stratify() {
	needs := map[int][]int{}
	for _, one := range r.d.derived {
		one.body.atoms(true, func(pred int, _ bool) { needs[one.pred] = append(needs[one.pred], pred) })
	}
	depends := func(from, on int) bool {
		seen, open := map[int]bool{}, []int{from}
		for ; len(open) > 0; open = open[1:] {
			if open[0] == on {
				return true
			}
			if !seen[open[0]] {
				seen[open[0]] = true
				open = append(open, needs[open[0]]...)
			}
		}
		return false
	}
	for _, one := range r.d.derived {
		one.body.atoms(true, func(pred int, positive bool) {
			if !positive && r.d.predicates[pred].derived && depends(pred, one.pred) {
				r.fail(one.pos, "what is derived may need more of itself, not less", "%s depends on not being so itself, by way of %s",
					r.d.predicates[one.pred].name, r.d.predicates[pred].name)
			}
		})
	}
}

// atoms visits the predicates of a formula, and reports for each whether it occurs positively.
func (f *formula) atoms(positive bool, visit func(pred int, positive bool)) {
	if f.op == isAtom {
		visit(f.pred, positive)
	}
	for _, a := range f.args {
		a.atoms(positive != (f.op == isNot), visit)
	}
}
