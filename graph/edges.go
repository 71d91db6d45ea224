package graph

import "slices"

// An edgeLists holds the outgoing edges of states in order, in pages, so that growing copies no more than a page.
type edgeLists struct {
	pages []*edgePage
	open  int // number of states in the last page whose edges are complete
	edges int
	full  int64 // bytes of all pages except the last
}

// An edgePage holds the edges of pageStates states. It stores no labels if they are not needed, and no
// costs as long as all are 1.
type edgePage struct {
	first [pageStates + 1]int32 // edges of its i-th state: first[i]..first[i+1]
	to    []int32
	label []int32 // nil if labels are not stored
	cost  []int64 // nil if all costs are 1
}

func (p *edgePage) bytes() int64 {
	return 4*(pageStates+1) + 4*int64(cap(p.to)) + 4*int64(cap(p.label)) + 8*int64(cap(p.cost))
}

// begin adds a page for the next state if needed.
func (l *edgeLists) begin() *edgePage {
	n := len(l.pages)
	if n > 0 && l.open < pageStates {
		return l.pages[n-1]
	}
	if n > 0 {
		p := l.pages[n-1]
		p.to, p.label, p.cost = slices.Clone(p.to), slices.Clone(p.label), slices.Clone(p.cost)
		l.full += p.bytes()
	}
	p := &edgePage{}
	l.pages, l.open = append(l.pages, p), 0
	return p
}

// add appends an edge to the list of the current state.
func (l *edgeLists) add(to int32, e Edge) {
	p := l.begin()
	if e.Cost != 1 && p.cost == nil {
		p.cost = make([]int64, len(p.to), cap(p.to)+1)
		for k := range p.cost {
			p.cost[k] = 1
		}
	}
	if p.cost != nil {
		p.cost = append(p.cost, e.Cost)
	}
	p.to, p.label = append(p.to, to), append(p.label, e.Label)
	l.edges++
}

// end completes the list of the current state.
func (l *edgeLists) end() {
	p := l.begin()
	l.open++
	p.first[l.open] = int32(len(p.to))
}

// A span holds the labels and costs of some edges.
type span struct {
	label []int32 // nil if labels are not stored
	cost  []int64 // nil if all costs are 1
}

func (s span) at(k int) Edge {
	if s.label == nil {
		return Edge{-1, s.costOf(k)}
	}
	return Edge{s.label[k], s.costOf(k)}
}

func (s span) costOf(k int) int64 {
	if s.cost == nil {
		return 1
	}
	return s.cost[k]
}

// of returns the outgoing edges of a state: their targets, labels and costs.
func (l *edgeLists) of(i int) ([]int32, span) {
	p := l.pages[i>>pageBits]
	a, b := p.first[i%pageStates], p.first[i%pageStates+1]
	s := span{}
	if p.label != nil {
		s.label = p.label[a:b]
	}
	if p.cost != nil {
		s.cost = p.cost[a:b]
	}
	return p.to[a:b], s
}

// to returns the targets of the outgoing edges of a state.
func (l *edgeLists) to(i int) []int32 {
	p := l.pages[uint(i)>>pageBits]
	k := uint(i) % pageStates
	return p.to[p.first[k]:p.first[k+1]]
}

// unit reports whether all edges cost 1.
func (l *edgeLists) unit() bool {
	return !slices.ContainsFunc(l.pages, func(p *edgePage) bool { return p.cost != nil })
}

// keep removes the edges to states that are not wanted.
func (l *edgeLists) keep(wanted func(to int32) bool) {
	l.edges = 0
	for _, p := range l.pages {
		n, from := int32(0), int32(0)
		for i := range pageStates {
			to := p.first[i+1]
			if to < from {
				break // no further state
			}
			for k := from; k < to; k++ {
				if wanted(p.to[k]) {
					p.move(n, k)
					n++
				}
			}
			from, p.first[i+1] = to, n
		}
		p.to, p.label = p.to[:n], p.label[:n]
		if p.cost != nil {
			p.cost = p.cost[:n]
		}
		l.edges += int(n)
	}
}

// move copies edge k to place n.
func (p *edgePage) move(n, k int32) {
	p.to[n], p.label[n] = p.to[k], p.label[k]
	if p.cost != nil {
		p.cost[n] = p.cost[k]
	}
}

func (l *edgeLists) bytes() int64 {
	if len(l.pages) == 0 {
		return 0
	}
	return l.full + l.pages[len(l.pages)-1].bytes()
}

// A reversed holds the reversed edges: sources and costs, by target.
type reversed struct {
	first []int64
	from  []int32
	cost  []int64 // nil if all are 1, or not needed
}

func (r *reversed) of(i int32) (lo, hi int64) { return r.first[i], r.first[i+1] }

func (r *reversed) costOf(k int64) int64 {
	if r.cost == nil {
		return 1
	}
	return r.cost[k]
}
