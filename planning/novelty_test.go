package planning

import "testing"

// TestNovelty compares the novelty of states with sets of the facts and the pairs of facts seen, for estimates that
// are often the same, and with parents of which some have another one.
func TestNovelty(t *testing.T) {
	counts := [4]int{}
	for seed, task := range randomTasks(200, 40) {
		plain := explorePlainly(task, 200)
		if plain == nil {
			continue
		}
		s := prepared(t, task)
		v := newNovelty(s)
		seen := map[[3]int64]bool{}
		l := newLazy(s, 0, Options{}, NewFF(s, 1), NewFF(s, 0)).byNovelty()
		visit := func(i, from int) {
			l.load(i)
			kind, got := int64(l.state[0]/2), int64(0)
			if from < 0 {
				got = v.of(i, l.state, kind, -1, nil)
			} else {
				got = v.of(i, l.state, kind, from, l.store.at(from))
			}
			want := int64(3)
			for x, a := range l.state {
				f := int64(s.offset[x] + int(a))
				for y, b := range l.state {
					g := int64(s.offset[y] + int(b))
					if k := [3]int64{kind, f, g}; !seen[k] {
						seen[k] = true
						if want = min(want, 2); x == y {
							want = 1
						}
					}
				}
			}
			if counts[want]++; got != want {
				t.Fatalf("seed %d: novelty %d of %v, want %d", seed, got, l.state, want)
			}
		}
		s.pack(s.begin, l.packed)
		l.store.add(l.packed)
		visit(0, -1)
		for i := 0; i < l.store.count && l.store.count < 200; i++ {
			l.load(i)
			ops := s.applicable(l.state, nil)
			for _, op := range ops {
				l.load(i)
				s.apply(int(op), l.state, l.next, l.packed, l.child)
				if j, fresh := l.store.add(l.child); fresh {
					visit(j, i)
				}
			}
		}
	}
	if t.Log(counts); min(counts[1], counts[2], counts[3]) < 100 {
		t.Errorf("states by novelty: %v", counts)
	}
}
