package run_test

import (
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/distributed/run"
)

// random returns random states with few values, so that many are duplicates.
func random(r *rand.Rand, n, words int) []uint64 {
	list := make([]uint64, n*words)
	for i := range list {
		list[i] = uint64(r.IntN(1 + n))
		if r.IntN(8) == 0 {
			list[i] = -list[i]
		}
	}
	return list
}

// plain returns the sorted set of states by a simple method.
func plain(list []uint64, words int) [][]uint64 {
	states := slices.Collect(slices.Chunk(list, words))
	slices.SortFunc(states, slices.Compare[[]uint64])
	return slices.CompactFunc(states, slices.Equal[[]uint64])
}

func sorted(list []uint64, words int) []uint64 { return flat(plain(list, words)) }

func flat(states [][]uint64) []uint64 { return slices.Concat(states...) }

func TestSetOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		words := 1 + r.IntN(3)
		var runs [][]uint64
		var all []uint64
		for range r.IntN(6) {
			list := random(r, r.IntN(30), words)
			all = append(all, list...)
			runs = append(runs, sorted(slices.Clone(list), words))
		}
		want := plain(all, words)
		got := run.MergeAll(runs, words)
		if !slices.Equal(got, flat(want)) {
			t.Fatalf("merged: %v, not %v", got, want)
		}
		m := run.NewMinus(got, words)
		for range r.IntN(3) {
			away := plain(random(r, r.IntN(40), words), words)
			want = slices.DeleteFunc(want, func(s []uint64) bool {
				_, found := slices.BinarySearchFunc(away, s, slices.Compare[[]uint64])
				return found
			})
			for piece := range slices.Chunk(away, 1+r.IntN(5)) {
				if !m.Take(flat(piece)) {
					break
				}
			}
			m.End()
		}
		if !slices.Equal(m.Left(), flat(want)) {
			t.Fatalf("left: %v, not %v", m.Left(), want)
		}
	}
}

func TestCode(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		words := 1 + r.IntN(3)
		list := sorted(random(r, r.IntN(50), words), words)
		b := run.Append(nil, list, words)
		got, err := run.Decode([]uint64{7}, b, words)
		if err != nil || !slices.Equal(got[1:], list) {
			t.Fatalf("%v: %v, not %v", err, got[1:], list)
		}
		if _, err := run.Decode(nil, b[:len(b)-1], words); err == nil {
			t.Fatalf("a truncated run is accepted: %v", list)
		}
		if _, err := run.Decode(nil, append(b, 0), words); err == nil {
			t.Fatalf("trailing bytes are accepted: %v", list)
		}
	}
}

// TestDamage checks that damaged bytes give a run or an error.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		words := 1 + r.IntN(3)
		b := run.Append(nil, sorted(random(r, 1+r.IntN(20), words), words), words)
		b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		got, err := run.Decode(nil, b, words)
		if err == nil && !slices.Equal(flat(plain(got, words)), got) {
			t.Fatalf("%v is not a run", got)
		}
	}
}

func TestParts(t *testing.T) {
	counts := make([]int, 7)
	for i := range uint64(70000) {
		counts[run.Part([]uint64{i << 20}, len(counts))]++
	}
	if slices.Min(counts) < 9500 || slices.Max(counts) > 10500 {
		t.Errorf("uneven: %v", counts)
	}
}

func TestStreams(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		words := 1 + r.IntN(3)
		states := plain(random(r, r.IntN(60), words), words)
		runs := make([][][]uint64, 1+r.IntN(5))
		for _, s := range states {
			i := r.IntN(len(runs))
			runs[i] = append(runs[i], s)
		}
		var got []uint64
		err := run.MergeStreams(len(runs), func(i int) ([]uint64, error) {
			if len(runs[i]) == 0 {
				return nil, io.EOF
			}
			n := r.IntN(1 + min(3, len(runs[i])))
			piece := flat(runs[i][:n])
			runs[i] = runs[i][n:]
			return piece, nil
		}, words, func(list []uint64) error {
			got = append(got, list...)
			return nil
		})
		if err != nil || !slices.Equal(got, flat(states)) {
			t.Fatalf("%v: %v, not %v", err, got, states)
		}
	}
}
