// Package run has sorted runs of packed states: lists of states of so many words each, in
// lexicographic order of the words, none twice. They are merged, taken from one another, and
// written as differences in variable-length integers, about a byte a state where states lie close.
//
// Sources: external sorting (Knuth 1973), delayed duplicate detection (Korf 2004).
package run
