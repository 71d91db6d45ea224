package simplex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// matrix is a random sparse matrix, column by column; columns from n on are units.
type matrix struct {
	m    int
	ind  [][]int32
	val  [][]float64
	unit [1]int32
}

func randomMatrix(r *rand.Rand, m int, density float64) *matrix {
	a := &matrix{m: m}
	for j := range m {
		var ind []int32
		var val []float64
		for i := range m {
			if i == j || r.Float64() < density {
				ind, val = append(ind, int32(i)), append(val, math.Round(10*r.NormFloat64())+0.5)
			}
		}
		a.ind, a.val = append(a.ind, ind), append(a.val, val)
	}
	return a
}

func (a *matrix) column(j int32) ([]int32, []float64) {
	if int(j) >= a.m {
		a.unit[0] = j - int32(a.m)
		return a.unit[:], []float64{1}
	}
	return a.ind[j], a.val[j]
}

// times gives B x, with the columns of B named by head.
func (a *matrix) times(head []int32, x []float64) []float64 {
	b := make([]float64, a.m)
	for k, j := range head {
		ind, val := a.column(j)
		for p, i := range ind {
			b[i] += val[p] * x[k]
		}
	}
	return b
}

// across gives the transposed product.
func (a *matrix) across(head []int32, y []float64) []float64 {
	b := make([]float64, a.m)
	for k, j := range head {
		ind, val := a.column(j)
		for p, i := range ind {
			b[k] += val[p] * y[i]
		}
	}
	return b
}

func randomVector(r *rand.Rand, m int, density float64) *vector {
	x := newVector(m)
	for i := range m {
		if r.Float64() < density {
			x.val[i] = r.NormFloat64()
		}
	}
	x.gather()
	return x
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-6*(1+math.Abs(want[i])) {
			t.Fatalf("%s: entry %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}

// solved checks both solves with a right side, and that the lists of nonzeros are
// right.
func solved(t *testing.T, f *factor, a *matrix, head []int32, b *vector) {
	t.Helper()
	want := append([]float64(nil), b.val...)
	x := newVector(a.m)
	x.copyFrom(b)
	f.ftran(x)
	near(t, "ftran", a.times(head, x.val), want)
	y := newVector(a.m)
	y.copyFrom(b)
	f.btran(y)
	near(t, "btran", a.across(head, y.val), want)
	for _, v := range []*vector{x, y} {
		listed := map[int32]bool{}
		for _, i := range v.nz {
			if listed[i] {
				t.Fatalf("place %d is listed twice", i)
			}
			listed[i] = true
		}
		for i, e := range v.val {
			if e != 0 && !listed[int32(i)] {
				t.Fatalf("place %d with %v is not listed", i, e)
			}
		}
	}
}

func TestFactor(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		// From 150 rows on solves look for the nonzeros first.
		m := 1 + r.IntN(400)
		a := randomMatrix(r, m, 2*r.Float64()/float64(m))
		head := make([]int32, m)
		for k := range head {
			head[k] = int32(k)
			if r.IntN(3) == 0 {
				head[k] = int32(m + k)
			}
		}
		var f factor
		f.build(head, int32(m), a.column)
		for _, density := range []float64{0.005, 0.5} {
			solved(t, &f, a, head, randomVector(r, m, density))
		}
		// Change columns one by one.
		for range 20 {
			in := int32(r.IntN(2 * m))
			alpha := newVector(m)
			ind, val := a.column(in)
			for p, i := range ind {
				alpha.add(i, val[p])
			}
			f.ftran(alpha)
			at := int32(-1)
			for _, i := range alpha.nz {
				if at < 0 || math.Abs(alpha.val[i]) > math.Abs(alpha.val[at]) {
					at = i
				}
			}
			if at < 0 || math.Abs(alpha.val[at]) < 0.1 {
				continue
			}
			f.update(at, alpha)
			head[at] = in
		}
		solved(t, &f, a, head, randomVector(r, m, 0.02))
	}
}

func TestDependentColumns(t *testing.T) {
	a := &matrix{m: 3, ind: [][]int32{{0, 1}, {0, 1}, {2}}, val: [][]float64{{1, 2}, {2, 4}, {5}}}
	head := []int32{0, 1, 2}
	var f factor
	if n := f.build(head, 3, a.column); n != 1 {
		t.Fatalf("%d columns were replaced, want 1", n)
	}
	b := newVector(3)
	for i := range b.val {
		b.val[i] = float64(i + 1)
	}
	b.gather()
	solved(t, &f, a, head, b)
}

func TestMarkAndReturn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	n := 30
	cost, lower, upper := make([]float64, n), make([]float64, n), make([]float64, n)
	var rows []Row
	for j := range n {
		cost[j], upper[j] = r.Float64()-0.7, 1
	}
	for range 20 {
		row := Row{Lower: -inf, Upper: 3}
		for j := range n {
			if r.IntN(3) == 0 {
				row.Index, row.Value = append(row.Index, int32(j)), append(row.Value, 1+r.Float64())
			}
		}
		rows = append(rows, row)
	}
	s := New(cost, lower, upper, rows)
	if s.Solve(t.Context()) != Optimal {
		t.Fatal("not optimal")
	}
	want := s.Objective()
	mark, basis := s.Mark(nil), s.Basis()
	for j := range n {
		s.SetBounds(j, 1, 1)
		s.Solve(t.Context())
		s.Return(mark)
		s.SetBounds(j, 0, 1)
		if st := s.Solve(t.Context()); st != Optimal || math.Abs(s.Objective()-want) > 1e-9 {
			t.Fatalf("after column %d: %v, objective %v, want %v", j, st, s.Objective(), want)
		}
	}
	s.AddRows([]Row{{Lower: -inf, Upper: 5, Index: []int32{0, 1}, Value: []float64{1, 1}}})
	s.SetBasis(basis)
	if s.Solve(t.Context()) != Optimal || math.Abs(s.Objective()-want) > 1e-9 {
		t.Fatalf("from an old basis: %v, want %v", s.Objective(), want)
	}
	if kept := s.DeleteRows(func(i int) bool { return i == 20 }); len(kept) != 20 || s.Solve(t.Context()) != Optimal {
		t.Fatalf("%d rows are kept, want 20", len(kept))
	}
}
