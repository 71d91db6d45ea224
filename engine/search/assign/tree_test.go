package assign

import (
	"context"
	"math/rand/v2"
	"testing"

	"farbank/model"
)

// TestUpAnew checks that incremental updates give the bounds of a new tree, after random fixing,
// narrowing and backtracking.
func TestUpAnew(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := &model.Problem{NumFind: 5}
		for range p.NumFind {
			p.Cells = append(p.Cells, model.CellInfo{Lo: 0, Hi: 4, Type: &model.Type{Kind: model.Int}})
		}
		b := model.NewBuilder()
		root := randomTruth(b, r, 5)
		s := newSolver(context.Background(), p, nil)
		kept := newTree(root)
		var marks []int
		for range 60 {
			v := int32(r.IntN(p.NumFind))
			switch r.IntN(5) {
			case 0:
				marks = append(marks, len(s.trail))
				s.fix(v, s.lo[v])
			case 1:
				marks = append(marks, len(s.trail))
				s.setHi(v, s.hi[v]-1)
			case 2:
				kept.up(s)
				marks = append(marks, len(s.trail))
				kept.narrow(s, int32(len(kept.nodes)-1), 1, 1)
			case 3:
				if len(marks) > 0 {
					k := r.IntN(len(marks))
					s.back(marks[k], nil)
					marks = marks[:k]
				}
			default:
				fresh := newTree(root)
				kept.up(s)
				fresh.up(s)
				for i := range fresh.nodes {
					if got, want := &kept.nodes[i], &fresh.nodes[i]; got.lo != want.lo || got.hi != want.hi {
						t.Fatalf("seed %d: node %d of %v is %d..%d, want %d..%d", seed, i, root, got.lo, got.hi, want.lo, want.hi)
					}
				}
			}
		}
		agreeWithInterpreter(t, s, p, root, r)
	}
}

// agreeWithInterpreter compares holds with the interpreter when all unknowns are fixed.
func agreeWithInterpreter(t *testing.T, s *solver, p *model.Problem, root *model.Expr, r *rand.Rand) {
	t.Helper()
	s.back(0, nil)
	kept := newTree(root)
	for range 40 {
		for v := range p.NumFind {
			s.fix(int32(v), int64(r.IntN(5)))
			s.point[v] = s.lo[v]
		}
		x, _, err := p.Eval(root, s.point)
		if got := kept.holds(s); err == nil && got != (x != 0) {
			t.Fatalf("%v at %v: %v, the interpreter says %d", root, s.point, got, x)
		}
		s.back(0, nil)
	}
}

func randomTruth(b *model.Builder, r *rand.Rand, depth int) *model.Expr {
	if depth == 0 {
		return b.Le(randomNumber(b, r, 0), randomNumber(b, r, 0))
	}
	number := func() *model.Expr { return randomNumber(b, r, depth-1) }
	truth := func() *model.Expr { return randomTruth(b, r, depth-1) }
	switch r.IntN(7) {
	case 0:
		return b.And(truth(), truth())
	case 1:
		return b.Or(truth(), truth(), truth())
	case 2:
		return b.Not(truth())
	case 3:
		return b.Eq(number(), number())
	case 4:
		return b.Lt(number(), number())
	case 5:
		return b.If(truth(), truth(), truth())
	}
	return b.Distinct([]*model.Expr{number(), number(), number()})
}

func randomNumber(b *model.Builder, r *rand.Rand, depth int) *model.Expr {
	if depth <= 0 {
		if r.IntN(3) == 0 {
			return b.Const(int64(r.IntN(5)))
		}
		return b.Cell(r.IntN(5), 0, 4, false)
	}
	number := func() *model.Expr { return randomNumber(b, r, depth-1) }
	switch r.IntN(8) {
	case 0:
		return b.Sum(number(), number(), number())
	case 1:
		return b.Mul(number(), number())
	case 2:
		return b.Least(number(), number())
	case 3:
		return b.Abs(b.Sub(number(), number()))
	case 4:
		return b.If(randomTruth(b, r, depth-1), number(), number())
	case 5:
		return b.Div(number(), number())
	case 6:
		elems := make([]*model.Expr, 5)
		for i := range elems {
			elems[i] = b.Cell(i, 0, 4, false)
		}
		return b.Element(elems, []model.Dim{{Lo: 0, N: 5, Stride: 1}}, []*model.Expr{number()})
	}
	return b.Mod(number(), number())
}
