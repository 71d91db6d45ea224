package render

import (
	"fmt"
	"io"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// rows returns the table of a plan: a head, then a row for each state, with the number of the state
// first and the move that leaves it last; a board is one cell. If costs differ from 1 there is a
// column of costs.
func rows(p *model.Problem, steps []model.Step) [][]string {
	return rowsOf(p, steps, costsMatter(steps))
}

func rowsOf(p *model.Problem, steps []model.Step, costs bool) [][]string {
	if p.Unit > 0 {
		return timedRows(p, steps, costs)
	}
	cols := listed(p)
	head := []string{""}
	for _, c := range cols {
		head = append(head, c.title)
	}
	head = append(head, "move")
	if costs {
		head = append(head, "cost")
	}
	table := [][]string{head}
	for i, st := range steps {
		row := []string{fmt.Sprint(i)}
		for _, c := range cols {
			row = append(row, c.text(st.State))
		}
		row = append(row, st.Label)
		if costs {
			cost := ""
			if st.Move != nil {
				cost = p.CostText(st.Cost)
			}
			row = append(row, cost)
		}
		table = append(table, row)
	}
	return table
}

func costsMatter(steps []model.Step) bool {
	for _, st := range steps {
		if st.Move != nil && st.Cost != 1 && st.Move.Schema.Role == model.Begins {
			return true
		}
	}
	return false
}

// Table writes a plan as text: a row for each state with the columns of show and the move that
// leaves it, or, if the problem shows boards, a board for each state. For a problem without moves
// it writes the assignment.
func Table(w io.Writer, p *model.Problem, steps []model.Step) error {
	return Screen{}.Table(w, p, steps)
}

// Steps writes a plan state by state: "Iteration: i", then every variable with its value on one
// line, then "Move: " and the move.
func Steps(w io.Writer, p *model.Problem, steps []model.Step) error {
	cols := elements(p)
	steps, times := Happenings(p, steps)
	for i, st := range steps {
		parts := make([]string, len(cols))
		for k, c := range cols {
			parts[k] = visible.Line(c.title) + ": " + visible.Line(c.text(st.State))
		}
		text := fmt.Sprintf("Iteration: %d\n%s\n", i, strings.Join(parts, ", "))
		if times != nil {
			text += fmt.Sprintf("Time: %d\n", times[i])
		}
		if st.Move != nil {
			text += "Move: " + visible.Line(st.Label) + "\n"
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

// Plan writes the values found, "row[1] = 5", and the ground moves, "cross(goat)", one on each
// line. Verify reads this format. A plan of a problem in PDDL has the format of planners.
func Plan(w io.Writer, p *model.Problem, steps []model.Step) error {
	var b strings.Builder
	for _, c := range elements(p) {
		if p.NumFind > 0 && isFind(p, c.title) {
			fmt.Fprintf(&b, "%s = %s\n", c.title, c.text(steps[0].State))
		}
	}
	if p.Unit > 0 && !p.PDDL {
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
		return timedPlan(w, p, steps)
	}
	cost := int64(0)
	for _, st := range steps {
		if st.Move == nil {
			continue
		}
		cost += st.Cost
		if p.PDDL {
			fmt.Fprintln(&b, planned(st.Move))
		} else {
			fmt.Fprintln(&b, st.Move)
		}
	}
	if p.PDDL {
		kind := "general"
		if p.UnitCosts() {
			kind = "unit"
		}
		fmt.Fprintf(&b, "; cost = %s (%s cost)\n", p.CostText(cost), kind)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// planned returns a move in the format of planners: (move a b).
func planned(m *model.Move) string {
	words := []string{m.Schema.Name}
	for _, a := range m.Args {
		words = append(words, a.Type.Members[a.Leaves[0]]) // never quoted
	}
	return "(" + strings.Join(words, " ") + ")"
}

// isFind reports whether an element belongs to a find variable.
func isFind(p *model.Problem, element string) bool {
	name, _, _ := strings.Cut(element, "[")
	for i := range p.Vars {
		if p.Vars[i].Name == name {
			return p.Vars[i].Find
		}
	}
	return false
}
