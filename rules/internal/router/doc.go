// Package router maps the logical names of a program to inputs and outputs: the standard ones, and
// files. A read ends with the context and at the limit of its length.
package router
