package generated_test

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
)

// A tally is the result of several models.
type tally struct {
	Models      int
	Traits      map[string]int
	Productions generated.Cover
	Refused     map[string][]uint64
	Failures    []failure

	mu sync.Mutex
}

// A failure is a failing model and its kind of failure.
type failure struct {
	Seed uint64
	Kind string

	Detail string
}

func newTally() *tally {
	return &tally{Traits: map[string]int{}, Productions: generated.Cover{}, Refused: map[string][]uint64{}}
}

// note adds the result of a model.
func (c *tally) note(m generated.Model, v verdict) {
	f, err := m.Parse(m.Source)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Models++
	if err == nil {
		c.Productions.Add(f)
		c.Productions.AddInputs(m)
	}
	for k := range v.Traits {
		c.Traits[k]++
	}
	if v.Refuse != "" {
		c.Refused[v.Refuse] = append(c.Refused[v.Refuse], m.Seed)
	}
	if v.Kind != "" {
		c.Failures = append(c.Failures, failure{m.Seed, v.Kind, v.Detail[:min(len(v.Detail), 500)]})
	}
}

// add adds another tally.
func (c *tally) add(d *tally) {
	c.Models += d.Models
	for k, n := range d.Traits {
		c.Traits[k] += n
	}
	for k, n := range d.Productions {
		c.Productions[k] += n
	}
	for k, seeds := range d.Refused {
		c.Refused[k] = append(c.Refused[k], seeds...)
	}
	c.Failures = append(c.Failures, d.Failures...)
}

// kinds returns the failing seeds by kind of failure.
func (c *tally) kinds() map[string][]uint64 {
	kinds := map[string][]uint64{}
	for _, f := range c.Failures {
		kinds[f.Kind] = append(kinds[f.Kind], f.Seed)
	}
	return kinds
}

func (c *tally) print(t *testing.T) {
	t.Logf("%d models, %d failures", c.Models, len(c.Failures))
	for _, k := range slices.Sorted(maps.Keys(c.Traits)) {
		t.Logf("%8d %5.1f%% %s", c.Traits[k], 100*float64(c.Traits[k])/float64(c.Models), k)
	}
	for _, k := range slices.SortedFunc(maps.Keys(c.Refused), func(a, b string) int { return len(c.Refused[b]) - len(c.Refused[a]) }) {
		t.Logf("%8d refused (seed %d): %s", len(c.Refused[k]), c.Refused[k][0], k)
	}
	if long.Enabled() {
		for _, p := range slices.Sorted(maps.Keys(c.Productions)) {
			t.Logf("%8d %5.1f%% production: %s", c.Productions[p], 100*float64(c.Productions[p])/float64(c.Models), p)
		}
	}
}
