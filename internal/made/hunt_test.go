package made_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/internal/made"
)

var (
	out     = flag.String("out", "", "a folder for the models that fail")
	show    = flag.Int("show", 1, "how many failing models of a kind are made smaller")
	known   = flag.Bool("known", false, "make also what the checker is known to refuse")
	workers = flag.Int("workers", 1, "processes that try models")
	only    = flag.String("only", "", "show only failures whose kind matches this")
	skip    = flag.String("skip", "^$", "do not show failures whose kind matches this")
	what    = flag.String("what", "all", "what is done with a model: judge, or all")
	with    = flag.String("with", "", "productions to lean to, with commas between")
	without = flag.String("without", "", "productions to leave out, with commas between")
)

// TestMain is the worker, where the test asks for one.
func TestMain(m *testing.M) {
	if os.Getenv("MADE_WORKER") != "" {
		work(os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

// A verdict is what came of trying a model.
type verdict struct {
	Kind   string // "" for right, else what failed, the same for the same cause
	Detail string
	Stage  string // what it was busy with, where it did not end
	Traits map[string]bool
	Refuse string // why the checker refused it
}

// A hand is a process that tries models one by one. It is killed where one takes too long.
type hand struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	err *tail
}

func newHand() *hand {
	h := &hand{cmd: exec.Command(os.Args[0]), err: &tail{}}
	h.cmd.Env = append(os.Environ(), "MADE_WORKER="+*what)
	h.cmd.Stderr = h.err
	in, err1 := h.cmd.StdinPipe()
	out, err2 := h.cmd.StdoutPipe()
	if err1 != nil || err2 != nil || h.cmd.Start() != nil {
		panic("no worker")
	}
	h.in, h.out = in, bufio.NewReader(out)
	return h
}

// tail keeps the first bytes of what a worker says before it dies.
type tail struct {
	mu sync.Mutex
	b  []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.b) < 1<<16 {
		t.b = append(t.b, b...)
	}
	return len(b), nil
}

func (h *hand) stop() {
	h.in.Close()
	h.cmd.Process.Kill()
	h.cmd.Wait()
}

// try tries a model; a new process takes the place of one that hangs or dies.
func (h *hand) try(m made.Model, patience time.Duration) verdict {
	b, _ := json.Marshal(m)
	timer := time.AfterFunc(patience, func() { h.cmd.Process.Kill() })
	defer timer.Stop()
	fmt.Fprintf(h.in, "%s\n", b)
	v := verdict{}
	stage := ""
	for {
		line, err := h.out.ReadString('\n')
		if err != nil {
			died := !timer.Stop()
			h.stop()
			said := string(h.err.b)
			*h = *newHand()
			if died {
				return verdict{Kind: "no end: " + stage, Detail: "no end within " + patience.String(), Stage: stage}
			}
			return verdict{Kind: "died: " + stage + ": " + crash(said), Detail: said, Stage: stage}
		}
		if s, ok := strings.CutPrefix(line, "stage "); ok {
			stage = strings.TrimSpace(s)
			continue
		}
		if json.Unmarshal([]byte(line), &v) == nil {
			return v
		}
	}
}

// crash is the first line of what a dying process said, and where.
func crash(said string) string {
	first, _, _ := strings.Cut(said, "\n")
	return first + " " + frame(said)
}

// frame is the first function of ours in a stack.
func frame(stack string) string {
	after := stack
	if i := strings.LastIndex(stack, "panic("); i >= 0 {
		after = stack[i:]
	}
	for _, l := range strings.Split(after, "\n") {
		if strings.HasPrefix(l, "farbank") && !strings.HasPrefix(l, "farbank/internal/made") {
			if i := strings.LastIndex(l, "("); i > 0 {
				l = l[:i]
			}
			return l
		}
	}
	return ""
}

// TestHunt tries models on everything there is, and makes those smaller that fail.
func TestHunt(t *testing.T) {
	if !*made.Long {
		t.Skip("with -long only")
	}
	o := made.Options{}
	if !*known {
		o.Without = made.Known
	}
	if *with != "" {
		o.With = strings.Split(*with, ",")
	}
	if *without != "" {
		o.Without = append(slices.Clone(o.Without), strings.Split(*without, ",")...)
	}
	from, to := made.Seeds(3_000)
	h := &hunt{traits: map[string]int{}, kinds: map[string][]made.Model{}, details: map[string]string{}, refused: map[string]int{}, example: map[string]uint64{}}
	next := make(chan uint64)
	var wg sync.WaitGroup
	for range *workers {
		wg.Go(func() {
			one := newHand()
			defer one.stop()
			for seed := range next {
				h.try(one, made.New(seed, o))
			}
		})
	}
	for seed := from; seed < to; seed++ {
		next <- seed
	}
	close(next)
	wg.Wait()
	h.report(t)
}

type hunt struct {
	mu      sync.Mutex
	models  int
	traits  map[string]int
	kinds   map[string][]made.Model
	details map[string]string
	refused map[string]int
	example map[string]uint64
}

func (h *hunt) try(one *hand, m made.Model) {
	v := one.try(m, 20*time.Second)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.models++
	for k := range v.Traits {
		h.traits[k]++
	}
	if v.Refuse != "" {
		h.refused[v.Refuse]++
		if _, ok := h.example[v.Refuse]; !ok {
			h.example[v.Refuse] = m.Seed
		}
	}
	if v.Kind != "" {
		h.kinds[v.Kind] = append(h.kinds[v.Kind], m)
		if _, ok := h.details[v.Kind]; !ok {
			h.details[v.Kind] = v.Detail
		}
	}
}

func (h *hunt) report(t *testing.T) {
	t.Logf("%d models", h.models)
	for _, k := range slices.Sorted(maps.Keys(h.traits)) {
		t.Logf("%6d %5.1f%% %s", h.traits[k], 100*float64(h.traits[k])/float64(h.models), k)
	}
	for _, k := range slices.SortedFunc(maps.Keys(h.refused), func(a, b string) int { return h.refused[b] - h.refused[a] }) {
		t.Logf("%6d refused (seed %d): %s", h.refused[k], h.example[k], k)
	}
	one := newHand()
	defer one.stop()
	for _, k := range slices.SortedFunc(maps.Keys(h.kinds), func(a, b string) int { return len(h.kinds[b]) - len(h.kinds[a]) }) {
		t.Errorf("%d: %s", len(h.kinds[k]), k)
		if !regexp.MustCompile(*only).MatchString(k) || regexp.MustCompile(*skip).MatchString(k) {
			continue
		}
		for _, m := range h.kinds[k][:min(*show, len(h.kinds[k]))] {
			small := shrink(one, m, k)
			again := one.try(small, 20*time.Second)
			t.Errorf("%s\n%s\n%s", k, small, brief(again.Detail))
			if *out != "" {
				if name, err := small.Write(*out); err == nil {
					t.Logf("written to %s", name)
				}
			}
		}
	}
}

// brief leaves out the places of a stack.
func brief(s string) string {
	var lines []string
	for _, l := range strings.Split(s, "\n") {
		if len(lines) < 20 && !strings.HasPrefix(l, "\t") && l != "" {
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "\n")
}

// shrink makes a model smaller that fails in one way.
func shrink(one *hand, m made.Model, kind string) made.Model {
	patience := 20 * time.Second
	if strings.HasPrefix(kind, "no end") {
		patience = 3 * time.Second
	}
	deadline := time.Now().Add(3 * time.Minute)
	return made.Shrink(m, func(m made.Model) bool {
		return time.Now().Before(deadline) && one.try(m, patience).Kind == kind
	})
}
