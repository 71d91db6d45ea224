package decision

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"farbank/rules/internal/feel"
)

// A Finding is a fault of a table: rules that overlap, or inputs that no rule covers.
type Finding struct {
	Decision string
	Place    string
	Message  string
	Example  map[string]string // values of the inputs, as FEEL writes them
}

// String returns the finding on one line.
func (f Finding) String() string {
	var parts []string
	for name, v := range f.Example {
		parts = append(parts, name+" = "+v)
	}
	slices.Sort(parts)
	return fmt.Sprintf("%s: decision %s: %s, for example %s", f.Place, f.Decision, f.Message, strings.Join(parts, ", "))
}

// maxCells limits the combinations of inputs that Check tries for a table.
const maxCells = 200_000

// Check reports pairs of rules that overlap, where the hit policy forbids that (U, and A for different
// results), and combinations of inputs without a rule, in tables without defaults. It tries, for each
// input, all values that tests name and values between and beyond them. So it misses nothing if the
// tests compare inputs with constants. It skips tables with more than 200,000 combinations and reports
// that as a finding.
func (m *Model) Check() ([]Finding, error) {
	var all []Finding
	for _, d := range m.Decisions {
		if d.Table == nil {
			continue
		}
		found, err := d.Table.check(d)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// noScope is the scope of tests that must not depend on other values.
type noScope struct{}

func (noScope) Variable(name string) (any, bool, error) {
	return nil, false, fmt.Errorf("the test depends on %s", name)
}

func (noScope) Step(int) error { return feel.ErrNoConstant }

func (t *Table) check(d *Decision) ([]Finding, error) {
	samples := make([][]any, len(t.Inputs))
	count := 1
	for i := range t.Inputs {
		samples[i] = t.samples(i)
		count *= len(samples[i])
		if count > maxCells {
			return []Finding{{d.Name, d.place, "the table is too large to be checked", nil}}, nil
		}
	}
	all := *t
	all.Policy = "C" // so that matches returns every rule
	var found []Finding
	seen := map[[2]int]bool{}
	gaps := 0
	covered := !slices.ContainsFunc(t.Outputs, func(o Output) bool { return o.fallback == nil })
	values := make([]any, len(t.Inputs))
	for n := range count {
		k := n
		for i := range samples {
			values[i] = samples[i][k%len(samples[i])]
			k /= len(samples[i])
		}
		hits, err := all.matches(d, values, noScope{})
		if err != nil {
			return nil, err
		}
		if len(hits) == 0 && !covered && !strings.HasPrefix(t.Policy, "C") {
			if gaps++; gaps <= 10 {
				found = append(found, Finding{d.Name, d.place, "no rule matches", t.example(values)})
			}
		}
		if t.Policy != "U" && t.Policy != "A" {
			continue
		}
		for i := 1; i < len(hits); i++ {
			pair := [2]int{hits[0], hits[i]}
			if seen[pair] || t.Policy == "A" && slices.Equal(t.Rules[pair[0]].Results, t.Rules[pair[1]].Results) {
				continue
			}
			seen[pair] = true
			found = append(found, Finding{d.Name, t.Rules[pair[1]].Place, fmt.Sprintf("the rules %d and %d overlap", pair[0]+1, pair[1]+1), t.example(values)})
		}
	}
	return found, nil
}

func (t *Table) example(values []any) map[string]string {
	m := map[string]string{}
	for i, in := range t.Inputs {
		m[in.Text] = feel.Text(values[i])
	}
	return m
}

// samples returns values of an input that represent all others: those that tests name, and values
// between and beyond them.
func (t *Table) samples(input int) []any {
	var numbers []*big.Rat
	var dates []feel.Date
	var list []any
	boolean, text := false, false
	add := func(v any) {
		if !slices.ContainsFunc(list, func(w any) bool { return feel.Equal(v, w) }) {
			list = append(list, v)
		}
	}
	for _, r := range t.Rules {
		for _, v := range r.values[input] {
			switch v := v.(type) {
			case *big.Rat:
				numbers = append(numbers, v)
			case feel.Date:
				dates = append(dates, v)
			case bool:
				boolean = true
			case string:
				text = true
				add(v)
			}
		}
	}
	if boolean {
		add(true)
		add(false)
	}
	if text {
		add("another text")
	}
	slices.SortFunc(numbers, func(a, b *big.Rat) int { return a.Cmp(b) })
	one, half := big.NewRat(1, 1), big.NewRat(1, 2)
	for i, x := range numbers {
		if i == 0 {
			add(new(big.Rat).Sub(x, one))
		} else {
			middle := new(big.Rat).Add(numbers[i-1], x)
			add(middle.Mul(middle, half))
		}
		add(x)
		if i == len(numbers)-1 {
			add(new(big.Rat).Add(x, one))
		}
	}
	for _, day := range dates {
		for _, shift := range []int{-1, 0, 1} {
			add(feel.Date{Time: day.Add(time.Duration(shift) * 24 * time.Hour)})
		}
	}
	if len(list) == 0 {
		list = append(list, nil)
	}
	return list
}
