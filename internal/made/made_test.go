package made

import (
	"flag"
	"os"
	"testing"

	"farbank/lang/check"
	"farbank/lang/syntax"
)

var (
	long   = flag.Bool("long", false, "more made-up models")
	models = flag.Int("models", 3_000, "with -long: how many models")
	first  = flag.Uint64("seed", 0, "the first seed")
)

// seeds are the seeds to go through.
func seeds(quick int) (from, to uint64) {
	if *long {
		quick = *models
	}
	return *first, *first + uint64(quick)
}

// TestCover: every production is met.
func TestCover(t *testing.T) {
	c := Cover{}
	from, to := seeds(2_000)
	for seed := from; seed < to; seed++ {
		m := New(seed, Options{})
		if f, err := syntax.Parse("made.far", m.Source); err == nil {
			c.Add(f)
		}
	}
	if testing.Verbose() {
		c.Print(os.Stdout)
	}
	if missing := c.Missing(); len(missing) > 0 {
		t.Errorf("never met: %q", missing)
	}
	known := map[string]bool{}
	for _, p := range Productions() {
		known[p] = true
	}
	for p := range c {
		if !known[p] {
			t.Errorf("%q is counted, but no production", p)
		}
	}
}

// TestSame: a seed gives the same model again.
func TestSame(t *testing.T) {
	for seed := range uint64(50) {
		if a, b := New(seed, Options{}), New(seed, Options{}); a.Source != b.Source || a.Data != b.Data {
			t.Fatalf("seed %d gives two models", seed)
		}
	}
}

// checked parses and checks a model.
func checked(m Model) (err error) {
	f, err := syntax.Parse("made.far", m.Source)
	if err != nil {
		return err
	}
	_, err = check.Check(f, inputs(m))
	return err
}

// inputs are what is given beside the text of a model.
func inputs(m Model) check.Options {
	var o check.Options
	for _, s := range m.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
	}
	if m.Data != "" {
		o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
	}
	return o
}
