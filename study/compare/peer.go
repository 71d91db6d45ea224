//go:build !js

package compare

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"time"

	"farbank/engine"
	"farbank/exchange"
	"farbank/model"
)

// A Peer is another system that solves an exported model.
type Peer struct {
	Name     string
	Programs []string // possible programs; the first one installed is used
	Language string
	Counts   bool // it can count the best plans
	solve    func(context.Context, *peerRun) error
}

// Peers lists the supported systems.
var Peers = []*Peer{clips, glpsol, cbc, minizinc, clingo, spin, sat}

// Installed returns the peers whose programs are installed.
func Installed() []*Peer {
	var list []*Peer
	for _, p := range Peers {
		if p.Program() != "" {
			list = append(list, p)
		}
	}
	return list
}

// Program returns the path of a peer's program, or "" if none is installed.
func (peer *Peer) Program() string {
	for _, name := range peer.Programs {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// defaultHorizon is used if no plan is known.
const defaultHorizon = 12

// A peerRun is one question to a peer.
type peerRun struct {
	p       *model.Problem
	q       engine.Question
	lang    *exchange.Language
	program string
	dir     string // temporary, removed afterwards
	horizon int
	known   *model.Plan // the best plan known from others, or nil
	moves   map[string]int
	row     *Row
}

// Solve asks a peer. known is the best plan so far, or nil: a system that cannot optimize is asked
// whether there is a plan as good, and then whether there is a better one.
func (peer *Peer) Solve(ctx context.Context, p *model.Problem, q engine.Question, horizon int, known *model.Plan) Row {
	row := Row{Name: peer.Name, Outside: true, Horizon: -1}
	lang, err := exchange.Find(peer.Language)
	if err == nil {
		err = peer.refuses(p, q)
	}
	if err != nil {
		row.Status, row.Reason = engine.Unsupported, err.Error()
		return row
	}
	r := &peerRun{p: p, q: q, lang: lang, program: peer.Program(), horizon: horizon, known: known, moves: map[string]int{}, row: &row}
	for i, m := range p.Moves {
		r.moves[m.String()] = i
	}
	if lang.Bounded && len(p.Schemas) > 0 {
		row.Horizon = horizon
	}
	begun := time.Now()
	err = r.inDir(func() error { return peer.solve(ctx, r) })
	row.Elapsed = time.Since(begun)
	r.ended(ctx, err)
	return row
}

func (peer *Peer) ask(ctx context.Context, p *model.Problem, q engine.Question, o Options, known *model.Plan) Row {
	horizon := o.Horizon
	switch {
	case q.Bounded:
		horizon = q.Length
	case horizon == 0 && known != nil:
		horizon = len(known.Moves)
	case horizon == 0:
		horizon = defaultHorizon
	}
	ctx, cancel := o.begin(ctx)
	defer cancel()
	return peer.Solve(ctx, p, q, horizon, known)
}

// refuses returns an error if a peer cannot answer a question.
func (peer *Peer) refuses(p *model.Problem, q engine.Question) error {
	lang, _ := exchange.Find(peer.Language)
	switch {
	case peer.Program() == "":
		return errors.New("it is not installed")
	case q.FreeEnd:
		return errors.New("its model requires the goal")
	case q.Plans != engine.Shortest:
		return fmt.Errorf("its model describes the best plan, not %s plans", q.Plans)
	case q.Want == engine.Count && !peer.Counts:
		return errors.New("it does not count")
	case q.Want == engine.Count && freeMoves(p):
		return errors.New("with moves that cost nothing it would count plans with cycles")
	case q.Want == engine.All:
		return errors.New("it gives one plan only")
	case q.Bounded && !lang.Bounded && len(p.Schemas) > 0:
		return errors.New("its model has no bound on the moves")
	}
	return nil
}

// freeMoves reports whether a move may have cost 0.
func freeMoves(p *model.Problem) bool {
	for _, m := range p.Moves {
		if m.Cost.Lo <= 0 {
			return true
		}
	}
	return false
}

func (r *peerRun) inDir(work func() error) (err error) {
	if r.dir, err = os.MkdirTemp("", "farbank-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.dir)
	return work()
}

// ended sets the status of the row from the error.
func (r *peerRun) ended(ctx context.Context, err error) {
	var refused *exchange.Refusal
	var cannot *engine.Refusal
	switch {
	case ctx.Err() != nil && r.row.Plan != nil:
		r.row.Status, r.row.Reason = engine.Feasible, "the time limit was reached"
	case ctx.Err() != nil:
		r.row.Status, r.row.Reason = engine.Unknown, "the time limit was reached"
	case errors.As(err, &refused):
		r.row.Status, r.row.Reason = engine.Unsupported, refused.Construct
	case errors.As(err, &cannot):
		r.row.Status, r.row.Reason = engine.Unsupported, cannot.Why
	case err != nil:
		r.row.Status, r.row.Reason = engine.Unknown, err.Error()
	}
}

// write exports the model to a file in the temporary folder.
func (r *peerRun) write(ctx context.Context, name string, o exchange.Options) error {
	var text bytes.Buffer
	if err := r.lang.Write(ctx, r.p, o, &text); err != nil {
		return err
	}
	return os.WriteFile(r.dir+"/"+name, text.Bytes(), 0o666)
}

// run runs a program in the temporary folder and returns its output. It ignores the exit code, with
// which solvers encode answers. It returns an error if the context ended the program; then the
// output may be cut.
func (r *peerRun) run(ctx context.Context, program string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = r.dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	inGroup(cmd)
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) && ctx.Err() == nil {
		return "", err
	}
	return out.String() + errs.String(), ctx.Err()
}

// none sets the status for "no plan": for problems with moves only within the horizon, if there is
// one.
func (r *peerRun) none() {
	r.row.Status = engine.None
	if r.row.Horizon >= 0 {
		r.row.Status, r.row.Reason = engine.NoneWithinBound, fmt.Sprintf("no plan of at most %d moves", r.horizon)
	}
}

// found records a plan. The interpreter computes its cost.
func (r *peerRun) found(find []int64, moves []int) {
	plan := &model.Plan{Find: find, Moves: moves}
	_, plan.Cost, _ = r.p.Verify(*plan)
	r.row.Plan, r.row.Status = plan, engine.Solved
}

// move returns the number of a move by its name.
func (r *peerRun) move(text string) (int, error) {
	n, ok := r.moves[text]
	if !ok {
		return 0, fmt.Errorf("it names a move that does not exist: %q", text)
	}
	return n, nil
}

// improve asks for a plan as good as the known one, or of any cost if none is known, and then
// repeatedly for better ones. ask records a plan with found and reports whether there was one.
func (r *peerRun) improve(ctx context.Context, ask func(o exchange.Options) (bool, error)) error {
	o := exchange.Options{Horizon: r.horizon}
	moving := len(r.p.Schemas) > 0
	priced := r.p.Goals != nil || moving && !r.p.UnitCosts()
	if priced {
		if r.known == nil {
			return errors.New("it needs a cost to begin with, and none is known")
		}
		o.Best = new(int64)
		*o.Best = r.known.Cost
	}
	for {
		any, err := ask(o)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if !any {
			if r.row.Plan == nil {
				r.none()
			}
			return nil
		}
		switch {
		case priced && (r.row.Plan.Cost == math.MaxInt64 || r.row.Plan.Cost == math.MinInt64):
			return nil // no plan is better
		case priced && r.p.Goals != nil && r.p.Goals.Maximize:
			*o.Best = r.row.Plan.Cost + 1
		case priced:
			*o.Best = r.row.Plan.Cost - 1
		case moving && r.lang.Bounded && len(r.row.Plan.Moves) > 0:
			o.Horizon = len(r.row.Plan.Moves) - 1
		default:
			return nil
		}
		if priced && moving && *o.Best < 0 {
			return nil
		}
	}
}

// count records the number of plans.
func (r *peerRun) count(n int64) {
	r.row.Count, r.row.Plan, r.row.Status = big.NewInt(n), nil, engine.Solved
}
