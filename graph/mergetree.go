package graph

import (
	"slices"

	"farbank/graph/disk"
)

// A mergeTree is a log-structured merge tree: a list of sorted runs in which runs of similar size are merged, so
// a record is rewritten O(log n) times.
type mergeTree struct {
	form  disk.Form
	sets  []*run // in files
	lists []*run // in memory
}

func (p *mergeTree) runs() []*run { return slices.Concat(p.sets, p.lists) }

// dropEmpty removes empty runs.
func (e *external) dropEmpty(p *mergeTree) {
	p.sets = slices.DeleteFunc(p.sets, func(r *run) bool {
		if r.size() == 0 {
			e.retire(r)
		}
		return r.size() == 0
	})
	p.lists = slices.DeleteFunc(p.lists, func(r *run) bool { return r.size() == 0 })
}

// retire closes the file of a run. It is deleted when no manifest names it any more.
func (e *external) retire(r *run) {
	r.set.File.Close()
	e.dying = append(e.dying, r.set.File)
}

// add adds a run.
func (p *mergeTree) add(r *run) {
	switch {
	case r.size() == 0:
	case r.set != nil:
		p.sets = append(p.sets, r)
	default:
		p.lists = append(p.lists, r)
	}
}

// mergeSimilar merges the last runs while they have similar sizes. It writes the runs in memory to a file if they
// are too large.
func (e *external) mergeSimilar(p *mergeTree) error {
	for n := len(p.lists); n > 1 && len(p.lists[n-2].list) <= 2*len(p.lists[n-1].list); n = len(p.lists) {
		both := slices.Concat(p.lists[n-2].list, p.lists[n-1].list)
		p.lists = append(p.lists[:n-2], &run{form: p.form, list: e.workers[0].sorterOf(p.form).Unique(both)})
	}
	words := 0
	for _, r := range p.lists {
		words += len(r.list)
	}
	if words > e.size.buffer {
		if err := e.spill(p); err != nil {
			return err
		}
	}
	for n := len(p.sets); n > 1 && p.sets[n-2].size() <= 2*p.sets[n-1].size(); n = len(p.sets) {
		both := p.sets[n-2:]
		set, err := e.merged(p.form, both)
		if err != nil {
			return err
		}
		e.retire(both[0])
		e.retire(both[1])
		p.sets = append(p.sets[:n-2], &run{form: p.form, set: set})
	}
	return nil
}

// spill writes the runs in memory to a file.
func (e *external) spill(p *mergeTree) error {
	if len(p.lists) == 0 {
		return nil
	}
	set, err := e.merged(p.form, p.lists)
	if err != nil {
		return err
	}
	p.sets, p.lists = append(p.sets, &run{form: p.form, set: set}), nil
	return nil
}
