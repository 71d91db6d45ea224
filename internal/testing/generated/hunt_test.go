package generated_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
)

var (
	out     = flag.String("out", "", "a folder for the models that fail")
	done    = flag.String("done", "", "a folder for the results of each range of seeds; finished ranges are not tried again")
	stretch = flag.Int("stretch", 10_000, "seeds in a stretch")
	share   = flag.Int("share", 1, "ask one in this number of questions, at random")
	show    = flag.Int("show", 1, "the number of failing models of a kind to shrink")
	known   = flag.Bool("known", false, "also generate what the checker is known to refuse")
	workers = flag.Int("workers", 1, "processes that try models")
	only    = flag.String("only", "", "show only failures whose kind matches this")
	skip    = flag.String("skip", "^$", "do not show failures whose kind matches this")
	what    = flag.String("what", "all", "what is done with a model: judge, or all")
	with    = flag.String("with", "", "productions to lean to, with commas between")
	without = flag.String("without", "", "productions to leave out, with commas between")
)

// TestMain runs the worker, if the test asks for one.
func TestMain(m *testing.M) {
	if os.Getenv("MADE_WORKER") != "" {
		work(os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// A Verdict is the result of trying a model.
type verdict struct {
	Kind   string // "" for right, otherwise the kind of failure, equal for equal causes
	Detail string
	Stage  string // current stage, if it did not end
	Traits map[string]bool
	Refuse string // why the checker refused the model
}

// TestMade tries a fixed set of models on everything, with some of the questions each; -long leaves
// this to TestHunt.
func TestMade(t *testing.T) {
	if long.Enabled() {
		t.Skip("TestHunt does so with -long")
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	h := &hunt{o: generated.Options{Without: generated.Known}, share: 12}
	h.report(t, h.stretch(0, 150, runtime.GOMAXPROCS(0)))
}

// TestHunt tries any number of models, and shrinks those that fail.
func TestHunt(t *testing.T) {
	if !long.Enabled() {
		t.Skip("with -long only")
	}
	h := &hunt{share: *share}
	if *what == "judge" {
		h.share = 0
	}
	if !*known {
		h.o.Without = generated.Known
	}
	if *with != "" {
		h.o.With = strings.Split(*with, ",")
	}
	if *without != "" {
		h.o.Without = append(slices.Clone(h.o.Without), strings.Split(*without, ",")...)
	}
	sum := newTally()
	from, to := generated.Seeds(3_000)
	for at := from; at < to; at += uint64(*stretch) {
		sum.add(h.kept(t, at, min(at+uint64(*stretch), to)))
	}
	h.report(t, sum)
}

// A hunt tries models with some options.
type hunt struct {
	o     generated.Options
	share int
}

// kept tries a range of seeds, unless it was tried before.
func (h *hunt) kept(t *testing.T, from, to uint64) *tally {
	if *done == "" {
		return h.stretch(from, to, *workers)
	}
	name := filepath.Join(*done, fmt.Sprintf("%d-%d.json", from, to))
	c := newTally()
	if b, err := os.ReadFile(name); err == nil && json.Unmarshal(b, c) == nil {
		return c
	}
	begun := time.Now()
	c = h.stretch(from, to, *workers)
	b, err := json.MarshalIndent(c, "", "\t")
	if err == nil {
		err = os.MkdirAll(*done, 0o755)
	}
	if err == nil {
		err = os.WriteFile(name+".part", b, 0o644)
	}
	if err == nil {
		err = os.Rename(name+".part", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("seeds %d to %d: %d failures, %s", from, to-1, len(c.Failures), time.Since(begun).Round(time.Second))
	return c
}

// stretch tries the models of a range of seeds.
func (h *hunt) stretch(from, to uint64, workers int) *tally {
	c := newTally()
	next := make(chan uint64)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			one := newHand(h.share)
			defer one.stop()
			for seed := range next {
				m := generated.New(seed, h.o)
				c.note(m, one.try(m, patience))
			}
		})
	}
	for seed := from; seed < to; seed++ {
		next <- seed
	}
	close(next)
	wg.Wait()
	return c
}

// patience is the time limit for a model: a hang shows, and one that takes 15 s under the race detector ends on a busy machine.
const patience = time.Minute

// report prints the results, and shrinks failing models.
func (h *hunt) report(t *testing.T, c *tally) {
	c.print(t)
	kinds := c.kinds()
	for _, k := range slices.SortedFunc(maps.Keys(kinds), func(a, b string) int { return len(kinds[b]) - len(kinds[a]) }) {
		t.Errorf("%d: %s: seeds %d", len(kinds[k]), k, kinds[k][:min(10, len(kinds[k]))])
		if !regexp.MustCompile(*only).MatchString(k) || regexp.MustCompile(*skip).MatchString(k) {
			continue
		}
		for _, seed := range kinds[k][:min(*show, len(kinds[k]))] {
			h.smaller(t, generated.New(seed, h.o), k)
		}
	}
}

// smaller shrinks a failing model, and prints it.
func (h *hunt) smaller(t *testing.T, m generated.Model, kind string) {
	one := newHand(h.share)
	defer one.stop()
	wait := patience
	if strings.HasPrefix(kind, "no end") {
		wait = 3 * time.Second
	}
	deadline := time.Now().Add(3 * time.Minute)
	small := generated.Shrink(m, func(m generated.Model) bool {
		return time.Now().Before(deadline) && one.try(m, wait).Kind == kind
	})
	t.Errorf("%s\n%s\n%s", kind, small, brief(one.try(small, patience).Detail))
	if *out != "" {
		if name, err := small.Write(*out); err == nil {
			t.Logf("written to %s", name)
		}
	}
}

// brief removes the positions of a stack.
func brief(s string) string {
	var lines []string
	for _, l := range strings.Split(s, "\n") {
		if len(lines) < 20 && !strings.HasPrefix(l, "\t") && l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}
