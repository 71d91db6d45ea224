package order

// A Queue yields the unassigned variable that was moved to its end last (VMTF: Ryan 2004). It has stamps and a search
// position (Biere and Fröhlich 2015). Variables are numbered from 0.
type Queue struct {
	prev, next  []int32
	stamp       []int64
	first, last int32
	at          int32 // all later variables are assigned
	now         int64
}

// Grow adds variables up to n.
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

// Bump moves v to the end. assigned states whether v is assigned.
func (q *Queue) Bump(v uint32, assigned bool) {
	i := int32(v)
	if i == q.last {
		return
	}
	before, after := q.prev[i], q.next[i]
	if q.at == i {
		q.at = after // assigned, like all later ones
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

// Free notifies the queue that v has become unassigned.
func (q *Queue) Free(v uint32) {
	if q.at < 0 || q.stamp[v] > q.stamp[q.at] {
		q.at = int32(v)
	}
}

// Reset moves the search position to the end.
func (q *Queue) Reset() { q.at = q.last }

// Last returns the last unassigned variable, or false if all are assigned.
func (q *Queue) Last(assigned func(v uint32) bool) (uint32, bool) {
	for q.at >= 0 && assigned(uint32(q.at)) {
		q.at = q.prev[q.at]
	}
	return uint32(q.at), q.at >= 0
}

// Stamp returns a number that is greater for later variables.
func (q *Queue) Stamp(v uint32) int64 { return q.stamp[v] }
