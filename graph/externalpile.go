package graph

import (
	"slices"

	"farbank/graph/disk"
)

// A pile is runs that grow by others: each is merged with the one before as soon as that is not much larger, so
// that no record is written more often than their number doubles.
type pile struct {
	form  disk.Form
	sets  []*run // in files
	lists []*run // in memory
}

func (p *pile) runs() []*run { return slices.Concat(p.sets, p.lists) }

// dropEmpty takes out the runs that have nothing left.
func (e *external) dropEmpty(p *pile) {
	p.sets = slices.DeleteFunc(p.sets, func(r *run) bool {
		if r.size() == 0 {
			e.retire(r)
		}
		return r.size() == 0
	})
	p.lists = slices.DeleteFunc(p.lists, func(r *run) bool { return r.size() == 0 })
}

// retire leaves the file of a run to the manifests that name it.
func (e *external) retire(r *run) {
	r.set.File.Close()
	e.dying = append(e.dying, r.set.File)
}

// put puts a run on a pile.
func (p *pile) put(r *run) {
	switch {
	case r.size() == 0:
	case r.set != nil:
		p.sets = append(p.sets, r)
	default:
		p.lists = append(p.lists, r)
	}
}

// level merges the last runs of a pile while they are of like sizes, and writes what is too much for memory.
func (e *external) level(p *pile) error {
	for n := len(p.lists); n > 1 && len(p.lists[n-2].list) <= 2*len(p.lists[n-1].list); n = len(p.lists) {
		both := slices.Concat(p.lists[n-2].list, p.lists[n-1].list)
		p.lists = append(p.lists[:n-2], &run{form: p.form, list: e.crew[0].sorterOf(p.form).Unique(both)})
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

// spill writes what a pile has in memory.
func (e *external) spill(p *pile) error {
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
