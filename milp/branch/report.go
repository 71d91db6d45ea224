package branch

import (
	"fmt"
	"math"
	"time"
)

// A reporter reports the progress of the search to Progress and Log. The caller holds the lock of
// the tree.
type reporter struct {
	o      Options
	sign   float64
	began  time.Time
	last   time.Time
	header bool
	value  func([]float64) float64
	root   bool
}

const between = 500 * time.Millisecond

func (r *reporter) tick(t *tree) {
	if t.nodes%16 == 0 {
		r.soon(t, "")
	}
}

// soon reports if the last report is some time ago.
func (r *reporter) soon(t *tree, from string) {
	if now := time.Now(); now.Sub(r.last) >= between {
		r.note(t, from)
	}
}

func (r *reporter) note(t *tree, from string) {
	if r.o.Progress != nil || r.o.Log != nil {
		r.show(t, ' ', from)
	}
}

func (r *reporter) incumbent(t *tree, from string) {
	if r.o.Incumbent != nil {
		r.o.Incumbent(append([]float64(nil), t.full...), r.value(t.full))
	}
	if r.o.Progress != nil || r.o.Log != nil {
		r.show(t, '*', from)
	}
}

func (r *reporter) show(t *tree, mark rune, from string) {
	r.last = time.Now()
	p := Progress{Nodes: t.nodes, Open: len(t.open) + t.packed.count, Iterations: t.iterations, Cuts: t.cuts,
		Bound: r.sign * t.bound(), Objective: r.sign*t.objective + 0, Found: t.found, Elapsed: r.last.Sub(r.began), Root: r.root}
	if r.o.Progress != nil {
		r.o.Progress(p)
	}
	if r.o.Log == nil {
		return
	}
	if !r.header {
		r.header = true
		fmt.Fprintf(r.o.Log, "%10s %8s %9s %6s %16s %16s %8s %8s\n", "node", "open", "simplex", "cuts", "bound", "best", "gap", "time")
	}
	bound, best, gap := "-", "-", "-" // none yet
	if !math.IsInf(p.Bound, 0) {
		bound = fmt.Sprintf("%.9g", p.Bound)
	}
	if p.Found {
		best = fmt.Sprintf("%.9g", p.Objective)
	}
	if p.Found && bound != "-" {
		gap = percent(p.Gap())
	}
	fmt.Fprintf(r.o.Log, "%c%9d %8d %9d %6d %16s %16s %8s %7.1fs %s\n", mark, p.Nodes, p.Open, p.Iterations, p.Cuts,
		bound, best, gap, p.Elapsed.Seconds(), from)
}

// percent formats a relative gap; gaps of 1000 and more, as occur near an objective of zero, become
// "large".
func percent(gap float64) string {
	if gap >= 1000 {
		return "large"
	}
	return fmt.Sprintf("%.2f%%", 100*gap)
}
