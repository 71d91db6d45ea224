package maxsat

// A totalizer counts the true ones of some literals: output k is true if at least k of them are. Outputs are created on
// demand.
type totalizer struct {
	left, right *totalizer
	size        int
	outputs     []int // output k is outputs[k-1]
}

// newTotalizer returns a balanced tree over literals.
func newTotalizer(literals []int) *totalizer {
	if len(literals) == 1 {
		return &totalizer{size: 1, outputs: literals}
	}
	half := len(literals) / 2
	return &totalizer{left: newTotalizer(literals[:half]), right: newTotalizer(literals[half:]), size: len(literals)}
}

// output returns the literal that is true if at least k of the literals are. k must not exceed their number. output
// passes the clauses it needs to add; fresh returns a new variable.
func (t *totalizer) output(k int, fresh func() int, add func(...int)) int {
	for len(t.outputs) < k {
		n := len(t.outputs) + 1
		t.outputs = append(t.outputs, fresh())
		out := t.outputs[n-1]
		for i := max(0, n-t.right.size); i <= min(n, t.left.size); i++ {
			clause := []int{out}
			if i > 0 {
				clause = append(clause, -t.left.output(i, fresh, add))
			}
			if i < n {
				clause = append(clause, -t.right.output(n-i, fresh, add))
			}
			add(clause...)
		}
		if n > 1 {
			add(-out, t.outputs[n-2])
		}
	}
	return t.outputs[k-1]
}
