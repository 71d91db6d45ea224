package check

import (
	"maps"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// hole reports whether a name is the one that is still to be written, having noted what is
// known of its place.
func (c *checker) hole(id *syntax.Ident, h types.Hole) bool {
	if c.opts.Hole == "" || id.Name != c.opts.Hole {
		return false
	}
	if old := c.info.Hole; old != nil && h.Want == nil && !h.Type { // it was seen before, and more was known
		return true
	}
	for s := c.scope; s != nil; s = s.parent {
		for _, name := range slices.Sorted(maps.Keys(s.names)) {
			h.Locals = append(h.Locals, s.names[name])
		}
	}
	c.info.Hole = &h
	return true
}
