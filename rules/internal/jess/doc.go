// Package jess has the parts of the language that only the dialect of Jess has (Friedman-Hill, "Jess
// in Action", 2003): forms like try and for, functions for objects, queries.
package jess
