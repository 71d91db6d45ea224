package rules

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"farbank/engine"
	"farbank/model"
	production "farbank/rules"
	"farbank/solver"
)

// Engine is the engine named rules. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "rules".
func (*Engine) Name() string { return "rules" }

// About describes the engine in one line.
func (*Engine) About() string {
	return "production rules: states are facts, moves and constraints are rules, as in CLIPS and Jess"
}

// Capabilities returns those for one plan of least cost.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Any}, Wants: []engine.Want{engine.One}}
}

// Limits above which Can refuses: a program has a rule for each ground move and a fact for each
// state.
const (
	maxMoves    = 500
	maxBits     = 22
	maxFindBits = 12
	maxSize     = 1 << 20 // nodes of all expressions
)

// Can refuses problems whose program would be too large to run.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	l := model.NewLayout(p)
	switch {
	case len(p.Schemas) == 0:
		return refuse("there are no moves to make rules of")
	case q.FreeEnd:
		return refuse("it looks for the goal")
	case q.Bounded:
		return refuse("it does not bound the number of moves")
	case len(p.Moves) > maxMoves:
		return refuse(fmt.Sprintf("it makes a rule of each ground move, and there are more than %d", maxMoves))
	case 64*(l.Words-1)+l.Bits > maxBits:
		return refuse("it makes a fact of each state, and there are more than 2^22 possible states")
	case findBits(p) > maxFindBits:
		return refuse("it makes a fact of each initial state, and there are more than 4,096")
	}
	wide, size := false, int64(0)
	visit(p, func(e *model.Expr) {
		wide = wide || e.Wide
		size = model.TreeSize(size, e)
	})
	if wide {
		return refuse("a value may exceed 64 bits, and rules do not detect overflow")
	}
	if size > maxSize {
		return refuse("the rules would be too large")
	}
	return nil
}

// findBits returns the logarithm of the number of assignments of the find cells.
func findBits(p *model.Problem) float64 {
	bits := 0.0
	for _, c := range p.Cells[:p.NumFind] {
		bits += math.Log2(float64(c.Span()))
	}
	return bits
}

// visit calls see with every expression that becomes part of the program.
func visit(p *model.Problem, see func(*model.Expr)) {
	for _, rules := range [][]model.Rule{p.Safety, p.Goal} {
		for i := range rules {
			see(rules[i].Cond)
		}
	}
	for _, m := range p.Moves {
		see(m.Cost)
		visitBody(m.Body, see)
	}
}

func visitBody(body []model.Stmt, see func(*model.Expr)) {
	for i := range body {
		see(body[i].Value)
		if body[i].Target != nil {
			see(body[i].Target)
		}
		visitBody(body[i].Then, see)
		visitBody(body[i].Else, see)
	}
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	begun := time.Now()
	a := &engine.Answer{Stats: engine.Stats{Engine: e.Name()}}
	var text, out, failed bytes.Buffer
	var refused *engine.Refusal
	if err := Program(ctx, p, true, &text); errors.As(err, &refused) {
		a.Status, a.Reason = engine.Unsupported, refused.Error()
		return a, nil
	} else if err != nil {
		return ended(ctx, a, begun, err)
	}
	env := production.New(production.Options{Out: &out, Errors: &failed, Memory: q.Memory})
	env.SetContext(ctx)
	if err := env.Load(&text, "program"); engine.Stopped(ctx, err) != "" {
		return ended(ctx, a, begun, err)
	} else if err != nil {
		return nil, fmt.Errorf("engine rules: the generated program has an error: %w", err)
	}
	if err := env.Reset(); err != nil {
		return ended(ctx, a, begun, err)
	}
	err := e.run(ctx, env, q, a, begun)
	s := env.Statistics()
	a.Stats.Nodes, a.Stats.Generated, a.Stats.Stored, a.Stats.Elapsed = s.Fired, s.Asserted, statesLeft(env), time.Since(begun)
	if err != nil || a.Reason != "" {
		return ended(ctx, a, begun, err)
	}
	if failed.Len() > 0 {
		return nil, fmt.Errorf("engine rules: %s", failed.String())
	}
	return a, read(p, out.String(), a)
}

// statesLeft counts the states that were not retracted.
func statesLeft(env *production.Environment) (count int64) {
	for f := range env.Facts() {
		if f.Relation.Name == "state" {
			count++
		}
	}
	return count
}

// run fires rules. It reports progress and checks the memory limit between batches.
func (e *Engine) run(ctx context.Context, env *production.Environment, q engine.Question, a *engine.Answer, begun time.Time) error {
	const turn = 5000
	for {
		r, err := env.Run(ctx, turn)
		if err == nil && !errors.Is(r.Reason, production.ErrLimit) {
			err = r.Reason
		}
		if err != nil || r.Status == solver.Solved {
			return err
		}
		memory := env.Memory()
		if q.Progress != nil {
			q.Progress(engine.Progress{Phase: "fire", States: env.Statistics().Fired, Memory: memory, Elapsed: time.Since(begun)})
		}
		if q.Memory > 0 && memory > q.Memory {
			return engine.ErrMemory
		}
	}
}

// ended returns the answer for a limit or an interrupt.
func ended(ctx context.Context, a *engine.Answer, begun time.Time, err error) (*engine.Answer, error) {
	a.Status = engine.Unknown
	if _, err := a.Stop(ctx, err); err != nil {
		return nil, err
	}
	a.Stats.Elapsed = time.Since(begun)
	return a, nil
}

// read parses the output of the program: "no plan", "overflow" and a move, or "plan", the values
// found, and the numbers of the moves.
func read(p *model.Problem, text string, a *engine.Answer) error {
	lines := strings.Split(text, "\n")
	if lines[0] == "no plan" {
		a.Status = engine.None
		return nil
	}
	if number, ok := strings.CutPrefix(lines[0], overflow+" "); ok {
		if n, err := strconv.Atoi(number); err == nil && n >= 0 && n < len(p.Moves) {
			return &model.OverflowError{File: p.File, Pos: p.Moves[n].Schema.Pos}
		}
	}
	if lines[0] != "plan" || len(lines) < 3 {
		return fmt.Errorf("engine rules: the generated program printed %q", text)
	}
	plan := model.Plan{}
	for _, word := range strings.Fields(lines[1]) {
		v, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return err
		}
		plan.Find = append(plan.Find, v)
	}
	for _, word := range strings.Fields(lines[2]) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return err
		}
		plan.Moves = append(plan.Moves, n)
	}
	_, cost, err := p.Verify(plan)
	if err != nil {
		return fmt.Errorf("engine rules: the plan is not valid: %w", err)
	}
	plan.Cost = cost
	a.Best = &plan
	a.Bound = &plan.Cost
	return nil
}
