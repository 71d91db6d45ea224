package certificate

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"farbank/graph/disk"
	"farbank/model"
)

// Files describes the temporary storage for a certificate whose states do not fit in memory.
type Files struct {
	Dir    string // folder for temporary files
	Limit  int64  // maximum size of the files in bytes; 0 means no limit
	Memory int64  // memory for sorting in bytes; 0 means 256 MiB
}

// CheckOnDisk is like Check but keeps the states in files. It sorts the states and the successors of all
// moves with their maximum distances, and compares the two sorted lists.
func CheckOnDisk(ctx context.Context, p *model.Problem, r io.Reader, files Files) (*Verdict, error) {
	if files.Memory <= 0 {
		files.Memory = 256 << 20
	}
	dir, err := os.MkdirTemp(files.Dir, "farbank-verify-")
	if err != nil {
		return nil, &disk.Error{Name: files.Dir, Err: err}
	}
	defer os.RemoveAll(dir)
	room, err := disk.Open(filepath.Join(dir, "states"), files.Limit)
	if err != nil {
		return nil, err
	}
	defer room.Close()
	return check(ctx, p, r, func(l *model.Layout) listing {
		workers := runtime.GOMAXPROCS(0)
		words := int(files.Memory / 8 / 2 / int64(workers+2)) // half of it for scratch memory and read buffers
		s := &sortedStates{ctx: ctx, room: room, workers: workers, words: words, form: disk.Form{Key: l.Words, Number: 1, Least: true}}
		s.sort = s.newSort("listed")
		return s
	})
}

// A sortedStates holds states with their distances in files.
type sortedStates struct {
	ctx     context.Context
	room    *disk.Room
	form    disk.Form
	workers int
	words   int // memory for a sort
	sort    *disk.Sort
	set     *disk.Set
	record  []uint64
}

func (s *sortedStates) newSort(name string) *disk.Sort {
	sort := disk.NewSort(s.form, s.room.Create(name), s.words)
	sort.Stopped = s.stopped
	return sort
}

// stopped returns the reason why the check has to end, or nil.
func (s *sortedStates) stopped() error {
	if s.ctx.Err() != nil {
		return context.Cause(s.ctx)
	}
	return nil
}

// add always reports true; check finds duplicates.
func (s *sortedStates) add(state []uint64, d int64) bool {
	s.record = append(append(s.record[:0], state...), uint64(d))
	if err := s.sort.Add(s.record); err != nil {
		panic(failure{err})
	}
	if s.sort.Added&4095 == 0 {
		if err := s.stopped(); err != nil {
			panic(failure{err})
		}
	}
	return true
}

func (s *sortedStates) len() int64 { return s.sort.Added }

// check sorts the states and checks that all starts and successors are among them.
func (s *sortedStates) check(k *checker) error {
	m, err := disk.MergeSorts(s.sort)
	if err == nil {
		s.set, err = disk.WriteMerged(s.room.Create("states"), m)
	}
	if err != nil {
		return err
	}
	if s.set.Records() != s.sort.Added {
		return &Error{Why: "a state occurs twice"}
	}
	if err := s.starts(k); err != nil {
		return err
	}
	sorts, err := s.moves(k)
	if err != nil {
		return err
	}
	return s.among(k, sorts, func(state []uint64, bound uint64) error {
		if k.c.Claim == None {
			return &Error{Why: fmt.Sprintf("a safe move leads to the state %s, which is not in the set", nameOf(state))}
		}
		return &Error{Why: fmt.Sprintf("a move leads to the state %s at distance %d, but its listed distance is larger", nameOf(state), bound)}
	})
}

func (s *sortedStates) starts(k *checker) error {
	starts := s.newSort("starts")
	words := make([]uint64, s.form.Words())
	err := k.eachStart(func(state []uint64) error {
		copy(words, state)
		return starts.Add(words)
	})
	if err != nil {
		return err
	}
	return s.among(k, []*disk.Sort{starts}, func([]uint64, uint64) error { return errStart })
}

// moves applies each safe move to each state and collects the successors with their maximum distances.
func (s *sortedStates) moves(k *checker) ([]*disk.Sort, error) {
	sorts := make([]*disk.Sort, s.workers)
	faults := make([]error, len(s.set.Extents))
	var next atomic.Int64
	var failed atomic.Int64
	failed.Store(math.MaxInt64)
	var group sync.WaitGroup
	for i := range sorts {
		sorts[i] = s.newSort(fmt.Sprint("moves", i))
		group.Go(func() {
			w := k.newWorker()
			w.sort = sorts[i]
			for at := next.Add(1) - 1; at < int64(len(faults)) && at < failed.Load(); at = next.Add(1) - 1 {
				if faults[at] = s.part(w, int(at)); faults[at] != nil {
					for last := failed.Load(); at < last && !failed.CompareAndSwap(last, at); last = failed.Load() {
					}
				}
			}
		})
	}
	group.Wait()
	if first := failed.Load(); first < math.MaxInt64 {
		return nil, faults[first]
	}
	return sorts, nil
}

// part does that for one extent.
func (s *sortedStates) part(w *worker, i int) error {
	r, err := disk.NewReader(s.set.Part(i, i+1), 1<<18, nil)
	var block []uint64
	n := s.form.Words()
	for err == nil && r.First() != nil {
		if block, err = r.Take(block[:0]); err != nil {
			break
		}
		for at := 0; at < len(block); at += n {
			if err := w.one(block[at:at+n-1], int64(block[at+n-1])); err != nil {
				return err
			}
		}
		if err := s.stopped(); err != nil {
			return err
		}
	}
	return err
}

// among checks that every state added to sorts is in the set, at no greater distance.
func (s *sortedStates) among(k *checker, sorts []*disk.Sort, missing func(state []uint64, bound uint64) error) error {
	m, err := disk.MergeSorts(sorts...)
	if err != nil {
		return err
	}
	r, err := disk.NewReader(s.set, 1<<18, nil)
	if err != nil {
		return err
	}
	w := s.form.Words()
	var block []uint64
	at := 0
	for !m.Ended() {
		list, err := m.Next()
		if err != nil {
			return err
		}
		for ; len(list) > 0; list = list[w:] {
			for at == len(block) || s.form.Compare(block[at:], list) < 0 {
				if at < len(block) {
					at += w
					continue
				}
				if r.First() == nil {
					return missing(list[:w-1], list[w-1])
				}
				if block, err = r.Take(block[:0]); err != nil {
					return err
				}
				at = 0
			}
			if s.form.Compare(block[at:], list) > 0 || block[at+w-1] > list[w-1] {
				return missing(list[:w-1], list[w-1])
			}
		}
	}
	return nil
}

// note records a safe move for states in files, as edge checks one.
func (w *worker) note(d, cost int64) error {
	if w.c.Claim == Least && cost >= w.c.Plan.Cost-d {
		return nil // states that are not listed count as that far away
	}
	bound := uint64(0)
	if w.c.Claim == Least {
		bound = uint64(d + cost)
	}
	w.l.Pack(w.next, w.words)
	w.record = append(append(w.record[:0], w.words...), bound)
	return w.sort.Add(w.record)
}

// errStart reports that a start is missing.
var errStart = &Error{Why: "a start is not among the states at distance 0"}
