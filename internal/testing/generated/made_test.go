package generated

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/lang/check"
)

var (
	models = flag.Int("models", 3_000, "with -long: how many models")
	first  = flag.Uint64("seed", 0, "the first seed")
)

// seeds returns the range of seeds to try.
func seeds(quick int) (from, to uint64) {
	if long.Enabled() {
		quick = *models
	}
	return *first, *first + uint64(quick)
}

// TestCover checks that every production occurs.
func TestCover(t *testing.T) {
	c := Cover{}
	from, to := seeds(1_000)
	for seed := from; seed < to; seed++ {
		m := New(seed, Options{})
		if f, err := m.Parse(m.Source); err == nil {
			c.Add(f)
			c.AddInputs(m)
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

// TestRefused checks that few models are refused, and fewer by the parser.
func TestRefused(t *testing.T) {
	from, to := seeds(200)
	unread, refused := 0, 0
	for seed := from; seed < to; seed++ {
		m := New(seed, Options{Without: Known})
		if fileOf(m.Source) == nil {
			unread++
			t.Logf("seed %d does not parse", seed)
		} else if err := checked(m); err != nil && !strings.Contains(err.Error(), "a bug: ") && !strings.Contains(err.Error(), "panic: ") {
			refused++ // mistakes of the checker are not refusals: TestHunt finds them
			t.Logf("seed %d: %v", seed, err)
		}
	}
	if n := int(to - from); unread > n/100 || refused > n/10 {
		t.Errorf("of %d texts %d do not parse and %d are refused", n, unread, refused)
	}
}

// TestSame checks that a seed always gives the same model.
func TestSame(t *testing.T) {
	for seed := range uint64(50) {
		if a, b := New(seed, Options{}), New(seed, Options{}); a.Source != b.Source || a.Data != b.Data {
			t.Fatalf("seed %d gives two models", seed)
		}
	}
}

// checked parses and checks a model.
func checked(m Model) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	_, err = lang.Parse("made.far", m.Source, inputs(m))
	return err
}

// inputs returns the inputs of a model.
func inputs(m Model) lang.Options {
	o := lang.Options{Load: m.Load}
	for _, s := range m.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
	}
	if m.Data != "" {
		o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
	}
	return o
}
