package graph

import "unsafe"

const (
	pageBits   = 12
	pageStates = 1 << pageBits
)

// A paged list grows without being copied, so it wastes at most one page.
type paged[T any] struct {
	pages []*[pageStates]T
	n     int
}

// at returns a pointer to element i.
func (p *paged[T]) at(i int) *T { return &p.pages[uint(i)>>pageBits][uint(i)%pageStates] }

func (p *paged[T]) append(v T) {
	p.grow(p.n + 1)
	*p.at(p.n - 1) = v
}

// grow sets the length to n. New elements are zero unless the list has been longer before.
func (p *paged[T]) grow(n int) {
	for len(p.pages)<<pageBits < n {
		p.pages = append(p.pages, new([pageStates]T))
	}
	p.n = n
}

// reset empties the list but keeps its memory.
func (p *paged[T]) reset() { p.n = 0 }

func (p *paged[T]) bytes() int64 {
	var v T
	return int64(len(p.pages)) * pageStates * int64(unsafe.Sizeof(v))
}

// span returns the elements i..j-1, which must lie in one page.
func (p *paged[T]) span(i, j int) []T {
	at := i % pageStates
	return p.pages[i>>pageBits][at : at+j-i]
}
