package assign

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"farbank/model"
)

// madeChain returns a random problem in which most constraints connect neighboring unknowns.
func madeChain(r *rand.Rand, n int) (*model.Problem, []*model.Expr) {
	p := &model.Problem{NumFind: n}
	b := model.NewBuilder()
	var cells []*model.Expr
	for i := range n {
		lo := r.Int64N(2) - 1
		info := model.CellInfo{Lo: lo, Hi: lo + 1 + r.Int64N(3), Type: &model.Type{Kind: model.Int}}
		p.Cells = append(p.Cells, info)
		cells = append(cells, b.Cell(i, info.Lo, info.Hi, false))
	}
	var conds []*model.Expr
	for range n + r.IntN(n) {
		i := r.IntN(n - 2)
		x, y, z := cells[i], cells[i+1], cells[i+2]
		if r.IntN(12) == 0 {
			z = cells[r.IntN(n)]
		}
		c := b.Const(r.Int64N(5) - 1)
		switch r.IntN(9) {
		case 0:
			conds = append(conds, b.Distinct([]*model.Expr{x, y}))
		case 1:
			conds = append(conds, b.Distinct([]*model.Expr{x, b.Sum(y, b.Const(1)), b.Sum(z, b.Const(2))}))
		case 2:
			conds = append(conds, b.Le(b.Sum(x, y, z), c))
		case 3:
			conds = append(conds, b.Or(b.Eq(x, c), b.Le(y, z)))
		case 4:
			conds = append(conds, b.Ne(b.Mul(x, y), c))
		case 5:
			conds = append(conds, b.Or(b.Lt(x, y), b.Not(b.And(b.Eq(y, c), b.Le(z, c)))))
		case 6:
			conds = append(conds, b.Ne(b.Div(x, y), c)) // undefined if y is 0
		case 7:
			conds = append(conds, b.Le(b.If(b.Eq(x, c), y, z), b.Least(x, z)))
		default:
			conds = append(conds, b.Le(b.Sum(append([]*model.Expr{c}, cells...)...), b.Const(int64(n)+r.Int64N(4))))
		}
	}
	return p, conds
}

// TestComponents checks that counting by components, with the cache, agrees with counting one by
// one and with listing.
func TestComponents(t *testing.T) {
	gains := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 6))
		n := 3 + r.IntN(4)
		p, conds := madeChain(r, n)
		s := newSolver(context.Background(), p, conds)
		s.wakeAll()
		got := tally{}
		if s.propagate() {
			c := newCounter(s, 0, func() bool { return true })
			c.least, c.tries = 1, -1<<30
			var err error
			if got, err = c.count(s.order); err != nil {
				t.Fatal(err)
			}
			gains += c.gains
		}
		want := int64(0)
		state := make(model.State, n)
		var walk func(i int)
		walk = func(i int) {
			if i < n {
				for state[i] = p.Cells[i].Lo; state[i] <= p.Cells[i].Hi; state[i]++ {
					walk(i + 1)
				}
				return
			}
			for _, e := range conds {
				if x, defined, err := p.Eval(e, state); err != nil || !defined || x == 0 {
					return
				}
			}
			want++
		}
		walk(0)
		if got.whole().Int64() != want {
			t.Fatalf("seed %d: %v, not %d: %v", seed, got.whole(), want, conds)
		}
	}
	if gains < 200 {
		t.Errorf("only %d gains", gains)
	}
}

// TestComponentsMany counts more solutions than can be listed, and more than fit 64 bits.
func TestComponentsMany(t *testing.T) {
	p := &model.Problem{NumFind: 120}
	b := model.NewBuilder()
	var conds, cells []*model.Expr
	for i := range p.NumFind {
		p.Cells = append(p.Cells, model.CellInfo{Lo: 0, Hi: 2, Type: &model.Type{Kind: model.Int}})
		cells = append(cells, b.Cell(i, 0, 2, false))
		if i > 0 {
			conds = append(conds, b.Ne(cells[i-1], cells[i]))
		}
	}
	s := newSolver(context.Background(), p, conds)
	got, err := newCounter(s, 0, func() bool { return true }).count(s.order)
	want := new(big.Int).Lsh(big.NewInt(3), 119)
	if err != nil || got.whole().Cmp(want) != 0 {
		t.Errorf("%v, not %v: %v", got.whole(), want, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s = newSolver(ctx, p, conds)
	s.asks = 0xFF
	if _, err := newCounter(s, 0, func() bool { return true }).count(s.order); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped count: %v", err)
	}
}

// TestComponentText checks that a constraint and an unknown with the same encoding lead to
// different keys.
func TestComponentText(t *testing.T) {
	d := &domains{}
	for range 2 {
		d.add(0, 1<<20)
	}
	one := component{vars: []int32{1}, trees: 1, key: d.describe(0, nil)}
	if two := (component{vars: []int32{0, 1}}); one.text(d) == two.text(d) {
		t.Error("two components have the same text")
	}
}

// TestComponentsMemory checks that the cache keeps to its share of the memory.
func TestComponentsMemory(t *testing.T) {
	for _, memory := range []int64{0, 100, 40_000} {
		p, conds := madeChain(rand.New(rand.NewPCG(5, 6)), 6)
		s := newSolver(context.Background(), p, conds)
		c := newCounter(s, memory, func() bool { return true })
		for i := range 2000 {
			c.keep(strconv.Itoa(i), one)
		}
		if memory > 0 && c.bytes > memory/4 || memory != 100 && len(c.cache) == 0 {
			t.Errorf("of %d bytes %d are used, by %d", memory, c.bytes, len(c.cache))
		}
	}
}
