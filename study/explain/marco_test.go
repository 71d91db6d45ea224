package explain

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestMarco compares with enumeration of all sets of units, for random monotone functions.
func TestMarco(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		n := r.IntN(9)
		var enough []set // relaxing all units of one of these works
		for range r.IntN(6) {
			s := newSet(n)
			for range min(n, r.IntN(n+1)) {
				s.add(r.IntN(n))
			}
			enough = append(enough, s)
		}
		ok := func(s set) bool {
			return slices.ContainsFunc(enough, func(e set) bool { return e.within(s) })
		}
		var relaxations, conflicts []string
		last := 0
		m := &marco{powerSetMap: powerSetMap{n: n},
			check: func(s set) (verdict, error) {
				if ok(s) {
					return works, nil
				}
				return fails, nil
			},
			known: func(s set) bool { return seed%2 == 0 && s.size()%2 == 0 && ok(s) },
			found: func(relaxation bool, s set) bool {
				if !relaxation {
					conflicts = append(conflicts, s.key())
					return true
				}
				if s.size() < last {
					t.Fatalf("seed %d: a relaxation of %d after one of %d", seed, s.size(), last)
				}
				last = s.size()
				relaxations = append(relaxations, s.key())
				return true
			}}
		if complete, err := m.run(context.Background()); !complete || err != nil {
			t.Fatalf("seed %d: complete %t, %v", seed, complete, err)
		}
		wantR, wantC := all(n, ok)
		for _, x := range [][]string{relaxations, conflicts} {
			slices.Sort(x)
		}
		if !slices.Equal(relaxations, wantR) || !slices.Equal(conflicts, wantC) {
			t.Fatalf("seed %d: %d relaxations, want %d; %d conflicts, want %d", seed, len(relaxations), len(wantR), len(conflicts), len(wantC))
		}
	}
}

// all returns the minimal relaxations and conflicts by trying every set.
func all(n int, ok func(set) bool) (relaxations, conflicts []string) {
	minimal := func(s set, good func(set) bool) bool {
		if !good(s) {
			return false
		}
		for _, i := range s.list() {
			t := s.clone()
			t.drop(i)
			if good(t) {
				return false
			}
		}
		return true
	}
	for bits := range uint64(1) << n {
		s := newSet(n)
		if n > 0 {
			s[0] = bits
		}
		if minimal(s, ok) {
			relaxations = append(relaxations, s.key())
		}
		if minimal(s, func(t set) bool { return !ok(full(n).minus(t)) }) {
			conflicts = append(conflicts, s.key())
		}
	}
	slices.Sort(relaxations)
	slices.Sort(conflicts)
	return relaxations, conflicts
}

func TestSetOfMany(t *testing.T) {
	s := newSet(200)
	for _, i := range []int{0, 63, 64, 199} {
		s.add(i)
	}
	if !slices.Equal(s.list(), []int{0, 63, 64, 199}) || s.size() != 4 || !s.within(full(200)) || full(200).within(s) {
		t.Error(s.list())
	}
}
