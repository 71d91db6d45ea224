// Package builtin has the functions and special forms of the language, one family in each file:
// their entries in the table and their implementation.
package builtin
