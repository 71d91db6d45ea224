// Package pretty formats constructs as CLIPS prints them.
package pretty
