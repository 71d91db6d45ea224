package disk

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"farbank/internal/durable"
)

// randomRecords generates records, some with equal keys, from a dense or a sparse key space.
func randomRecords(r *rand.Rand, f Form, n int) []uint64 {
	var list []uint64
	top := uint(1 + r.IntN(64))
	for range n {
		for range f.Key {
			list = append(list, r.Uint64()>>(64-top))
		}
		for range f.Number {
			list = append(list, r.Uint64N(1000))
		}
	}
	return list
}

// unique computes the result of Sorter.Unique with a map.
func unique(f Form, list []uint64) []uint64 {
	type key [4]uint64
	sums := map[key][]uint64{}
	w := f.Words()
	for i := 0; i < len(list); i += w {
		var k key
		copy(k[:], list[i:i+f.Key])
		if sums[k] == nil {
			sums[k] = make([]uint64, f.Number)
		}
		for j := range f.Number {
			sums[k][j] += list[i+f.Key+j]
		}
	}
	var out []uint64
	for _, k := range slices.SortedFunc(maps.Keys(sums), func(a, b key) int { return slices.Compare(a[:f.Key], b[:f.Key]) }) {
		out = append(append(out, k[:f.Key]...), sums[k]...)
	}
	return out
}

var forms = []Form{{Key: 1}, {Key: 2}, {Key: 3}, {Key: 1, Number: 1}, {Key: 2, Number: 2}, {Key: 1, Number: 2}}

func TestUnique(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := forms[seed%uint64(len(forms))]
		list := randomRecords(r, f, r.IntN(3000))
		want := unique(f, list)
		if got := NewSorter(f).Unique(list); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %d words, want %d", seed, len(got), len(want))
		}
	}
}

func written(t *testing.T, room *Room, name string, f Form, list []uint64) *Set {
	t.Helper()
	w := NewWriter(f, room.Create(name), 2000)
	for words := f.Words(); len(list) > 0; {
		n := min(len(list), 700*words)
		if err := w.Add(list[:n]); err != nil {
			t.Fatal(err)
		}
		list = list[n:]
	}
	s, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, r *Reader, err error) (out []uint64) {
	t.Helper()
	for err == nil && r.First() != nil {
		out, err = r.Take(out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestMergeAndDifference compares merges, key ranges and differences with the same operations on lists in
// memory.
func TestMergeAndDifference(t *testing.T) {
	room, err := Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 2))
		f := forms[seed%uint64(len(forms))]
		s := NewSorter(f)
		var all []uint64
		var sources []Source
		for i := range 1 + r.IntN(6) {
			list := s.Unique(randomRecords(r, f, r.IntN(6000)))
			all = append(all, list...)
			if i == 0 {
				sources = append(sources, &List{f, slices.Clone(list)})
				continue
			}
			set := written(t, room, fmt.Sprint("run", i), f, list)
			if err := set.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			reader, err := NewReader(set, 600, nil)
			if got := read(t, reader, err); !slices.Equal(got, list) {
				t.Fatalf("seed %d: read %d words of a set, want %d", seed, len(got), len(list))
			}
			reader, err = NewReader(set, 600, nil)
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, reader)
		}
		keys := Form{Key: f.Key}
		var without []uint64
		for i, w := 0, f.Words(); i < len(all); i += w {
			if r.IntN(2) == 0 {
				without = append(without, all[i:i+f.Key]...)
			}
		}
		without = append(without, randomRecords(r, keys, 100)...)
		without = NewSorter(keys).Unique(without)
		set := written(t, room, "less", keys, without)
		m := NewMerge(s, sources, nil, 1)
		want := unique(f, all)
		var got, kept []uint64
		var diff *Difference
		for !m.Ended() {
			list, err := m.Next()
			if err != nil {
				t.Fatal(err)
			}
			if len(list) == 0 {
				continue
			}
			got = append(got, list...)
			if diff == nil {
				if diff, err = NewDifference(f, set, 100, list[:f.Key]); err != nil {
					t.Fatal(err)
				}
			}
			if list, err = diff.Filter(list); err != nil {
				t.Fatal(err)
			}
			kept = append(kept, list...)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: merging yields %d words, want %d", seed, len(got), len(want))
		}
		checkKept(t, seed, f, want, without, kept)
		checkRange(t, r, set, without)
	}
}

func checkKept(t *testing.T, seed uint64, f Form, all, without, kept []uint64) {
	t.Helper()
	var want []uint64
	there := map[[3]uint64]bool{}
	key := func(list []uint64) (k [3]uint64) {
		copy(k[:], list[:f.Key])
		return k
	}
	for k := 0; k < len(without); k += f.Key {
		there[key(without[k:])] = true
	}
	for i, w := 0, f.Words(); i < len(all); i += w {
		if !there[key(all[i:])] {
			want = append(want, all[i:i+w]...)
		}
	}
	if !slices.Equal(kept, want) {
		t.Fatalf("seed %d: the difference has %d words, want %d", seed, len(kept), len(want))
	}
}

func checkRange(t *testing.T, r *rand.Rand, set *Set, list []uint64) {
	t.Helper()
	w := set.Form.Words()
	n := len(list) / w
	i := r.IntN(n)
	j := i + r.IntN(n-i)
	reader, err := NewRange(set, 100, list[i*w:i*w+w], list[j*w:j*w+w])
	if got := read(t, reader, err); !slices.Equal(got, list[i*w:j*w]) {
		t.Fatalf("read %d words of a key range, want %d", len(got), (j-i)*w)
	}
}

// TestDamage checks that a flipped bit or a truncated file is detected.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for k := range 300 {
		f := forms[k%3]
		dir := t.TempDir()
		room, err := Open(dir, 0)
		if err != nil {
			t.Fatal(err)
		}
		set := written(t, room, "set", f, NewSorter(f).Unique(randomRecords(r, f, 3000)))
		set.File.Close()
		bytes, err := os.ReadFile(room.Path("set"))
		if err != nil {
			t.Fatal(err)
		}
		if k%2 == 0 {
			bytes[r.IntN(len(bytes))] ^= 1 << r.IntN(8)
		} else {
			bytes = bytes[:r.IntN(len(bytes))]
		}
		os.WriteFile(room.Path("set"), bytes, 0o666)
		var failed *Error
		if err := set.Check(t.Context()); !errors.As(err, &failed) {
			t.Fatalf("%d: %v", k, err)
		}
		room.Close()
	}
}

// TestRoom checks the byte limit, and that a folder cannot be opened twice.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	room, err := Open(dir, 100)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, 0); err == nil {
		t.Error("a folder was opened twice")
	}
	f := room.Create("x")
	if _, err := f.Append(make([]byte, 100)); err != nil {
		t.Error(err)
	}
	var limit *LimitError
	if _, err := f.Append(make([]byte, 1)); !errors.As(err, &limit) {
		t.Error(err)
	}
	f.Remove()
	if room.Used() != 0 || room.Most() != 100 {
		t.Error(room.Used(), room.Most())
	}
	room.Remove()
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was not removed")
	}
}

// TestFormerLock checks that the lock file of an earlier version does not prevent the removal of the
// folder.
func TestFormerLock(t *testing.T) {
	dir := t.TempDir() + "/x"
	room, err := Open(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(room.Path("lock"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	room.Remove()
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder was not removed")
	}
}

// TestOneAtATime checks that a folder has one owner at a time while it is created and removed concurrently.
func TestOneAtATime(t *testing.T) {
	dir := t.TempDir() + "/x"
	var inside atomic.Int32
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 300 {
				r, err := Open(dir, 0)
				if errors.Is(err, durable.ErrBusy) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if inside.Add(1) > 1 {
					t.Error("the folder has two owners")
				}
				runtime.Gosched()
				inside.Add(-1)
				r.Remove()
			}
		})
	}
	wg.Wait()
}

// TestFailedAppend checks that bytes that could not be written count for the file but not for a set.
func TestFailedAppend(t *testing.T) {
	room, err := Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s := written(t, room, "x", Form{Key: 1}, []uint64{1, 2, 3})
	whole := s.End()
	s.File.file.Close() // without the knowledge of File
	if _, err := s.File.Append(make([]byte, 100)); err == nil {
		t.Fatal("Append succeeded on a closed file")
	}
	s.File.file = nil
	if info, err := os.Stat(room.Path("x")); err != nil || s.End() != whole || info.Size() != whole || s.File.Size() == whole {
		t.Fatal(err, s.End(), whole, s.File.Size())
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestDifferenceReadsLittle checks that extents between the queried keys are not read.
func TestDifferenceReadsLittle(t *testing.T) {
	room, err := Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer room.Close()
	list := make([]uint64, 200*blockRecords)
	for i := range list {
		list[i] = uint64(i) * 1000
	}
	f := Form{Key: 1}
	set := written(t, room, "set", f, list)
	n := len(set.Extents)
	if n < 8 {
		t.Fatal("too few extents")
	}
	from, to := set.Extents[2], set.Extents[n-2] // the reader always reads one block ahead
	if _, err := set.File.file.WriteAt(make([]byte, to.At+int64(to.Size)-from.At), from.At); err != nil {
		t.Fatal(err)
	}
	last := list[len(list)-1]
	diff, err := NewDifference(f, set, 4096, []uint64{0})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := diff.Filter([]uint64{0, 1, last - 1, last})
	if err != nil || !slices.Equal(kept, []uint64{1, last - 1}) {
		t.Error(err, kept)
	}
}

// TestWriterGoesOn checks that a writer can continue after a failed write and writes each record once.
func TestWriterGoesOn(t *testing.T) {
	room, err := Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer room.Close()
	full := errors.New("full")
	room.Fault = func() error { return full }
	w := NewWriter(Form{Key: 1}, room.Create("set"), 64)
	if err := w.Add([]uint64{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Close(); err != full {
		t.Fatal(err)
	}
	room.Fault = nil
	set, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(set, 512, nil)
	if got := read(t, r, err); !slices.Equal(got, []uint64{1, 2, 3}) {
		t.Error(got)
	}
}
