package fold

import "context"

// A machine unfolds and folds at once. Its stack is on the heap, so that only memory limits
// the depth. All schemes use a machine.
type machine[S, A, B any] struct {
	expand func(S) (A, []S, error)
	reduce func(A, []B) (B, error)

	known func(S) (B, bool)      // returns a result that need not be computed; may be nil
	enter func(S, []S, A) error  // called before the children of a seed are computed; may be nil
	leave func(seed S, result B) // called after the result of a seed is computed; may be nil
	stack []activation[S, A, B]  // the path to the current node
}

// An activation is a node on the stack, with the results of its first children.
type activation[S, A, B any] struct {
	seed    S
	value   A
	seeds   []S
	results []B
}

// lookEach is the number of steps between two checks of a context.
const lookEach = 256

// run returns the result of seed.
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

// open returns the result of seed if it is known, and otherwise pushes seed on the stack.
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

// withErrors returns expand and reduce as functions that return a nil error.
func withErrors[S, A, B any](expand func(S) (A, []S), reduce func(A, []B) B) (func(S) (A, []S, error), func(A, []B) (B, error)) {
	return func(s S) (A, []S, error) {
			a, seeds := expand(s)
			return a, seeds, nil
		}, func(a A, below []B) (B, error) {
			return reduce(a, below), nil
		}
}

// must returns r. It panics if err is not nil, for schemes whose functions return no errors.
func must[B any](r B, err error) B {
	if err != nil {
		panic(err)
	}
	return r
}
