// Package minizinc writes a problem as a MiniZinc model: variables over time, with one move a
// step (planning as constraint satisfaction: van Beek, Chen 1999).
package minizinc

import (
	"context"
	"fmt"
	"strings"

	"farbank/exchange/writing"
	"farbank/model"
)

// Language is the minizinc language.
var Language = &writing.Language{Name: "minizinc", File: "mzn", About: "MiniZinc model with a bounded horizon, or for unknowns", Bounded: true, Writes: writeMiniZinc}

const minizincWords = `ann annotation any array bool case constraint default diff div else elseif endif enum exists false float forall
function if in include int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set solve string subset superset
symdiff test then true tuple type union var where xor move length horizon total_cost cost move_name max min abs sum bool2int floor_div floor_mod fix show
t u infinity debug_mode anon_enum
add_to_output annotated_expression anti_first_fail array_check_form bounds cache_result complete ctx_mix ctx_neg ctx_pos ctx_root dom_w_deg domain
domain_change_constraint empty_annotation first_fail impact indomain indomain_interval indomain_max indomain_median indomain_middle indomain_min
indomain_random indomain_reverse_split indomain_split indomain_split_random input_order is_defined_var is_reverse_map largest max_regret maybe_partial
most_constrained no_cse no_output occurrence outdomain_max outdomain_median outdomain_min outdomain_random output_only output_var promise_ctx_antitone
promise_ctx_monotone promise_total restart_none smallest value_propagation var_is_introduced
card dom lb ub index_set pow sqrt exp ln log sin cos tan round ceil floor trace assert abort concat join sort product clause count`

// zincWriter writes one MiniZinc model.
type zincWriter struct {
	*writing.Writer
	s     *writing.System
	names []string
	infix *writing.Infix
}

func writeMiniZinc(ctx context.Context, w *writing.Writer) error {
	s, err := w.NewShared(writing.Int32s)
	if err != nil {
		return err
	}
	namer := writing.NewNamer('_', false, minizincWords)
	z := &zincWriter{Writer: w, s: s, names: namer.Cells(w.Problem)}
	z.infix = &writing.Infix{System: s, Syntax: zincSyntax{}, Cell: func(i int, time string) string {
		if i < w.Problem.NumFind {
			return z.names[i]
		}
		return z.names[i] + "[" + time + "]"
	}}
	moving := len(w.Problem.Schemas) > 0
	z.Head("%", z.names)
	z.Printf("\ninclude \"alldifferent.mzn\";\n\n")
	z.functions()
	z.variables(moving)
	z.shared(namer)
	for _, r := range append(s.Require, s.Begins...) {
		z.constraint(r.Text, z.infix.Truth(r.Cond, "0"))
	}
	for i, e := range s.Start {
		if moving || s.Problem.Cells[s.Problem.NumFind+i].Lo != s.Problem.Cells[s.Problem.NumFind+i].Hi {
			z.Printf("constraint %s = %s;\n", z.infix.Cell(s.Problem.NumFind+i, "0"), z.infix.Like(s.Problem.Cells[s.Problem.NumFind+i].Type, e, "0"))
		}
	}
	if moving {
		z.moves()
	}
	z.rules(moving)
	z.solve(moving)
	z.output(moving)
	return nil
}

// functions writes the floored division and remainder, which MiniZinc does not have.
func (z *zincWriter) functions() {
	z.Printf("function var int: floor_mod(var int: x, var int: y) =\n  let { var int: m = x mod y } in\n" +
		"  if m != 0 /\\ ((m < 0) xor (y < 0)) then m + y else m endif;\n" +
		"function var int: floor_div(var int: x, var int: y) = (x - floor_mod(x, y)) div y;\n\n")
}

func (z *zincWriter) variables(moving bool) {
	if moving {
		z.Printf("int: horizon = %d; %% the most moves\n", z.Options.Horizon)
		z.Printf("var 0..horizon: length; %% the moves there are; after them all stays as it is\n")
		z.Printf("array[1..%d] of string: move_name = [", max(len(z.s.Operators), 1))
		for _, m := range z.s.Operators {
			z.Printf("\n  %s,", zincString(z.s.Move(m).String()))
		}
		if len(z.s.Operators) == 0 {
			z.Printf("\"\"")
		}
		z.Printf("];\narray[1..horizon] of var 0..%d: move; %% 0: none\n", len(z.s.Operators))
		z.Printf("array[1..horizon] of var 0..%d: cost;\nvar int: total_cost = sum(cost);\n", z.maxCost())
	}
	for i := range z.Problem.Cells {
		c := &z.Problem.Cells[i]
		domain := fmt.Sprintf("%d..%d", c.Lo, c.Hi)
		if c.Type.Kind == model.Bool {
			domain = "bool"
		}
		if i < z.Problem.NumFind {
			z.Printf("var %s: %s;\n", domain, z.names[i])
		} else {
			z.Printf("array[0..horizon] of var %s: %s;\n", domain, z.names[i])
		}
	}
	if !moving {
		z.Printf("int: horizon = 0;\n")
	}
	z.Printf("\n")
}

// minShared is the minimum size of a common subexpression that is written once.
var minShared int64 = 30

// shared defines common subexpressions.
func (z *zincWriter) shared(namer *writing.Namer) {
	names := map[*model.Expr]string{}
	z.infix.Named = func(e *model.Expr, time string) string {
		if names[e] == "" {
			return ""
		}
		return names[e] + "[" + time + "]"
	}
	for _, e := range z.s.Shared(minShared) {
		domain := fmt.Sprintf("%d..%d", e.Lo, e.Hi)
		if e.Bool {
			domain = "bool"
		}
		name, text := namer.Name("part", "part"), z.infix.Definition(e, "t")
		z.Printf("array[0..horizon] of var %s: %s = array1d(0..horizon, [%s | t in 0..horizon]);\n", domain, name, text)
		names[e] = name
	}
}

func (z *zincWriter) maxCost() int64 {
	most := int64(0)
	for _, m := range z.s.Operators {
		most = max(most, m.Cost.Hi)
	}
	return most
}

func (z *zincWriter) constraint(text, cond string) {
	if text != "" {
		z.Comment("%", "%s", text)
	}
	z.Printf("constraint %s;\n", cond)
}

func (z *zincWriter) moves() {
	z.Printf("constraint forall(t in 1..horizon)((move[t] = 0) <-> (t > length));\n")
	z.Printf("constraint forall(t in 1..horizon)(move[t] = 0 -> cost[t] = 0);\n\n")
	changed := make(map[int][]string)
	for n, m := range z.s.Operators {
		z.Comment("%", "%s", z.s.Move(m))
		parts := []string{}
		for _, g := range m.Guard {
			parts = append(parts, z.infix.Truth(g, "t-1"))
		}
		for _, u := range m.Updates {
			parts = append(parts, fmt.Sprintf("%s = %s", z.infix.Cell(u.Cell, "t"), z.infix.Like(z.Problem.Cells[u.Cell].Type, u.Value, "t-1")))
			changed[u.Cell] = append(changed[u.Cell], fmt.Sprint(n+1))
		}
		parts = append(parts, "cost[t] = "+z.infix.Number(m.Cost, "t-1"))
		z.Printf("constraint forall(t in 1..horizon)(move[t] = %d ->\n  %s);\n", n+1, strings.Join(parts, " /\\\n  "))
	}
	z.Printf("\n")
	z.Comment("%", "What no move changes stays.")
	for i := z.Problem.NumFind; i < len(z.Problem.Cells); i++ {
		z.Printf("constraint forall(t in 1..horizon)(not (move[t] in {%s}) -> %s = %s);\n", strings.Join(changed[i], ", "),
			z.infix.Cell(i, "t"), z.infix.Cell(i, "t-1"))
	}
	z.Printf("\n")
	z.noRepeat()
}

// maxPairs bounds the number of comparisons of states that exclude repeated states.
const maxPairs = 200_000

// noRepeat writes the constraint that no state repeats. An optimal plan does not repeat states,
// and without the constraint a solver explores cycles. For long plans only every second state
// is compared.
func (z *zincWriter) noRepeat() {
	var differ []string
	for i := z.Problem.NumFind; i < len(z.Problem.Cells); i++ {
		if c := &z.Problem.Cells[i]; c.Lo != c.Hi {
			differ = append(differ, fmt.Sprintf("%s != %s", z.infix.Cell(i, "t"), z.infix.Cell(i, "u")))
		}
	}
	if len(differ) == 0 {
		return
	}
	since := "0"
	if z.Options.Horizon*z.Options.Horizon*len(differ) > maxPairs {
		since = "max(0, t-2)"
	}
	z.Comment("%", "No state comes twice.")
	z.Printf("constraint forall(t in 1..horizon, u in %s..t-1)(t <= length ->\n  (%s));\n\n", since, strings.Join(differ, " \\/ "))
}

func (z *zincWriter) rules(moving bool) {
	for _, r := range z.s.Safety {
		cond := z.infix.Truth(r.Cond, "t")
		if !moving {
			cond = z.infix.Truth(r.Cond, "0")
		} else {
			cond = "forall(t in 0..horizon)(" + cond + ")"
		}
		z.constraint(r.Text, cond)
	}
	for _, r := range z.s.Goal {
		z.constraint(r.Text, z.infix.Truth(r.Cond, "horizon"))
	}
	z.Printf("\n")
}

func (z *zincWriter) solve(moving bool) {
	value, order := "", "minimize"
	switch {
	case z.s.Objective != nil:
		value = z.infix.Number(z.s.Objective, "0")
		if z.Problem.Goals.Maximize {
			order = "maximize"
		}
	case moving && z.Problem.UnitCosts():
		value = "length"
	case moving:
		value = "total_cost"
	}
	how := ""
	if moving {
		how = ":: int_search(move, first_fail, indomain_max, complete) "
	}
	switch {
	case value == "":
		z.Printf("solve %ssatisfy;\n", how)
	case z.Options.All && z.Options.Best != nil:
		z.Printf("constraint %s = %d;\nsolve %ssatisfy;\n", value, *z.Options.Best, how)
	default:
		z.Printf("solve %s%s %s;\n", how, order, value)
	}
}

// output writes the output item: a plan in the format of farbank, a ground move a line, and the
// found values.
func (z *zincWriter) output(moving bool) {
	var parts []string
	for i := range z.Problem.NumFind {
		parts = append(parts, fmt.Sprintf("\"%% %s = \", show(%s), \"\\n\"", z.names[i], z.names[i]))
	}
	if z.s.Objective != nil {
		parts = append(parts, fmt.Sprintf("\"%% cost = \", show(%s), \"\\n\"", z.infix.Number(z.s.Objective, "0")))
	}
	if !moving {
		z.Printf("output [%s];\n", strings.Join(parts, ",\n  "))
		return
	}
	parts = append(parts, `"% cost = ", show(total_cost), "\n"`)
	z.Printf("output [%s] ++\n  [if fix(move[t]) > 0 then move_name[fix(move[t])] ++ \"\\n\" else \"\" endif | t in 1..horizon];\n", strings.Join(parts, ",\n  "))
}

func zincString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
