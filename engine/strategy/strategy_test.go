package strategy_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/model"
)

// solve answers a question about a text. Registry.Solve lets the judge run the strategy and compute its value.
func solve(t *testing.T, text string, q engine.Question, opts ...farbank.Option) *engine.Answer {
	t.Helper()
	p, err := farbank.Parse("x.far", text, opts...)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.SolveWith(context.Background(), nil, p, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const nim = `
enum Player { you, rival }
param size[1..3]: 0..20 = [3, 4, 5]
state left[h: 1..3]: 0..20 = size[h]
state turn: Player = you
move take(h: 1..3, n: 1..20) by foe when turn == rival {
    require n <= left[h]
    left[h] -= n
    turn = if turn == you then rival else you
}
goal turn == rival and all h: 1..3 { left[h] == 0 }
`

const tictactoe = `
enum Mark { x, o, blank }
type Line = 1..3
param draw: bool = false
state at[Line, Line]: Mark = blank
state turn: Mark = x
def won(m: Mark) = (any r: Line { all c: Line { at[r, c] == m } }) or (any c: Line { all r: Line { at[r, c] == m } })
    or (all i: Line { at[i, i] == m }) or (all i: Line { at[i, 4 - i] == m })
move put(r: Line, c: Line) by foe when turn == o {
    require at[r, c] == blank
    require not won(x) and not won(o)
    at[r, c] = turn
    turn = if turn == x then o else x
}
never won(o)
goal won(x) or (draw and all r: Line, c: Line { at[r, c] != blank })
`

const craps = `
enum Phase { come, point, won, lost }
const ways[2..12]: 0..6 = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
state phase: Phase = come
state mark: 0..12 = 0
move throw(n: 2..12) by chance weight ways[n] {
    require phase == come or phase == point
    if phase == come {
        if n in {7, 11} { phase = won } else if n in {2, 3, 12} { phase = lost } else {
            phase = point
            mark = n
        }
    } else if n == mark { phase = won } else if n == 7 { phase = lost }
}
goal phase == won
`

const monty = `
type Door = 1..3
find swap: bool
state car: 0..3 = 0
state pick: 0..3 = 0
state open: 0..3 = 0
state over: bool = false
move hide(d: Door) by chance { require car == 0
    car = d }
move choose(d: Door) by chance { require car != 0 and pick == 0
    pick = d }
move reveal(d: Door) by chance { require pick != 0 and open == 0 and d != pick and d != car
    open = d }
move last by chance { require open != 0 and not over
    if swap { pick = the d: Door where d != pick and d != open }
    over = true }
goal over and pick == car
`

const coins = `
param n: 1..13 = 9
enum Result { nothing, left, right, even }
unknown fake: 1..n
state result: Result = nothing
move weigh(l: set of 1..n, r: set of 1..n) {
    require size(l) in 1..n / 2
    require size(r) == size(l)
    require l inter r == {}
    result = if fake in l then left else if fake in r then right else even
}
goal known(fake)
`

const reset = `
param n: 2..7 = 4
find nothing: 0..0
unknown first: 1..n
hidden state at: 1..n = first
move turn { at = if at == n then 1 else at + 1 }
move merge { if at == n { at = 1 } }
goal known(at)
`

const ruin = `
param n: 2..50 = 10
param i: 0..50 = 3
state has: 0..n = i
move win by chance { require has in 1..n - 1
    has += 1 }
move lose by chance { require has in 1..n - 1
    has -= 1 }
goal has == n
`

const sixes = `
state done: bool = false
move throw(a: 1..6, b: 1..6) by chance { require not done
    done = a == 6 and b == 6 }
goal done
`

const coupons = `
state have: set of 1..6 = {}
move buy(c: 1..6) by chance { require size(have) < 6
    have += c }
goal size(have) == 6
`

const petersen = `
param cops: 1..3 = 3
type V = 0..9
const edge = {(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (5, 7), (7, 9), (9, 6), (6, 8), (8, 5), (0, 5), (1, 6), (2, 7), (3, 8), (4, 9)}
enum Turn { placing, hiding, chasing, fleeing }
state cop[1..cops]: V = 0
state robber: V = 0
state turn: Turn = placing
state next: 1..cops = 1
def near(a: V, b: V) = a == b or (a, b) in edge or (b, a) in edge
move start(v: V) { require turn == placing
    cop[next] = v
    if next == cops { turn = hiding } else { next += 1 } }
move hide(v: V) by foe { require turn == hiding and not any k: 1..cops { cop[k] == v }
    robber = v
    next = 1
    turn = chasing }
move chase(v: V) { require turn == chasing and near(cop[next], v)
    cop[next] = v
    if next == cops { turn = fleeing
        next = 1 } else { next += 1 } }
move flee(v: V) by foe { require turn == fleeing and near(robber, v)
    robber = v
    turn = chasing }
goal turn in {chasing, fleeing} and any k: 1..cops { cop[k] == robber }
`

// The rules do not count for whether a move that is not ours is possible, and a move of weight 0 is not.
const possible = `
param weight: 0..1 = 0
state turn: 0..2 = 0
state lost: bool = false
move wait { require turn == 0
    turn = 1 }
move strike by foe { require turn == 1 and not lost
    lost = true }
move bet { require turn == 0
    turn = 2 }
move draw by chance weight weight { require turn == 2 and not lost
    lost = true }
never lost
goal turn > 0 and stuck
`

func TestKnownAnswers(t *testing.T) {
	with := func(name, value string) []farbank.Option { return []farbank.Option{farbank.WithParam(name, value)} }
	for _, c := range []struct {
		name, text string
		opts       []farbank.Option
		q          engine.Question
		want       string
	}{
		{"nim 3 4 5", nim, nil, engine.Question{}, "solved cost 11"},
		{"nim 1 2 3", nim, with("size", "[1, 2, 3]"), engine.Question{}, "none"},
		{"tic-tac-toe", tictactoe, nil, engine.Question{}, "none"},
		{"tic-tac-toe, at least a draw", tictactoe, with("draw", "true"), engine.Question{}, "solved cost 9"},
		{"craps", craps, nil, engine.Question{}, "solved probability 244/495"},
		{"craps against a foe", craps, nil, engine.Question{Worst: true}, "none"},
		{"craps surely", craps, nil, engine.Question{Plans: engine.Sure}, "none"},
		{"Monty Hall", monty, nil, engine.Question{}, "solved probability 2/3"},
		{"9 coins", coins, nil, engine.Question{}, "solved cost 2"},
		{"8 coins", coins, with("n", "8"), engine.Question{}, "solved cost 2"},
		{"4 coins", coins, with("n", "4"), engine.Question{}, "solved cost 2"},
		{"3 coins", coins, with("n", "3"), engine.Question{}, "solved cost 1"},
		{"reset 4", reset, nil, engine.Question{}, "solved cost 9"},
		{"reset 5", reset, with("n", "5"), engine.Question{}, "solved cost 16"},
		{"gambler's ruin", ruin, nil, engine.Question{}, "solved probability 3/10"},
		{"double six", sixes, nil, engine.Question{}, "solved cost - probability 1 expected 36"},
		{"double six, any", sixes, nil, engine.Question{Plans: engine.Any}, "solved probability 1"},
		{"double six, worst", sixes, nil, engine.Question{Worst: true}, "none"},
		{"2 cops on the Petersen graph", petersen, with("cops", "2"), engine.Question{}, "none"},
		{"3 cops on the Petersen graph", petersen, nil, engine.Question{}, "solved cost 7"},
		{"stuck, a weight of 0", possible, nil, engine.Question{Worst: true}, "solved cost 1"},
		{"not stuck", possible, with("weight", "1"), engine.Question{Worst: true}, "none"},
		{"six coupons", coupons, nil, engine.Question{}, "solved probability 1 expected 147/10"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := text(solve(t, c.text, c.q, c.opts...)); got != strings.Replace(c.want, " cost -", "", 1) {
				t.Errorf("%s, not %s", got, c.want)
			}
		})
	}
}

// text returns the value of an answer.
func text(a *engine.Answer) string {
	out := a.Status.String()
	if o := a.Others; o != nil {
		if o.Cost != nil {
			out += fmt.Sprint(" cost ", *o.Cost)
		}
		if o.Probability != nil {
			out += " probability " + o.Probability.String()
		}
		if o.Expected != nil {
			out += " expected " + o.Expected.String()
		}
	}
	return out
}

// TestFaults checks the errors about states in which the moves do not fit.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`
state x: 0..3 = 0
move step { require x < 1
    x += 1 }
move flip by foe { require x == 1
    x = 2 }
move rest { require x == 1
    x = 0 }
goal x == 3
`, "x.far:7:6: flip() by foe and rest() by us are enabled in the same state, after step()"},
		{`
state x: 0..3 = 0
move grow by foe { x += 1 }
goal x == 5
`, "x.far:3:20: grow(), which is not ours, cannot be made: a value would leave the range of its variable: x += 1; a require would say that it does not apply, after grow(), grow(), grow()"},
		{`
state x: 0..3 = 0
const a[1..2]: 1..3 = [1, 2]
move next by chance { x = a[x + 1] }
goal x == 3
`, "x.far:4:27: next(), which is not ours, cannot be made: a[x + 1] has no value or leaves its range; a require would say that it does not apply, after next(), next()"},
		{`
state x: 0..3 = 0
move up by chance weight 1 - 2 * x { x = min(3, x + 1) }
goal x == 3
`, "x.far:3:6: up() cannot be made: its weight is negative"},
		{`
unknown who: 1..2
state x: 0..3 = 0
move ours { require who == 1
    x = 1 }
move theirs by foe { require who == 2
    x = 2 }
goal known(who)
`, "x.far:4:6: whose turn it is is not known"},
	} {
		p, err := farbank.Parse("x.far", c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		_, err = farbank.Solve(context.Background(), p, engine.Question{})
		var turn *engine.TurnError
		if !errors.As(err, &turn) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
		if _, found := strategy.Turns(context.Background(), p, 1000); found == nil || err == nil || found.Error() != err.Error() {
			t.Errorf("%v, but %v of the first states", err, found)
		}
	}
	for _, text := range []string{nim, craps, coins, petersen} {
		p, err := farbank.Parse("x.far", text)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := strategy.Turns(context.Background(), p, 1000); err != nil || len(list) > 0 {
			t.Error(err, list)
		}
	}
}

// TestNotKnown checks the warnings of moves that apply in some states of each belief, but never in all.
func TestNotKnown(t *testing.T) {
	const text = `
unknown u: 1..3
state n: 0..3 = 0
state seen: 0..3 = 0
move wait { require n == 0
    n = 1 }
move open { require n == 1 and u == 2
    n = 3 }
move foes by foe { require n == 1 and u == 4
    n = 2 }
move look { require n == 1 and seen == 0 and LOOK
    seen = u }
goal n == 3 or seen == 1
`
	for _, foe := range []bool{false, true} {
		for look, want := range map[string]string{"n == 0": "after wait(), for example, it can in some of the states", "n == 1": ""} {
			source := strings.Replace(text, "LOOK", look, 1)
			if !foe {
				source = strings.Replace(source, " by foe", "", 1)
			}
			p, err := farbank.Parse("x.far", source)
			if err != nil {
				t.Fatal(err)
			}
			list, err := strategy.Turns(context.Background(), p, 1000)
			if err != nil || (want == "") != (len(list) == 0) || want != "" && (len(list) != 1 || !strings.Contains(list[0].Msg, "the move open is never made, since we never know that it can be: "+want)) {
				t.Errorf("%s: %v %v", look, list, err)
			}
		}
	}
}

// TestNoDoubts checks that there is no warning of moves that the foe makes, and that many moves that might apply in large
// beliefs are not all tried.
func TestNoDoubts(t *testing.T) {
	for _, source := range []string{
		"unknown u: 1..2\nstate n: 0..3 = 0\nstate turn: 0..1 = 0\nmove open by foe when turn == 1 { require n == 1 and (turn == 1 or u == 2)\nn = 2 }\n" +
			"move wait { require n == 0\nn = 1 }\nmove pass { require n == 1 and turn == 0\nturn = 1 }\ngoal n == 2\n",
		"unknown a[1..16]: bool\nstate n: 0..5 = 0\nmove step { require n < 2\nn += 1 }\nmove open(i: 1..120, j: 1..120) { require n == 5\nrequire i < j\nn = 5 }\ngoal n == 2\n",
	} {
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatal(err)
		}
		if list, err := strategy.Turns(context.Background(), p, 1000); err != nil || len(list) > 0 {
			t.Errorf("%v %v", list, err)
		}
	}
}

// TestRefusals checks the questions that the engine does not take, and that the other engines refuse these problems.
func TestRefusals(t *testing.T) {
	p, err := farbank.Parse("x.far", nim)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []engine.Question{{Want: engine.Count}, {Want: engine.All}, {Plans: engine.Walks, Bounded: true}, {Plans: engine.Simple}, {FreeEnd: true}} {
		if a, err := farbank.Solve(context.Background(), p, q); err != nil || a.Status != engine.Unsupported || a.Reason == "" {
			t.Errorf("%+v: %v %v", q, a, err)
		}
	}
	for _, e := range farbank.Engines {
		if err := e.Can(p, engine.Question{}); (err == nil) != (e.Name() == "strategy") {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
	if _, err := farbank.Explore(context.Background(), p, engine.Question{}); !errors.Is(err, engine.ErrOthers) {
		t.Error(err)
	}
}

// TestDamaged checks that the judge refuses strategies that were changed.
func TestDamaged(t *testing.T) {
	p, err := farbank.Parse("x.far", nim)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, engine.Question{})
	if err != nil {
		t.Fatal(err)
	}
	good := a.Others.Strategy
	r := rand.New(rand.NewPCG(1, 1))
	worse := 0
	for range 200 {
		bad := *good
		bad.Situations = slices.Clone(good.Situations)
		k := r.IntN(len(bad.Situations))
		st := &bad.Situations[k]
		switch r.IntN(3) {
		case 0:
			st.Move = p.Moves[r.IntN(len(p.Moves))]
		case 1:
			st.Next = st.Next[:max(0, len(st.Next)-1)]
		case 2:
			st.End = model.End(r.IntN(3))
		}
		o, err := engine.ValueOf(context.Background(), p, engine.Question{}, &bad)
		if err != nil || o.Cost == nil || *o.Cost > 11 {
			worse++
		}
	}
	if worse < 100 {
		t.Errorf("only %d of 200 changed strategies are worse", worse)
	}
}

func list(ns []int) string { return strings.Trim(strings.ReplaceAll(fmt.Sprint(ns), " ", ", "), "[]") }
