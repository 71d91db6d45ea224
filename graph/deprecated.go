package graph

import "context"

// Tight is the name that ShortestPaths had.
//
// Deprecated: use [ShortestPaths].
type Tight = ShortestPaths

// NewTight calls NewShortestPaths.
//
// Deprecated: use [NewShortestPaths].
func NewTight(ctx context.Context, g Graph, opt Options, s *Search, unit bool) (*Tight, Stats, error) {
	return NewShortestPaths(ctx, g, opt, s, unit)
}
