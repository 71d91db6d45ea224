package temporal

import "testing"

// TestTypes checks that each entry is returned once.
func TestTypes(t *testing.T) {
	q := newTypes()
	met := make([]bool, 1000)
	left, next := 0, 0
	for next < len(met) || left > 0 {
		if next < len(met) && (left == 0 || next%3 > 0) {
			q.push(int32(next%7), int32(next%5), entry{order: int32(next)})
			next++
			left++
			continue
		}
		if e := q.pop(); met[e.order] {
			t.Fatalf("entry %d twice", e.order)
		} else {
			met[e.order] = true
		}
		if left--; next < len(met) {
			q.push(int32(next%7), int32(next%5), entry{order: int32(next)})
			next++
			left++
		}
	}
	if len(q.lists) > 0 || len(q.place) > 0 {
		t.Errorf("%d lists left", len(q.lists))
	}
}
