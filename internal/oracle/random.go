package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"farbank/lang"
	"farbank/lang/syntax"
	"farbank/model"
)

// Options say what random problems have.
type Options struct {
	Moves bool
	Find  bool
	Costs bool
}

// Problem makes up a small problem, and returns it with its text.
func Problem(r *rand.Rand, o Options) (*model.Problem, string) {
	for {
		src := Source(r, o)
		f, err := syntax.Parse("random.far", src)
		if err != nil {
			panic(fmt.Sprintf("the made-up problem does not parse: %v\n%s", err, src))
		}
		if p, err := lang.Problem(f, lang.Options{}); err == nil {
			return p, src
		}
	}
}

// Source makes up the text of a small problem. It may fail the check: a start that
// breaks a rule, say.
func Source(r *rand.Rand, o Options) string {
	w := &writer{r: r, o: o}
	w.line("enum E { a, b, c }")
	if o.Find {
		w.find()
	}
	if o.Moves {
		w.states()
		for i := range 1 + r.IntN(3) {
			w.move(i)
		}
		for range r.IntN(3) {
			w.line("never %q: %s", fmt.Sprint("rule ", r.IntN(9)), w.cond(2))
		}
		w.line("goal %s", w.cond(1))
	}
	return w.b.String()
}

// A writer writes a problem. names are what expressions may use, by type.
type writer struct {
	r     *rand.Rand
	o     Options
	b     strings.Builder
	ints  []string // of 0..2
	enums []string
	bools []string
	sets  []string // of set of 1..2
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *writer) one(list ...string) string { return list[w.r.IntN(len(list))] }

func (w *writer) find() {
	w.line("find f: 0..2")
	w.line("find g[1..2]: 0..2")
	w.ints = append(w.ints, "f", "g[1]", "g[2]", "g[1 + f]")
	if w.r.IntN(2) == 0 {
		w.line("find h: E")
		w.enums = append(w.enums, "h")
	}
	if w.r.IntN(2) == 0 {
		w.line("find k: set of 1..2")
		w.sets = append(w.sets, "k")
	}
	for range w.r.IntN(3) {
		w.line("require %s", w.cond(2))
	}
	if !w.o.Moves && w.r.IntN(2) == 0 {
		w.line("%s %s", w.one("minimize", "maximize"), w.number(2))
	}
}

func (w *writer) states() {
	w.line("state x: 0..2 = %s", w.one("0", "1", "2"))
	w.ints = append(w.ints, "x")
	if w.r.IntN(2) == 0 {
		w.line("state y[1..2]: 0..2 = %s", w.one("0", "[1, 2]", "[2, 0]"))
		w.ints = append(w.ints, "y[1]", "y[2]", "y[x]")
	}
	if w.r.IntN(2) == 0 {
		w.line("state e: E = %s", w.one("a", "b", "c"))
		w.enums = append(w.enums, "e")
	}
	if w.r.IntN(2) == 0 {
		w.line("state s: set of 1..2 = %s", w.one("{}", "{1}", "{1, 2}"))
		w.sets = append(w.sets, "s")
	}
	if w.r.IntN(2) == 0 {
		w.line("state t: bool = %s", w.one("true", "false"))
		w.bools = append(w.bools, "t")
	}
}

func (w *writer) move(i int) {
	inner := *w
	inner.b = strings.Builder{}
	head := fmt.Sprintf("move m%d(", i)
	switch w.r.IntN(4) {
	case 0:
		head += "p: 0..2"
		inner.ints = append(inner.ints[:len(inner.ints):len(inner.ints)], "p")
	case 1:
		head += "q: E"
		inner.enums = append(inner.enums[:len(inner.enums):len(inner.enums)], "q")
	case 2:
		head += "u: set of 1..2"
		inner.sets = append(inner.sets[:len(inner.sets):len(inner.sets)], "u")
	}
	head += ")"
	if w.o.Costs {
		head += " cost " + w.one("0", "1", "2", "x", "3 - x", "1 + x")
	}
	for range 1 + w.r.IntN(3) {
		inner.statement(2)
	}
	w.line("%s {\n%s}", head, inner.b.String())
}

func (w *writer) statement(depth int) {
	switch k := w.r.IntN(10); {
	case k < 3:
		w.line("require %s", w.cond(2))
	case k == 3 && depth > 0:
		w.line("if %s {", w.cond(1))
		w.statement(depth - 1)
		w.line("} else {")
		w.statement(depth - 1)
		w.line("}")
	case k == 4 && depth > 0:
		w.line("for i: 1..2 where %s {", w.cond(1))
		w.statement(depth - 1)
		w.line("}")
	default:
		w.assignment()
	}
}

// assignment changes one of the state variables there are.
func (w *writer) assignment() {
	options := []string{"x = " + w.number(2), "x += " + w.one("1", "-1")}
	has := func(list []string, name string) bool {
		for _, n := range list {
			if n == name {
				return true
			}
		}
		return false
	}
	if has(w.ints, "y[1]") {
		options = append(options, "y["+w.number(1)+"] = "+w.number(1), "y = [i: 1..2 -> "+w.number(1)+"]")
	}
	if has(w.enums, "e") {
		options = append(options, "e = "+w.enum())
	}
	if has(w.sets, "s") {
		options = append(options, "s = "+w.set(), "s += "+w.one("1", "2"), "s -= "+w.one("1", "2"), "s += "+w.set())
	}
	if has(w.bools, "t") {
		options = append(options, "t = "+w.cond(1), "t = not t")
	}
	w.line("%s", w.one(options...))
}

func (w *writer) number(depth int) string {
	if depth == 0 || w.r.IntN(3) == 0 {
		return w.one(append([]string{"0", "1", "2"}, w.ints...)...)
	}
	x, y := w.number(depth-1), w.number(depth-1)
	switch w.r.IntN(9) {
	case 0:
		return "(" + x + " + " + y + ")"
	case 1:
		return "(" + x + " - " + y + ")"
	case 2:
		return "(" + x + " * " + y + ")"
	case 3:
		return "(" + x + " / " + y + ")"
	case 4:
		return "(" + x + " % " + y + ")"
	case 5:
		return "(if " + w.cond(depth-1) + " then " + x + " else " + y + ")"
	case 6:
		return w.one("min", "max") + "(" + x + ", " + y + ")"
	case 7:
		return "count(j: 0..2 where " + x + " < j)"
	}
	return "sum(j: 1..2 -> j * " + x + ")"
}

func (w *writer) enum() string { return w.one(append([]string{"a", "b", "c"}, w.enums...)...) }

func (w *writer) set() string {
	base := w.one(append([]string{"{}", "{1}", "{1, 2}"}, w.sets...)...)
	if w.r.IntN(3) == 0 {
		return "(" + base + " " + w.one("union", "inter", "minus") + " " + w.one(append([]string{"{2}", "{1}"}, w.sets...)...) + ")"
	}
	return base
}

func (w *writer) cond(depth int) string {
	if depth == 0 || w.r.IntN(3) == 0 {
		return w.atom()
	}
	x, y := w.cond(depth-1), w.cond(depth-1)
	switch w.r.IntN(7) {
	case 0:
		return "(" + x + " and " + y + ")"
	case 1:
		return "(" + x + " or " + y + ")"
	case 2:
		return "(not " + x + ")"
	case 3:
		return "(" + x + " implies " + y + ")"
	case 4:
		return "any j: 1..2 { j < " + w.number(1) + " and " + x + " }"
	case 5:
		return "all j: 1..2 { j < " + w.number(1) + " or " + x + " }"
	}
	return "(if " + x + " then " + y + " else " + w.atom() + ")"
}

func (w *writer) atom() string {
	switch k := w.r.IntN(8); {
	case k == 0 && len(w.enums) > 0:
		return w.enum() + w.one(" == ", " != ") + w.enum()
	case k == 1 && len(w.sets) > 0:
		return w.number(1) + " in " + w.set()
	case k == 2 && len(w.sets) > 0:
		return w.set() + w.one(" == ", " subset ", " != ") + w.set()
	case k == 3 && len(w.sets) > 0:
		return "size(" + w.set() + ") <= " + w.number(1)
	case k == 4 && len(w.bools) > 0:
		return w.one(w.bools...)
	case k == 5:
		return "distinct(" + w.number(1) + ", " + w.number(1) + ")"
	}
	return w.number(1) + w.one(" == ", " != ", " < ", " <= ", " > ") + w.number(1)
}
