// Package program holds a mixed-integer program as the search wants it: minimised, by rows
// and by columns.
package program
