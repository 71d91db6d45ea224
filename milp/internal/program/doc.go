// Package program holds a mixed-integer program in the form of the search: minimized, by rows and
// by columns.
package program
