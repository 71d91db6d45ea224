package bdd

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/solver"
)

// A table is a function of variables at the levels 0, 2, 4, ... by its values: the reference of the tests.
type table []bool

const count = 5 // state variables

// randomTable returns a random function of n bits: a set of states, or a relation between the state before (bits 0, 2, ...)
// and the one after (1, 3, ...).
func randomTable(r *rand.Rand, n int) table {
	t := make(table, 1<<n)
	k := 1 + r.IntN(4)
	for i := range t {
		t[i] = r.IntN(k+1) == 0
	}
	return t
}

// function returns the diagram of a table whose variable i has the level step*i.
func (m *Manager) function(t table, step int) Ref {
	n := 0
	for 1<<n < len(t) {
		n++
	}
	var build func(i, prefix int) Ref
	build = func(i, prefix int) Ref {
		if i == n {
			if t[prefix] {
				return True
			}
			return False
		}
		return m.Node(step*i, build(i+1, prefix), build(i+1, prefix|1<<i))
	}
	return build(0, 0)
}

func (m *Manager) table(f Ref, n, step int) table {
	t := make(table, 1<<n)
	for x := range t {
		t[x] = m.Holds(f, func(level int) bool { return x>>(level/step)&1 != 0 })
	}
	return t
}

// pair returns the index in a relation of two states.
func pair(x, y int) int {
	p := 0
	for i := range count {
		p |= x >> i & 1 << (2 * i)
		p |= y >> i & 1 << (2*i + 1)
	}
	return p
}

func TestOperations(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := New(0)
		a, b := randomTable(r, count), randomTable(r, count)
		f, g := m.function(a, 2), m.function(b, 2)
		var set []int
		for i := range count {
			if r.IntN(2) == 0 {
				set = append(set, i)
			}
		}
		// Outside of the set, the relation does not depend on the value after.
		rel := randomTable(r, 2*count)
		for p := range rel {
			for i := range count {
				if !slices.Contains(set, i) && p>>(2*i+1)&1 != 0 {
					rel[p] = rel[p&^(1<<(2*i+1))]
				}
			}
		}
		frame := func(x, y int) bool {
			for i := range count {
				if !slices.Contains(set, i) && (x^y)>>i&1 != 0 {
					return false
				}
			}
			return true
		}
		and, image, preimage := make(table, 1<<count), make(table, 1<<count), make(table, 1<<count)
		both, size := false, 0
		for x := range and {
			and[x] = a[x] && b[x]
			both = both || and[x]
			if a[x] {
				size++
			}
			for y := range and {
				if frame(x, y) && rel[pair(x, y)] {
					image[y] = image[y] || a[x]
					preimage[x] = preimage[x] || a[y]
				}
			}
		}
		s, d := m.NewSet(set), m.function(rel, 1)
		check := func(what string, f Ref, want table) {
			t.Helper()
			if f != m.function(want, 2) || !slices.Equal(m.table(f, count, 2), want) {
				t.Fatalf("seed %d: wrong %s", seed, what)
			}
		}
		for round := range 2 {
			check("conjunction", m.And(f, g), and)
			check("image", m.Image(f, d, s), image)
			check("preimage", m.Preimage(f, d, s), preimage)
			if m.Meets(f, g) != both {
				t.Fatalf("seed %d: Meets(f, g) = %t", seed, !both)
			}
			if got := m.Count(f, count); got != float64(size) {
				t.Fatalf("seed %d: %g states, want %d", seed, got, size)
			}
			if f != False {
				x := 0
				for _, l := range m.Pick(f) {
					if l.Value {
						x |= 1 << (l.Level / 2)
					}
				}
				if !a[x] {
					t.Fatalf("seed %d: picked %d", seed, x)
				}
			}
			if round == 0 {
				m.Collect([]Ref{f, g, d})
				if want := m.reachable(f, g, d); m.Used() != want {
					t.Fatalf("seed %d: %d nodes are in use, want %d", seed, m.Used(), want)
				}
			}
		}
	}
}

// reachable returns the number of nodes of functions, with the constant.
func (m *Manager) reachable(roots ...Ref) int {
	seen := map[Ref]bool{0: true}
	var visit func(Ref)
	visit = func(f Ref) {
		if f >>= 1; !seen[f] {
			seen[f] = true
			visit(m.nodes[f].low)
			visit(m.nodes[f].high)
		}
	}
	for _, f := range roots {
		visit(f)
	}
	return len(seen)
}

// wide returns a function with many nodes: x[i] equals x[i+n] for all i, in a bad order.
func wide(m *Manager, n int) Ref {
	f := True
	for i := range n {
		x, y := m.Node(2*i, False, True), m.Node(2*(i+n), False, True)
		f = m.And(f, m.If(x, y, y.Not()))
	}
	return f
}

func TestLimits(t *testing.T) {
	m := New(1 << 20)
	if err := m.Try(0, func() { wide(m, 30) }); !errors.Is(err, solver.ErrMemory) {
		t.Errorf("error %v, want that of the memory limit", err)
	}
	if m.Bytes() > 1<<20 {
		t.Errorf("%d bytes", m.Bytes())
	}
	m.Collect(nil)
	var f Ref
	if err := m.Try(0, func() { f = wide(m, 8) }); err != nil {
		t.Error(err)
	}
	if n := m.Size(f, 1<<20); n < 256 {
		t.Errorf("%d nodes", n)
	}
	if err := m.Try(5000, func() { wide(m, 30) }); !errors.Is(err, ErrWork) {
		t.Errorf("error %v, want that of the work limit", err)
	}
	m.Collect([]Ref{f})
	stop := errors.New("stop")
	m.Tick = func() error { return stop }
	if err := m.Try(0, func() { wide(m, 30) }); err != stop {
		t.Errorf("error %v", err)
	}
	m.Tick = nil
	if g := wide(m, 8); g != f {
		t.Error("equal functions differ after Collect")
	}
}

// BenchmarkQueens counts the solutions of the n queens.
func BenchmarkQueens(b *testing.B) {
	const n = 9
	for range b.N {
		m := New(0)
		x := func(i, j int) Ref { return m.Node(2*(i*n+j), False, True) }
		f := True
		for i := range n {
			row := False
			for j := range n {
				row = m.Or(row, x(i, j))
			}
			f = m.And(f, row)
			for j := range n {
				c := True
				for k := range n {
					for l := range n {
						if (k != i || l != j) && (k == i || l == j || k-l == i-j || k+l == i+j) {
							c = m.And(c, x(k, l).Not())
						}
					}
				}
				f = m.And(f, m.Or(x(i, j).Not(), c))
			}
		}
		if f == False {
			b.Fatal("no solution")
		}
		b.ReportMetric(float64(m.Work()), "steps")
	}
}
