package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Of disjunctions.
const (
	leastMachine = 3
	mostMachine  = 200     // edge finding takes no more
	mostDisjoint = 100_000 // pairs, with more of which nothing is looked for
	mostClauses  = 1 << 20
	mostPlaces   = 8 // in how many cliques a task is, on the average
	never        = MaxValue
)

// A precedence is x + by <= y, where an atom holds.
type precedence struct {
	when kernel.Atom
	x, y kernel.Var
	by   int64
}

// precedences are what sums of two variables say, and the clauses of two atoms, as they come to the solver.
type precedences struct {
	list    []precedence
	clauses [][2]kernel.Atom
}

// precede remembers a row that is a precedence.
func (b *building) precede(w row) {
	if b.plain || len(w.terms) != 2 || w.terms[0].Coef+w.terms[1].Coef != 0 || len(b.orders.list) > 2*mostDisjoint {
		return
	}
	x, y := w.terms[0], w.terms[1]
	if x.Coef < 0 {
		x, y = y, x
	}
	if x.Coef == 1 && w.limit < 0 && w.limit >= -MaxValue {
		b.orders.list = append(b.orders.list, precedence{b.meaning(w.r), x.X, y.X, -w.limit})
	}
}

// clause adds a clause, and remembers one of two atoms.
func (b *building) clause(atoms ...kernel.Atom) {
	b.s.AddClause(atoms...)
	if b.plain || len(b.orders.clauses) >= mostClauses {
		return
	}
	var open [2]kernel.Atom
	n := 0
	for _, a := range atoms {
		if b.s.Fails(a) {
			continue
		}
		if n == 2 || b.s.Holds(a) {
			return
		}
		open[n] = b.meaning(a)
		n++
	}
	if n == 2 {
		b.orders.clauses = append(b.orders.clauses, open)
	}
}

// standFor notes that an atom, which was made for it, says what another does.
func (b *building) standFor(made, a kernel.Atom) {
	if made == a || b.plain {
		return
	}
	if b.meant == nil {
		b.meant = map[kernel.Atom]kernel.Atom{}
	}
	b.meant[made], b.meant[made.Not()] = a, a.Not()
}

// meaning is the atom that one stands for.
func (b *building) meaning(a kernel.Atom) kernel.Atom {
	if of, ok := b.meant[a]; ok {
		return of
	}
	return a
}

// disjoint looks for tasks of which each two are told not to run at the same time, by choices of two precedences, and
// adds edge finding for them (as for Disjunctive: Carlier 1982) beside the choices, which stay.
func (b *building) disjoint() {
	told := b.orders
	b.orders = precedences{}
	if len(told.list) < leastMachine || len(told.list) > 2*mostDisjoint {
		return
	}
	d := disjunctions{lead: map[[2]kernel.Var]int64{}, open: map[[2]kernel.Var]bool{}, beside: map[kernel.Var][]kernel.Var{}}
	for _, p := range told.list {
		if b.s.Holds(p.when) {
			d.add(p.x, p.y, p.by, never)
		}
	}
	d.choices(told)
	if len(d.pairs) > mostDisjoint {
		return
	}
	places := 0
	for _, p := range d.pairs {
		if !d.open[p] {
			continue
		}
		tasks := d.clique(p)
		if places += len(tasks); d.work > cliqueWork || places > mostPlaces*len(d.beside) {
			return
		}
		if d.post(b.s, tasks) {
			b.machines++
		}
	}
}

// disjunctions are pairs of tasks, by their starts, of which one ends before the other starts.
type disjunctions struct {
	lead   map[[2]kernel.Var]int64 // how long after the first the second starts at least, if it is after it; both ways round
	beside map[kernel.Var][]kernel.Var
	pairs  [][2]kernel.Var        // those that are open
	open   map[[2]kernel.Var]bool // pairs of which either may be first; false: in a clique already
	work   int
}

// add tells two tasks apart: of two ways that is the one with more time.
func (d *disjunctions) add(x, y kernel.Var, p, q int64) {
	before, known := d.lead[[2]kernel.Var{x, y}]
	if !known {
		d.beside[x], d.beside[y] = append(d.beside[x], y), append(d.beside[y], x)
	} else if before+d.lead[[2]kernel.Var{y, x}] >= p+q {
		return
	}
	d.lead[[2]kernel.Var{x, y}], d.lead[[2]kernel.Var{y, x}] = p, q
}

// choices are the pairs of which an atom has one be first, and its negation the other: by itself, or by what a clause
// of two has it imply.
func (d *disjunctions) choices(told precedences) {
	says, implies := map[kernel.Atom][]precedence{}, map[kernel.Atom][]precedence{}
	var order []kernel.Atom
	imply := func(a kernel.Atom, list ...precedence) {
		if len(list) > 0 {
			if implies[a] == nil {
				order = append(order, a)
			}
			implies[a] = append(implies[a], list...)
		}
	}
	for _, p := range told.list {
		says[p.when] = append(says[p.when], p)
		imply(p.when, p)
	}
	for _, c := range told.clauses {
		imply(c[0].Not(), says[c[1]]...)
		imply(c[1].Not(), says[c[0]]...)
	}
	for _, a := range order {
		for _, p := range implies[a] {
			for _, q := range implies[a.Not()] {
				if d.work++; d.work > cliqueWork {
					return
				}
				if p.x == q.y && p.y == q.x {
					d.choose(p, q)
				}
			}
		}
	}
}

// choose adds a pair of which one precedence holds or the other.
func (d *disjunctions) choose(p, q precedence) {
	d.add(p.x, p.y, p.by, q.by)
	if pair := [2]kernel.Var{min(p.x, p.y), max(p.x, p.y)}; !d.open[pair] && d.lead[pair] != never && d.lead[[2]kernel.Var{pair[1], pair[0]}] != never {
		d.open[pair] = true
		d.pairs = append(d.pairs, pair)
	}
}

// A shift is a task: when it starts, and for how long it surely runs.
type shift struct {
	start  kernel.Var
	length int64
}

// clique is a set of tasks with a pair in it, of which each two are told apart. What lies between a task and the next
// may differ, as where machines have to be set up: its length is the least of that.
func (d *disjunctions) clique(pair [2]kernel.Var) []shift {
	x, y := pair[0], pair[1]
	tasks := []shift{{x, d.lead[pair]}, {y, d.lead[[2]kernel.Var{y, x}]}}
	for _, z := range d.beside[x] {
		if len(tasks) == mostMachine || d.work > cliqueWork {
			break
		}
		if length, ok := d.joins(tasks, z); ok {
			for i := range tasks {
				tasks[i].length = min(tasks[i].length, d.lead[[2]kernel.Var{tasks[i].start, z}])
			}
			tasks = append(tasks, shift{z, length})
		}
	}
	return tasks
}

// joins reports whether a task is told apart from all of a clique, and what its length in it is; none of the clique
// may lose more than half of its length.
func (d *disjunctions) joins(tasks []shift, z kernel.Var) (length int64, ok bool) {
	length = never
	for _, t := range tasks {
		d.work++
		p, known := d.lead[[2]kernel.Var{t.start, z}]
		if !known || t.start == z || p < t.length-t.length/2 {
			return 0, false
		}
		length = min(length, d.lead[[2]kernel.Var{z, t.start}])
	}
	return length, true
}

// post adds edge finding for a clique, without tasks that are always after all others: they need no time.
func (d *disjunctions) post(s *kernel.Solver, tasks []shift) bool {
	var starts []kernel.Var
	var lengths []int64
	for i, t := range tasks {
		for _, u := range tasks[:i] {
			d.open[[2]kernel.Var{min(t.start, u.start), max(t.start, u.start)}] = false
		}
		if t.length != never {
			starts, lengths = append(starts, t.start), append(lengths, t.length)
		}
	}
	if len(starts) < leastMachine {
		return false
	}
	propagate.EdgeFinding(s, starts, lengths)
	return true
}
