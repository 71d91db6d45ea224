package render

import (
	"math"

	"farbank/engine"
)

// A SimulationDocument is the JSON of simulate: many plays of a strategy, beside its computed value. Where no strategy was
// found, only the status and the reason are set.
type SimulationDocument struct {
	Status string `json:"status,omitempty" doc:"if there is no strategy to play: none, unknown or unsupported"`
	Reason string `json:"reason,omitempty"`

	Cost          *int64   `json:"cost,omitempty" doc:"computed: the cost in the worst case"`
	Cut           int      `json:"cut" doc:"plays that were ended since they were too long"`
	Expected      any      `json:"expected,omitempty" doc:"computed: the expected cost"`
	LeastCost     *int64   `json:"leastCost,omitempty" doc:"of the plays that reached the goal"`
	LeastValue    *float64 `json:"leastValue,omitempty" doc:"of the objective, in these plays"`
	MeanCost      *float64 `json:"meanCost,omitempty"`
	MeanValue     *float64 `json:"meanValue,omitempty"`
	MostCost      *int64   `json:"mostCost,omitempty"`
	MostValue     *float64 `json:"mostValue,omitempty"`
	Probability   any      `json:"probability,omitempty" doc:"computed: a fraction, or an interval with low and high"`
	Reached       int      `json:"reached" doc:"plays that reached the goal"`
	Runs          int      `json:"runs"`
	Seed          uint64   `json:"seed"`
	Share         float64  `json:"share" doc:"plays that reached the goal, among all"`
	StandardError *float64 `json:"standardError,omitempty" doc:"of the mean cost"`
	Value         any      `json:"value,omitempty" doc:"computed: the value of the objective"`
	ValueError    *float64 `json:"valueError,omitempty" doc:"the standard error of the mean value"`
}

// NewSimulation returns the JSON of plays of a strategy with the given value.
func NewSimulation(o *engine.Others, s *engine.Simulated, seed uint64) *SimulationDocument {
	d := &SimulationDocument{Runs: s.Runs, Seed: seed, Reached: s.Reached, Share: s.Share(), Cut: s.Cut, Cost: o.Cost,
		Probability: QuantityJSON(o.Probability), Expected: QuantityJSON(o.Expected)}
	if s.Reached == 0 {
		return d
	}
	d.MeanCost, d.StandardError = &s.Cost, new(s.Spread/math.Sqrt(float64(s.Reached)))
	d.LeastCost, d.MostCost = &s.Least, &s.Most
	if o.Value != nil {
		d.Value, d.MeanValue, d.ValueError = QuantityJSON(o.Value), &s.Value.Mean, new(s.Value.Error())
		d.LeastValue, d.MostValue = &s.Value.Least, &s.Value.Most
	}
	return d
}
