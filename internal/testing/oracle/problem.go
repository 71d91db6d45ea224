package oracle

import (
	"farbank/internal/testing/generated"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
)

// Productions that some tests exclude.
var (
	Costs  = []string{"cost 0", "constant cost", "cost by the state"}
	Staged = []string{"prefer", "objective of plans", "several objectives"}
	Wide   = []string{"ends of 64 bits", "states of several words"}
)

// Options returns the inputs of a generated model.
func Options(m generated.Model) lang.Options {
	o := lang.Options{Load: m.Load}
	for _, s := range m.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
	}
	if m.Data != "" {
		o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
	}
	return o
}

// Problem generates a problem from a seed, with its model. It skips models that are refused, for
// example because their start violates a rule.
func Problem(seed uint64, o generated.Options) (*model.Problem, generated.Model) {
	for {
		m := generated.New(seed, o)
		if p, err := lang.Parse("made.far", m.Source, Options(m)); err == nil {
			p.Strict, p.Strays = false, nil // an answer is wanted, not that a range can be left
			return p, m
		}
		seed += 1 << 40
	}
}
