package file

import (
	"fmt"
	"sort"

	"farbank/milp/problem"
)

// A builder is a problem under construction, with its names.
type builder struct {
	p       *problem.Problem
	columns map[string]int
	rows    map[string]int
	sets    map[string]bool
	given   []bounds // whether the bounds of each column were given
	mps     bool     // defaults of MPS: see finish
	negated bool     // the file minimizes the negated objective
	last    []int    // by column: 1 + its position in the row being read

	conditions map[int]condition // of rows that are indicators
}

// A condition is the value of a binary column under which a row holds.
type condition struct {
	column int
	zero   bool
}

// bounds holds which bounds of a column the file gives.
type bounds struct{ lower, upper bool }

func newBuilder() *builder {
	return &builder{p: &problem.Problem{}, columns: map[string]int{}, rows: map[string]int{}, sets: map[string]bool{}, conditions: map[int]condition{}}
}

// column returns the index of a column. It adds new columns, with the bounds [0, inf).
func (b *builder) column(name []byte) int {
	if j, ok := b.columns[string(name)]; ok {
		return j
	}
	return b.addColumn(string(name))
}

func (b *builder) addColumn(name string) int {
	j := len(b.p.Columns)
	b.p.Columns = append(b.p.Columns, problem.Column{Name: name, Upper: problem.Infinity})
	b.given = append(b.given, bounds{})
	b.last = append(b.last, 0)
	b.columns[name] = j
	return j
}

// addRow returns the index of a new row, or false if the name is taken.
func (b *builder) addRow(name string, lower, upper float64) (int, bool) {
	if _, taken := b.rows[name]; taken {
		return 0, false
	}
	i := len(b.p.Rows)
	b.p.Rows = append(b.p.Rows, problem.Row{Name: name, Lower: lower, Upper: upper})
	b.rows[name] = i
	return i, true
}

// gather sums up the terms of each column and removes those that are zero. It changes the terms in
// place.
func (b *builder) gather(terms []problem.Term) []problem.Term {
	n := 0
	for _, t := range terms {
		if at := b.last[t.Column]; at > 0 {
			terms[at-1].Coefficient = sum(terms[at-1].Coefficient, t.Coefficient)
			continue
		}
		terms[n] = t
		n++
		b.last[t.Column] = n
	}
	terms = terms[:n]
	n = 0
	for _, t := range terms {
		b.last[t.Column] = 0
		if t.Coefficient != 0 {
			terms[n] = t
			n++
		}
	}
	return terms[:n]
}

// setLower sets a lower bound that the file gives.
func (b *builder) setLower(j int, v float64) {
	b.p.Columns[j].Lower = v
	b.given[j].lower = true
}

func (b *builder) setUpper(j int, v float64) {
	b.p.Columns[j].Upper = v
	b.given[j].upper = true
}

// finish sets the bounds that were not given. In MPS files integer columns without any bound are
// binary, and a negative upper bound removes the lower bound zero. Then finish undoes the changes
// of plain.
func (b *builder) finish() {
	defer func() {
		b.restore()
		b.takeIndicators()
	}()
	for j := range b.p.Columns {
		c := &b.p.Columns[j]
		if b.mps && c.Integer && b.given[j] == (bounds{}) {
			c.Upper = 1
		}
		if b.mps && c.Upper < 0 && !b.given[j].lower {
			c.Lower = -problem.Infinity
		}
	}
}

// putSet adds a set with its members in the order of their weights. It returns a message if the set
// is invalid.
func (b *builder) putSet(set problem.Set) string {
	if b.sets[set.Name] {
		return fmt.Sprintf("a second set called %q", set.Name)
	}
	if len(set.Columns) == 0 {
		return fmt.Sprintf("set %q has no column", set.Name)
	}
	defer func() {
		for _, j := range set.Columns {
			b.last[j] = 0
		}
	}()
	for _, j := range set.Columns {
		if b.last[j] != 0 {
			return fmt.Sprintf("column %q stands in set %q twice", b.p.Columns[j].Name, set.Name)
		}
		b.last[j] = 1
	}
	b.sets[set.Name] = true
	sort.Stable(byWeight(set))
	b.p.Sets = append(b.p.Sets, set)
	return ""
}

// byWeight sorts the members of a set.
type byWeight problem.Set

func (s byWeight) Len() int           { return len(s.Columns) }
func (s byWeight) Less(i, j int) bool { return s.Weights[i] < s.Weights[j] }
func (s byWeight) Swap(i, j int) {
	s.Columns[i], s.Columns[j] = s.Columns[j], s.Columns[i]
	s.Weights[i], s.Weights[j] = s.Weights[j], s.Weights[i]
}

// takeIndicators moves rows with a condition to the indicators.
func (b *builder) takeIndicators() {
	if len(b.conditions) == 0 {
		return
	}
	kept := b.p.Rows[:0]
	for i, r := range b.p.Rows {
		if c, there := b.conditions[i]; there {
			b.p.Indicators = append(b.p.Indicators, problem.Indicator{Column: c.column, Zero: c.zero, Row: r})
		} else {
			kept = append(kept, r)
		}
	}
	b.p.Rows = kept
}
