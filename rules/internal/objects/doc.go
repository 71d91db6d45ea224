// Package objects has the values with methods of the dialect of Jess: Java's collections, strings,
// numbers and exceptions. It also converts Go values to values of the language and back.
package objects
