package pddl

import (
	"slices"
	"strings"
)

// typed parses a typed list: a b - t c.
func (r *reader) typed(list []*node, each func(name *node, of []int)) {
	var names []*node
	flush := func(of []int) {
		for _, n := range names {
			each(n, of)
		}
		names = nil
	}
	for i := 0; i < len(list); i++ {
		switch n := list[i]; {
		case n.open:
			r.fail(n.pos, "", "a name is needed")
		case n.word != "-":
			names = append(names, n)
		case i+1 == len(list):
			r.fail(n.pos, "", "a type is needed after -")
		default:
			flush(r.typeNames(list[i+1]))
			i++
		}
	}
	flush([]int{0})
}

// typeNames parses a type, or (either t u).
func (r *reader) typeNames(n *node) []int {
	if n.head() == "either" {
		var all []int
		for _, m := range n.list[1:] {
			all = append(all, r.typeNames(m)...)
		}
		return all
	}
	k, ok := r.d.typeOf[n.word]
	if !ok || n.open {
		r.fail(n.pos, "types are declared in (:types ...)", "there is no type %q", n.word)
	}
	return []int{k}
}

// types declares types. A supertype that is not declared itself is declared by its use.
func (r *reader) types(p *node) {
	for _, n := range flat(p.list[1:]) {
		if _, ok := r.d.typeOf[n.word]; !ok && n.word != "-" && n.word != "either" {
			r.d.typeOf[n.word] = len(r.d.types)
			r.d.types = append(r.d.types, kindOf{name: n.word})
		}
	}
	r.typed(p.list[1:], func(n *node, of []int) {
		k := r.d.typeOf[n.word]
		for _, t := range of {
			if k != t {
				r.d.types[k].above = append(r.d.types[k].above, t)
			}
		}
	})
}

func flat(list []*node) []*node {
	var out []*node
	for _, n := range list {
		if n.open {
			out = append(out, flat(n.list)...)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// declareObjects parses constants and objects.
func (r *reader) declareObjects(p *node) {
	r.typed(p.list[1:], func(n *node, of []int) {
		if k, ok := r.d.objectOf[n.word]; ok { // declared again: it has this type as well
			r.d.objects[k].of = r.widen(append(r.d.objects[k].of, of...))
			return
		}
		r.d.objectOf[n.word] = len(r.d.objects)
		r.d.objects = append(r.d.objects, object{n.word, r.widen(of)})
	})
}

// widen adds the supertypes.
func (r *reader) widen(of []int) []int {
	var all []int
	for open := slices.Clone(of); len(open) > 0; open = open[1:] {
		if k := open[0]; !slices.Contains(all, k) {
			all = append(all, k)
			open = append(open, r.d.types[k].above...)
		}
	}
	if !slices.Contains(all, 0) {
		all = append(all, 0)
	}
	return all
}

// is reports whether an object has one of the types.
func (d *domain) is(o int32, of []int) bool {
	for _, k := range of { // often asked
		if slices.Contains(d.objects[o].of, k) {
			return true
		}
	}
	return false
}

// variables parses parameters, which must be distinct.
func (r *reader) variables(list []*node) []variable {
	vars := r.places(list)
	for i, v := range vars {
		if slices.ContainsFunc(vars[:i], func(u variable) bool { return u.name == v.name }) {
			r.fail(v.pos, "", "%s stands there twice", v.name)
		}
	}
	return vars
}

// places parses the parameters of a predicate or a function, whose names do not matter.
func (r *reader) places(list []*node) []variable {
	var vars []variable
	r.typed(list, func(n *node, of []int) {
		if !strings.HasPrefix(n.word, "?") {
			r.fail(n.pos, "variables begin with ?", "a variable is needed, not %q", n.word)
		}
		vars = append(vars, variable{n.word, of, n.pos})
	})
	return vars
}
