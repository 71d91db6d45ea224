//go:build !page

package objects

// Known is false where no program has objects: on a page nobody writes programs, and those of
// engine/rules need none.
const Known = true
