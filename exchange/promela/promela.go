// Package promela writes a problem as a Promela model: a process whose loop has an option for
// each move. An assertion denies the goal, so that a counterexample is a plan (Holzmann 1991).
package promela

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/exchange/writing"
	"farbank/model"
	"farbank/model/transition"
)

// Language is the promela language.
var Language = &writing.Language{Name: "promela", Also: []string{"spin"}, File: "pml", About: "Promela model for SPIN: a counterexample of its assertion is a plan", NeedsBest: true, Writes: writePromela}

// promelaWords are reserved words of Promela and of the C program that SPIN generates. All
// names get an underscore, so only words with an underscore matter.
const promelaWords = `d_step c_code c_decl c_expr c_state c_track get_priority set_priority pc_value enabled_ np_ xr_ xs_ goal_met end_moves total_cost
iam_alive onstack_put onstack_zap pthread_equal q_sz now_ t_id st_atime st_mtime st_ctime sa_handler va_list size_t`

// promelaWriter writes one Promela model.
type promelaWriter struct {
	*writing.Writer
	s     *writing.System
	infix *writing.Infix
	names []string
	costs bool // the cost is part of the state
}

func writePromela(ctx context.Context, w *writing.Writer) error {
	s, err := w.NewSystem(writing.Int32s)
	if err != nil {
		return err
	}
	words := promelaWords
	for k := range mostUpdates(s) {
		words += fmt.Sprintf(" value_%d", k)
	}
	names := writing.NewNamer('_', true, words)
	names.Apart = true
	m := &promelaWriter{Writer: w, s: s, names: names.Cells(w.Problem)}
	m.infix = &writing.Infix{System: s, Syntax: cSyntax{}, Repeats: true, Cell: func(i int, _ string) string { return m.names[i] }}
	m.costs = len(w.Problem.Schemas) > 0 && !w.Problem.UnitCosts()
	if (m.costs || s.Objective != nil) && w.Options.Best == nil {
		return w.Refuse(w.Place(), "a minimum cost needs a bound, the best cost")
	}
	m.Head("//", m.names)
	m.Comment("//", "A shortest plan: spin -run -bfs FILE, and then spin -t FILE prints it.")
	m.Comment("//", "No error means that no plan exists.")
	m.variables()
	m.goal()
	m.process()
	return nil
}

func (m *promelaWriter) variables() {
	m.Printf("\n")
	if m.costs {
		m.Comment("//", "The search is for plans of at most this cost.")
		m.Printf("#ifndef BEST\n#define BEST %d\n#endif\nint total_cost = 0;\n", *m.Options.Best)
	}
	for i := range m.Problem.Cells {
		c := &m.Problem.Cells[i]
		kind := "int"
		switch {
		case c.Type.Kind == model.Bool:
			kind = "bool"
		case c.Lo >= 0 && c.Hi < 256:
			kind = "byte"
		case c.Lo >= -32768 && c.Hi < 32768:
			kind = "short"
		}
		m.Printf("%s %s;\n", kind, m.names[i])
	}
	for k := range mostUpdates(m.s) {
		m.Printf("int value_%d;\n", k)
	}
	m.Printf("\n")
}

// mostUpdates returns the maximum number of cells that a move changes, which is the number of
// auxiliary variables.
func mostUpdates(s *writing.System) int {
	most := 0
	for _, t := range s.Operators {
		most = max(most, len(t.Updates))
	}
	return most
}

// goal defines the condition that the assertion denies.
func (m *promelaWriter) goal() {
	var parts []string
	for _, r := range m.s.Goal {
		m.Comment("//", "%s", r.Text)
		parts = append(parts, m.infix.Truth(r.Cond, ""))
	}
	if m.s.Objective != nil {
		sign := "<="
		if m.Problem.Goals.Maximize {
			sign = ">="
		}
		parts = append(parts, fmt.Sprintf("%s %s BEST", m.infix.Number(m.s.Objective, ""), sign))
		m.Printf("#ifndef BEST\n#define BEST %d\n#endif\n", *m.Options.Best)
	}
	m.Printf("#define goal_met %s\n\n", cSyntax{}.And(parts))
}

// process writes the only process: the choice of a start, then a loop of moves.
func (m *promelaWriter) process() {
	m.Printf("init {\n")
	m.begin()
	m.Printf("end_moves:\n")
	if len(m.s.Operators) > 0 {
		m.Printf("  do\n")
	}
	for _, t := range m.s.Operators {
		m.transition(t)
	}
	if len(m.s.Operators) > 0 {
		m.Printf("  od;\n")
	}
	m.Printf("finished: skip\n}\n")
}

// begin writes the choice of the find variables and the first state.
func (m *promelaWriter) begin() {
	checks := m.s.Checks()
	for _, r := range checks {
		if writing.Last(r.Cond) < 0 {
			m.demand(r)
		}
	}
	for i := range m.Problem.NumFind {
		c := &m.Problem.Cells[i]
		if c.Span() > writing.MaxCases {
			m.Err = m.Refuse(m.Problem.Vars[c.Var].Pos, "%s: more than %d values to choose from", c.Name, writing.MaxCases)
			return
		}
		m.Printf("  if\n")
		for v := range c.Values() {
			m.Printf("  :: %s = %d\n", m.names[i], v)
		}
		m.Printf("  fi;\n")
		for _, r := range checks {
			if writing.Last(r.Cond) == i {
				m.demand(r)
			}
		}
	}
	for _, r := range m.s.Begins {
		m.demand(r)
	}
	if len(m.s.Start) > 0 {
		m.Printf("  d_step {\n")
		for i, e := range m.s.Start {
			cell := m.Problem.NumFind + i
			m.Printf("    %s = %s;\n", m.names[cell], m.infix.Like(m.Problem.Cells[cell].Type, e, ""))
		}
		m.Printf("  };\n")
	}
	for _, r := range m.s.Safety {
		m.demand(r)
	}
	m.Printf("  d_step {\n")
	for i := range m.Problem.NumFind {
		m.Printf("    printf(\"FOUND %d %s = %%d\\n\", %s);\n", i, m.names[i], m.names[i])
	}
	m.Printf("    assert(!goal_met)\n  };\n")
}

// demand ends the run if a condition does not hold.
func (m *promelaWriter) demand(r transition.Rule) {
	m.Comment("  //", "%s", r.Text)
	m.Printf("  if :: %s :: else -> goto finished fi;\n", m.infix.Truth(r.Cond, ""))
}

// transition writes a move. Its guard includes the conditions on the state after it, so that an
// option that cannot be taken does not block.
func (m *promelaWriter) transition(t *transition.Operator) {
	guard := m.infix.All(t.Guard, "", m.infix.Truth)
	after := m.s.After(t)
	for _, r := range m.s.Safety {
		if c := after.Apply(r.Cond); !c.IsTrue() {
			guard = append(guard, m.infix.Truth(c, ""))
		}
	}
	cost := m.infix.Number(t.Cost, "")
	if m.costs {
		guard = append(guard, fmt.Sprintf("(total_cost + %s <= BEST)", cost))
	}
	m.Printf("  :: d_step {\n       %s ->\n", cSyntax{}.And(guard))
	if m.costs {
		m.Printf("       total_cost = total_cost + %s;\n", cost)
	}
	m.assign(t)
	m.Printf("       printf(\"MOVE %d %s\\n\");\n       assert(!goal_met)\n     }\n", t.Move, promelaText(m.s.Move(t).String()))
}

// assign writes the assignments so that each cell is written after it is read. Cyclic
// assignments use auxiliary variables, which are reset to 0.
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
		m.Printf("       %s = %s;\n", m.names[u.Cell], m.infix.Like(m.Problem.Cells[u.Cell].Type, u.Value, ""))
		left = slices.Delete(left, free, free+1)
	}
	for k, u := range left {
		m.Printf("       value_%d = %s;\n", k, m.infix.Like(m.Problem.Cells[u.Cell].Type, u.Value, ""))
	}
	for k, u := range left {
		m.Printf("       %s = value_%d; value_%d = 0;\n", m.names[u.Cell], k, k)
	}
}

// reads reports whether an expression reads a cell.
func reads(e *model.Expr, cell int) bool {
	found := false
	e.Cells(func(c int) { found = found || c == cell })
	return found
}

// promelaText escapes a text for a printf format.
func promelaText(s string) string {
	return strings.NewReplacer(`"`, "'", `\`, "/", "%", "%%", "\n", " ").Replace(s)
}
