//go:build !page

package durable

// Possible is false where there are no files: in a browser. What needs them is left out of the
// program then.
const Possible = true
