package decision

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farbank/rules/internal/feel"
)

// Model is a set of decisions.
type Model struct {
	file      string
	Decisions []*Decision // in the order of the file
	inputs    []string    // the names of input data
	knowledge []*knowledge
	parts     []string // the names of the components of types
}

// Decision is one decision: a table or an expression.
type Decision struct {
	Name       string
	Table      *Table // nil for an expression
	expression feel.Expression
	text       string // of the expression
	boxed      *boxed // an expression with parts; nil for a text
	single     bool   // the value is no list: one with one item is its item
	place      string
}

// Table is a decision table.
type Table struct {
	Policy  string // U, A, P, F, R, O, C, C+, C<, C> or C#
	Inputs  []Input
	Outputs []Output
	Rules   []Rule
}

// Input is a column of tests.
type Input struct {
	Text string // an expression, usually a name
	Type string // of DMN's typeRef; "" if not given
	expr feel.Expression
}

// Output is a column of results.
type Output struct {
	Name     string
	Priority []string // for P and O: the possible values as expressions, the most important first
	Default  string   // an expression; "" for none
	priority []feel.Expression
	fallback feel.Expression
}

// Rule is a row of a table.
type Rule struct {
	Tests   []string
	Results []string
	Place   string // file and line, or the id in a DMN file
	tests   []feel.Test
	results []feel.Expression
	values  [][]any // the constants of the tests, by input
}

// An Error is an error in a model or in its evaluation.
type Error struct {
	Place   string // file and line, or file and element
	Message string
}

// Error returns place and message.
func (e *Error) Error() string { return e.Place + ": " + e.Message }

func errorAt(place, format string, args ...any) error {
	return &Error{place, fmt.Sprintf(format, args...)}
}

// Read reads a model from the text of a file: DMN if its name ends in .dmn or .xml, CSV for .csv, and
// otherwise the first table of a Markdown file.
func Read(name, text string) (*Model, error) {
	m := &Model{file: name}
	var err error
	switch strings.ToLower(filepath.Ext(name)) {
	case ".dmn", ".xml":
		err = m.readDMN(text)
	case ".csv":
		err = m.readCSV(text)
	default:
		err = m.readMarkdown(text)
	}
	if err == nil {
		err = m.compile()
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// compile parses all expressions.
func (m *Model) compile() error {
	names := slices.Concat(m.inputs, m.parts)
	for _, k := range m.knowledge {
		names = append(names, k.Name)
		if err := k.compile(m); err != nil {
			return err
		}
	}
	for _, d := range m.Decisions {
		names = append(names, d.Name)
		if d.Table != nil && len(m.Decisions) == 1 {
			for _, in := range d.Table.Inputs {
				names = append(names, in.Text)
			}
		}
	}
	for _, d := range m.Decisions {
		if d.Table == nil {
			var err error
			x := boxer{m, d.Name, d.place}
			if d.boxed != nil {
				d.expression, err = x.compile(d.boxed, names)
			} else {
				d.expression, err = x.literal(d.text, names)
			}
			if err != nil {
				return err
			}
			continue
		}
		if err := d.Table.compile(d, names); err != nil {
			return err
		}
	}
	return nil
}

// Policies are the hit policies.
var policies = []string{"U", "A", "P", "F", "R", "O", "C", "C+", "C<", "C>", "C#"}

func (t *Table) compile(d *Decision, names []string) error {
	if !slices.Contains(policies, t.Policy) {
		return errorAt(d.place, "%s is no hit policy", t.Policy)
	}
	if len(t.Outputs) == 0 {
		return errorAt(d.place, "the table has no output")
	}
	if len(t.Policy) == 2 && len(t.Outputs) > 1 {
		return errorAt(d.place, "a table with the hit policy %s has one output", t.Policy)
	}
	parse := func(place, text string) (feel.Expression, error) {
		e, err := feel.Parse(text, names)
		if err != nil {
			return nil, errorAt(place, "decision %s, %q: %v", d.Name, text, err)
		}
		return e, nil
	}
	var err error
	for i := range t.Inputs {
		if t.Inputs[i].expr, err = parse(d.place, t.Inputs[i].Text); err != nil {
			return err
		}
	}
	for i := range t.Outputs {
		o := &t.Outputs[i]
		for _, text := range o.Priority {
			e, err := parse(d.place, text)
			if err != nil {
				return err
			}
			o.priority = append(o.priority, e)
		}
		if o.Default != "" {
			if o.fallback, err = parse(d.place, o.Default); err != nil {
				return err
			}
		}
	}
	for i := range t.Rules {
		r := &t.Rules[i]
		if len(r.Tests) != len(t.Inputs) || len(r.Results) != len(t.Outputs) {
			return errorAt(r.Place, "the rule has %d tests and %d results, not %d and %d", len(r.Tests), len(r.Results), len(t.Inputs), len(t.Outputs))
		}
		for _, text := range r.Tests {
			test, values, err := feel.ParseTest(text, names)
			if err != nil {
				return errorAt(r.Place, "decision %s, %q: %v", d.Name, text, err)
			}
			r.tests, r.values = append(r.tests, test), append(r.values, values)
		}
		for _, text := range r.Results {
			if strings.TrimSpace(text) == "" || strings.TrimSpace(text) == "-" {
				text = "null"
			}
			e, err := parse(r.Place, text)
			if err != nil {
				return err
			}
			r.results = append(r.results, e)
		}
	}
	return nil
}

// Decision returns the decision with a name, or for "" the last one, which in a Markdown or CSV file is
// the only one. It returns nil for an unknown name.
func (m *Model) Decision(name string) *Decision {
	if name == "" && len(m.Decisions) > 0 {
		return m.Decisions[len(m.Decisions)-1]
	}
	for _, d := range m.Decisions {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// A Result is the value of a decision and the rules that gave it.
type Result struct {
	Value any      // bool, float64, string, []any, map[string]any or nil; a date is a string
	Text  string   // the value as FEEL writes it
	Rules []int    // the matching rules of the table, from 1; nil for an expression
	Why   []string // for each of these: its place
}

// Decide evaluates a decision, and those that it requires. Data are the values of the inputs by name:
// booleans, numbers, strings, times (as dates), slices and maps, also as encoding/json returns them.
func (m *Model) Decide(name string, data map[string]any) (*Result, error) {
	return m.DecideContext(context.Background(), name, data)
}

// DecideContext is like Decide. Functions and iterations of a model may take any time; when ctx ends, the
// error is its cause.
func (m *Model) DecideContext(ctx context.Context, name string, data map[string]any) (*Result, error) {
	d := m.Decision(name)
	if d == nil {
		return nil, errorAt(m.file, "there is no decision %q", name)
	}
	s := &scope{Meter: feel.NewMeter(ctx), model: m, data: map[string]any{}, done: map[string]any{}, open: map[string]bool{}}
	for n, v := range data {
		w, err := feel.Import(v)
		if err != nil {
			return nil, errorAt(m.file, "input %s: %v", n, err)
		}
		s.data[n] = w
	}
	v, hits, err := s.decide(d)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	r := &Result{Value: feel.Export(v), Text: feel.Text(v)}
	for _, i := range hits {
		r.Rules, r.Why = append(r.Rules, i+1), append(r.Why, d.Table.Rules[i].Place)
	}
	return r, nil
}

// DecideJSON is like Decide with the inputs as a JSON object.
func (m *Model) DecideJSON(name string, text []byte) (*Result, error) {
	return m.DecideJSONContext(context.Background(), name, text)
}

// DecideJSONContext is like DecideContext with the inputs as a JSON object.
func (m *Model) DecideJSONContext(ctx context.Context, name string, text []byte) (*Result, error) {
	var data map[string]any
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	if err := decoder.Decode(&data); err != nil {
		return nil, fmt.Errorf("the inputs are no JSON object: %w", err)
	}
	return m.DecideContext(ctx, name, data)
}

// scope gives the values of inputs and of required decisions.
type scope struct {
	*feel.Meter
	model *Model
	data  map[string]any
	done  map[string]any
	open  map[string]bool // decisions being evaluated
}

// Variable returns the value of an input or a decision.
func (s *scope) Variable(name string) (any, bool, error) {
	if v, ok := s.data[name]; ok {
		return v, true, nil
	}
	if v, ok := s.done[name]; ok {
		return v, true, nil
	}
	for _, d := range s.model.Decisions {
		if d.Name == name && !(s.open[name] && s.isInput(name)) {
			if s.open[name] {
				return nil, false, errorAt(d.place, "the decision %s requires itself", name)
			}
			v, _, err := s.decide(d)
			return v, true, err
		}
	}
	if s.isInput(name) {
		return nil, true, nil // a missing input is null
	}
	return functionScope{s.Meter, s.model}.Variable(name)
}

func (s *scope) isInput(name string) bool { return slices.Contains(s.model.inputs, name) }

func (s *scope) decide(d *Decision) (v any, hits []int, err error) {
	s.open[d.Name] = true
	defer delete(s.open, d.Name)
	if d.Table == nil {
		if v, err = d.expression(s); err != nil {
			err = errorAt(d.place, "decision %s: %v", d.Name, err)
		}
		if d.single {
			v = feel.Single(v)
		}
	} else {
		v, hits, err = d.Table.evaluate(d, s)
	}
	s.done[d.Name] = v
	return v, hits, err
}
