package rules

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"farbank/model"
)

// overflow is the word that a program prints, with the number of a move, if that move would
// make the cost of a plan exceed 64 bits.
const overflow = "overflow"

// maxStarts limits the initial states that a program lists as facts.
const maxStarts = 10000

// Program writes a problem with moves as a rule program. The program prints a plan of least
// cost, one ground move a line, or "no plan".
func Program(ctx context.Context, p *model.Problem, trace bool, w io.Writer) error {
	g := &generator{p: p, w: w, trace: trace, names: cellNames(p)}
	g.t = &translator{ctx: ctx, uses: map[string]bool{}, cells: func(i int) string { return "?" + g.names[i] },
		locals: func(i int) string { return fmt.Sprintf("?local-%d", i) }}
	var body strings.Builder
	g.w = &body
	g.moves()
	g.safety()
	g.solution()
	if g.t.err != nil {
		return g.t.err
	}
	g.w = w
	g.head()
	g.functions()
	if err := g.starts(ctx); err != nil {
		return err
	}
	g.print("%s", body.String())
	return g.err
}

type generator struct {
	p     *model.Problem
	w     io.Writer
	t     *translator
	names []string
	trace bool
	err   error
}

func (g *generator) print(format string, args ...any) {
	if g.err == nil {
		_, g.err = fmt.Fprintf(g.w, format, args...)
	}
}

// ownNames are the slots and variables of the program other than those of cells.
const ownNames = "id depth parent move cost ok state level next plan moves value branch other again more s"

// cellNames returns a name of each cell that is valid in the rule language.
func cellNames(p *model.Problem) []string {
	names := make([]string, len(p.Cells))
	taken := map[string]bool{}
	for _, name := range strings.Fields(ownNames) {
		taken[name] = true
	}
	for i, c := range p.Cells {
		name := strings.Trim(strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
				return r
			}
			return '-'
		}, c.Name), "-_")
		if name == "" || name[0] >= '0' && name[0] <= '9' || taken[name] || strings.HasPrefix(name, "local-") {
			name = fmt.Sprintf("cell-%d-%s", i, name)
		}
		taken[name] = true
		names[i] = name
	}
	return names
}

// quoted returns s as a string of the rule language.
func quoted(s string) string { return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"` }

func (g *generator) comment(text string) {
	g.print("; %s\n", strings.Join(strings.Fields(text), " "))
}

func (g *generator) head() {
	if g.p.Title != "" {
		g.comment(g.p.Title)
	}
	g.comment("States are facts, moves are rules. The values of the cells:")
	for i, c := range g.p.Cells {
		values := fmt.Sprintf("%d to %d", c.Lo, c.Hi)
		if c.Span() <= 12 && c.Type.Kind != model.Int {
			var list []string
			for v := range c.Values() {
				list = append(list, fmt.Sprintf("%d %s", v, c.Type.Format([]int64{v})))
			}
			values = strings.Join(list, ", ")
		}
		g.comment("  " + g.names[i] + ": " + values)
	}
	g.print("\n(defmodule MAIN (export ?ALL))\n\n(deftemplate MAIN::state\n   (slot id) (slot parent) (slot depth) (slot move)\n  ")
	for _, name := range g.names {
		g.print(" (slot %s)", name)
	}
	g.print(")\n\n")
	g.comment("The depth (the cost so far) that is being expanded.")
	g.print("(deftemplate MAIN::level (slot depth))\n\n(defglobal MAIN ?*states* = 0)\n\n")
}

// functions defines the functions that expressions call and the language lacks.
func (g *generator) functions() {
	g.print("(deffunction MAIN::next-id ()\n   (bind ?*states* (+ ?*states* 1))\n   ?*states*)\n\n")
	if g.t.uses["floor-div"] {
		g.print("(deffunction MAIN::floor-div (?a ?b)\n   (bind ?q (div ?a ?b))\n" +
			"   (if (and (<> (* ?q ?b) ?a) (neq (< ?a 0) (< ?b 0))) then (- ?q 1) else ?q))\n\n")
	}
	if g.t.uses["floor-mod"] {
		g.print("(deffunction MAIN::floor-mod (?a ?b)\n   (- ?a (* ?b (floor-div ?a ?b))))\n\n")
	}
	if g.t.uses["distinct"] {
		g.print("(deffunction MAIN::distinct ($?values)\n   (while (> (length$ ?values) 1)\n" +
			"      (if (member$ (nth$ 1 ?values) (rest$ ?values)) then (return FALSE))\n      (bind ?values (rest$ ?values)))\n   TRUE)\n\n")
	}
}

func (g *generator) starts(ctx context.Context) error {
	g.comment("The initial states.")
	g.print("(deffacts MAIN::start\n   (level (depth 0))")
	count := 0
	for s, err := range g.p.Starts(ctx) {
		if err != nil {
			return err
		}
		if count++; count > maxStarts {
			return fmt.Errorf("there are more than %d initial states", maxStarts)
		}
		g.print("\n   (state (id (next-id)) (parent 0) (depth 0) (move -1)")
		for i, name := range g.names {
			g.print(" (%s %d)", name, s[i])
		}
		g.print(")")
	}
	g.print(")\n\n")
	return g.err
}

// pattern returns a condition for a state that binds all its cells.
func (g *generator) pattern(rest string) string {
	var b strings.Builder
	b.WriteString("(state " + rest)
	for _, name := range g.names {
		fmt.Fprintf(&b, " (%s ?%s)", name, name)
	}
	b.WriteString(")")
	return b.String()
}

func (g *generator) moves() {
	for n, m := range g.p.Moves {
		g.comment(m.String())
		g.print("(defrule MAIN::move-%d\n   (level (depth ?depth))\n   %s\n", n, g.pattern("(id ?id) (depth ?depth)"))
		g.print("   (not (solved))\n")
		body := m.Body
		cost := g.t.guarded("(>= "+g.t.number(m.Cost)+" 0)", []*model.Expr{m.Cost})
		if m.Cost.Partial || m.Cost.Lo < 0 {
			g.print("   (test %s)\n", tested(cost))
		}
		for len(body) > 0 && body[0].Kind == model.Guard {
			g.print("   (test %s)\n", tested(g.t.truth(body[0].Value)))
			body = body[1:]
		}
		g.print("   =>\n   (bind ?cost %s)\n   (bind ?ok TRUE)\n", g.t.number(m.Cost))
		g.statements(body, 1)
		if m.Cost.Hi > math.MaxInt64>>maxBits { // a plan visits each state once
			g.print("   (if (and ?ok (> ?cost (- %d ?depth))) then\n      (printout t %q \" %d\" crlf)\n      (halt)\n      (bind ?ok FALSE))\n", math.MaxInt64, overflow, n)
		}
		g.print("   (if ?ok then\n      (assert (state (id (next-id)) (parent ?id) (depth (+ ?depth ?cost)) (move %d)", n)
		for _, name := range g.names {
			g.print(" (%s ?%s)", name, name)
		}
		g.print("))))\n\n")
	}
	g.comment("After a depth, the next one with states is expanded.")
	g.print("(defrule MAIN::next-level\n   (declare (salience -100))\n   ?level <- (level (depth ?depth))\n   (not (solved))\n   =>\n" +
		"   (bind ?next -1)\n   (do-for-all-facts ((?s state)) (> ?s:depth ?depth)\n" +
		"      (if (or (= ?next -1) (< ?s:depth ?next)) then (bind ?next ?s:depth)))\n" +
		"   (retract ?level)\n   (if (= ?next -1) then (printout t \"no plan\" crlf) else (assert (level (depth ?next)))))\n\n")
}

// statements writes the actions of a move's body. ?ok becomes FALSE if the move turns out to be
// inapplicable.
func (g *generator) statements(body []model.Stmt, depth int) {
	indent := strings.Repeat("   ", depth)
	for i := range body {
		st := &body[i]
		switch st.Kind {
		case model.Guard:
			g.print("%s(if (and ?ok (not %s)) then (bind ?ok FALSE))\n", indent, g.t.truth(st.Value))
		case model.Let:
			g.bind(indent, g.t.locals(int(st.Target.Value)), st.Value, nil)
		case model.Assign:
			g.assign(indent, st)
		case model.Branch:
			g.print("%s(if ?ok then\n%s   (if %s then\n", indent, indent, g.t.truth(st.Value))
			g.print("%s      (bind ?branch 1)\n", indent)
			g.statements(st.Then, depth+2)
			g.print("%s    else\n%s      (bind ?branch 2)\n", indent, indent)
			g.statements(st.Else, depth+2)
			g.print("%s   ))\n", indent)
		}
	}
}

// bind assigns e to a variable if e has a value, and one in the domain of cell unless that is nil.
func (g *generator) bind(indent, target string, e *model.Expr, cell *model.CellInfo) {
	needs := append([]string{"?ok"}, g.t.needs(e)...)
	if cell != nil && (e.Lo < cell.Lo || e.Hi > cell.Hi) {
		needs = append(needs, fmt.Sprintf("(<= %d %s %d)", cell.Lo, g.t.number(e), cell.Hi))
	}
	g.print("%s(if %s then (bind %s %s) else (bind ?ok FALSE))\n", indent, allOf(needs), target, g.t.number(e))
}

// tested returns a condition as the argument of test, which must be a call.
func tested(condition string) string {
	if strings.HasPrefix(condition, "(") {
		return condition
	}
	return "(eq " + condition + " TRUE)"
}

func allOf(needs []string) string {
	if len(needs) == 1 {
		return needs[0]
	}
	return "(and " + strings.Join(needs, " ") + ")"
}

func (g *generator) assign(indent string, st *model.Stmt) {
	if st.Target.Op == model.Cell {
		cell := int(st.Target.Value)
		g.bind(indent, "?"+g.names[cell], st.Value, &g.p.Cells[cell])
		return
	}
	needs := append([]string{"?ok"}, g.t.needs(st.Value)...)
	needs = append(needs, g.t.inRange(st.Target)...)
	g.print("%s(if %s then\n%s   (bind ?value %s)\n%s   (switch %s\n", indent, allOf(needs), indent, g.t.number(st.Value), indent, g.t.place(st.Target))
	for i, offset := range model.Offsets(st.Target.Dims) {
		cell := int(st.Target.Value + offset)
		c := &g.p.Cells[cell]
		g.print("%s      (case %d then (if (<= %d ?value %d) then (bind ?%s ?value) else (bind ?ok FALSE)))\n", indent, i, c.Lo, c.Hi, g.names[cell])
	}
	g.print("%s      (default (bind ?ok FALSE)))\n%s    else (bind ?ok FALSE))\n", indent, indent)
}

// safety writes the rules that retract states, in a module that gets the focus as soon as one
// of them is activated.
func (g *generator) safety() {
	g.print("(defmodule CONSTRAINTS (import MAIN ?ALL))\n\n")
	for i := range g.p.Safety {
		r := &g.p.Safety[i]
		g.comment(r.String())
		g.print("(defrule CONSTRAINTS::safety-%d\n   (declare (auto-focus TRUE) (salience 10))\n   ?state <- %s\n   (test (not %s))\n   =>\n   (retract ?state))\n\n",
			i+1, g.pattern("(id ?id)"), g.t.truth(r.Cond))
	}
	g.comment("A state is retracted if an equal one of no greater depth exists.")
	g.print("(defrule CONSTRAINTS::duplicate\n   (declare (auto-focus TRUE))\n   %s\n   ?again <- %s\n   =>\n   (retract ?again))\n\n",
		g.pattern("(id ?id) (depth ?depth)"),
		g.pattern("(id ?other&~?id) (depth ?more&:(or (> ?more ?depth) (and (= ?more ?depth) (> ?other ?id))))"))
}

func (g *generator) solution() {
	var goals []string
	for i := range g.p.Goal {
		goals = append(goals, g.t.truth(g.p.Goal[i].Cond))
	}
	g.comment("The goal, at the current depth: no plan can cost less.")
	g.print("(deftemplate MAIN::plan (slot at) (multislot moves))\n\n")
	g.print("(defrule MAIN::goal\n   (declare (salience 100))\n   (level (depth ?depth))\n   %s\n   (not (solved))\n", g.pattern("(id ?id) (depth ?depth)"))
	if len(goals) > 0 {
		g.print("   (test %s)\n", tested(allOf(goals)))
	}
	g.print("   =>\n   (assert (solved) (plan (at ?id) (moves))))\n\n")
	g.comment("The plan, from the goal back, move by move.")
	g.print("(defrule MAIN::back\n   (declare (salience 100))\n   ?plan <- (plan (at ?id) (moves $?moves))\n   (state (id ?id) (parent ?parent&~0) (move ?move))\n   =>\n" +
		"   (modify ?plan (at ?parent) (moves ?move ?moves)))\n\n")
	g.print("(deffunction MAIN::move-name (?move)\n   (switch ?move\n")
	for n, m := range g.p.Moves {
		g.print("      (case %d then %s)\n", n, quoted(m.String()))
	}
	g.print("      (default \"\")))\n\n")
	if !g.trace {
		g.print("(defrule MAIN::show\n   (declare (salience 100))\n   (plan (at ?id) (moves $?moves))\n   (state (id ?id) (parent 0))\n   =>\n" +
			"   (foreach ?move ?moves (printout t (move-name ?move) crlf))\n   (halt))\n")
		return
	}
	g.print("(defrule MAIN::show\n   (declare (salience 100))\n   (plan (at ?id) (moves $?moves))\n   %s\n   =>\n   (printout t \"plan\" crlf", g.pattern("(id ?id) (parent 0)"))
	for i := range g.p.NumFind {
		g.print(" ?%s \" \"", g.names[i])
	}
	g.print(" crlf (implode$ ?moves) crlf)\n   (halt))\n")
}
