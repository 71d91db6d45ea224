package check

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// families joins the enums that occur in common unions.
func (c *checker) families() {
	c.family = map[*types.Object]*family{}
	for _, o := range c.info.Objects {
		if o.Kind == types.EnumName {
			c.family[o] = &family{enums: []*types.Object{o}}
		}
	}
	for _, o := range c.info.Objects {
		if o.Kind != types.EnumName {
			continue
		}
		for _, id := range o.Enum.Of {
			part := c.declared(id.Name)
			switch {
			case part == nil && id.Name != "":
				c.Errorf(id, "unknown enum %s", id.Name).Hint = syntax.DidYouMean(id.Name, c.enumNames())
			case part == nil:
			case part.Kind != types.EnumName:
				c.Errorf(id, "%s is %s; a union is of enums", id.Name, part.Kind).Hint = "some of the values of an enum, or of several, are a type: type T = {a, b}"
			default:
				c.info.Uses[id] = part
				part.Used = true
				c.join(o, part)
			}
		}
	}
}

// A family is a set of enums that share values through unions, in the order of the file.
type family struct {
	enums []*types.Object
	done  bool
}

func (c *checker) join(a, b *types.Object) {
	f, g := c.family[a], c.family[b]
	if f == g {
		return
	}
	f.enums = append(f.enums, g.enums...)
	slices.SortFunc(f.enums, func(x, y *types.Object) int { return x.ID - y.ID })
	for _, o := range g.enums {
		c.family[o] = f
	}
}

func (c *checker) enumNames() []string {
	var names []string
	for _, o := range c.info.Objects {
		if o.Kind == types.EnumName {
			names = append(names, o.Name)
		}
	}
	return names
}

// resolveEnum determines the members of an enum, from the file or the caller, and of all enums
// of its family.
func (c *checker) resolveEnum(o *types.Object) {
	f := c.family[o]
	if f == nil || f.done {
		return
	}
	f.done = true
	fam := &types.Family{}
	values := map[*types.Object][]int64{}
	for _, e := range f.enums {
		if e.Enum.Of != nil {
			continue
		}
		for _, name := range c.membersOf(e) {
			values[e] = append(values[e], int64(len(fam.Members)))
			fam.Members = append(fam.Members, name)
			fam.Enums = append(fam.Enums, e.Name)
			fam.Labels = append(fam.Labels, labelOf(e.Enum, name))
		}
	}
	name := ""
	for _, e := range f.enums {
		vs, ok := c.valuesOf(e, values, nil)
		if !ok {
			continue
		}
		if e.Type = fam.Sub(e.Name, vs); len(vs) == len(fam.Members) {
			fam.All = e.Type
		}
		if name != "" {
			name += " + "
		}
		name += e.Name
	}
	if fam.All == nil {
		all := make([]int64, len(fam.Members))
		for i := range all {
			all[i] = int64(i)
		}
		fam.All = fam.Sub(name, all)
	}
	for _, e := range f.enums {
		if e.Type == nil || e.Enum.Of != nil {
			continue
		}
		for i, v := range values[e] {
			c.enter(e, e.Type.Model.Members[i], v)
		}
		for _, m := range e.Enum.Members {
			if g := c.info.Member(e.Enum, m.Name); g != nil {
				g.Type = e.Type
			}
		}
	}
}

// valuesOf returns the values of an enum in its family in order; for a union, those of its
// parts.
func (c *checker) valuesOf(e *types.Object, values map[*types.Object][]int64, within []*types.Object) ([]int64, bool) {
	if e.Enum.Of == nil {
		return values[e], len(values[e]) > 0
	}
	if slices.Contains(within, e) {
		c.Errorf(e.Ident, "%s is defined in terms of itself", e.Name)
		return nil, false
	}
	var all []int64
	for _, id := range e.Enum.Of {
		part := c.info.Uses[id]
		if part == nil {
			return nil, false
		}
		vs, ok := c.valuesOf(part, values, append(within, e))
		if !ok {
			return nil, false
		}
		all = append(all, vs...)
	}
	slices.Sort(all)
	return slices.Compact(all), true
}

// labelOf returns the label of a member in the file, or "".
func labelOf(d *syntax.EnumDecl, name string) string {
	for i, m := range d.Members {
		if m.Name == name && d.Labels[i] != nil {
			return d.Labels[i].Value
		}
	}
	return ""
}

// membersOf returns the names of the members of an enum. It reports an error if there are no
// members.
func (c *checker) membersOf(o *types.Object) []string {
	if names, given := c.givenMembers(o); given {
		return names
	}
	var names []string
	for _, m := range o.Enum.Members {
		if !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	if len(names) == 0 {
		c.missing(o, "members")
	}
	return names
}
