package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"farbank/engine"
	"farbank/internal/command"
	"farbank/model"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

const progressUsage = "the `form` of progress reports on standard error: line, json, off (default: line on a terminal)"

// progressForms are the values of --progress.
var progressForms = []string{"line", "json", "off"}

// progressFlags are --quiet and --progress.
type progressFlags struct {
	quiet    bool
	progress string
}

func (f *progressFlags) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.quiet, "quiet", false, "print no progress line")
	cmd.Flags().StringVar(&f.progress, "progress", "", progressUsage)
}

func (f *progressFlags) check() error {
	if f.progress != "" && !slices.Contains(progressForms, f.progress) {
		return command.UnknownWord("--progress", f.progress, progressForms)
	}
	return nil
}

// A progressJSON is a line of --progress json. Unknown fields are left out.
type progressJSON struct {
	Phase   string       `json:"phase"` // the last line: "end"
	Engine  string       `json:"engine,omitempty"`
	Reading string       `json:"reading,omitempty"`
	Seconds float64      `json:"seconds"`
	States  int64        `json:"states"` // moves, while a problem is read; nodes, if no states are stored
	PerSec  int64        `json:"statesPerSecond"`
	Nodes   int64        `json:"nodes,omitempty"`
	Layer   int64        `json:"layer,omitempty"`
	Front   int64        `json:"frontier,omitempty"`
	Memory  int64        `json:"memory,omitempty"`
	Disk    int64        `json:"disk,omitempty"`
	Tries   int64        `json:"tries,omitempty"`  // instances tried by generate
	Given   *int64       `json:"given,omitempty"`  // instances found
	Wanted  int64        `json:"wanted,omitempty"` // instances to find
	Best    *json.Number `json:"best,omitempty"`
	Bound   *json.Number `json:"bound,omitempty"`
	Left    int64        `json:"statesLeft,omitempty"`  // an estimate, if layers shrink
	Rest    float64      `json:"secondsLeft,omitempty"` // estimated from statesLeft
	Code    *int         `json:"exit,omitempty"`        // on the last line
}

// newProgress returns a line for the progress of work. digits says how many digits of its values
// stand after the point.
func newProgress(p engine.Progress, digits int) progressJSON {
	sec := math.Round(p.Elapsed.Seconds()*1000) / 1000
	line := progressJSON{Phase: p.Phase, Engine: p.Engine, Reading: p.At, Seconds: sec, States: p.States, Nodes: p.Nodes, Layer: p.Depth,
		Front: p.Frontier, Memory: p.Memory, Disk: p.Disk, Best: number(p.Best, digits), Bound: number(p.Bound, digits), Left: p.Left}
	if line.Tries, line.Wanted = p.Tries, p.Wanted; p.Wanted > 0 {
		line.Given = &p.Given
	}
	n := p.States
	if p.Nodes > 0 {
		n = p.Nodes
	}
	if sec > 0 {
		line.PerSec = int64(float64(n) / sec)
	}
	if line.PerSec > 0 {
		line.Rest = math.Round(10*float64(p.Left)/float64(line.PerSec)) / 10
	}
	return line
}

// number returns a value of a problem for JSON, or nil for nil.
func number(n *int64, digits int) *json.Number {
	if n == nil {
		return nil
	}
	x := json.Number(model.Decimal(*n, digits))
	return &x
}

// A progressWriter writes lines of JSON, and a summary at the end.
type progressWriter struct {
	mu    sync.Mutex
	w     io.Writer
	begun time.Time
	last  progressJSON
}

func (w *progressWriter) report(p engine.Progress, digits int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = newProgress(p, digits)
	w.write(w.last)
}

// end writes the summary: the last figures, the total time and the exit code.
func (w *progressWriter) end(code int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	line := w.last
	line.Phase, line.Left, line.Rest, line.Code = "end", 0, 0, &code
	line.Seconds = math.Round(time.Since(w.begun).Seconds()*1000) / 1000
	w.write(line)
}

func (w *progressWriter) write(line progressJSON) {
	if text, err := json.Marshal(line); err == nil {
		_, _ = w.w.Write(append(text, '\n'))
	}
}

// showProgress returns a callback for progress, and a function that clears the line on a terminal.
// digits says how many digits of the values stand after the point.
func (a *app) showProgress(digits int) (func(engine.Progress), func()) {
	file := a.stderr
	switch {
	case a.progressForm == "json":
		if a.progressLines == nil {
			a.progressLines = &progressWriter{w: a.err, begun: time.Now()}
		}
		return func(p engine.Progress) { a.progressLines.report(p, digits) }, func() {}
	case a.quiet || a.progressForm == "off" || a.progressForm == "" && !term.IsTerminal(int(file.Fd())):
		return nil, func() {}
	}
	shown := false
	report := func(p engine.Progress) {
		if p.Elapsed < time.Second {
			return
		}
		shown = true
		fmt.Fprint(file, "\r\033[K"+progressText(p, digits))
	}
	return report, func() {
		if shown {
			fmt.Fprint(file, "\r\033[K")
		}
	}
}
