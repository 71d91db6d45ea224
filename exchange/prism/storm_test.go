package prism_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
)

var (
	storm = flag.String("storm", "", "with -long: a command that reads lines `FILE probability|expected` and prints Storm's value of each, such as\n"+
		"\"python bench/peers/storm.py\" with stormpy")
	models = flag.Int("models", 5000, "with -long: number of models that Storm is asked about")
)

// TestStorm compares the values of generated decision processes with those of Storm, from the exported PRISM and JANI models.
func TestStorm(t *testing.T) {
	if !long.Enabled() || *storm == "" {
		t.Skip("with -long -storm COMMAND")
	}
	dir := t.TempDir()
	var ask bytes.Buffer
	type answer struct {
		source, what, text string
		q                  engine.Quantity
	}
	var wants []answer
	kinds := map[string]int{}
	for seed := range uint64(*models) {
		r := rand.New(rand.NewPCG(seed, 9))
		source := process(r, 1+int(seed%2))
		if seed%2 == 1 { // two goals of different values
			source += fmt.Sprintf("const pay[0..2]: -9..9 = [%d, %d, %d]\n", r.IntN(9)-4, r.IntN(9)-4, r.IntN(9)-4) +
				[]string{"minimize pay[at % 3] + cost", "maximize pay[at % 3] - 2 * steps", "maximize 12 / pay[at % 3] - 7"}[r.IntN(3)] + "\n"
		}
		p, err := farbank.Parse("g.far", source)
		if err != nil {
			t.Fatalf("%d: %v\n%s", seed, err, source)
		}
		a, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil {
			t.Fatalf("%d: %v\n%s", seed, err, source)
		}
		want := answer{source: source, what: "probability"}
		if p.Goals != nil { // no strategy reaches the goal surely, unless there is an answer
			want.what, want.q = "value", engine.Quantity{Low: math.Inf(1), High: math.Inf(1)}
		}
		if o := a.Others; a.Status == engine.Solved {
			switch want.q = *o.Probability; {
			case o.Value != nil:
				want.what, want.q = "value", *o.Value
			case o.Expected != nil:
				want.what, want.q = "expected", *o.Expected
			}
		} else if a.Status != engine.None {
			t.Fatalf("%d: %v\n%s", seed, a.Status, source)
		}
		kinds[want.what]++
		for _, l := range []string{"prism", "jani"} {
			var b bytes.Buffer
			if err := farbank.Export(t.Context(), p, l, farbank.ExportOptions{}, &b); err != nil {
				t.Fatalf("%d: %v\n%s", seed, err, source)
			}
			name := filepath.Join(dir, fmt.Sprintf("%d.%s", seed, l))
			if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&ask, name, want.what)
			want.text = b.String()
			wants = append(wants, want)
		}
	}
	words := strings.Fields(*storm)
	c := exec.CommandContext(t.Context(), words[0], words[1:]...)
	c.Stdin, c.Stderr = &ask, os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	k := 0
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "value ")
		if !ok {
			continue // Storm warns of something
		}
		got, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		want := wants[k]
		k++
		if got = objective(want.text, got); math.IsInf(want.q.Low, 1) && math.IsInf(got, 1) {
			continue
		}
		if slack := 1e-4 * math.Max(1, math.Abs(want.q.High)); !(got >= want.q.Low-slack && got <= want.q.High+slack) {
			t.Errorf("%d: %s %v, not %v\n%s", (k-1)/2, want.what, got, want.q, want.source)
		}
	}
	if k != len(wants) {
		t.Errorf("%d values, not %d", k, len(wants))
	}
	t.Logf("%d models, each as PRISM and as JANI: %v", *models, kinds)
}

var formula = regexp.MustCompile(`(-?\d+) ([+-]) (R\{|the property value)`)

// objective returns the value of the objective that an exported model says for a reward.
func objective(text string, reward float64) float64 {
	m := formula.FindStringSubmatch(text)
	switch {
	case reward > 1e18: // Storm's infinity
		return math.Inf(1)
	case m == nil:
		return reward
	}
	base, _ := strconv.ParseFloat(m[1], 64)
	if m[2] == "-" {
		return base - reward
	}
	return base + reward
}

// process returns a random decision process.
func process(r *rand.Rand, goals int) string {
	n := 4 + r.IntN(8)
	lists := make([][]string, 4)
	rows := 0
	add := func(values ...int) {
		for i, v := range values {
			lists[i] = append(lists[i], strconv.Itoa(v))
		}
		rows++
	}
	var who []string
	for s := range n {
		by := []string{"0", "1"}[r.IntN(2)]
		who = append(who, by)
		for range r.IntN(4) {
			add(s, r.IntN(n), 1+r.IntN(4), r.IntN(4))
		}
		if r.IntN(2) == 0 { // towards the goal
			add(s, min(n-1, s+1+r.IntN(2)), 1+r.IntN(4), r.IntN(4))
		}
	}
	list := func(k int) string { return "[" + strings.Join(lists[k], ", ") + "]" }
	if rows == 0 {
		add(0, n-1, 1, 1)
	}
	return fmt.Sprintf(`const from[1..%[1]d]: 0..%[2]d = %[3]s
const to[1..%[1]d]: 0..%[2]d = %[4]s
const often[1..%[1]d]: 1..4 = %[5]s
const price[1..%[1]d]: 0..3 = %[6]s
const who[0..%[2]d]: 0..1 = [%[7]s]
state at: 0..%[2]d = 0
move go(k: 1..%[1]d) cost price[k] { require at == from[k] and who[at] == 0
    at = to[k] }
move roll(k: 1..%[1]d) cost price[k] by chance weight often[k] { require at == from[k] and who[at] == 1
    at = to[k] }
goal at >= %[8]d
`, rows, n-1, list(0), list(1), list(2), list(3), strings.Join(who, ", "), n-goals)
}
