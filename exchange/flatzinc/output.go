package flatzinc

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"farbank/constraint"
)

// An output is a part of a solution to be printed.
type output struct {
	name string
	dims [][2]int64 // index ranges of an array
	v    value
}

// output adds the output that the annotations of a declaration request.
func (b *builder) output(d *declaration, v value) {
	for _, e := range d.annotated {
		switch {
		case e.name == "output_var":
			b.outputs = append(b.outputs, output{name: d.name, v: v})
		case e.name == "output_array" && len(e.list) == 1:
			o := output{name: d.name, v: v}
			for _, r := range e.list[0].list {
				if r.kind == '.' {
					o.dims = append(o.dims, [2]int64{r.list[0].n, r.list[1].n})
				} else { // {}: an empty array
					o.dims = append(o.dims, [2]int64{1, 0})
				}
			}
			b.outputs = append(b.outputs, o)
		}
	}
}

// project makes solutions distinct only if their printed parts differ.
func (b *builder) project() {
	if len(b.outputs) == 0 && !b.loose {
		return
	}
	xs := []constraint.Int{}
	var add func(v value)
	add = func(v value) {
		switch {
		case v.kind == 'b':
			xs = append(xs, b.m.AsInt(v.b))
		case v.isVar || v.view != "":
			xs = append(xs, v.x)
		}
		for _, p := range v.s.in {
			xs = append(xs, b.m.AsInt(p))
		}
		for _, w := range v.list {
			add(w)
		}
	}
	for _, o := range b.outputs {
		add(o.v)
	}
	if len(b.outputs) == 0 {
		for _, name := range slices.Sorted(maps.Keys(b.names)) {
			add(b.names[name])
		}
	}
	b.m.Project(xs...)
}

// write appends the lines of a solution.
func (o output) write(out []byte, s *constraint.Solution) []byte {
	out = append(out, o.name...)
	out = append(out, " = "...)
	if o.v.kind != 'a' {
		return append(o.v.write(out, s), ";\n"...)
	}
	out = fmt.Appendf(out, "array%dd(", len(o.dims))
	for _, d := range o.dims {
		out = fmt.Appendf(out, "%d..%d, ", d[0], d[1])
	}
	out = append(out, '[')
	for i, v := range o.v.list {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = v.write(out, s)
	}
	return append(out, "]);\n"...)
}

func (v value) write(out []byte, s *constraint.Solution) []byte {
	switch v.kind {
	case 'b':
		return strconv.AppendBool(out, s.True(v.b))
	case 'i':
		return strconv.AppendInt(out, s.Value(v.e), 10)
	}
	var members []int64
	for i, e := range v.s.elems {
		if s.True(v.s.in[i]) {
			members = append(members, e)
		}
	}
	if n := len(members); n > 1 && members[n-1]-members[0] == int64(n-1) && slices.IsSorted(members) {
		return fmt.Appendf(out, "%d..%d", members[0], members[n-1])
	}
	out = append(out, '{')
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, m, 10)
	}
	return append(out, '}')
}
