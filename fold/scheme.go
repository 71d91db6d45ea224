package fold

// A Tree is a value with trees below it.
type Tree[A any] struct {
	Value    A
	Children []*Tree[A]
}

// Unfold builds the tree of a seed: expand gives the value of a node and the seeds of its
// children (an anamorphism).
func Unfold[S, A any](seed S, expand func(S) (A, []S)) *Tree[A] {
	value, seeds := expand(seed)
	t := &Tree[A]{Value: value}
	for _, s := range seeds {
		t.Children = append(t.Children, Unfold(s, expand))
	}
	return t
}

// Fold reduces a tree: reduce makes a result of a value and the results of the children
// (a catamorphism).
func Fold[A, B any](t *Tree[A], reduce func(A, []B) B) B {
	results := make([]B, len(t.Children))
	for i, c := range t.Children {
		results[i] = Fold(c, reduce)
	}
	return reduce(t.Value, results)
}

// Hylo is Fold after Unfold, without building the tree (a hylomorphism).
func Hylo[S, A, B any](seed S, expand func(S) (A, []S), reduce func(A, []B) B) B {
	value, seeds := expand(seed)
	results := make([]B, len(seeds))
	for i, s := range seeds {
		results[i] = Hylo(s, expand, reduce)
	}
	return reduce(value, results)
}

// Para is Fold whose reduce sees the subtrees beside their results (a paramorphism).
func Para[A, B any](t *Tree[A], reduce func(A, []*Tree[A], []B) B) B {
	results := make([]B, len(t.Children))
	for i, c := range t.Children {
		results[i] = Para(c, reduce)
	}
	return reduce(t.Value, t.Children, results)
}

// A Branch is a child of Apo: a seed to go on with, or a tree that is there already.
type Branch[S, A any] struct {
	Seed S
	Tree *Tree[A] // if not nil, it stands for the branch
}

// Apo is Unfold that may put in trees that are there already (an apomorphism).
func Apo[S, A any](seed S, expand func(S) (A, []Branch[S, A])) *Tree[A] {
	value, branches := expand(seed)
	t := &Tree[A]{Value: value}
	for _, b := range branches {
		if b.Tree == nil {
			b.Tree = Apo(b.Seed, expand)
		}
		t.Children = append(t.Children, b.Tree)
	}
	return t
}

// Memo is Hylo for seeds that are met again: results are kept, at most so many of them
// (0: no bound); past that those of new seeds are computed each time.
func Memo[S comparable, A, B any](bound int, seed S, expand func(S) (A, []S), reduce func(A, []B) B) B {
	known := map[S]B{}
	var hylo func(S) B
	hylo = func(s S) B {
		if r, ok := known[s]; ok {
			return r
		}
		value, seeds := expand(s)
		results := make([]B, len(seeds))
		for i, c := range seeds {
			results[i] = hylo(c)
		}
		r := reduce(value, results)
		if bound <= 0 || len(known) < bound {
			known[s] = r
		}
		return r
	}
	return hylo(seed)
}
