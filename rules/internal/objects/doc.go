// Package objects is the values with methods of the dialect of Jess: Java's collections,
// strings, numbers and exceptions, and Go values, which it turns into values of the language
// and back.
package objects
