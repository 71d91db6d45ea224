package lu

// A triangle is one triangular factor, stored such that a solve only visits nonzeros: once the
// value of a place is final, its list holds the places that it changes.
type triangle struct {
	order    []int32 // places in the order in which their values become final; U has that of Factor
	beg, end []int32 // of the list of each place
	room     []int32 // the end of the memory of each list, if entries can be added
	ind      []int32
	val      []float64
	pivot    []float64 // the divisor of a final value; nil means 1

	stack, at, found []int32 // of the depth-first search for the nonzeros
	seen             []bool
}

// The nonzeros of a solve are searched for if there are fewer than a fraction before the solve, and
// fewer than another one after it. The size is at least sparseSize.
const (
	sparseShare = 0.04
	foundShare  = 0.08
	sparseSize  = 150
)

// sparse solves by a search for the nonzeros, and reports whether they were few enough for that.
func (t *triangle) sparse(x *Vector) bool {
	m := len(x.Val)
	return m >= sparseSize && float64(len(x.NZ)) < sparseShare*float64(m) && t.solveSparse(x)
}

// solve overwrites x with the solution.
func (t *triangle) solve(x *Vector) {
	if t.sparse(x) {
		return
	}
	if len(t.order) == 0 {
		return
	}
	val := x.Val
	for _, r := range t.order {
		v := val[r]
		if v == 0 {
			continue
		}
		b, e := t.beg[r], t.end[r]
		ind := t.ind[b:e]
		num := t.val[b:e]
		for k, i := range ind {
			val[i] -= num[k] * v
		}
	}
	x.Gather()
}

// solveSparse first finds the places that can become nonzero, by depth-first search (Gilbert and
// Peierls 1988). Its time is proportional to the number of arithmetic operations. It reports whether
// they are few enough; if not, x is unchanged.
func (t *triangle) solveSparse(x *Vector) bool {
	if len(t.seen) < len(x.Val) {
		t.seen = make([]bool, len(x.Val))
	}
	t.found = t.found[:0]
	limit := int(foundShare * float64(len(x.Val)))
	for _, s := range x.NZ {
		if !t.seen[s] && !t.reach(s, limit) {
			for _, i := range t.found {
				t.seen[i] = false
			}
			for _, i := range t.stack {
				t.seen[i] = false
			}
			return false
		}
	}
	val := x.Val
	for k := len(t.found) - 1; k >= 0; k-- {
		r := t.found[k]
		t.seen[r] = false
		v := val[r]
		if v == 0 {
			continue
		}
		if t.pivot != nil {
			v /= t.pivot[r]
			val[r] = v
		}
		for p := t.beg[r]; p < t.end[r]; p++ {
			val[t.ind[p]] -= t.val[p] * v
		}
	}
	x.NZ = append(x.NZ[:0], t.found...)
	x.Trim()
	return true
}

// reach appends the places reachable from s in depth-first postorder. It returns false, and leaves
// the others on the stack, if more than limit are found.
func (t *triangle) reach(s int32, limit int) bool {
	t.stack = append(t.stack[:0], s)
	t.at = append(t.at[:0], t.beg[s])
	t.seen[s] = true
	for len(t.stack) > 0 {
		top := len(t.stack) - 1
		r, p := t.stack[top], t.at[top]
		for p < t.end[r] && t.seen[t.ind[p]] {
			p++
		}
		if p == t.end[r] {
			t.found = append(t.found, r)
			t.stack, t.at = t.stack[:top], t.at[:top]
			continue
		}
		next := t.ind[p]
		t.at[top] = p + 1
		t.seen[next] = true
		t.stack = append(t.stack, next)
		t.at = append(t.at, t.beg[next])
		if len(t.found)+len(t.stack) > limit {
			return false
		}
	}
	return true
}

// transposeOf fills t with the transpose of u, whose lists of the given places are not empty; m is the
// size.
func (t *triangle) transposeOf(u *triangle, m int, places []int32) {
	t.beg, t.end = sized(t.beg, m), sized(t.end, m)
	clear(t.end)
	for _, r := range places {
		for _, i := range u.ind[u.beg[r]:u.end[r]] {
			t.end[i]++
		}
	}
	t.makeRoom()
	for _, r := range places {
		for p := u.beg[r]; p < u.end[r]; p++ {
			i := u.ind[p]
			t.ind[t.end[i]], t.val[t.end[i]] = r, u.val[p]
			t.end[i]++
		}
	}
	t.pivot = u.pivot
}

// makeRoom allocates lists with the lengths in end, and leaves them empty.
func (t *triangle) makeRoom() {
	next := int32(0)
	for i, n := range t.end {
		t.beg[i], t.end[i] = next, next
		next += n
	}
	t.ind, t.val = sized(t.ind, int(next)), sized(t.val, int(next))
}

// sized returns a slice of n elements, and reuses the memory of s if possible.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
