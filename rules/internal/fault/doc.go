// Package fault has the errors of programs with their positions, the remarks that do not end the
// current actions, and the sentinels that end a program without being errors of it.
package fault
