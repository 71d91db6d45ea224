// Package fault is what goes wrong in programs: errors with their places, the remarks that
// do not end what is under way, and the ends of a program that are no faults.
package fault
