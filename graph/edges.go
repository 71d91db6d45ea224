package graph

import "slices"

// edgeLists are the edges out of states, state by state, in pages of states, so that
// growing copies no more than a page.
type edgeLists struct {
	pages []*edgePage
	open  int // states in the last page whose edges are all there
	edges int
	full  int64 // bytes of all pages but the last
}

type edgePage struct {
	first [pageStates + 1]int32 // edges of its i-th state: first[i]..first[i+1]
	to    []int32
	edge  []Edge
}

// An Edge and the state it leads to.
const edgeBytes = 16 + 4

func (p *edgePage) bytes() int64 { return 4*(pageStates+1) + edgeBytes*int64(cap(p.to)) }

// begin makes a page for the next state, if one is needed.
func (l *edgeLists) begin() *edgePage {
	n := len(l.pages)
	if n > 0 && l.open < pageStates {
		return l.pages[n-1]
	}
	if n > 0 {
		p := l.pages[n-1]
		p.to, p.edge = slices.Clone(p.to), slices.Clone(p.edge)
		l.full += p.bytes()
	}
	p := &edgePage{}
	l.pages, l.open = append(l.pages, p), 0
	return p
}

// add adds an edge to the list of the state after those that have ended.
func (l *edgeLists) add(to int32, e Edge) {
	p := l.begin()
	p.to, p.edge = append(p.to, to), append(p.edge, e)
	l.edges++
}

// end ends the list of a state.
func (l *edgeLists) end() {
	p := l.begin()
	l.open++
	p.first[l.open] = int32(len(p.to))
}

// of returns the targets and labels of the edges out of a state.
func (l *edgeLists) of(i int) ([]int32, []Edge) {
	p := l.pages[i>>pageBits]
	a, b := p.first[i%pageStates], p.first[i%pageStates+1]
	return p.to[a:b], p.edge[a:b]
}

// keep leaves out the edges to states that are not wanted.
func (l *edgeLists) keep(wanted func(to int32) bool) {
	l.edges = 0
	for _, p := range l.pages {
		n, from := int32(0), int32(0)
		for i := range pageStates {
			to := p.first[i+1]
			if to < from {
				break // no state
			}
			for k := from; k < to; k++ {
				if wanted(p.to[k]) {
					p.to[n], p.edge[n] = p.to[k], p.edge[k]
					n++
				}
			}
			from, p.first[i+1] = to, n
		}
		p.to, p.edge = p.to[:n], p.edge[:n]
		l.edges += int(n)
	}
}

func (l *edgeLists) bytes() int64 {
	if len(l.pages) == 0 {
		return 0
	}
	return l.full + l.pages[len(l.pages)-1].bytes()
}

// reversed are edges turned around: where they come from and what they cost, by the
// state they lead to.
type reversed struct {
	first []int64
	from  []int32
	cost  []int64 // nil: not asked for
}

func (r *reversed) of(i int32) (lo, hi int64) { return r.first[i], r.first[i+1] }
