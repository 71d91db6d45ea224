// Package pretty lays out constructs as CLIPS prints them.
package pretty
