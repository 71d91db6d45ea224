// Package core is a rule system at run time: the modules with their constructs, the facts, the
// agenda and the focus, settings and watches, and the current calls. It has compiled expressions as
// nodes and the words of the language as functions by name. Package compile, which imports it,
// translates text; so do the packages of functions.
//
// Its types are plain data for the packages beside it. Package rules decides which of them its
// callers see.
package core
