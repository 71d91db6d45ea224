package render

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
	"farbank/picture"
)

// Happenings returns the steps of a plan without those in which only time passes, and the time of
// each. Where no move takes time it returns the steps and nil.
func Happenings(p *model.Problem, steps []model.Step) ([]model.Step, []int64) {
	kept, times, _ := happenings(p, steps)
	return kept, times
}

// happenings is like Happenings and also returns the durations of the moves, -1 for a move that
// takes no time and for an end.
func happenings(p *model.Problem, steps []model.Step) (kept []model.Step, times, takes []int64) {
	if p.Unit == 0 {
		return steps, nil, nil
	}
	clock := int64(0)
	for i, st := range steps {
		if st.Move == nil || st.Move.Schema.Role != model.Waits {
			kept, times, takes = append(kept, st), append(times, clock), append(takes, -1)
		}
		if st.Move != nil && st.Move.Schema.Role == model.Begins && st.Move.Lasts {
			takes[len(takes)-1] = (steps[i+1].State[st.Move.Under] - 1) * p.Unit
		}
		if st.Move != nil {
			clock += st.Move.Time
		}
	}
	return kept, times, takes
}

// sinceStart is the name of the time since the start.
const sinceStart = "time"

// timedRows is rowsOf for a problem in which moves take time: the first column is the time, and
// one after the move has its duration.
func timedRows(p *model.Problem, steps []model.Step, costs bool) [][]string {
	steps, times, takes := happenings(p, steps)
	cols := listed(p)
	if len(p.Show) == 0 && slices.ContainsFunc(p.Vars, func(v model.Var) bool { return v.Counter && v.Name == sinceStart }) {
		cols = slices.DeleteFunc(cols, func(c column) bool { return c.title == sinceStart }) // the first column has it
	}
	head := []string{sinceStart}
	for _, c := range cols {
		head = append(head, c.title)
	}
	head = append(head, "move", "takes")
	if costs {
		head = append(head, "cost")
	}
	table := [][]string{head}
	for i, st := range steps {
		row := []string{p.TimeText(times[i])}
		for _, c := range cols {
			row = append(row, c.text(st.State))
		}
		long, cost := "", ""
		if st.Move != nil {
			if takes[i] >= 0 {
				long = p.TimeText(takes[i])
			}
			if st.Move.Schema.Role == model.Begins {
				cost = p.CostText(st.Cost)
			}
		}
		row = append(row, st.Label, long)
		if costs {
			row = append(row, cost)
		}
		table = append(table, row)
	}
	return table
}

// timedPlan writes the moves of a plan with their times: a line for each beginning, TIME:
// move(args) [DURATION]. An end that shares its instant with another happening has a line of its
// own.
func timedPlan(w io.Writer, p *model.Problem, steps []model.Step) error {
	steps, times, takes := happenings(p, steps)
	var b strings.Builder
	for i, st := range steps {
		if st.Move == nil {
			break
		}
		if st.Move.Schema.Role == model.Ends {
			alone := (i == 0 || times[i-1] < times[i]) && (i+2 >= len(steps) || times[i] < times[i+1])
			if alone {
				continue
			}
		}
		fmt.Fprintf(&b, "%s: %s", p.TimeText(times[i]), st.Move)
		if takes[i] >= 0 {
			fmt.Fprintf(&b, " [%s]", p.TimeText(takes[i]))
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// planTimeline returns a timeline of the moves of a plan that take time, a row for each declared
// move.
func planTimeline(p *model.Problem, steps []model.Step) *picture.Timeline {
	if p.Unit == 0 {
		return nil
	}
	steps, times, takes := happenings(p, steps)
	t := &picture.Timeline{Title: "time", Written: p.TimeText}
	rows := map[*model.Schema]int{}
	for i, st := range steps {
		if takes[i] < 0 {
			continue
		}
		row, known := rows[st.Move.Schema]
		if !known {
			row = len(t.Rows)
			rows[st.Move.Schema] = row
			t.Rows = append(t.Rows, st.Move.Schema.Name)
		}
		var args []string
		for _, a := range st.Move.Args {
			args = append(args, a.Type.Shown(a.Leaves))
		}
		t.Bars = append(t.Bars, picture.Bar{Row: row, From: times[i], To: times[i] + takes[i], Label: strings.Join(args, " "), Group: len(t.Bars)})
	}
	if len(t.Bars) == 0 {
		return nil
	}
	t.Mark()
	return t
}

// timeline writes the timeline of a plan below its table.
func (t Screen) planTimeline(w io.Writer, p *model.Problem, steps []model.Step) error {
	line := planTimeline(p, steps)
	if line == nil {
		return nil
	}
	_, err := fmt.Fprintln(w, "\n"+strings.Join(t.timeline(line), "\n"))
	return err
}

// timedJSON returns the steps of a plan in which moves take time.
func timedJSON(p *model.Problem, steps []model.Step) []any {
	steps, times, takes := happenings(p, steps)
	list := []any{}
	for i, st := range steps[:len(steps)-1] {
		args := []any{}
		for _, a := range st.Move.Args {
			args = append(args, a.Type.JSON(a.Leaves))
		}
		after := stateJSON(p, steps[i+1].State, false)
		if st.Move.Schema.Role == model.Ends {
			list = append(list, EndJSON{strings.TrimPrefix(st.Move.Schema.Name, "end "), args, p.TimeNumber(times[i]), after})
			continue
		}
		list = append(list, TimedJSON{st.Move.Schema.Name, args, p.TimeNumber(times[i]), p.TimeNumber(max(takes[i], 0)), p.CostNumber(st.Cost), after})
	}
	return list
}

// TimedJSON is a move that begins, where moves take time, and the state after that.
type TimedJSON struct {
	Move     string         `json:"move"`
	Args     []any          `json:"args"`
	Time     json.Number    `json:"time"`
	Duration json.Number    `json:"duration"`
	Cost     json.Number    `json:"cost"`
	State    map[string]any `json:"state"`
}

// EndJSON is a move that ends, and the state after that.
type EndJSON struct {
	End   string         `json:"end"`
	Args  []any          `json:"args"`
	Time  json.Number    `json:"time"`
	State map[string]any `json:"state"`
}

// caption returns the time of a happening before its label.
func caption(p *model.Problem, times []int64, i int, label string) string {
	if times == nil {
		return label
	}
	return p.TimeText(times[i]) + ": " + visible.Line(label)
}

// Sizes returns the numbers of variables, cells, moves and ground moves of a problem as its file
// has them: without hidden variables, ends and waiting.
func Sizes(p *model.Problem) (vars, cells, moves, ground int) {
	for i := range p.Vars {
		if v := &p.Vars[i]; !v.Hidden {
			vars, cells = vars+1, cells+v.Cells
		}
	}
	for _, s := range p.Schemas {
		if s.Role == model.Begins {
			moves++
		}
	}
	for _, m := range p.Moves {
		if m.Schema.Role == model.Begins {
			ground++
		}
	}
	return vars, cells, moves, ground
}

// timedLabels returns the beginnings of a plan, with their times in the labels.
func timedLabels(p *model.Problem, steps []model.Step) []model.Step {
	if p.Unit == 0 {
		return steps
	}
	kept, times := Happenings(p, steps)
	var list []model.Step
	for i, st := range kept {
		if st.Move == nil || st.Move.Schema.Role == model.Begins {
			st.Label = caption(p, times, i, st.Label)
			list = append(list, st)
		}
	}
	return list
}
