package disk

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
)

// TestSort sorts more runs than are merged at a time, and stops a sort at several points.
func TestSort(t *testing.T) {
	room, err := Open(filepath.Join(t.TempDir(), "sort"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer room.Close()
	r := rand.New(rand.NewPCG(1, 1))
	form := Form{Key: 1, Number: 1, Least: true}
	var list []uint64
	for range 64 * (maxRuns + 50) {
		list = append(list, r.Uint64(), r.Uint64N(1000))
	}
	sorted := func(stopped func() error) ([]uint64, error) {
		s := NewSort(form, room.Create("runs"), 0)
		s.Stopped = stopped
		err := s.Add(list)
		if len(s.runs) <= maxRuns && err == nil {
			t.Fatalf("%d runs", len(s.runs))
		}
		if err != nil {
			return nil, err
		}
		m, err := MergeSorts(s)
		if err != nil {
			return nil, err
		}
		set, err := WriteMerged(room.Create("sorted"), m)
		if err != nil {
			return nil, err
		}
		reader, err := NewReader(set, 1<<14, nil)
		return read(t, reader, err), nil
	}
	asked := 0
	got, err := sorted(func() error { asked++; return nil })
	if want := unique(form, slices.Clone(list)); err != nil || !slices.Equal(got, want) {
		t.Fatalf("%v: got %d records, want %d", err, len(got)/2, len(want)/2)
	}
	enough := errors.New("enough")
	for _, left := range []int{0, maxRuns + 60, asked - 1} { // while a run is written, while runs are merged, while the result is written
		if _, err := sorted(func() error {
			if left--; left < 0 {
				return enough
			}
			return nil
		}); err != enough {
			t.Errorf("stopped after %d checks: %v", asked, err)
		}
	}
}
