package lu

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A matrix is a random sparse matrix, by columns; columns from n on are unit columns.
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

// times returns B x, with the columns of B in head.
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

// across returns the transposed product.
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

func randomVector(r *rand.Rand, m int, density float64) *Vector {
	x := NewVector(m)
	for i := range m {
		if r.Float64() < density {
			x.Val[i] = r.NormFloat64()
		}
	}
	x.Gather()
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

// solved checks both solves with a right-hand side, and that the lists of nonzeros are correct.
func solved(t *testing.T, f *Factor, a *matrix, head []int32, b *Vector) {
	t.Helper()
	want := append([]float64(nil), b.Val...)
	x := NewVector(a.m)
	x.CopyFrom(b)
	f.FTran(x)
	near(t, "ftran", a.times(head, x.Val), want)
	y := NewVector(a.m)
	y.CopyFrom(b)
	f.BTran(y)
	near(t, "btran", a.across(head, y.Val), want)
	for _, v := range []*Vector{x, y} {
		listed := map[int32]bool{}
		for _, i := range v.NZ {
			if listed[i] {
				t.Fatalf("place %d is listed twice", i)
			}
			listed[i] = true
		}
		for i, e := range v.Val {
			if e != 0 && !listed[int32(i)] {
				t.Fatalf("place %d with %v is not listed", i, e)
			}
		}
	}
}

func TestFactor(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		// From 150 rows on, solves search for the nonzeros first.
		m := 1 + r.IntN(400)
		a := randomMatrix(r, m, 2*r.Float64()/float64(m))
		head := make([]int32, m)
		for k := range head {
			head[k] = int32(k)
			if r.IntN(3) == 0 {
				head[k] = int32(m + k)
			}
		}
		var f Factor
		f.Build(head, int32(m), a.column)
		for _, density := range []float64{0.005, 0.5} {
			solved(t, &f, a, head, randomVector(r, m, density))
		}
		// Replace columns one by one, in U, and from the fifteenth on in product form.
		var held []int32
		updates := 0
		for step := range 30 {
			if step == 15 {
				updates = f.Hold()
				held = append(held, head...)
			}
			in := int32(r.IntN(2 * m))
			alpha := NewVector(m)
			ind, val := a.column(in)
			for p, i := range ind {
				alpha.Add(i, val[p])
			}
			f.FTranColumn(alpha)
			at := int32(-1)
			for _, i := range alpha.NZ {
				if at < 0 || math.Abs(alpha.Val[i]) > math.Abs(alpha.Val[at]) {
					at = i
				}
			}
			if at < 0 || math.Abs(alpha.Val[at]) < 0.1 {
				continue
			}
			f.BTranRow(at, NewVector(m))
			f.Update(at, alpha)
			head[at] = in
			if step%5 == 0 {
				solved(t, &f, a, head, randomVector(r, m, 0.02))
				solved(t, &f, a, head, randomVector(r, m, 0.5))
			}
		}
		solved(t, &f, a, head, randomVector(r, m, 0.02))
		f.Cut(updates)
		solved(t, &f, a, held, randomVector(r, m, 0.02))
	}
}

func TestDependentColumns(t *testing.T) {
	a := &matrix{m: 3, ind: [][]int32{{0, 1}, {0, 1}, {2}}, val: [][]float64{{1, 2}, {2, 4}, {5}}}
	head := []int32{0, 1, 2}
	var f Factor
	if n := f.Build(head, 3, a.column); n != 1 {
		t.Fatalf("%d columns were replaced, want 1", n)
	}
	b := NewVector(3)
	for i := range b.Val {
		b.Val[i] = float64(i + 1)
	}
	b.Gather()
	solved(t, &f, a, head, b)
}
