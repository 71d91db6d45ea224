package fold_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"farbank/fold"
)

type intTree = fold.Tree[int]

func randomTree(r *rand.Rand, depth int) *intTree {
	return fold.Unfold(depth, func(d int) (int, []int) {
		if d == 0 {
			return r.IntN(10), nil
		}
		below := make([]int, r.IntN(4))
		for i := range below {
			below[i] = r.IntN(d)
		}
		return r.IntN(10), below
	})
}

func eachTree(t *testing.T, law func(*intTree) (got, want any)) {
	t.Helper()
	for seed := range uint64(200) {
		tree := randomTree(rand.New(rand.NewPCG(seed, 1)), 7)
		if got, want := law(tree); !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
	}
}

// mix is a reduction that depends on the order and the number of children.
func mix(n int, below []int) int {
	for _, k := range below {
		n = (n*31 + k + 1) % 1_000_003
	}
	return n
}

func expand(n int) (int, []int) {
	if n < 2 {
		return n, nil
	}
	return n, []int{n - 1, n / 2}
}

func build(n int, below []*intTree) *intTree {
	if len(below) == 0 {
		below = nil
	}
	return &intTree{Value: n, Children: below}
}

func TestFoldLaws(t *testing.T) {
	t.Run("a fold that builds changes nothing", func(t *testing.T) {
		eachTree(t, func(x *intTree) (any, any) { return fold.Fold(x, build), x })
	})
	t.Run("fusion: what maps reductions maps folds", func(t *testing.T) {
		sum := func(n int, below []int) int { return n + total(below) }
		doubled := func(n int, below []int) int { return 2*n + total(below) }
		eachTree(t, func(x *intTree) (any, any) { return 2 * fold.Fold(x, sum), fold.Fold(x, doubled) })
	})
	t.Run("para that does not look is fold", func(t *testing.T) {
		eachTree(t, func(x *intTree) (any, any) {
			return fold.Para(x, func(n int, _ []*intTree, below []int) int { return mix(n, below) }), fold.Fold(x, mix)
		})
	})
	t.Run("para is zygo with a fold that builds", func(t *testing.T) {
		size := func(n int, trees []*intTree, below []int) int {
			for _, x := range trees {
				n += fold.Fold(x, mix)
			}
			return mix(n, below)
		}
		eachTree(t, func(x *intTree) (any, any) { return fold.Para(x, size), fold.Zygo(x, build, size) })
	})
	t.Run("zygo is para that folds the subtrees", func(t *testing.T) {
		f := func(n int, aux, below []int) int { return mix(mix(n, aux), below) }
		aux := func(n int, below []int) int { return n + total(below) }
		eachTree(t, func(x *intTree) (any, any) {
			return fold.Zygo(x, aux, f), fold.Para(x, func(n int, trees []*intTree, below []int) int {
				var results []int
				for _, s := range trees {
					results = append(results, fold.Fold(s, aux))
				}
				return f(n, results, below)
			})
		})
	})
}

func total(xs []int) (n int) {
	for _, x := range xs {
		n += x
	}
	return n
}

type past = fold.Past[int, int]

func TestHistoLaws(t *testing.T) {
	t.Run("histo that sees results only is fold", func(t *testing.T) {
		eachTree(t, func(x *intTree) (any, any) {
			return fold.Histo(x, func(n int, below []*past) int { return mix(n, resultsOf(below)) }), fold.Fold(x, mix)
		})
	})
	t.Run("a past holds what histo makes of each subtree", func(t *testing.T) {
		look := func(n int, below []*past) int {
			for _, p := range below {
				n = n*7 + p.Result + p.Value
				for _, q := range p.Children {
					n = (n*5 + q.Result) % 1_000_003
				}
			}
			return n
		}
		eachTree(t, func(x *intTree) (any, any) {
			var pastOf func(*intTree) *past
			pastOf = func(x *intTree) *past {
				p := &past{Value: x.Value, Result: fold.Histo(x, look)}
				for _, c := range x.Children {
					p.Children = append(p.Children, pastOf(c))
				}
				return p
			}
			return fold.Histo(x, look), look(x.Value, pastOf(x).Children)
		})
	})
	t.Run("dyna is histo after unfold", func(t *testing.T) {
		look := func(n int, below []*past) int { return mix(n, resultsOf(below)) + len(below) }
		for n := range 14 {
			if got, want := fold.Dyna(n, expand, look), fold.Histo(fold.Unfold(n, expand), look); got != want {
				t.Errorf("%d: %d, want %d", n, got, want)
			}
		}
	})
}

func resultsOf(pasts []*past) (rs []int) {
	for _, p := range pasts {
		rs = append(rs, p.Result)
	}
	return rs
}

type future = fold.Future[int, int]

func TestUnfoldLaws(t *testing.T) {
	later := func(n int) (int, []future) {
		value, seeds := expand(n)
		var fs []future
		for _, s := range seeds {
			fs = append(fs, fold.Later[int](s))
		}
		return value, fs
	}
	atOnce := func(n int) (int, []future) { // two levels in one step
		value, seeds := expand(n)
		var fs []future
		for _, s := range seeds {
			v, below := later(s)
			fs = append(fs, fold.Now(v, below...))
		}
		return value, fs
	}
	graft := func(n int) (int, []fold.Branch[int, int]) {
		value, seeds := expand(n)
		var bs []fold.Branch[int, int]
		for i, s := range seeds {
			if i == 0 {
				bs = append(bs, fold.Branch[int, int]{Seed: s})
			} else {
				bs = append(bs, fold.Branch[int, int]{Tree: fold.Unfold(s, expand)})
			}
		}
		return value, bs
	}
	for n := range 12 {
		want := fold.Unfold(n, expand)
		for name, got := range map[string]*intTree{"futu of seeds": fold.Futu(n, later), "futu of two levels": fold.Futu(n, atOnce), "apo": fold.Apo(n, graft)} {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %d is another tree", name, n)
			}
		}
	}
}

// TestDeep checks that the schemes do not use the goroutine's stack and that a deep search fails.
func TestDeep(t *testing.T) {
	const n = 1 << 19
	chain := func(i int) (int, []int) {
		if i == n {
			return i, nil
		}
		return i, []int{i + 1}
	}
	length := func(_ int, below []int) int { return 1 + total(below) }
	if got := fold.Hylo(0, chain, length); got != n+1 {
		t.Errorf("hylo: %d", got)
	}
	if got := fold.Memo(0, 0, chain, length); got != n+1 {
		t.Errorf("memo: %d", got)
	}
	s := fold.Search[int, int]{Children: func(i int, child func(int) bool) { child(i + 1) }, Value: func(int) int { return 1 }, Monoid: fold.Count}
	if _, err := s.RunParallel(t.Context(), 2, 0); !errors.Is(err, fold.ErrDeep) {
		t.Errorf("parallel: %v", err)
	}
	_, err := fold.Lazy(t.Context(), 0, func(i int) (int, iter.Seq[int], error) { return i, slices.Values([]int{i + 1}), nil },
		func(_ int, below iter.Seq[int]) (int, error) { return len(slices.Collect(below)), nil })
	if !errors.Is(err, fold.ErrDeep) {
		t.Errorf("lazy: %v", err)
	}
}

// TestEffects checks that every scheme stops with the first error of either function and when
// the context is done, also if the unfold is infinite.
func TestEffects(t *testing.T) {
	broken := errors.New("broken")
	grow := func(n int) (int, []int, error) { return n, []int{n + 1}, nil }
	stop := func(n int) (int, []int, error) {
		if n == 5 {
			return 0, nil, broken
		}
		return grow(n)
	}
	leaf := func(n int) (int, []int, error) {
		if n == 5 {
			return n, nil, nil
		}
		return grow(n)
	}
	count := func(_ int, below []int) (int, error) { return 1 + total(below), nil }
	fails := func(n int, _ []int) (int, error) { return 0, broken }
	tree := fold.Unfold(9, expand)
	late, cancel := context.WithCancelCause(t.Context())
	cancel(broken)
	ctx := t.Context()
	itself := func(n int) int { return n }
	for name, run := range map[string]func() (any, error){
		"unfold":      func() (any, error) { return fold.UnfoldM(ctx, 0, stop) },
		"unfold late": func() (any, error) { return fold.UnfoldM(late, 0, grow) },
		"fold":        func() (any, error) { return fold.FoldM(ctx, tree, fails) },
		"hylo":        func() (any, error) { return fold.HyloM(ctx, 0, stop, count) },
		"hylo reduce": func() (any, error) { return fold.HyloM(ctx, 0, leaf, fails) },
		"hylo late":   func() (any, error) { return fold.HyloM(late, 0, grow, count) },
		"memo":        func() (any, error) { return fold.MemoM(ctx, itself, 0, stop, count) },
		"memo late":   func() (any, error) { return fold.MemoM(late, itself, 0, grow, count) },
		"dyna": func() (any, error) {
			return fold.DynaM(ctx, 0, stop, func(int, []*past) (int, error) { return 0, nil })
		},
		"histo": func() (any, error) {
			return fold.HistoM(ctx, tree, func(int, []*past) (int, error) { return 0, broken })
		},
		"para": func() (any, error) {
			return fold.ParaM(ctx, tree, func(int, []*intTree, []int) (int, error) { return 0, broken })
		},
		"zygo": func() (any, error) {
			return fold.ZygoM(ctx, tree, fails, func(int, []int, []int) (int, error) { return 0, nil })
		},
		"zygo reduce": func() (any, error) {
			return fold.ZygoM(ctx, tree, count, func(int, []int, []int) (int, error) { return 0, broken })
		},
		"apo": func() (any, error) {
			return fold.ApoM(ctx, 0, func(int) (int, []fold.Branch[int, int], error) { return 0, nil, broken })
		},
		"futu": func() (any, error) {
			return fold.FutuM(ctx, 0, func(int) (int, []future, error) { return 0, nil, broken })
		},
		"futu late": func() (any, error) {
			return fold.FutuM(late, 0, func(n int) (int, []future, error) { return n, []future{fold.Later[int](n)}, nil })
		},
		"lazy":         func() (any, error) { return lazyTo(ctx, broken) },
		"lazy late":    func() (any, error) { return lazyTo(late, nil) },
		"search":       func() (any, error) { return failing(broken, nil).Run(ctx, 0) },
		"search value": func() (any, error) { return failing(nil, broken).Run(ctx, 0) },
		"parallel":     func() (any, error) { return failing(broken, nil).RunParallel(ctx, 2, 0) },
		"late":         func() (any, error) { return failing(nil, nil).Run(late, 0) },
	} {
		if got, err := run(); !errors.Is(err, broken) {
			t.Errorf("%s: %v %v", name, got, err)
		}
	}
	if n, err := fold.HyloM(ctx, 0, leaf, count); n != 6 || err != nil {
		t.Errorf("%d %v", n, err)
	}
}

// lazyTo unfolds without end, with an error at level 9.
func lazyTo(ctx context.Context, err error) (int, error) {
	return fold.Lazy(ctx, 0, func(n int) (int, iter.Seq[int], error) {
		if n == 9 && err != nil {
			return 0, nil, err
		}
		return n, slices.Values([]int{n + 1}), nil
	}, func(_ int, below iter.Seq[int]) (int, error) { return len(slices.Collect(below)), nil })
}

func failing(children, value error) fold.SearchM[int, int] {
	return fold.SearchM[int, int]{Monoid: fold.Count, Children: func(n int, child func(int) bool) error {
		if n == 12 {
			return children
		}
		_ = n < 20 && child(n+1) && child(n+1)
		return nil
	}, Value: func(n int) (int, error) {
		if n == 12 {
			return 1, value
		}
		return 1, nil
	}}
}

// TestLazy checks that Lazy unfolds only what reduce requests and then equals Hylo.
func TestLazy(t *testing.T) {
	visited := 0
	grow := func(n int) (int, iter.Seq[int], error) {
		visited++
		_, seeds := expand(n)
		return n, slices.Values(seeds), nil
	}
	n, err := fold.Lazy(t.Context(), 14, grow, func(n int, below iter.Seq[int]) (int, error) { return mix(n, slices.Collect(below)), nil })
	if want := fold.Hylo(14, expand, mix); n != want || err != nil {
		t.Errorf("%d %v, want %d", n, err, want)
	}
	all := visited
	visited = 0
	_, err = fold.Lazy(t.Context(), 14, grow, func(n int, below iter.Seq[int]) (int, error) {
		for k := range below {
			return k, nil
		}
		return n, nil
	})
	if visited != 14 || err != nil {
		t.Errorf("%d of %d nodes visited, want the 14 of the first way: %v", visited, all, err)
	}
}
