// Package jess is what only the dialect of Jess (Friedman-Hill, "Jess in Action", 2003) has:
// forms like try and for, functions for objects, queries.
package jess
