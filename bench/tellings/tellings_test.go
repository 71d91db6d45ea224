package main

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
)

func TestParseFamilies(t *testing.T) {
	list, err := parseFamilies("# families\n\nbins optimum\n  exams   count\nexams solution\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range list {
		got = append(got, f.name+" "+f.question)
	}
	if want := []string{"bins optimum", "exams count", "exams solution"}; !slices.Equal(got, want) {
		t.Errorf("families %q, want %q", got, want)
	}
	for text, want := range map[string]string{
		"bins":                       "1: expected a family and a question",
		"# bins\nbins optimum count": "2: expected a family and a question",
		"bins best":                  `1: unknown question "best"`,
		"bins count\nbins count":     "2: the question to bins is repeated",
	} {
		if _, err := parseFamilies(text); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestAddProblems(t *testing.T) {
	families := []family{{name: "exams", question: "solution"}, {name: "exams", question: "count"}}
	if err := addProblems(families, []string{"d/exams-a.far", "d/exams-b-c.far"}); err != nil {
		t.Fatal(err)
	}
	for i, flags := range []string{"", " --count"} {
		for k, name := range []string{"a", "b-c"} {
			p := families[i].problems[k]
			if got, want := strings.Join(p.args, " "), "d/exams-"+name+".far"+flags; p.formulation() != name || got != want {
				t.Errorf("formulation %s with %q, want %s with %q", p.formulation(), got, name, want)
			}
		}
	}
	for _, files := range [][]string{{"bins-a.far"}, {"exams-a.far"}, {"exams-a.far", "exams-b.far", "examsx-a.far"}} {
		if err := addProblems([]family{{name: "exams", question: "count"}}, files); err == nil {
			t.Errorf("%q: no error", files)
		}
	}
}

// TestFiles checks that each file of this folder belongs to a family and is a problem of the language, and
// that the names of the engines are complete.
func TestFiles(t *testing.T) {
	families, err := readFamilies(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, p := range f.problems {
			text, err := os.ReadFile(p.args[0])
			if err != nil {
				t.Fatal(err)
			}
			q, err := farbank.Parse(p.args[0], string(text))
			if err != nil {
				t.Error(err)
				continue
			}
			if moves := len(q.Schemas) > 0; moves != (f.question == "plan") {
				t.Errorf("%s: moves %v, but the question is %s", p.name, moves, f.question)
			}
			if objective := q.Goals != nil; objective != (f.question == "optimum") {
				t.Errorf("%s: objective %v, but the question is %s", p.name, objective, f.question)
			}
		}
	}
	var want []string
	for _, e := range farbank.Engines {
		if !e.Capabilities().Others { // no family has moves that are not ours
			want = append(want, e.Name())
		}
	}
	slices.Sort(want)
	if got := slices.Sorted(slices.Values(engineNames)); !slices.Equal(got, want) {
		t.Errorf("engines %q, want %q", got, want)
	}
}

func TestParseAnswer(t *testing.T) {
	for _, c := range []struct{ out, text, engine string }{
		{`{"status": "solved", "cost": 7, "plan": [], "stats": {"engine": "milp", "seconds": 1}}`, "solved, 7", "milp"},
		{`{"status": "solved", "cost": -7}`, "solved, -7", ""},
		{`{"status": "solved", "count": 123456789012345678901234567890}`, "123456789012345678901234567890", ""},
		{`{"status": "solved", "count": 0}`, "0", ""},
		{`{"status": "none", "reason": "proven", "plan": null}`, "none", ""},
		{`{"status": "feasible", "countAtLeast": 5}`, "feasible", ""},
	} {
		a, err := parseAnswer([]byte(c.out))
		if err != nil || a.String() != c.text || a.Engine != c.engine {
			t.Errorf("%s: %v by %q, error %v; want %s by %q", c.out, a, a.Engine, err, c.text, c.engine)
		}
	}
	for out, want := range map[string]string{
		`{"errors": [{"message": "no such file"}]}`: "no such file",
		`{}`:      "the output has no status",
		`solved`:  "the output is not JSON",
		``:        "the output is not JSON",
		`{"cost"`: "the output is not JSON",
	} {
		if _, err := parseAnswer([]byte(out)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", out, err, want)
		}
	}
}

func TestParseExamples(t *testing.T) {
	list, err := parseExamples([]byte(`[{"name": "wolf", "title": "Wolf"}, {"name": "duty", "data": ["duty-names.json"]}]`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range list {
		got = append(got, p.name+": "+strings.Join(p.args, " "))
	}
	want := []string{"wolf: example:wolf", "duty: example:duty", "duty-names: example:duty --data duty-names.json"}
	if !slices.Equal(got, want) {
		t.Errorf("examples %q, want %q", got, want)
	}
}

// outcome returns a result: an answer such as "solved 7" or "count 12", and the time.
func outcome(text string, seconds float64) result {
	r := result{Answer: answer{Engine: "search"}, Processor: seconds, Elapsed: 10 * seconds, MiB: 20}
	status, value, _ := strings.Cut(text, " ")
	switch r.Answer.Status = status; {
	case status == "failed":
		r.Answer, r.Error = answer{}, value
	case status == "count":
		r.Answer.Status, r.Answer.Count = "solved", json.Number(value)
	case value != "":
		n, err := json.Number(value).Int64()
		if err != nil {
			panic(err)
		}
		r.Answer.Cost = &n
	}
	return r
}

func TestDisagreement(t *testing.T) {
	for _, c := range []struct {
		results string
		want    string
	}{
		{"solved 7; solved 7; unknown", ""},
		{"solved 7; solved 8", "a: solved, 7, but b: solved, 8"},
		{"unknown; solved; none", "b: solved, but c: none"},
		{"feasible 9; solved 7", ""},
		{"count 5; count 6", "a: 5, but b: 6"},
		{"solved; failed exit status 2", "b: exit status 2"},
	} {
		var list []result
		for text := range strings.SplitSeq(c.results, "; ") {
			list = append(list, outcome(text, 1))
		}
		if got := disagreement([]string{"a", "b", "c"}, list); got != c.want {
			t.Errorf("%s: %q, want %q", c.results, got, c.want)
		}
	}
}

// TestInTurn checks the order of the runs, the medians, and that a command without an answer is run once.
func TestInTurn(t *testing.T) {
	times := []float64{3, 1, 2}
	order, round := "", 0
	results, err := inTurn(t.Context(), 3, 3, func(k int) result {
		order += string(rune('a' + k))
		switch k {
		case 0:
			round++
			return outcome("solved 7", times[round-1])
		case 1:
			return outcome("unknown", 5)
		}
		return outcome("solved 7", 1)
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := "abcacac"; order != want {
		t.Errorf("order %s, want %s", order, want)
	}
	if r := results[0]; r.Processor != 2 || r.Elapsed != 20 || r.MiB != 20 {
		t.Errorf("medians %v", r)
	}
	if got := results[1].time(); got != ">5.00" {
		t.Errorf("time of a run without an answer: %s", got)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	wrong := errors.New("stopped")
	if _, err := inTurn(ctx, 1, 3, func(int) result { cancel(wrong); return outcome("solved", 1) }); !errors.Is(err, wrong) {
		t.Errorf("error %v, want %v", err, wrong)
	}
}

func TestCombine(t *testing.T) {
	if r := combine([]result{outcome("solved 7", 1), outcome("unknown", 9)}); r.Answer.Status != "unknown" || r.Processor != 9 {
		t.Errorf("a run without an answer is lost: %v", r)
	}
	if r := combine([]result{outcome("solved 7", 1), outcome("solved 8", 1)}); r.Error == "" || r.solved() {
		t.Errorf("two different answers are accepted: %v", r)
	}
}

func TestRatio(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{{4, 2, 2}, {0.001, 0.002, 1}, {0.05, 0, 5}, {0.005, 1, 0.01}} {
		if got := ratio(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("ratio(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// compareText compares an output with the wanted lines, without trailing spaces.
func compareText(t *testing.T, got string, want ...string) {
	t.Helper()
	lines := strings.Split(strings.TrimRight(got, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	if !slices.Equal(lines, want) {
		t.Errorf("output\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestFamilyTable(t *testing.T) {
	families := []family{
		{name: "bins", question: "optimum", problems: []problem{{name: "bins-last"}, {name: "bins-pairs"}}},
		{name: "exams", question: "count", problems: []problem{{name: "exams-arrays"}, {name: "exams-places"}}},
	}
	all := &formulationsReport{}
	var b strings.Builder
	for i, results := range [][]result{
		{outcome("solved 7", 0.5), outcome("solved 7", 0.25)},
		{outcome("count 12", 1), outcome("unknown", 8)},
	} {
		r := reportFamily(families[i], results)
		r.print(&b)
		all.Families = append(all.Families, r)
	}
	all.summarize()
	all.print(&b)
	compareText(t, b.String(),
		"bins        last        search           0.50     20  solved, 7",
		"bins        pairs       search           0.25     20  solved, 7",
		"bins        optimum     slowest by fastest: 2.0",
		"exams       arrays      search           1.00     20  12",
		"exams       places      search          >8.00     20  unknown",
		"exams       count       slowest by fastest: at least 8.0",
		"slowest by fastest: geometric mean of 2 ratios at least 4.00, maximum at least 8.0 (exams, count)")
	if all.disagrees() {
		t.Error("the answers agree")
	}
}

func TestFamilyTableBefore(t *testing.T) {
	f := family{name: "bins", question: "optimum", problems: []problem{{name: "bins-last"}, {name: "bins-pairs"}}}
	r := reportFamily(f, []result{outcome("solved 7", 0.5), outcome("solved 7", 1), outcome("solved 7", 0.25), outcome("solved 8", 2)})
	all := &formulationsReport{Families: []familyReport{r}}
	all.summarize()
	var b strings.Builder
	r.print(&b)
	all.print(&b)
	compareText(t, b.String(),
		"bins        last        search           0.50     20     1.00   2.00  solved, 7",
		"bins        pairs       search           0.25     20     2.00   8.00  solved, 7",
		"bins        optimum     slowest by fastest: 2.0, before 2.0",
		"bins        DISAGREE: last: solved, 7, but pairs before: solved, 8",
		"slowest by fastest: geometric mean of 1 ratio 2.00, maximum 2.0 (bins, optimum)",
		"before: geometric mean of the ratios 2.00, maximum 2.0; its times by the present ones: geometric mean 4.00")
	if !all.disagrees() {
		t.Error("the answers disagree")
	}
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name    string
		auto    result
		engines map[string]result
		best    string
		ratio   float64
		within  bool
	}{
		{"within", outcome("solved 7", 1), map[string]result{"search": outcome("solved 7", 0.5), "milp": outcome("unknown", 0.1)}, "search", 2, true},
		{"the head start", outcome("solved", 0.12), map[string]result{"fold": outcome("solved", 0.04)}, "fold", 3, true},
		{"more", outcome("solved", 1.2), map[string]result{"fold": outcome("solved", 0.5), "search": outcome("solved", 3)}, "fold", 2.4, false},
		{"no engine", outcome("solved", 9), map[string]result{"fold": outcome("unsupported", 0)}, "", 0, true},
		{"only an engine", outcome("unknown", 0.5), map[string]result{"fold": outcome("solved", 0.5)}, "fold", 1, false},
	} {
		x := choice{Auto: c.auto, Engines: c.engines}
		x.judge()
		if x.Best != c.best || math.Abs(x.Ratio-c.ratio) > 1e-9 || x.Within != c.within || x.Disagreement != "" {
			t.Errorf("%s: best %q, ratio %v, within %v, disagreement %q", c.name, x.Best, x.Ratio, x.Within, x.Disagreement)
		}
	}
	x := choice{Auto: outcome("solved 7", 1), Engines: map[string]result{"milp": outcome("solved 8", 1)}}
	if x.judge(); x.Disagreement != "auto: solved, 7, but milp: solved, 8" {
		t.Errorf("disagreement %q", x.Disagreement)
	}
}

// TestAlone checks the limits of an engine that is run alone.
func TestAlone(t *testing.T) {
	auto := outcome("solved 7", 1) // 10 s elapsed
	for _, c := range []struct {
		name   string
		runs   []result
		limits string
	}{
		{"solved", []result{outcome("solved 7", 2)}, "15.5s"},
		{"refused", []result{outcome("unsupported", 0)}, "15.5s"},
		{"failed", []result{outcome("failed exit status 2", 0)}, "15.5s"},
		{"longer than the choice", []result{outcome("unknown", 1.2)}, "15.5s"},
		{"waiting for the processor", []result{outcome("unknown", 0.2), outcome("solved 7", 0.8)}, "15.5s 1m2s"},
		{"waiting until the limit", []result{outcome("unknown", 0.2), outcome("feasible", 0.3), outcome("unknown", 0.4)}, "15.5s 1m2s 1m40s"},
	} {
		var limits []string
		r := alone(auto, 100*time.Second, func(limit time.Duration) result {
			limits = append(limits, limit.String())
			return c.runs[len(limits)-1]
		})
		if got := strings.Join(limits, " "); got != c.limits || r.Processor != c.runs[len(c.runs)-1].Processor {
			t.Errorf("%s: limits %s, result %v; want limits %s", c.name, got, r, c.limits)
		}
	}
	if got := engineLimit(outcome("unknown", 1), time.Minute); got != time.Minute {
		t.Errorf("limit %v if the choice has no answer", got)
	}
}

func TestEnginesTable(t *testing.T) {
	good := choice{Name: "wolf", Question: "solve", Auto: outcome("solved 7", 0.03),
		Engines: map[string]result{"search": outcome("solved 7", 0.02), "milp": outcome("unknown", 0.3), "planning": outcome("unsupported", 0)}}
	bad := choice{Name: "exams-places", Question: "count", Auto: outcome("count 12", 5),
		Engines: map[string]result{"search": outcome("unknown", 7), "fold": outcome("count 12", 0.5)}}
	all := &enginesReport{}
	var b strings.Builder
	printEnginesHeading(&b, 24)
	for _, c := range []choice{good, bad} {
		for _, e := range engineNames {
			if _, ok := c.Engines[e]; !ok {
				c.Engines[e] = outcome("unsupported", 0)
			}
		}
		c.judge()
		c.print(&b, 24)
		all.Problems = append(all.Problems, c)
	}
	all.print(&b)
	compareText(t, b.String(),
		"problem                 question     auto     search    journey       fold      rules       milp constraint   planning   ratio",
		"wolf                    solve        0.03       0.02          -          -          -      >0.30          -          -    1.50",
		"exams-places            count        5.00      >7.00          -       0.50          -          -          -          -   10.00  MORE",
		"auto by the best engine, 2 problems",
		"  processor time: geometric mean 3.87, maximum 10.0; 1 within 2x + 50 ms",
		"  elapsed time: geometric mean 3.87, maximum 10.0; 1 within 2x + 50 ms",
		"  exams-places            count     auto 5.00 (search), fold 0.50, ratio 10.0")
}

// TestJSON checks the names of the fields.
func TestJSON(t *testing.T) {
	f := family{name: "bins", question: "optimum", problems: []problem{{name: "bins-last"}, {name: "bins-pairs"}}}
	all := &formulationsReport{Families: []familyReport{reportFamily(f, []result{outcome("solved 7", 0.5), outcome("solved 7", 0.25)})}}
	all.summarize()
	got, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	row := func(name, seconds, elapsed string) string {
		return `{"name":"` + name + `","result":{"answer":{"status":"solved","cost":7,"engine":"search"},` +
			`"processorSeconds":` + seconds + `,"elapsedSeconds":` + elapsed + `,"mib":20}}`
	}
	want := `{"families":[{"family":"bins","question":"optimum","formulations":[` + row("last", "0.5", "5") + "," +
		row("pairs", "0.25", "2.5") + `],"ratio":2}],"mean":2,"most":2}`
	if string(got) != want {
		t.Errorf("JSON\n%s\nwant\n%s", got, want)
	}
}

// TestSolve runs a script in place of farbank: an answer, an error, no output, and a run beyond the limit.
func TestSolve(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the script needs sh")
	}
	path := filepath.Join(t.TempDir(), "program")
	script := `#!/bin/sh
[ "$1 $2 $3 $4" = "solve --json --timeout 20s" ] || exit 2
case $5 in
answer) echo '{"status": "solved", "cost": 3}' ;;
error) echo '{"errors": [{"message": "wrong"}]}'; exit 2 ;;
crash) echo bug >&2; exit 70 ;;
esac
`
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ arg, text, err string }{
		{"answer", "solved, 3", ""}, {"error", "failed", "wrong"}, {"crash", "failed", "exit status 70 bug"},
	} {
		r := solve(t.Context(), path, 20*time.Second, c.arg)
		if r.Answer.String() != c.text || r.Error != c.err || r.MiB <= 0 {
			t.Errorf("%s: %+v", c.arg, r)
		}
	}
}
