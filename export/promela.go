package export

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
	"farbank/model/transition"
)

var promela = &Language{Name: "promela", Also: []string{"spin"}, File: "pml", About: "a Promela model for SPIN: a counterexample of its assertion is a plan", NeedsBest: true, write: writePromela}

// promelaWords are words of the language and of what SPIN makes of it, a C program, whose own
// words and macros are many: names get an underline, and these are the ones that have one.
const promelaWords = `d_step c_code c_decl c_expr c_state c_track get_priority set_priority pc_value enabled_ np_ xr_ xs_ goal_met end_moves total_cost
iam_alive onstack_put onstack_zap pthread_equal q_sz now_ t_id st_atime st_mtime st_ctime sa_handler va_list size_t`

// promelaWriter writes one Promela model.
type promelaWriter struct {
	*writer
	s     *system
	infix *infix
	names []string
	costs bool // the cost is part of the state
}

func writePromela(ctx context.Context, w *writer) error {
	s, err := w.newSystem(int32s)
	if err != nil {
		return err
	}
	words := promelaWords
	for k := range mostUpdates(s) {
		words += fmt.Sprintf(" value_%d", k)
	}
	names := newNamer('_', true, words)
	names.apart = true
	m := &promelaWriter{writer: w, s: s, names: names.cells(w.p)}
	m.infix = &infix{s: s, lang: cSyntax{}, repeats: true, cell: func(i int, _ string) string { return m.names[i] }}
	m.costs = len(w.p.Schemas) > 0 && !Unit(w.p)
	if (m.costs || s.Objective != nil) && w.o.Best == nil {
		return w.refuse(w.place(), "the least cost: it needs a bound, the best cost")
	}
	m.head("//", m.names)
	m.comment("//", "A shortest plan: spin -run -bfs FILE, and then spin -t FILE prints it.")
	m.comment("//", "No error means that no plan exists.")
	m.variables()
	m.goal()
	m.process()
	return nil
}

func (m *promelaWriter) variables() {
	m.print("\n")
	if m.costs {
		m.comment("//", "Plans of at most this cost are looked for.")
		m.print("#ifndef BEST\n#define BEST %d\n#endif\nint total_cost = 0;\n", *m.o.Best)
	}
	for i := range m.p.Cells {
		c := &m.p.Cells[i]
		kind := "int"
		switch {
		case c.Type.Kind == model.Bool:
			kind = "bool"
		case c.Lo >= 0 && c.Hi < 256:
			kind = "byte"
		case c.Lo >= -32768 && c.Hi < 32768:
			kind = "short"
		}
		m.print("%s %s;\n", kind, m.names[i])
	}
	for k := range mostUpdates(m.s) {
		m.print("int value_%d;\n", k)
	}
	m.print("\n")
}

// mostUpdates is how many cells a move changes, at most: so many variables hold values meanwhile.
func mostUpdates(s *system) int {
	most := 0
	for _, t := range s.Operators {
		most = max(most, len(t.Updates))
	}
	return most
}

// goal defines what the assertion denies.
func (m *promelaWriter) goal() {
	var parts []string
	for _, r := range m.s.Goal {
		m.comment("//", "%s", r.Text)
		parts = append(parts, m.infix.truth(r.Cond, ""))
	}
	if m.s.Objective != nil {
		sign := "<="
		if m.p.Goals.Maximize {
			sign = ">="
		}
		parts = append(parts, fmt.Sprintf("%s %s BEST", m.infix.number(m.s.Objective, ""), sign))
		m.print("#ifndef BEST\n#define BEST %d\n#endif\n", *m.o.Best)
	}
	m.print("#define goal_met %s\n\n", cSyntax{}.and(parts))
}

// process is the one process: the choices of a start, then moves for ever.
func (m *promelaWriter) process() {
	m.print("init {\n")
	m.begin()
	m.print("end_moves:\n")
	if len(m.s.Operators) > 0 {
		m.print("  do\n")
	}
	for _, t := range m.s.Operators {
		m.transition(t)
	}
	if len(m.s.Operators) > 0 {
		m.print("  od;\n")
	}
	m.print("finished: skip\n}\n")
}

// begin chooses what is to be found, and sets up the first state.
func (m *promelaWriter) begin() {
	checks := m.s.checks()
	for _, r := range checks {
		if last(r.Cond) < 0 {
			m.demand(r)
		}
	}
	for i := range m.p.NumFind {
		c := &m.p.Cells[i]
		if c.Span() > maxCases {
			m.err = m.refuse(m.p.Vars[c.Var].Pos, "%s: more than %d values to choose from", c.Name, maxCases)
			return
		}
		m.print("  if\n")
		for v := range c.Values() {
			m.print("  :: %s = %d\n", m.names[i], v)
		}
		m.print("  fi;\n")
		for _, r := range checks {
			if last(r.Cond) == i {
				m.demand(r)
			}
		}
	}
	for _, r := range m.s.Begins {
		m.demand(r)
	}
	if len(m.s.Start) > 0 {
		m.print("  d_step {\n")
		for i, e := range m.s.Start {
			cell := m.p.NumFind + i
			m.print("    %s = %s;\n", m.names[cell], m.infix.like(m.p.Cells[cell].Type, e, ""))
		}
		m.print("  };\n")
	}
	for _, r := range m.s.Safety {
		m.demand(r)
	}
	m.print("  d_step {\n")
	for i := range m.p.NumFind {
		m.print("    printf(\"FOUND %d %s = %%d\\n\", %s);\n", i, m.names[i], m.names[i])
	}
	m.print("    assert(!goal_met)\n  };\n")
}

// demand ends the run where a condition does not hold.
func (m *promelaWriter) demand(r transition.Rule) {
	m.comment("  //", "%s", r.Text)
	m.print("  if :: %s :: else -> goto finished fi;\n", m.infix.truth(r.Cond, ""))
}

// last is the highest cell that an expression reads, or -1.
func last(e *model.Expr) int {
	most := -1
	e.Cells(func(c int) { most = max(most, c) })
	return most
}

// transition writes a move: its conditions, those of the state after it among them, in
// one guard, so that an option that cannot be taken does not block.
func (m *promelaWriter) transition(t *transition.Operator) {
	guard := m.infix.all(t.Guard, "", m.infix.truth)
	after := m.s.After(t)
	for _, r := range m.s.Safety {
		if c := after.Apply(r.Cond); !c.IsTrue() {
			guard = append(guard, m.infix.truth(c, ""))
		}
	}
	cost := m.infix.number(t.Cost, "")
	if m.costs {
		guard = append(guard, fmt.Sprintf("(total_cost + %s <= BEST)", cost))
	}
	m.print("  :: d_step {\n       %s ->\n", cSyntax{}.and(guard))
	if m.costs {
		m.print("       total_cost = total_cost + %s;\n", cost)
	}
	m.assign(t)
	m.print("       printf(\"MOVE %d %s\\n\");\n       assert(!goal_met)\n     }\n", t.Move, promelaText(m.s.move(t).String()))
}

// assign sets the cells, each before those that its value reads; where they read each
// other in a circle, by way of variables that are 0 again after it.
func (m *promelaWriter) assign(t *transition.Operator) {
	left := slices.Clone(t.Updates)
	for len(left) > 0 {
		free := slices.IndexFunc(left, func(u transition.Update) bool {
			return !slices.ContainsFunc(left, func(o transition.Update) bool { return o.Cell != u.Cell && reads(o.Value, u.Cell) })
		})
		if free < 0 {
			break
		}
		u := left[free]
		m.print("       %s = %s;\n", m.names[u.Cell], m.infix.like(m.p.Cells[u.Cell].Type, u.Value, ""))
		left = slices.Delete(left, free, free+1)
	}
	for k, u := range left {
		m.print("       value_%d = %s;\n", k, m.infix.like(m.p.Cells[u.Cell].Type, u.Value, ""))
	}
	for k, u := range left {
		m.print("       %s = value_%d; value_%d = 0;\n", m.names[u.Cell], k, k)
	}
}

// reads reports whether an expression reads a cell.
func reads(e *model.Expr, cell int) bool {
	found := false
	e.Cells(func(c int) { found = found || c == cell })
	return found
}

// promelaText makes a text fit for a format of printf.
func promelaText(s string) string {
	return strings.NewReplacer(`"`, "'", `\`, "/", "%", "%%", "\n", " ").Replace(s)
}
