package run

import (
	"errors"
	"io"
	"slices"
)

// MergeStreams merges n disjoint runs. next returns the next piece of a run, or io.EOF at its end;
// a piece is valid until the next call for its run.
func MergeStreams(n int, next func(i int) ([]uint64, error), words int, yield func([]uint64) error) error {
	pieces := make([][]uint64, n)
	fill := func(i int) error {
		for len(pieces[i]) == 0 {
			var err error
			if pieces[i], err = next(i); err != nil {
				return err
			}
		}
		return nil
	}
	var order []int // the runs that have more states, ordered by their next state
	place := func(i int) error {
		if err := fill(i); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		at, _ := slices.BinarySearchFunc(order, i, func(a, b int) int { return compare(pieces[a], pieces[b], words) })
		order = slices.Insert(order, at, i)
		return nil
	}
	for i := range n {
		if err := place(i); err != nil {
			return err
		}
	}
	for len(order) > 0 {
		i := order[0]
		order = order[1:]
		upTo := len(pieces[i]) // states before the next state of all others
		if len(order) > 0 {
			upTo = below(pieces[i], pieces[order[0]], words)
		}
		if err := yield(pieces[i][:upTo]); err != nil {
			return err
		}
		pieces[i] = pieces[i][upTo:]
		if err := place(i); err != nil {
			return err
		}
	}
	return nil
}

// below returns the length of the prefix of states before a state, but at least one state.
func below(list, state []uint64, words int) int {
	at := words
	for at < len(list) && compare(list[at:], state, words) < 0 {
		at += words
	}
	return at
}
