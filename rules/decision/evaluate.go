package decision

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"farbank/rules/internal/feel"
)

// evaluate returns the result of a table by its hit policy, and the numbers of the rules that match.
func (t *Table) evaluate(d *Decision, s feel.Scope) (any, []int, error) {
	values := make([]any, len(t.Inputs))
	for i := range t.Inputs {
		v, err := t.Inputs[i].expr(s)
		if err != nil {
			return nil, nil, placed(d, d.place, err)
		}
		values[i] = typed(v, t.Inputs[i].Type)
	}
	hits, err := t.matches(d, values, s)
	if err != nil {
		return nil, nil, err
	}
	if len(hits) == 0 {
		v, err := t.none(d, s)
		return v, nil, err
	}
	results := make([]any, len(hits))
	for i, k := range hits {
		if results[i], err = t.result(d, k, s); err != nil {
			return nil, nil, err
		}
	}
	return t.combine(d, hits, results, s)
}

// typed returns a string that writes a duration as a duration, if that is the type of the input.
func typed(v any, kind string) any {
	text, ok := v.(string)
	switch kind[strings.LastIndex(kind, ":")+1:] { // without a prefix, such as feel:
	case "dayTimeDuration", "yearMonthDuration", "days and time duration", "years and months duration":
		if d, isDuration := feel.ParseDuration(text); ok && isDuration {
			return d
		}
	}
	return v
}

// placed adds the place to an error without one.
func placed(d *Decision, place string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return errorAt(place, "decision %s: %v", d.Name, err)
}

// matches returns the numbers of the rules that match values of the inputs.
func (t *Table) matches(d *Decision, values []any, s feel.Scope) ([]int, error) {
	var hits []int
	for k := range t.Rules {
		r := &t.Rules[k]
		match := true
		for i, test := range r.tests {
			ok, err := test(values[i], s)
			if err != nil {
				return nil, placed(d, r.Place, err)
			}
			if !ok {
				match = false
				break
			}
		}
		if !match {
			continue
		}
		hits = append(hits, k)
		if t.Policy == "F" {
			break
		}
	}
	return hits, nil
}

// none returns the result without a matching rule: the defaults of the outputs, or null.
func (t *Table) none(d *Decision, s feel.Scope) (any, error) {
	switch t.Policy {
	case "C#":
		return new(big.Rat), nil
	}
	given := false
	values := make([]any, len(t.Outputs))
	for i, o := range t.Outputs {
		if o.fallback == nil {
			continue
		}
		given = true
		var err error
		if values[i], err = o.fallback(s); err != nil {
			return nil, placed(d, d.place, err)
		}
	}
	if !given {
		return nil, nil
	}
	return t.row(values), nil
}

// row returns the values of the outputs: a single one itself, several as a context.
func (t *Table) row(values []any) any {
	if len(values) == 1 {
		return values[0]
	}
	c := feel.Context{Values: map[string]any{}}
	for i, o := range t.Outputs {
		c.Names, c.Values[o.Name] = append(c.Names, o.Name), values[i]
	}
	return c
}

func (t *Table) result(d *Decision, k int, s feel.Scope) (any, error) {
	values := make([]any, len(t.Outputs))
	for i, e := range t.Rules[k].results {
		var err error
		if values[i], err = e(s); err != nil {
			return nil, placed(d, t.Rules[k].Place, err)
		}
	}
	return t.row(values), nil
}

// combine applies the hit policy to the results of the matching rules.
func (t *Table) combine(d *Decision, hits []int, results []any, s feel.Scope) (any, []int, error) {
	switch t.Policy {
	case "U":
		if len(hits) > 1 {
			return nil, nil, errorAt(t.Rules[hits[1]].Place, "decision %s: the rules %d and %d match, but the hit policy is U", d.Name, hits[0]+1, hits[1]+1)
		}
		return results[0], hits, nil
	case "A":
		for i := range results {
			if !feel.Equal(results[i], results[0]) {
				return nil, nil, errorAt(t.Rules[hits[i]].Place, "decision %s: the rules %d and %d match with different results, but the hit policy is A", d.Name, hits[0]+1, hits[i]+1)
			}
		}
		return results[0], hits, nil
	case "F":
		return results[0], hits[:1], nil
	case "P", "O":
		if err := t.byPriority(d, hits, results, s); err != nil {
			return nil, nil, err
		}
		if t.Policy == "P" {
			return results[0], hits[:1], nil
		}
		return results, hits, nil
	case "C+":
		return feel.Sum(results), hits, nil
	case "C<":
		return feel.Min(results), hits, nil
	case "C>":
		return feel.Max(results), hits, nil
	case "C#":
		var distinct []any
		for _, r := range results {
			if !slices.ContainsFunc(distinct, func(v any) bool { return feel.Equal(v, r) }) {
				distinct = append(distinct, r)
			}
		}
		return new(big.Rat).SetInt64(int64(len(distinct))), hits, nil
	}
	return results, hits, nil // R and C
}

// byPriority sorts hits and results by the order of the possible values of the outputs.
func (t *Table) byPriority(d *Decision, hits []int, results []any, s feel.Scope) error {
	orders := make([][]any, len(t.Outputs))
	for i, o := range t.Outputs {
		for _, e := range o.priority {
			v, err := e(s)
			if err != nil {
				return placed(d, d.place, err)
			}
			orders[i] = append(orders[i], v)
		}
	}
	rank := func(result any) []int {
		ranks := make([]int, len(t.Outputs))
		for i, o := range t.Outputs {
			v := result
			if c, ok := result.(feel.Context); ok && len(t.Outputs) > 1 {
				v = c.Values[o.Name]
			}
			if ranks[i] = slices.IndexFunc(orders[i], func(w any) bool { return feel.Equal(v, w) }); ranks[i] < 0 {
				ranks[i] = len(orders[i])
			}
		}
		return ranks
	}
	type pair struct {
		hit    int
		result any
	}
	pairs := make([]pair, len(hits))
	for i := range hits {
		pairs[i] = pair{hits[i], results[i]}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return slices.Compare(rank(a.result), rank(b.result)) })
	for i, p := range pairs {
		hits[i], results[i] = p.hit, p.result
	}
	return nil
}
