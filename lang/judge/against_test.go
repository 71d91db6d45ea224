package judge_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/model"
)

var (
	models = flag.Int("models", 3_000, "with -long: how many models")
	seed   = flag.Uint64("seed", 0, "the first seed")
)

// A pair is the ground problem and the judge of a file.
type pair struct {
	p *model.Problem
	j *judge.Judge
	r *rand.Rand

	moves map[string]*model.Move // of p, by name and leaves
	calls []judge.Move           // of j, a sample
	diffs []string
}

// limit bounds the walks of one file.
const limit = 60

func newPair(name, source string, o check.Options) (*pair, error) {
	f, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	info, err := check.Check(f, o)
	if err != nil {
		return nil, err
	}
	p, err := ground.Ground(info, ground.Options{Limit: 3_000_000, Context: context.Background()})
	if err != nil {
		return nil, err
	}
	j, err := judge.New(info, judge.Options{Limit: 10_000_000})
	if err != nil {
		return nil, err
	}
	c := &pair{p: p, j: j, r: rand.New(rand.NewPCG(1, 2)), moves: map[string]*model.Move{}}
	for _, m := range p.Moves {
		key := m.Schema.Name
		for _, a := range m.Args {
			key += fmt.Sprint(a.Leaves)
		}
		c.moves[key] = m
	}
	return c, nil
}

// key returns the name and leaves of a move of the judge.
func (c *pair) key(mv judge.Move) string { return mv.Decl.Name.Name + c.j.ArgLeaves(mv) }

func (c *pair) differ(format string, args ...any) {
	c.diffs = append(c.diffs, fmt.Sprintf(format, args...))
}

// same records a difference between the answers of the judge and the model.
func (c *pair) same(what string, got, want any, gotErr, wantErr error) bool {
	if gotErr != nil || wantErr != nil {
		var a, b *model.OverflowError
		if errors.As(gotErr, &a) && errors.As(wantErr, &b) {
			return false
		}
		c.differ("%s: judge: %v, error %v; model: %v, error %v", what, got, gotErr, want, wantErr)
		return false
	}
	if plain(got) != plain(want) {
		c.differ("%s: judge: %v; model: %v", what, got, want)
	}
	return true
}

// plain removes quotes, since the two may quote names differently.
func plain(v any) string { return strings.NewReplacer(`"`, "", `\`, "").Replace(fmt.Sprint(v)) }

// places returns the positions of rules.
func places(rules []*model.Rule) []string {
	var all []string
	for _, r := range rules {
		all = append(all, fmt.Sprint(r.Kind, r.Label, r.Text, r.Pos))
	}
	return all
}

// walk compares the two along random walks from some starts.
func (c *pair) walk() []string {
	c.choose()
	for range 8 {
		find := make([]int64, c.p.NumFind)
		for i := range find {
			find[i] = c.p.Cells[i].Lo + int64(c.r.Uint64N(uint64(c.p.Cells[i].Hi-c.p.Cells[i].Lo)+1))
		}
		c.begin(find)
		c.plans(find)
		if len(c.diffs) > 0 || len(find) == 0 {
			break
		}
	}
	return c.diffs
}

// choose samples the ground moves of the judge.
func (c *pair) choose() {
	n := 0
	seen := map[string]bool{}
	err := c.j.GroundMoves(func(mv judge.Move) bool {
		seen[c.key(mv)] = true
		if n++; len(c.calls) < limit {
			c.calls = append(c.calls, mv)
		} else if k := c.r.IntN(n); k < limit {
			c.calls[k] = mv
		}
		return n < 20_000
	})
	if err != nil {
		c.differ("moves: %v", err)
	}
	for name := range c.moves {
		if n < 20_000 && !seen[name] {
			c.differ("the judge does not know the move %s", name)
		}
	}
}

func (c *pair) begin(find []int64) {
	found, err := c.j.Found(find)
	if err != nil && strings.Contains(err.Error(), "not of its type") { // a type with listed values: the model has a rule for it
		failed, err2 := c.p.Required(find)
		if err2 != nil || !slices.ContainsFunc(failed, func(r *model.Rule) bool { return r.Pos.Line == 0 }) {
			c.differ("%v: %v; the model takes it: %v", find, err, err2)
		}
		return
	}
	if err != nil {
		c.differ("found: %v", err)
		return
	}
	failed, err := c.j.Required(found)
	expect, err2 := c.p.Required(find)
	c.same(fmt.Sprint("required ", find), places(failed), places(expect), err, err2)
	if c.p.Goals != nil && len(c.p.Schemas) == 0 {
		n, ok, err := c.j.Objective(found)
		n2, ok2, err2 := c.p.Objective(find)
		if ok || ok2 {
			c.same(fmt.Sprint("objective ", find), []any{n, ok}, []any{n2, ok2}, err, err2)
		}
	}
	s, err := c.j.Begin(found)
	start, ok, err2 := c.p.Begin(find)
	if s == nil || !ok {
		c.same(fmt.Sprint("begin ", find), s != nil, ok, err, err2)
		return
	}
	if !c.same(fmt.Sprint("begin ", find), c.j.Leaves(s), start, err, err2) {
		return
	}
	for range limit {
		if s = c.state(s); s == nil || len(c.diffs) > 0 {
			return
		}
	}
}

// plans validates random plans by both, with moves that apply and moves that do not.
func (c *pair) plans(find []int64) {
	if _, err := c.j.Found(find); err != nil {
		return // begin has compared this error
	}
	for range 4 {
		plan := model.Plan{Find: find}
		s, ok, err := c.p.Begin(find)
		var moves []*model.Move
		for range min(12, 3*len(c.p.Moves)) {
			if !ok || err != nil || len(c.p.Cells) == 0 {
				break
			}
			n := c.r.IntN(len(c.p.Moves))
			out, err := c.p.Apply(c.p.Moves[n], s)
			if err != nil || out.Next == nil && c.r.IntN(4) > 0 {
				continue
			}
			plan.Moves, moves = append(plan.Moves, n), append(moves, c.p.Moves[n])
			if s = out.Next; s == nil {
				break
			}
		}
		steps, cost, err := c.j.Verify(find, moves, true)
		steps2, cost2, err2 := c.p.VerifyGround(plan, true)
		if err != nil {
			steps, cost = nil, 0
		}
		if err2 != nil {
			steps2, cost2 = nil, 0
		}
		c.same(fmt.Sprint("plan ", find, moves), []any{steps, cost, bare(err)}, []any{steps2, cost2, bare(err2)}, nil, nil)
	}
}

// refused matches the part of a message about a statement that fails.
var refused = regexp.MustCompile(`does not apply: .* \(line`)

// bare returns the text of an error without the description of the failing statement.
func bare(err error) string { return refused.ReplaceAllString(fmt.Sprint(err), "does not apply (line") }

// state compares the rules in a state and the moves from it, and returns one of the successors.
func (c *pair) state(s judge.State) (next judge.State) {
	leaves := c.j.Leaves(s)
	at := fmt.Sprint(leaves)
	if back, err := c.j.State(leaves); err != nil || !reflect.DeepEqual(c.j.Leaves(back), leaves) {
		c.differ("state %s: %v", at, err)
	}
	broken, err := c.j.Broken(s)
	expect, err2 := c.p.Broken(leaves)
	c.same("broken "+at, places(broken), places(expect), err, err2)
	missed, err := c.j.Missed(s)
	expect, err2 = c.p.Missed(leaves)
	c.same("missed "+at, places(missed), places(expect), err, err2)
	c.shows(s, at)
	n := 0
	for _, mv := range c.calls {
		out, err := c.j.Apply(s, mv)
		c.outcome(c.j.Written(mv)+" in "+at, c.moves[c.key(mv)], leaves, out, err)
		if out.Next != nil {
			if n++; c.r.IntN(n) == 0 {
				next = out.Next
			}
		}
	}
	return next
}

func (c *pair) outcome(what string, m *model.Move, leaves model.State, out judge.Outcome, err error) {
	var next model.State
	if out.Next != nil {
		next = c.j.Leaves(out.Next)
	}
	if m == nil {
		if out.Next != nil || err != nil {
			c.differ("%s: judge: %v, error %v; the model leaves the move out", what, next, err)
		}
		return
	}
	expect, err2 := c.p.Apply(m, leaves)
	if (next == nil) == (expect.Next == nil) && len(next) == 0 {
		c.same(what, nil, nil, err, err2)
		return
	}
	c.same(what, []any{next, out.Cost, out.Label}, []any{expect.Next, expect.Cost, expect.Label}, err, err2)
}

// shows compares the texts of columns and boards.
func (c *pair) shows(s judge.State, at string) {
	if len(c.p.Show) == 0 {
		return
	}
	all, err := c.j.Show(s)
	var expect []judge.Shown
	for _, sh := range c.p.Show {
		e := judge.Shown{Title: sh.Title, Board: sh.Board, Rows: 1, Cols: 1}
		if sh.Timeline {
			e = judge.Shown{Title: sh.Title, Timeline: true}
		}
		if sh.Board {
			e.Rows, e.Cols = sh.Rows, sh.Cols
		}
		for _, d := range sh.Cells {
			e.Cells = append(e.Cells, c.p.Text(d, c.j.Leaves(s)))
		}
		expect = append(expect, e)
	}
	c.same("show "+at, all, expect, err, nil)
}

// TestExamples compares the judge with the model on the examples.
func TestExamples(t *testing.T) {
	for _, name := range examples.Names() {
		t.Run(name, func(t *testing.T) {
			source, _ := examples.Source(name)
			c, err := newPair(name+".far", source, check.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if c.p.Unit > 0 {
				t.Skip("moves take time: see TestGeneratedTimed")
			}
			if c.p.Others() {
				t.Skip("the ground moves of others fail in other places: see engine/strategy")
			}
			for _, d := range c.walk() {
				t.Error(d)
			}
		})
	}
}

// differences compares the two on a generated model. It returns nil for a model that is
// incorrect or too large.
func differences(m generated.Model) (diffs []string) {
	defer func() {
		if r := recover(); r != nil && long.Enabled() { // not a panic of the judge
			diffs = append(diffs, fmt.Sprint("panic: ", r), string(debug.Stack()))
		}
	}()
	var o check.Options
	for _, s := range m.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
	}
	if m.Data != "" {
		o.Data = []check.Data{{Name: "data.json", JSON: []byte(m.Data)}}
	}
	c, err := newPair("made.far", m.Source, o)
	if err != nil {
		return nil
	}
	// An overflow of a value that does not matter may or may not be an error (language.md, 6).
	return slices.DeleteFunc(c.walk(), func(diff string) bool { return strings.Contains(diff, "does not fit 64 bits") })
}

// TestMade compares the judge with the model on generated models.
func TestGenerated(t *testing.T) {
	n := 40
	if long.Enabled() {
		n = *models
	}
	for s := *seed; s < *seed+uint64(n); s++ {
		m := generated.New(s, generated.Options{})
		if len(differences(m)) == 0 {
			continue
		}
		m = generated.Shrink(m, func(m generated.Model) bool { return len(differences(m)) > 0 })
		t.Errorf("seed %d:\n%s\n%v %s\n%s", s, m.Source, m.Settings, m.Data, strings.Join(differences(m), "\n"))
	}
}
