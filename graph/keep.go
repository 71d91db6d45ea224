package graph

import (
	"cmp"
	"slices"
	"sync"
)

// keptEdges is how many edges there may be for each state of Options.Keep.
const keptEdges = 16

// A keeper keeps the edges that Explore meets, by the states they lead to, packed as they
// are: looking up the numbers of all of them while the space grows would cost more than
// all else. It does that at the end, when the number of states is known.
type keeper struct {
	l     *layers
	most  int          // words in the blocks of a worker
	out   paged[int32] // by state: the edges out of it
	goals []int32
	lists []keptList // by worker
}

// A keptList is what one worker keeps.
type keptList struct {
	runs  []run
	free  []uint64 // of the last block
	words int      // in all blocks
}

// A run is where the edges out of some states, one after another, lead.
type run struct {
	from   int // the first of the states
	states []uint64
}

// blockWords is how many words a list grows by.
const blockWords = 1 << 15

func newKeeper(l *layers, workers int) *keeper {
	return &keeper{l: l, lists: make([]keptList, workers), most: keptEdges * l.opt.Keep * l.store.words}
}

// note keeps the edges out of the states from number from on, of which each has out.
func (k *keeper) note(worker, from int, out []int32, states []uint64) {
	list := &k.lists[worker]
	if list.words > k.most {
		return // the space has outgrown it
	}
	if len(states) > len(list.free) {
		list.free = make([]uint64, max(blockWords, len(states)))
		list.words += len(list.free)
	}
	n := copy(list.free, states)
	list.runs = append(list.runs, run{from, list.free[:n:n]})
	list.free = list.free[n:]
	copy(k.out.span(from, from+len(out)), out)
}

// tooLarge reports whether the space has outgrown what is to be kept.
func (k *keeper) tooLarge() bool {
	return k.l.store.Len() > k.l.opt.Keep || k.edges() > keptEdges*k.l.opt.Keep
}

// edges is the number of edges kept, or somewhat more.
func (k *keeper) edges() int {
	n := 0
	for i := range k.lists {
		n += k.lists[i].words
	}
	return n / k.l.store.words
}

// bytes is the memory kept, and what the graph will take.
func (k *keeper) bytes() int64 {
	if k == nil {
		return 0
	}
	n := int64(0)
	for i := range k.lists {
		n += int64(k.lists[i].words)*8 + int64(len(k.lists[i].runs))*32
	}
	return n + k.out.bytes() + 4*int64(k.edges()+cap(k.goals))
}

// graph makes a graph of what was kept; nil if there is no memory for it.
func (k *keeper) graph(starts int) (*Explicit, error) {
	s := k.l.store
	x := &Explicit{Store: s, Starts: starts, Goal: make([]bool, s.Len())}
	for _, i := range k.goals {
		x.Goal[i] = true
	}
	find, err := s.finder()
	if err == ErrMemory {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	x.lists = k.edgeLists(find)
	return x, k.l.done()
}

// edgeLists looks up the states that edges lead to, each worker a part of the pages.
func (k *keeper) edgeLists(find finder) edgeLists {
	var runs []run
	for i := range k.lists {
		runs = append(runs, k.lists[i].runs...)
	}
	slices.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.from, b.from) })
	n := k.l.store.Len()
	l := edgeLists{pages: make([]*edgePage, (n+pageStates-1)/pageStates), open: (n-1)%pageStates + 1}
	var wg sync.WaitGroup
	for w := range k.lists {
		wg.Go(func() {
			for p := w; p < len(l.pages); p += len(k.lists) {
				l.pages[p] = k.page(runs, p, find)
			}
		})
	}
	wg.Wait()
	for i, p := range l.pages {
		l.edges += len(p.to)
		if i < len(l.pages)-1 {
			l.full += p.bytes()
		}
	}
	return l
}

// page makes a page of the runs of its states. No run goes across pages.
func (k *keeper) page(runs []run, number int, find finder) *edgePage {
	p, first := &edgePage{}, number<<pageBits
	n := int32(0)
	for i, out := range k.out.span(first, min(first+pageStates, k.l.store.Len())) {
		n += out
		p.first[i+1] = n
	}
	p.to = make([]int32, n)
	at, _ := slices.BinarySearchFunc(runs, first, func(r run, from int) int { return cmp.Compare(r.from, from) })
	done := 0
	for ; at < len(runs) && runs[at].from < first+pageStates && k.l.done() == nil; at++ {
		states := runs[at].states
		done += find(states, p.to[done:done+len(states)/k.l.store.words])
	}
	return p
}
