package order

// A Queue gives the variable that was moved to its end last (VMTF: Ryan 2004; with stamps and a
// place from which all later ones are assigned: Biere and Fröhlich 2015). Variables are numbered from 0.
type Queue struct {
	prev, next  []int32
	stamp       []int64
	first, last int32
	at          int32 // no variable after it is unassigned
	now         int64
}

// Grow enters variables up to n.
func (q *Queue) Grow(n int) {
	if len(q.stamp) == 0 {
		q.first, q.last, q.at = -1, -1, -1
	}
	for len(q.stamp) < n {
		q.prev, q.next, q.stamp = append(q.prev, -1), append(q.next, -1), append(q.stamp, 0)
		q.append(int32(len(q.stamp) - 1))
		q.at = q.last
	}
}

func (q *Queue) append(v int32) {
	q.now++
	q.stamp[v] = q.now
	q.prev[v], q.next[v] = q.last, -1
	if q.last >= 0 {
		q.next[q.last] = v
	} else {
		q.first = v
	}
	q.last = v
}

// Bump moves a variable to the end.
func (q *Queue) Bump(v uint32, assigned bool) {
	i := int32(v)
	if i == q.last {
		return
	}
	before, after := q.prev[i], q.next[i]
	if q.at == i {
		q.at = after // assigned, like all after it
		if before >= 0 {
			q.at = before
		}
	}
	if before >= 0 {
		q.next[before] = after
	} else {
		q.first = after
	}
	q.prev[after] = before
	q.append(i)
	if !assigned {
		q.at = i
	}
}

// Free says that a variable is unassigned again.
func (q *Queue) Free(v uint32) {
	if q.at < 0 || q.stamp[v] > q.stamp[q.at] {
		q.at = int32(v)
	}
}

// Reset has the search for unassigned variables begin at the end.
func (q *Queue) Reset() { q.at = q.last }

// Last is the last variable that is not assigned, if there is one.
func (q *Queue) Last(assigned func(v uint32) bool) (uint32, bool) {
	for q.at >= 0 && assigned(uint32(q.at)) {
		q.at = q.prev[q.at]
	}
	return uint32(q.at), q.at >= 0
}

// Stamp is greater for variables that are later.
func (q *Queue) Stamp(v uint32) int64 { return q.stamp[v] }
