package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"

	"farbank/constraint/cnf"
)

func dimacs(w io.Writer, f *cnf.Formula) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, f.Len())
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			fmt.Fprintf(out, "%d ", l)
		}
		fmt.Fprintln(out, 0)
	}
	return out.Flush()
}

// random returns a formula of clauses with k literals of different variables each.
func random(r *rand.Rand, k, variables, clauses int) *cnf.Formula {
	f := &cnf.Formula{Variables: variables}
	for range clauses {
		c := r.Perm(variables)[:k]
		for i := range c {
			if c[i]++; r.IntN(2) == 0 {
				c[i] = -c[i]
			}
		}
		f.Add(c...)
	}
	return f
}

// oneOf requires exactly one of the literals.
func oneOf(f *cnf.Formula, lits []int) {
	f.Add(lits...)
	for i, a := range lits {
		for _, b := range lits[:i] {
			f.Add(-a, -b)
		}
	}
}

// colours encodes a k-colouring of a random graph.
func colours(r *rand.Rand, k, nodes, edges int) *cnf.Formula {
	f := &cnf.Formula{}
	at := func(v, c int) int { return v*k + c + 1 }
	for v := range nodes {
		var all []int
		for c := range k {
			all = append(all, at(v, c))
		}
		oneOf(f, all)
	}
	seen := map[[2]int]bool{}
	for len(seen) < edges {
		a, b := r.IntN(nodes), r.IntN(nodes)
		if a >= b || seen[[2]int{a, b}] {
			continue
		}
		seen[[2]int{a, b}] = true
		for c := range k {
			f.Add(-at(a, c), -at(b, c))
		}
	}
	return f
}

// quasigroup encodes the completion of a Latin square with holes: a cyclic one with permuted rows, columns
// and values.
func quasigroup(r *rand.Rand, n, holes int) *cnf.Formula {
	f := &cnf.Formula{}
	at := func(i, j, v int) int { return (i*n+j)*n + v + 1 }
	group := func(lit func(k int) int) {
		all := make([]int, n)
		for k := range n {
			all[k] = lit(k)
		}
		oneOf(f, all)
	}
	for a := range n {
		for b := range n {
			group(func(k int) int { return at(a, b, k) })
			group(func(k int) int { return at(a, k, b) })
			group(func(k int) int { return at(k, a, b) })
		}
	}
	rows, columns, values := r.Perm(n), r.Perm(n), r.Perm(n)
	for _, cell := range r.Perm(n * n)[holes:] {
		i, j := cell/n, cell%n
		f.Add(at(rows[i], columns[j], values[(i+j)%n]))
	}
	return f
}

// pigeons encodes that n pigeons fit into n-1 holes.
func pigeons(n int) *cnf.Formula {
	f := &cnf.Formula{}
	at := func(p, h int) int { return p*(n-1) + h + 1 }
	for p := range n {
		var c []int
		for h := range n - 1 {
			c = append(c, at(p, h))
			for q := range p {
				f.Add(-at(p, h), -at(q, h))
			}
		}
		f.Add(c...)
	}
	return f
}

// parities encodes parity constraints on the edges at the nodes of a random cubic graph. Exactly one of them
// requires an odd number, so the formula is unsatisfiable (Tseitin).
func parities(r *rand.Rand, nodes int) *cnf.Formula {
	edges := make([][]int, nodes)
	for variable, again := 0, true; again; {
		again = false
		variable = 0
		clear(edges)
		ends := r.Perm(3 * nodes)
		seen := map[[2]int]bool{}
		for i := 0; i < len(ends); i += 2 {
			a, b := ends[i]%nodes, ends[i+1]%nodes
			a, b = min(a, b), max(a, b)
			again = again || a == b || seen[[2]int{a, b}]
			seen[[2]int{a, b}] = true
			variable++
			edges[a], edges[b] = append(edges[a], variable), append(edges[b], variable)
		}
	}
	f := &cnf.Formula{}
	for v, list := range edges {
		parity(f, list, v == 0)
	}
	return f
}

// parity requires an odd or an even number of true literals.
func parity(f *cnf.Formula, lits []int, odd bool) {
	for signs := range 1 << len(lits) {
		c := make([]int, len(lits))
		negated := 0
		for i, l := range lits {
			if c[i] = l; signs>>i&1 == 1 {
				c[i] = -l
				negated++
			}
		}
		if negated%2 == 0 == odd { // excludes the case where exactly the negated ones hold
			f.Add(c...)
		}
	}
}

// ordering encodes a linear order without a least element.
func ordering(n int) *cnf.Formula {
	f := &cnf.Formula{}
	before := func(a, b int) int {
		if a > b {
			return -(b*n + a + 1)
		}
		return a*n + b + 1
	}
	for a := range n {
		var someBefore []int
		for b := range n {
			if a == b {
				continue
			}
			someBefore = append(someBefore, before(b, a))
			for c := range n {
				if c != a && c != b {
					f.Add(-before(a, b), -before(b, c), before(a, c))
				}
			}
		}
		f.Add(someBefore...)
	}
	return f
}

// progressions encodes a two-colouring of 1 to n without an arithmetic progression of a terms in one colour
// or of b terms in the other (van der Waerden).
func progressions(a, b, n int) *cnf.Formula {
	f := &cnf.Formula{}
	forbid := func(length, sign int) {
		for first := 1; first <= n; first++ {
			for step := 1; first+(length-1)*step <= n; step++ {
				c := make([]int, length)
				for i := range c {
					c[i] = sign * (first + i*step)
				}
				f.Add(c...)
			}
		}
	}
	forbid(a, 1)
	forbid(b, -1)
	return f
}
