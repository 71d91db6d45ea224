package fold

import "context"

// A machine unfolds and folds at once, on a stack of its own: how deep it can go is a
// question of memory, not of the stack of the goroutine. All schemes are machines.
type machine[S, A, B any] struct {
	expand func(S) (A, []S, error)
	reduce func(A, []B) (B, error)

	known func(S) (B, bool)      // a result that need not be computed; nil: none
	enter func(S, []S, A) error  // before what is below a seed is computed; nil: nothing
	leave func(seed S, result B) // after; nil: nothing
	stack []activation[S, A, B]  // what is under way
}

// An activation is a node whose results from below are being gathered.
type activation[S, A, B any] struct {
	seed    S
	value   A
	seeds   []S
	results []B
}

// lookEach is after how many steps a context is looked at.
const lookEach = 256

func (m *machine[S, A, B]) run(ctx context.Context, seed S) (result B, err error) {
	var none B
	m.stack = m.stack[:0]
	if r, ok, err := m.open(seed); ok || err != nil {
		return r, err
	}
	for steps := 1; ; steps++ {
		if steps%lookEach == 0 && ctx.Err() != nil {
			return none, context.Cause(ctx)
		}
		top := &m.stack[len(m.stack)-1]
		if k := len(top.results); k < len(top.seeds) {
			if r, ok, err := m.open(top.seeds[k]); err != nil {
				return none, err
			} else if ok {
				m.stack[len(m.stack)-1].results = append(top.results, r)
			}
			continue
		}
		if result, err = m.reduce(top.value, top.results); err != nil {
			return none, err
		}
		if m.leave != nil {
			m.leave(top.seed, result)
		}
		*top = activation[S, A, B]{}
		m.stack = m.stack[:len(m.stack)-1]
		if len(m.stack) == 0 {
			return result, nil
		}
		below := &m.stack[len(m.stack)-1]
		below.results = append(below.results, result)
	}
}

// open begins with a seed, unless its result is known.
func (m *machine[S, A, B]) open(seed S) (r B, ok bool, err error) {
	if m.known != nil {
		if r, ok = m.known(seed); ok {
			return r, true, nil
		}
	}
	value, seeds, err := m.expand(seed)
	if err == nil && m.enter != nil {
		err = m.enter(seed, seeds, value)
	}
	if err == nil {
		m.stack = append(m.stack, activation[S, A, B]{seed, value, seeds, make([]B, 0, len(seeds))})
	}
	return r, false, err
}

// never turns functions without errors into such that have none.
func never[S, A, B any](expand func(S) (A, []S), reduce func(A, []B) B) (func(S) (A, []S, error), func(A, []B) (B, error)) {
	return func(s S) (A, []S, error) {
			a, seeds := expand(s)
			return a, seeds, nil
		}, func(a A, below []B) (B, error) {
			return reduce(a, below), nil
		}
}

// must is for schemes without errors.
func must[B any](r B, err error) B {
	if err != nil {
		panic(err)
	}
	return r
}
