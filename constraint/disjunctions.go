package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// Limits of the detection of disjunctive tasks.
const (
	minMachine  = 3
	maxMachine  = 200     // edge finding handles at most 200 tasks
	maxDisjoint = 100_000 // number of pairs above which nothing is detected
	maxClauses  = 1 << 20
	maxPlaces   = 8 // average number of cliques of a task
	never       = MaxValue
)

// A precedence is the constraint when -> x + by <= y.
type precedence struct {
	when kernel.Atom
	x, y kernel.Var
	by   int64
}

// precedences are the candidates for disjunctions: sums of two variables and binary clauses.
type precedences struct {
	list    []precedence
	clauses [][2]kernel.Atom
}

// precede records a row that is a precedence.
func (b *building) precede(w row) {
	if b.plain || len(w.terms) != 2 || w.terms[0].Coef+w.terms[1].Coef != 0 || len(b.orders.list) > 2*maxDisjoint {
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

// clause adds a clause, and records it if it is binary.
func (b *building) clause(atoms ...kernel.Atom) {
	b.s.AddClause(atoms...)
	if b.plain || len(b.orders.clauses) >= maxClauses {
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

// standFor records that the new atom fresh is equivalent to a.
func (b *building) standFor(fresh, a kernel.Atom) {
	if fresh == a || b.plain {
		return
	}
	if b.meant == nil {
		b.meant = map[kernel.Atom]kernel.Atom{}
	}
	b.meant[fresh], b.meant[fresh.Not()] = a, a.Not()
}

// meaning returns the atom that a is equivalent to, or a itself.
func (b *building) meaning(a kernel.Atom) kernel.Atom {
	if of, ok := b.meant[a]; ok {
		return of
	}
	return a
}

// disjoint detects sets of tasks that are pairwise disjunctive, and adds edge finding for them (disjunctive scheduling:
// Carlier 1982). The decomposition into pairs remains.
func (b *building) disjoint() {
	known := b.orders
	b.orders = precedences{}
	if len(known.list) < minMachine || len(known.list) > 2*maxDisjoint {
		return
	}
	d := disjunctions{lead: map[[2]kernel.Var]int64{}, open: map[[2]kernel.Var]bool{}, adjacent: map[kernel.Var][]kernel.Var{}}
	for _, p := range known.list {
		if b.s.Holds(p.when) {
			d.add(p.x, p.y, p.by, never)
		}
	}
	d.choices(known)
	if len(d.pairs) > maxDisjoint {
		return
	}
	places := 0
	for _, p := range d.pairs {
		if !d.open[p] {
			continue
		}
		tasks := d.clique(p)
		if places += len(tasks); d.work > cliqueWork || places > maxPlaces*len(d.adjacent) {
			return
		}
		if d.post(b.s, tasks) {
			b.machines++
		}
	}
}

// disjunctions are pairs of tasks, given by their starts, of which one must end before the other starts.
type disjunctions struct {
	lead     map[[2]kernel.Var]int64 // minimal time from the start of the first to that of the second if the first comes first; in both orientations
	adjacent map[kernel.Var][]kernel.Var
	pairs    [][2]kernel.Var        // pairs that are open
	open     map[[2]kernel.Var]bool // pairs of which either may be first; false: already in a clique
	work     int
}

// add records a disjunctive pair. Of two distances for a pair it keeps the larger ones.
func (d *disjunctions) add(x, y kernel.Var, p, q int64) {
	before, known := d.lead[[2]kernel.Var{x, y}]
	if !known {
		d.adjacent[x], d.adjacent[y] = append(d.adjacent[x], y), append(d.adjacent[y], x)
	} else if before+d.lead[[2]kernel.Var{y, x}] >= p+q {
		return
	}
	d.lead[[2]kernel.Var{x, y}], d.lead[[2]kernel.Var{y, x}] = p, q
}

// choices finds the pairs where an atom implies one precedence and its negation the other, directly or by a binary
// clause.
func (d *disjunctions) choices(known precedences) {
	direct, implies := map[kernel.Atom][]precedence{}, map[kernel.Atom][]precedence{}
	var order []kernel.Atom
	imply := func(a kernel.Atom, list ...precedence) {
		if len(list) > 0 {
			if implies[a] == nil {
				order = append(order, a)
			}
			implies[a] = append(implies[a], list...)
		}
	}
	for _, p := range known.list {
		direct[p.when] = append(direct[p.when], p)
		imply(p.when, p)
	}
	for _, c := range known.clauses {
		imply(c[0].Not(), direct[c[1]]...)
		imply(c[1].Not(), direct[c[0]]...)
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

// choose records a pair of which one precedence or the other holds.
func (d *disjunctions) choose(p, q precedence) {
	d.add(p.x, p.y, p.by, q.by)
	if pair := [2]kernel.Var{min(p.x, p.y), max(p.x, p.y)}; !d.open[pair] && d.lead[pair] != never && d.lead[[2]kernel.Var{pair[1], pair[0]}] != never {
		d.open[pair] = true
		d.pairs = append(d.pairs, pair)
	}
}

// A shift is a task: its start and its least length.
type shift struct {
	start  kernel.Var
	length int64
}

// clique returns a set of pairwise disjunctive tasks that contains a pair. Distances may depend on both tasks, as with
// setup times; the length of a task is its least distance to another.
func (d *disjunctions) clique(pair [2]kernel.Var) []shift {
	x, y := pair[0], pair[1]
	tasks := []shift{{x, d.lead[pair]}, {y, d.lead[[2]kernel.Var{y, x}]}}
	for _, z := range d.adjacent[x] {
		if len(tasks) == maxMachine || d.work > cliqueWork {
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

// joins reports whether z is disjunctive with all tasks, and returns its length among them. It returns false if a task
// would lose more than half of its length.
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

// post adds edge finding for a clique. It leaves out tasks that always come after all others, which need no length.
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
	if len(starts) < minMachine {
		return false
	}
	propagate.EdgeFinding(s, starts, lengths)
	return true
}
