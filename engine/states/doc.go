// Package states shows the states of a problem to engines: packed, with their safe
// successors computed by machine code as soon as that is worth while, and, if a question
// allows it, one state for all that differ only in the names of interchangeable values.
package states
