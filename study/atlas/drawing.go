package atlas

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"farbank/engine"
	"farbank/internal/visible"
	"farbank/model"
)

// Maximum number of states of a graph: in a picture, and as a text for other tools.
const (
	MostDrawn   = 200
	MostWritten = 5000
)

// A Drawing describes the graph to draw.
type Drawing struct {
	Picture  bool   // at most MostDrawn states, else MostWritten
	Symmetry string // merge states that differ by renaming interchangeable values: on, off, or auto (if there are too many)
	Memory   int64  // memory limit in bytes; 0 means no limit
	Progress func(engine.Progress)
}

// Draw builds the atlas to draw. It returns a [*CrowdedError] if there are too many states.
func Draw(ctx context.Context, p *model.Problem, d Drawing) (*Atlas, error) {
	limit := MostWritten
	if d.Picture {
		limit = MostDrawn
	}
	begun := time.Now()
	opt := Options{States: MostWritten, Memory: d.Memory, Fold: d.Symmetry == "on"}
	if d.Progress != nil {
		opt.Progress = func(p engine.Progress) { p.Elapsed = time.Since(begun); d.Progress(p) }
	}
	m, err := Build(ctx, p, opt)
	var large *LargeError
	if err != nil && !errors.As(err, &large) || err == nil && m.Len() <= limit {
		return m, err
	}
	crowded := &CrowdedError{Limit: limit, Folded: opt.Fold}
	if err == nil {
		crowded.States = m.Len()
	}
	if d.Symmetry != "auto" {
		return nil, crowded
	}
	opt.Fold = true
	folded, err := Build(ctx, p, opt)
	switch {
	case errors.As(err, &large):
		return nil, crowded
	case err != nil:
		return nil, err
	case folded.Len() > limit:
		if folded.Fold != nil {
			crowded.Fewer = folded.Len()
		}
		return nil, crowded
	}
	return folded, nil
}

// A CrowdedError reports that a graph has too many states to be drawn, and what to do.
type CrowdedError struct {
	Limit  int
	States int  // 0: more than MostWritten
	Fewer  int  // with symmetry reduction; 0 if not tried, useless, or more than MostWritten
	Folded bool // symmetry reduction was requested, and States counts the merged states
}

// Error returns a message with the numbers and advice.
func (e *CrowdedError) Error() string {
	many := "more than " + visible.Grouped(MostWritten)
	if e.States > 0 {
		many = visible.Grouped(int64(e.States))
	}
	msg := fmt.Sprintf("there are %s reachable states; at most %s are drawn", many, visible.Grouped(int64(e.Limit)))
	if e.Folded {
		msg += " (symmetry is used already)"
	}
	if e.Fewer > 0 {
		msg += fmt.Sprintf("; with symmetry %s are left", visible.Grouped(int64(e.Fewer)))
	}
	advice := "Make the problem smaller with -p, or see farbank space for its figures."
	if e.Limit == MostDrawn && (e.States > 0 || e.Fewer > 0) {
		advice = "Write a .dot file for a tool that draws large graphs, make the problem smaller with -p, or see farbank space for its figures."
	}
	return msg + ".\n" + advice
}

// MostCounted is the maximum number of possible states for which CountSafe counts the safe ones.
const MostCounted = 1 << 20

// CountSafe returns the number of possible states that violate no rule. It reports false if there are
// too many to try.
func CountSafe(ctx context.Context, p *model.Problem) (int64, bool) {
	if CountPossible(p).Cmp(big.NewInt(MostCounted)) > 0 {
		return 0, false
	}
	n := int64(0)
	for s := range Possible(p) {
		failed, err1 := p.Required(s[:p.NumFind])
		safe, err2 := p.Safe(s)
		if err1 != nil || err2 != nil || ctx.Err() != nil {
			return 0, false
		}
		if safe && len(failed) == 0 {
			n++
		}
	}
	return n, true
}
