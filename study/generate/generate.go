package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"farbank/engine"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/solver"
)

// Options describe the instances to generate.
type Options struct {
	Seed   uint64
	Count  int            // number of instances; 0 means 1
	Tries  int            // maximum number of draws for each instance; 0 means 1,000
	Data   map[string]any // fixed parameters
	Vary   []Vary
	Walk   int   // length of the random walk from a goal to the new start; 0 keeps the start
	Givens bool  // generate a minimal set of givens with one solution
	Unique bool  // require a unique best plan or solution
	Least  int   // minimum length of a best plan
	Most   int   // maximum length of a best plan; negative means no limit
	Memory int64 // memory limit for one question in bytes; 0 means no limit

	Progress func(engine.Progress) // called a few times a second; may be nil

	Checkpoint solver.Checkpoint // stores instances and random state; may be nil

	Load syntax.Loader // reads the files that the problem uses; if nil, it can use none
}

// A Vary draws a parameter from Lo..Hi.
type Vary struct {
	Name   string
	Lo, Hi int64
}

// An Instance is a generated problem.
type Instance struct {
	Data     map[string]any // parameters that produce it, beside those of Generator.Given; nil if parameters cannot express it
	Source   string         // the file with the start or the givens written into it, if Data is nil
	Problem  *model.Problem
	Measures Measures
}

// Measures describe the difficulty of an instance. A measure that does not apply, or that was too
// large to compute, is absent.
type Measures struct {
	Length    int      `json:"length"`              // moves of a best plan
	Cost      int64    `json:"cost"`                // of a best plan
	Plans     *string  `json:"plans,omitempty"`     // best plans, or solutions
	States    *int64   `json:"states,omitempty"`    // reachable
	DeadEnds  *int64   `json:"deadEnds,omitempty"`  // reachable non-goal states without a move
	Branching *float64 `json:"branching,omitempty"` // average number of moves of a state
	Depth     *int     `json:"depth,omitempty"`     // of the reachable space
	Givens    *int     `json:"givens,omitempty"`
	Nodes     int64    `json:"nodes,omitempty"` // of the searches for a solution and for a second one
}

// A Generator generates instances of one file.
type Generator struct {
	Options
	Name     string // of the file, for messages
	Source   string
	Given    lang.Options    // parameters and data, unless Options or a draw sets them
	Engines  engine.Registry // the engines that solve and measure instances
	rand     *rand.Rand
	source   *rand.PCG // of rand
	done     progress  // for checkpoints
	begun    time.Time
	reported time.Time   // time of the last call of Progress
	tries    int64       // draws so far
	given    int64       // instances so far
	space    *stateSpace // of the problem with the parameters spaceOf, for walks
	spaceOf  string
}

// defaultTries is the value of Options.Tries if it is 0.
const defaultTries = 1000

// Instances yields Options.Count instances. The last pair may be an error: about the file or the
// data, of ctx, or a TriesError.
func (g *Generator) Instances(ctx context.Context) iter.Seq2[*Instance, error] {
	g.seeded()
	return func(yield func(*Instance, error) bool) {
		if err := g.Validate(); err != nil {
			yield(nil, err)
			return
		}
		before, tries, err := g.restore(ctx)
		if err != nil {
			yield(nil, err)
			return
		}
		g.given = int64(len(before))
		for _, inst := range before {
			if !yield(inst, nil) {
				return
			}
		}
		for range max(g.Count, 1) - len(before) {
			inst, err := g.one(ctx, tries)
			if tries = 0; err == nil {
				g.given++
				g.reported = time.Time{}
				g.report()
				g.note(inst)
				g.mark(0)
			} else if ctx.Err() != nil {
				g.save()
			}
			if !yield(inst, err) || err != nil {
				return
			}
		}
	}
}

// ErrNone reports that the problem has no solution, so no instance has one.
var ErrNone = errors.New("the problem has no solution")

// A TriesError reports that no draw gave a fitting instance.
type TriesError struct{ Tries int }

// Error returns a message with the number of instances.
func (e *TriesError) Error() string {
	return fmt.Sprintf("none of %d instances fits the options", e.Tries)
}

// one draws until an instance fits; tried draws were made before.
func (g *Generator) one(ctx context.Context, tried int) (*Instance, error) {
	tries := g.Tries
	if tries <= 0 {
		tries = defaultTries
	}
	var last error
	for k := tried; k < tries; k++ {
		g.mark(k)
		g.report()
		g.tries++
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		inst, err := g.draw(ctx)
		if err != nil {
			if last = err; len(g.Vary) == 0 {
				return nil, err
			}
			continue // inconsistent parameters
		}
		if inst == nil {
			continue
		}
		ok, err := g.measure(ctx, inst)
		if err == nil && ctx.Err() != nil { // the measures are incomplete
			return nil, context.Cause(ctx)
		}
		if err != nil || ok {
			return inst, err
		}
	}
	if last != nil {
		return nil, fmt.Errorf("none of %d instances fits; the last could not be read: %w", tries, last)
	}
	return nil, &TriesError{tries}
}

// draw draws an instance, or returns nil if the draw failed.
func (g *Generator) draw(ctx context.Context) (*Instance, error) {
	inst := &Instance{Data: maps.Clone(g.Data)}
	if inst.Data == nil {
		inst.Data = map[string]any{}
	}
	for _, v := range g.Vary {
		inst.Data[v.Name] = v.Lo + g.rand.Int64N(v.Hi-v.Lo+1)
	}
	if g.Givens {
		return g.givens(ctx, inst)
	}
	p, err := g.load(ctx, g.Source, inst.Data)
	if err != nil {
		return nil, err
	}
	inst.Problem = p
	if g.Walk > 0 {
		return g.walk(ctx, inst)
	}
	return inst, nil
}

func (g *Generator) load(ctx context.Context, source string, data map[string]any) (*model.Problem, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	o := g.Given
	o.Context, o.Load = ctx, g.Load
	o.Params = slices.DeleteFunc(slices.Clone(o.Params), func(s check.Setting) bool { _, drawn := data[s.Name]; return drawn })
	o.Data = append(slices.Clip(o.Data), check.Data{Name: "the parameters drawn", JSON: text})
	p, err := lang.Parse(g.Name, source, o)
	if err == nil {
		err = engine.OnlyOurs(p)
	}
	return p, err
}

// maxMeasured limits the memory for measuring the space, so that measures do not depend on the
// machine.
const maxMeasured = 256 << 20

func (g *Generator) measureMemory() int64 {
	if g.Memory > 0 {
		return min(g.Memory, maxMeasured)
	}
	return maxMeasured
}

// limited returns the limit that left an answer unproven, or nil.
func limited(ctx context.Context, a *engine.Answer) error {
	switch {
	case a.Status != engine.Unknown && a.Status != engine.Feasible:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case a.Reason == engine.ErrMemory.Error():
		return engine.ErrMemory
	}
	return nil
}

// measure computes the measures of inst and reports whether it satisfies the options.
func (g *Generator) measure(ctx context.Context, inst *Instance) (bool, error) {
	p, m := inst.Problem, &inst.Measures
	a, err := g.Engines.Solve(ctx, nil, p, engine.Question{Symmetry: true, Workers: 1, Memory: g.Memory, Progress: g.within()}, nil)
	if err == nil {
		err = limited(ctx, a)
	}
	if err != nil || a.Best == nil {
		return false, err
	}
	m.Length, m.Cost = len(a.Best.Moves), a.Best.Cost
	m.Nodes += a.Stats.Nodes
	if m.Length < g.Least || g.Most >= 0 && m.Length > g.Most {
		return false, nil
	}
	n, ok, err := g.plans(ctx, inst)
	if err != nil || g.Unique && n != 1 {
		return false, err
	}
	if ok {
		text := fmt.Sprint(n)
		m.Plans = &text
	}
	if len(p.Schemas) == 0 {
		return true, nil
	}
	sp, err := g.Engines.Explore(ctx, p, engine.Question{Memory: g.measureMemory(), Workers: 1})
	if err != nil || !sp.Complete || sp.States == 0 {
		return true, err
	}
	branching, depth := float64(sp.Moves)/float64(sp.States), len(sp.Layers)-1
	m.States, m.DeadEnds, m.Branching, m.Depth = &sp.States, &sp.DeadEnds, &branching, &depth
	return true, nil
}

// maxSolutions is the maximum number of solutions that are counted.
const maxSolutions = 1000

// plans counts the best plans, or the solutions up to maxSolutions. It reports false if there are
// more or they were not counted.
func (g *Generator) plans(ctx context.Context, inst *Instance) (int64, bool, error) {
	p := inst.Problem
	if len(p.Schemas) > 0 {
		a, err := g.Engines.Solve(ctx, nil, p, engine.Question{Want: engine.Count, Symmetry: true, Workers: 1, Memory: g.measureMemory()}, nil)
		if err != nil || a.Status != engine.Solved || !a.Count.IsInt64() {
			return 0, false, err
		}
		return a.Count.Int64(), true, nil
	}
	n, nodes, err := g.solutions(ctx, p, maxSolutions)
	inst.Measures.Nodes += nodes
	return n, n < maxSolutions, err
}

// solutions counts the solutions up to limit.
func (g *Generator) solutions(ctx context.Context, p *model.Problem, limit int) (n, nodes int64, err error) {
	kind := engine.Shortest
	if p.Goals == nil {
		kind = engine.Simple
	}
	a, err := g.Engines.Solve(ctx, nil, p, engine.Question{Plans: kind, Want: engine.All, Limit: limit, Workers: 1, Memory: g.Memory}, func(model.Plan) bool {
		n++
		return true
	})
	if err != nil {
		return 0, 0, err
	}
	return n, a.Stats.Nodes, nil
}

// report calls Progress if it is due.
func (g *Generator) report() {
	if now := time.Now(); g.Progress != nil && now.Sub(g.reported) >= reportEach {
		g.reported = now
		g.Progress(g.reached(engine.Progress{Phase: "generate"}))
	}
}

const reportEach = 200 * time.Millisecond

// reached returns p with the numbers of draws and instances.
func (g *Generator) reached(p engine.Progress) engine.Progress {
	p.Tries, p.Given, p.Wanted, p.Elapsed = g.tries, g.given, int64(max(g.Count, 1)), time.Since(g.begun)
	return p
}

// within returns the progress function for questions about an instance.
func (g *Generator) within() func(engine.Progress) {
	if g.Progress == nil {
		return nil
	}
	return func(p engine.Progress) { g.Progress(g.reached(p)) }
}

// shuffled returns 0..n-1 in random order.
func (g *Generator) shuffled(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	g.rand.Shuffle(n, func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// states returns the state variables of a problem.
func states(p *model.Problem) []model.Var {
	return slices.DeleteFunc(slices.Clone(p.Vars), func(v model.Var) bool { return v.Find })
}
