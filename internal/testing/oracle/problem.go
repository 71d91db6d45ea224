package oracle

import (
	"farbank/internal/testing/generated"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
)

// What some tests leave out of the problems that they ask for.
var (
	Costs  = []string{"cost 0", "constant cost", "cost by the state"}
	Staged = []string{"prefer", "objective of plans", "several objectives"}
	Wide   = []string{"ends of 64 bits", "states of several words"}
)

// Options are what is given beside the text of a made-up model.
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

// Problem makes up a problem by a seed, with the model that it was read from. Models that
// are refused, for a start that breaks a rule, say, are followed by others.
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
