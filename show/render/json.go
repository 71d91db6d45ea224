package render

import (
	"encoding/json"
	"math/big"

	"farbank/engine"
	"farbank/model"
)

// A Document is the JSON of an answer; docs/json.md describes it.
type Document struct {
	Status string         `json:"status,omitempty"`
	Reason string         `json:"reason,omitempty"`
	Bound  *json.Number   `json:"bound,omitempty"`
	Cost   *json.Number   `json:"cost,omitempty"`
	Values []json.Number  `json:"values,omitempty"`
	Length *int           `json:"length,omitempty"`
	Find   map[string]any `json:"find,omitempty"`
	Start  map[string]any `json:"start,omitempty"`
	Time   *json.Number   `json:"time,omitempty"` // the makespan, where moves take time
	Plan   []any          `json:"plan"`           // of StepJSON or, where moves take time, of TimedJSON and EndJSON
	// Probability, Expected and Strategy belong to problems in which others move or something is not seen. A number is
	// a string with a fraction, or an IntervalJSON.
	Probability any           `json:"probability,omitempty"`
	Expected    any           `json:"expected,omitempty"`
	Value       any           `json:"value,omitempty"` // of the objective
	Strategy    *StrategyJSON `json:"strategy,omitempty"`
	// GivenUp are the soft rules that the plan violates; nil if the problem has no soft rules.
	GivenUp *[]SoftJSON `json:"givenUp,omitempty"`
	Given   *int        `json:"given,omitempty"`
	// Switches is the number of times that the mover changes, if that was minimized.
	Switches *int       `json:"switches,omitempty"`
	Stats    *StatsJSON `json:"stats,omitempty"`
}

// A CountDocument is the JSON of a number of plans; docs/json.md describes it.
type CountDocument struct {
	Status string   `json:"status"`
	Reason string   `json:"reason,omitempty"`
	Count  *big.Int `json:"count,omitempty"` // exact
	// CountAtLeast is the count when a limit or an interrupt ended the counting.
	CountAtLeast *big.Int   `json:"countAtLeast,omitempty"`
	Stats        *StatsJSON `json:"stats,omitempty"`
}

// NewCount converts the answer to a counting question.
func NewCount(a *engine.Answer) *CountDocument {
	d := &CountDocument{Status: a.Status.String(), Reason: a.Reason, Stats: NewStats(a.Stats)}
	if a.Status == engine.Solved {
		d.Count = a.Count
	} else {
		d.CountAtLeast = a.Count
	}
	return d
}

// StepJSON is a move, its arguments and the state after it.
type StepJSON struct {
	Move  string         `json:"move"`
	Args  []any          `json:"args"`
	Cost  json.Number    `json:"cost"`
	State map[string]any `json:"state"`
}

// StatsJSON is the statistics of a search.
type StatsJSON struct {
	Engine     string  `json:"engine"`
	Generated  int64   `json:"generated"`
	Expanded   int64   `json:"expanded"`
	Stored     int64   `json:"stored"`
	Depth      int64   `json:"depth"`
	Nodes      int64   `json:"nodes"`
	StateBytes int64   `json:"stateBytes"`
	Memory     int64   `json:"memory"`
	Seconds    float64 `json:"seconds"`
}

// SoftJSON is a soft rule and its weight.
type SoftJSON struct {
	Rule   string `json:"rule"`
	Weight int64  `json:"weight"`
	Line   int    `json:"line"`
}

// givenUp returns the soft rules that a plan violates.
func givenUp(p *model.Problem, steps []model.Step) *[]SoftJSON {
	rules, err := p.GivenUp(steps)
	if err != nil || len(p.Soft) == 0 {
		return nil
	}
	list := []SoftJSON{}
	for _, r := range rules {
		list = append(list, SoftJSON{r.String(), r.Weight, r.Pos.Line})
	}
	return &list
}

// NewStats converts statistics.
func NewStats(s engine.Stats) *StatsJSON {
	return &StatsJSON{s.Engine, s.Generated, s.Expanded, s.Stored, s.Depth, s.Nodes, s.StateBytes, s.Memory, s.Elapsed.Seconds()}
}

// PlanDocument returns the part of a Document that describes the plan.
func PlanDocument(p *model.Problem, steps []model.Step, cost int64) *Document {
	n := len(steps) - 1
	d := &Document{Cost: p.ValueNumber(&cost), Length: &n, Plan: []any{}, GivenUp: givenUp(p, steps)}
	if p.Goals != nil && p.Goals.Then != nil {
		values, _ := p.Values(steps)
		for i, o := 0, p.Goals; o != nil && i < len(values); i, o = i+1, o.Then {
			d.Values = append(d.Values, json.Number(model.Decimal(values[i], o.Digits)))
		}
	}
	if p.NumFind > 0 {
		d.Find = stateJSON(p, steps[0].State, true)
	}
	if len(p.Cells) > p.NumFind {
		d.Start = stateJSON(p, steps[0].State, false)
	}
	if p.Unit > 0 {
		spent := model.SpentBy(steps)
		n = int(spent.Steps)
		cost, time := p.CostNumber(spent.Cost), p.TimeNumber(spent.Time)
		d.Cost, d.Time, d.Plan = &cost, &time, timedJSON(p, steps)
		return d
	}
	for i, st := range steps[:n] {
		s := StepJSON{Move: st.Move.Schema.Name, Args: []any{}, Cost: p.CostNumber(st.Cost), State: stateJSON(p, steps[i+1].State, false)}
		for _, a := range st.Move.Args {
			s.Args = append(s.Args, a.Type.JSON(a.Leaves))
		}
		d.Plan = append(d.Plan, s)
	}
	return d
}

// stateJSON returns a state by variable name: the find variables, or the others.
func stateJSON(p *model.Problem, s model.State, find bool) map[string]any {
	m := map[string]any{}
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Find == find && !v.Hidden {
			m[v.Name] = v.Type.JSON(s[v.Base : v.Base+v.Cells])
		}
	}
	return m
}
