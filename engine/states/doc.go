// Package states presents the states of a problem to engines: packed, with their safe successors.
// It compiles the moves to machine code when that is worthwhile. If a question allows it, one state
// represents all that differ only by renaming interchangeable values.
package states
