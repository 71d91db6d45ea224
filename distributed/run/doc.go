// Package run implements sorted runs of packed states: lists of states, in lexicographic order of
// their words, without duplicates. They can be merged, subtracted, and stored as differences in
// variable-length integers, which take about a byte for each state of a dense run.
//
// Sources: external sorting (Knuth 1973), delayed duplicate detection (Korf 2004).
package run
