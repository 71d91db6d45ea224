package render_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/sample"
	"farbank/show/render"
	"farbank/study/explain"
)

// explained returns an explanation of a problem, as text and as the fields of its document.
func explained(t *testing.T, source string, o explain.Options) (string, map[string]any) {
	t.Helper()
	p, err := farbank.Parse("t.far", source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := farbank.Explain(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.Explanation(&b, r, render.ExplanationOptions{Plans: true, All: true}); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(render.NewExplanation(r))
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	return b.String(), fields
}

// problems are explained in every way: blocked, as conflicts, by parameters, a way, an objective,
// unknowns, a rule that follows from others.
var problems = []struct{ name, source string }{
	{"blocked", `param most: 0..5 = 2
state n: 0..5 = 0
move up { require "not too high": n < most
  n += 1 }
never "three": n == 3
goal n == 4
`},
	{"fixed", "find x: 0..3\nrequire x > 1\nrequire x < 1\nrequire x != 2\n"},
	{"way", `state n: 0..5 = 0
move up cost 2 { require n < 5
  n += 1 }
move jump { require n % 2 == 0
  n += 2 }
never "three": n == 3
always n >= 0
goal n >= 4
`},
	{"best", "find x: 0..9\nfind y: 0..9\nrequire x + y <= 9\nrequire \"few\": x < 4\nrequire x < 7\nmaximize 2 * x + y\n"},
	{"solution", "find x: 0..9\nrequire x > 2\nrequire x > 1\nrequire x < 8\n"},
	{"free", "state up: bool = false\nmove turn { up = not up }\ngoal up\n"},
}

// TestExplanations compares explanations, as text and as JSON, with files.
func TestExplanations(t *testing.T) {
	for _, p := range problems {
		text, fields := explained(t, p.source, explain.Options{Steps: 3})
		sample.Same(t, "explain-"+p.name+".txt", text)
		delete(fields, "stats")
		document, err := json.MarshalIndent(fields, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		sample.Same(t, "explain-"+p.name+".json", string(seconds.ReplaceAll(document, []byte(`"seconds": 0`)))+"\n")
	}
}

var seconds = regexp.MustCompile(`"seconds": [0-9.e+-]+`)

// TestNotExplained checks the output for unknown and unsupported answers.
func TestNotExplained(t *testing.T) {
	for status, want := range map[engine.Status]string{engine.Unknown: "Not known: it was interrupted.", engine.Unsupported: "Not answered: it was interrupted."} {
		var b bytes.Buffer
		r := &explain.Result{Answer: &engine.Answer{Status: status, Reason: "it was interrupted"}}
		if err := render.Explanation(&b, r, render.ExplanationOptions{All: true}); err != nil || !strings.HasPrefix(b.String(), want) {
			t.Errorf("%q %v", b.String(), err)
		}
	}
}

// shown is a problem with a board, a shown value, costs and an unknown.
const shown = `enum Side { left, right }
find heavy: 1..2
state at[1..2]: Side = left
move carry(i: 1..2) cost if i == heavy then 3 else 1 "carry {i}, {at[i]} to {other(at[i])}" { at[i] = other(at[i]) }
require heavy == 2
goal all i: 1..2 { at[i] == right }
show row[y: 1..1, i: 1..2] = if at[i] == left then "<" else ">"
show "left" = {i: 1..2 where at[i] == left}
`

// steps returns a best plan.
func steps(t *testing.T, source string) (*farbank.Problem, []farbank.Step, int64) {
	t.Helper()
	p := sample.Parse(t, source)
	a, err := farbank.Solve(t.Context(), p, farbank.Question{})
	if err != nil || a.Best == nil {
		t.Fatal(a, err)
	}
	list, cost, err := p.Verify(*a.Best)
	if err != nil {
		t.Fatal(err)
	}
	return p, list, cost
}

// TestPlans writes a plan in every format.
func TestPlans(t *testing.T) {
	for name, source := range map[string]string{"shown": shown, "bare": strings.Split(shown, "show")[0], "found": problems[3].source} {
		p, list, cost := steps(t, source)
		var b bytes.Buffer
		for _, write := range []func() error{
			func() error { return render.Table(&b, p, list) }, func() error { return render.Steps(&b, p, list) }, func() error { return render.Plan(&b, p, list) },
			func() error { return render.CSV(&b, p, list) }, func() error { return render.Markdown(&b, p, list) },
			func() error {
				text, err := json.MarshalIndent(render.PlanDocument(p, list, cost), "", "  ")
				b.Write(append(text, '\n'))
				return err
			},
			func() error {
				for _, st := range list {
					b.WriteString(strings.Join(render.StateLines(p, st.State), "\n") + "\n" + render.StateLine(p, st.State) + "\n")
				}
				return nil
			},
			func() error { return json.NewEncoder(&b).Encode(render.StateDocument(p, list[0].State)) },
		} {
			if err := write(); err != nil {
				t.Fatal(err)
			}
			b.WriteString("--\n")
		}
		sample.Same(t, "plan-"+name+".txt", b.String())
	}
}

// full is a writer that always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("full")

// TestFull checks that errors of writing are returned.
func TestFull(t *testing.T) {
	p, list, _ := steps(t, shown)
	blocked, err := farbank.Parse("t.far", problems[0].source)
	if err != nil {
		t.Fatal(err)
	}
	r, err := farbank.Explain(t.Context(), blocked, explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, err := range []error{render.Table(full{}, p, list), render.Steps(full{}, p, list), render.Plan(full{}, p, list), render.CSV(full{}, p, list),
		render.Markdown(full{}, p, list), render.Explanation(full{}, r, render.ExplanationOptions{Plans: true}), render.NewPlanTable(full{}, p).Plan("1", list), render.NewListing(full{}, false, "a").Flush()} {
		if !errors.Is(err, errFull) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

// TestListing checks states and plans as tables, which read back unchanged.
func TestListing(t *testing.T) {
	p, list, _ := steps(t, shown)
	for _, asCSV := range []bool{false, true} {
		var b bytes.Buffer
		l := render.NewListing(&b, asCSV, append([]string{""}, render.StateTitles(p)...)...)
		for i, st := range list {
			if err := l.Row(append([]string{string(rune('0' + i))}, render.StateTexts(p, st.State)...)...); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Flush(); err != nil {
			t.Fatal(err)
		}
		if err := l.Flush(); err != nil { // nothing remains to be written
			t.Fatal(err)
		}
		if !asCSV {
			sample.Same(t, "listing.txt", b.String())
			continue
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil || len(rows) != len(list)+1 || rows[0][0] != "number" || !slices.Equal(rows[1][1:], render.StateTexts(p, list[0].State)) {
			t.Errorf("%v %v", rows, err)
		}
	}
	for _, source := range []string{shown, problems[3].source} {
		p, list, _ := steps(t, source)
		var b bytes.Buffer
		table := render.NewPlanTable(&b, p)
		for _, number := range []string{"1", "2"} {
			if err := table.Plan(number, list); err != nil {
				t.Fatal(err)
			}
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil || rows[0][0] != "plan" || rows[1][0] != "1" || rows[len(rows)-1][0] != "2" {
			t.Errorf("%v %v", rows, err)
		}
	}
}

// TestCount checks exact numbers and lower bounds.
func TestCount(t *testing.T) {
	n := big.NewInt(12)
	stats := engine.Stats{Engine: "search", Elapsed: 1500 * time.Millisecond}
	if d := render.NewCount(&engine.Answer{Status: engine.Solved, Count: n, Stats: stats}); d.Count != n || d.CountAtLeast != nil || d.Stats.Seconds != 1.5 {
		t.Errorf("%+v", d)
	}
	if d := render.NewCount(&engine.Answer{Status: engine.Feasible, Count: n, Reason: "time"}); d.Count != nil || d.CountAtLeast != n || d.Reason != "time" {
		t.Errorf("%+v", d)
	}
}

// TestManyCells checks that variables with many elements become one column each.
func TestManyCells(t *testing.T) {
	p, list, _ := steps(t, "state n[1..60]: 0..1 = 0\nstate on[1..2, 1..2]: bool = false\nmove go { n[3] = 1\n on[2, 1] = true }\ngoal n[3] == 1\n")
	if titles := render.StateTitles(p); !slices.Equal(titles, []string{"n", "on"}) {
		t.Error(titles)
	}
	var b bytes.Buffer
	if err := render.Steps(&b, p, list); err != nil || !strings.Contains(b.String(), "on[2, 1]: true") {
		t.Error(b.String(), err)
	}
}
