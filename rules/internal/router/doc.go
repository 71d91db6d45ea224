// Package router leads the logical names of a program to inputs and outputs: the standard
// ones, and files. No reading waits longer than the context lasts, nor takes more than it may.
package router
