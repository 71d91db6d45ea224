package check

import (
	"maps"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// hole reports whether a name is Options.Hole, and records the context of its use.
func (c *checker) hole(id *syntax.Ident, h types.Hole) bool {
	if c.opts.Hole == "" || id.Name != c.opts.Hole {
		return false
	}
	if old := c.info.Hole; old != nil && h.Want == nil && !h.Type { // the earlier record is more specific
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
