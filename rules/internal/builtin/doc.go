// Package builtin is the functions and special forms of the language, a family a file: the
// entry of each in the table, and what it does.
package builtin
