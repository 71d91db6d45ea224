package check

import (
	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"slices"
)

func (c *checker) identType(id *syntax.Ident, want *types.Type) *types.Type {
	if id.Name == "" || c.hole(id, types.Hole{Want: want}) {
		return types.BadType
	}
	if c.isNone(id) {
		return c.noneType(id, want)
	}
	o := c.meant(id, want)
	if o == bad {
		return types.BadType
	}
	if o == nil && id.Name == "bool" {
		return types.SetOf(types.BoolType)
	}
	if o == nil {
		if t := c.ofPlan(id); t != nil {
			return t
		}
		return c.unknown(id)
	}
	c.info.Uses[id] = o
	if c.twice[id.Name] && o.Kind != types.Local {
		return types.BadType // its double declaration was reported
	}
	o.Used = true
	c.resolve(o)
	c.reach(id, o)
	switch o.Kind {
	case types.Def:
		c.Errorf(id, "%s is a function", o.Name).Hint = "call it: " + o.Name + "(...)"
		return types.BadType
	case types.Move:
		c.Errorf(id, "%s is a move, not a value", o.Name)
		return types.BadType
	case types.EnumName, types.TypeName:
		return c.typeAsSet(id, o)
	}
	return o.Type
}

// reach records the level of an object in the current expression, and reports an error if it is
// not allowed.
func (c *checker) reach(id *syntax.Ident, o *types.Object) {
	l := o.Level
	switch o.Kind {
	case types.State:
		l = types.Stateful
	case types.Find:
		l = types.Found
	}
	c.reached = max(c.reached, l)
	if l <= c.limit || c.context == "" {
		return
	}
	what := o.Name + " is " + o.Kind.String()
	if o.Kind == types.Def {
		what = o.Name + " depends on the state"
		if l == types.Found {
			what = o.Name + " depends on find variables"
		}
	}
	if l == types.Possible {
		what = o.Name + " asks which moves can be made"
	}
	c.Errorf(id, "%s; %s may depend on %s only", what, c.context, allowed(c.limit))
}

// maxHinted is the maximum number of unknown names that get a hint, since finding one takes
// time.
const maxHinted = 100

func (c *checker) unknown(id *syntax.Ident) *types.Type {
	if c.unbound != "" && c.reportedUnbound[id.Name] {
		return types.BadType
	}
	if builtin.Lookup(id.Name) != nil {
		c.Errorf(id, "%s is a built-in function", id.Name).Hint = "call it: " + id.Name + "(...)"
		return types.BadType
	}
	err := c.Errorf(id, "unknown name %s", id.Name)
	if c.unknowns++; c.unknowns > maxHinted {
		return types.BadType
	}
	names := c.names()
	if c.beside {
		names = slices.DeleteFunc(names, func(n string) bool { return c.info.Globals[n] == nil && c.info.Members[n] == nil })
	}
	if id.Name == types.Time && !c.info.Timed && len(c.moves()) > 0 {
		err.Hint = "time is known where a move takes time: move go(...) takes 5 { ... }"
	} else if err.Hint = syntax.DidYouMean(id.Name, names); syntax.ForeignNames[id.Name] != "" {
		err.Hint = "here it is " + syntax.ForeignNames[id.Name]
	} else if err.Hint == "" && c.context == "a type" {
		err.Hint = "the names of a type are declared: enum E { " + id.Name + ", ... }"
	} else if err.Hint == "" && c.unbound != "" {
		err.Hint = "of all " + id.Name + " of a type it is " + c.unbound + "(" + id.Name + ": T -> ...)"
		c.reportedUnbound[id.Name] = true
	}
	return types.BadType
}

// typeAsSet returns the type of a type name used as the set of its values.
func (c *checker) typeAsSet(id *syntax.Ident, o *types.Object) *types.Type {
	switch o.Type.Kind {
	case types.Bad:
		return types.BadType
	case types.Bool, types.Int, types.Enum, types.Tuple:
		return c.sized(id, types.SetOf(o.Type))
	}
	c.Errorf(id, "the type %s cannot be used as a set", o.Name)
	return types.BadType
}
