package judge_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"farbank/lang/check"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/model"
)

func newJudge(t *testing.T, source string, o judge.Options) *judge.Judge {
	t.Helper()
	f, err := syntax.Parse("test.far", source)
	if err != nil {
		t.Fatalf("%s\n%v", source, err)
	}
	info, err := check.Check(f, check.Options{})
	if err != nil {
		t.Fatalf("%s\n%v", source, err)
	}
	j, err := judge.New(info, o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func only(t *testing.T, j *judge.Judge) judge.State {
	t.Helper()
	var s judge.State
	n := 0
	if err := j.Starts(func(x judge.State) bool { s = x; n++; return true }); err != nil || n != 1 {
		t.Fatalf("%d starts, %v", n, err)
	}
	return s
}

// board declares the variables of these tests.
const board = `puzzle "board"
enum Host { h1, h2, h3 }
const big = 9223372036854775807
state n: -9..9 = 3
state a[1..3]: 0..9 = [1, 2, 3]
state b[0..1, Host]: 0..9 = 0
state s: set of Host = {h1}
state w[Host]: set of (1..3) = {1}
state p: (Host, 1..3) = (h1, 1)
state q[1..2]: (bool, (1..3, Host)) = (true, (1, h2))
state f: bool = true
state huge: 0..9223372036854775807 = 9223372036854775807
`

// TestStatements has a case for each statement of the manual about moves.
func TestStatements(t *testing.T) {
	for _, c := range [][2]string{ // a body, and the variable with its value after it; or the statement that fails
		{"n = 4", "n 4"}, {"n += 6", "n 9"}, {"n += 7", "refused n += 7"}, {"n -= 12", "n -9"}, {"n = 1 / 0", "refused n = 1 / 0"}, {"n = a[n + 1]", "refused n = a[n + 1]"},
		{"a[n] = 0", "a 1, 2, 0"}, {"a[n + 1] = 0", "refused a[n + 1] = 0"}, {"a[4] += 0", "refused a[4] += 0"}, {"a[0] = a[0]", "refused a[0] = a[0]"},
		{"a[4] -= 0", "refused a[4] -= 0"}, {"a = 7", "a 7, 7, 7"}, {"a = [3, 2, 1]", "a 3, 2, 1"}, {"a = [k: 1..3 -> a[4 - k]]", "a 3, 2, 1"}, {"a = 10", "refused a = 10"},
		{"a = [k: 1..3 -> 6 / (k - 1)]", "refused a = [k: 1..3 -> 6 / (k - 1)]"}, {"a = a", "a 1, 2, 3"}, {"a[a[a[1]]] = a[3]", "a 3, 2, 3"},
		{"a[1] = 9\n a[2] = a[1]", "a 9, 9, 3"}, {"let x = a\n a[1] = 9\n a[2] = x[1]", "a 9, 1, 3"}, {"let x = a\n a = [3, 2, 1]\n a[1] = x[2]", "a 2, 2, 1"},
		{"b[1, h2] = 5", "b (0, h1): 0, (0, h2): 0, (0, h3): 0, (1, h1): 0, (1, h2): 5, (1, h3): 0"}, {"b = 1\n b[(0, h1)] += 1\n n = sum(b)", "n 7"}, {"b[2, h1] = 0", "refused b[2, h1] = 0"},
		{"s += h2", "s h1, h2"}, {"s += {h3, h2}", "s h1, h2, h3"}, {"s -= h1", "s "}, {"s -= Host", "s "}, {"s = {}", "s "}, {"s = s union {h3}", "s h1, h3"}, {"s += {}", "s h1"},
		{"w[h1] += 2", "w h1: 1, 2, h2: 1, h3: 1"}, {"w[h1] += n + 1", "refused w[h1] += n + 1"}, {"w[h1] -= n + 1", "w h1: 1, h2: 1, h3: 1"}, {"w = {2}", "w h1: 2, h2: 2, h3: 2"},
		{"w[h1] -= 1 / (n - 3)", "refused w[h1] -= 1 / (n - 3)"}, {"w[h2] = {n, n + 1}", "refused w[h2] = {n, n + 1}"}, {"w[h2] = w[h1] minus {1}", "w h1: 1, h2: , h3: 1"},
		{"p = (h2, n)", "p (h2, 3)"}, {"p.2 = n", "p (h1, 3)"}, {"p.2 = n + 1", "refused p.2 = n + 1"}, {"p = (h2, 1 / 0)", "refused p = (h2, 1 / 0)"},
		{"q[2].2.1 = n", "q (true, (1, h2)), (true, (3, h2))"}, {"q[1] = (false, (2, h1))", "q (false, (2, h1)), (true, (1, h2))"}, {"q[3].1 = true", "refused q[3].1 = true"},
		{"f = 1 / 0 == 1", "f false"}, {"f = a[9] == 1 or f", "f true"}, {"let x = 1 / 0 == 1\n f = x", "f false"}, {"let x = 1 / 0\n f = f", "refused let x = 1 / 0"},
		{"require f", "f true"}, {"require not f", "refused require not f"}, {"require a[4] == 1", "refused require a[4] == 1"}, {"if n == 3 { n = 1 } else { n = 2 }", "n 1"},
		{"if n == 4 { n = 1 } else if n == 3 { n = 2 } else { n = 5 }", "n 2"}, {"if 1 / 0 == 1 { n = 1 } else { n = 2 }", "n 2"}, {"if n == 4 { n = 1 }", "n 3"}, {"if n == 3 { require n == 4 }", "refused require n == 4"},
		{"if n == 3 { n = 5\n require n == 3 }", "refused require n == 3"}, {"for k: 1..3 { a[k] = 4 - k }", "a 3, 2, 1"}, {"for k: 1..3 where a[k] > 1 { a = 0 }", "a 0, 0, 0"},
		{"for k: 1..2 where a[k] == k { a[k + 1] = 0 }", "a 1, 0, 3"}, {"for h in s { s += next(h) }", "s h1, h2"}, {"for h in s, k in w[h] { w[h] += k + 1 }", "w h1: 1, 2, h2: 1, h3: 1"},
		{"for j: 1..2, k in w[h1] { w[h1] = {2, 3} }", "w h1: 2, 3, h2: 1, h3: 1"}, {"for x in {1 / 0} { }", "refused for x in {1 / 0}"}, {"for k: 1..1 / (n - 3) { }", "refused for k: 1..1 / (n - 3)"},
		{"for k: 1..0 { n = 1 / 0 }", "n 3"}, {"for k: 1..3 { n = k }", "n 3"}, {"for k: 1..3 { require k < 3 }", "refused require k < 3"}, {"for k: 1..3 { let x = k\n n += x - 1 }", "n 6"},
		{"together { n = a[1]\n a[1] = n }", "n 1"}, {"together { n = a[1]\n a[1] = n }\n n = a[1]", "n 3"}, {"together { a[1] = a[2]\n a[2] = a[1] }", "a 2, 1, 3"},
		{"together { for k: 1..3 { a[k] = a[4 - k] } }", "a 3, 2, 1"}, {"together { a[n] = 1\n a[3] = 2 }", "refused a[3] = 2"}, {"together { a[n] = 2\n a[3] = 2 }", "a 1, 2, 2"},
		{"together { s += h2\n s -= h1 }", "s h2"}, {"together { s += h2\n s -= h2 }", "refused s -= h2"}, {"together { n += 1\n require n == 3 }", "n 4"}, {"together { n += 1\n require n == 4 }", "refused require n == 4"},
		{"together { n = 0\n let x = n\n a[x] = 9 }", "a 1, 2, 9"}, {"together { if n == 3 { n = 1 }\n if n == 1 { n = 2 } }", "n 1"}, {"together { p.1 = h3\n p.2 = n }", "p (h3, 3)"},
		{"together { n = 1\n together { a[n] = 0 } }", "a 1, 2, 0"}, {"together { }", "n 3"}, {"together { n = 10\n a = 0 }", "refused n = 10"},
		{"for k: 9223372036854775806..big { n -= 1 }", "n 1"}, {"for k: 0..1, x in {1 / k} { n = 0 }", "refused for k: 0..1, x in {1 / k}"}, {"for t: set of Host { n = size(t) }", "n 1"},
		{"huge += 0", "huge 9223372036854775807"}, {"huge += 1", "error test.far:14:2: the value does not fit 64 bits"}, {"n = huge + 1", "error test.far:14:6: the value does not fit 64 bits"},
		{"require n == 4\n n = huge + 1", "refused require n == 4"}, {"require n == 4 and huge + 1 > 0", "refused require n == 4 and huge + 1 > 0"},
		{"for k: 0..big { n = 0 }", "limit"}, {"s = {h in Host where size({x in 0..big where true}) > 0}", "limit"}, {"let x = 1..big\n n = 1", "limit"},
	} {
		j := newJudge(t, board+"move m() {\n "+c[0]+"\n}\n", judge.Options{Limit: 200_000})
		if got := after(t, j, c[1]); got != c[1] {
			t.Errorf("%s gives %s, want %s", c[0], got, c[1])
		}
	}
}

// after makes the only move from the start and describes the result in the format of want.
func after(t *testing.T, j *judge.Judge, want string) string {
	start := only(t, j)
	before := fmt.Sprint(start)
	var mv judge.Move
	if err := j.GroundMoves(func(m judge.Move) bool { mv = m; return true }); err != nil {
		return err.Error()
	}
	out, err := j.Apply(start, mv)
	if fmt.Sprint(start) != before {
		t.Errorf("the state before has changed")
	}
	var limit *judge.Limit
	if errors.As(err, &limit) {
		return "limit"
	}
	if err != nil {
		return "error " + err.Error()
	}
	if out.Next == nil {
		_, _, err := j.Verify(j.Leaves(start)[:0], []*model.Move{{Schema: &model.Schema{Name: "m"}}}, false)
		why := strings.TrimPrefix(err.Error(), "step 1, m(): does not apply: ")
		why, _, _ = strings.Cut(why, " (line")
		if text, ok := strings.CutPrefix(why, "it needs "); ok {
			return "refused require " + text
		}
		return "refused " + strings.TrimSuffix(why, " has no value in range")
	}
	all, err := j.Show(out.Next)
	if err != nil {
		return err.Error()
	}
	name, _, _ := strings.Cut(want, " ")
	for _, sh := range all {
		if sh.Title == name {
			return name + " " + sh.Cells[0]
		}
	}
	return "nothing"
}

// TestCostsAndLabels checks that both are evaluated in the state before the move, and that
// labels can use lets.
func TestCostsAndLabels(t *testing.T) {
	for _, c := range []struct{ move, want string }{
		{`move m() cost n "{n}" { n = 4 }`, "3 3"},
		{`move m() "{x} {n} {1 / zero} {{}}" { n += 1 ` + "\n let x = n\n n = 0 }", "1 4 3 ? {}"},
		{`move m() cost n - 3 { n = 4 }`, "0 m()"},
		{`move m() cost n - 4 { n = 4 }`, "step 1, m(): does not apply: its cost is undefined or negative"},
		{`move m() cost 1 / zero { n = 4 }`, "step 1, m(): does not apply: its cost is undefined or negative"},
		{`move m() cost 1 / zero { require "too late": n == 4 }`, "step 1, m(): does not apply: too late (line 5)"},
		{`move m() cost big + n { }`, "test.far:5:15: the value does not fit 64 bits"},
		{`move m() cost big { }`, "9223372036854775807 m()"},
	} {
		j := newJudge(t, "state n: 0..9 = 3\nstate zero: 0..9 = 0\nconst big = 9223372036854775807\nstate e: 0..1 = 0\n"+c.move+"\n", judge.Options{})
		steps, cost, err := j.Verify(nil, []*model.Move{{Schema: &model.Schema{Name: "m"}}}, true)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(cost, " ", steps[0].Label)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.move, got, c.want)
		}
	}
}

// wolf is the first file of the manual.
const wolf = `puzzle "Wolf, goat and cabbage"
enum Bank  { west, east }
enum Thing { farmer, wolf, goat, cabbage }
state at[Thing]: Bank = west
move cross(cargo: Thing) "{cargo} to the {far}" {
    require at[cargo] == at[farmer]
    let far = other(at[farmer])
    at[farmer] = far
    at[cargo]  = far
}
never "the wolf eats the goat":    at[wolf] == at[goat] != at[farmer]
never "the goat eats the cabbage": at[goat] == at[cabbage] != at[farmer]
goal all t: Thing { at[t] == east }
show "Left bank"  = {t: Thing where at[t] == west}
show bank[b: Bank, t: Thing] = if at[t] == b then name(t) else "·"
`

// call returns a move with one argument of one leaf.
func call(name string, leaf int64) *model.Move {
	return &model.Move{Schema: &model.Schema{Name: name}, Args: []model.Value{{Leaves: []int64{leaf}}}}
}

// TestVerify validates correct and incorrect plans.
func TestVerify(t *testing.T) {
	j := newJudge(t, wolf, judge.Options{})
	cross := func(leaves ...int64) (moves []*model.Move) {
		for _, n := range leaves {
			moves = append(moves, call("cross", n))
		}
		return moves
	}
	for _, c := range []struct {
		find  []int64
		moves []*model.Move
		free  bool
		steps int
		want  string
	}{
		{moves: cross(2, 0, 1, 2, 3, 0, 2), steps: 8, want: "7"},
		{moves: cross(2, 0, 1), steps: 4, free: true, want: "3"},
		{moves: cross(2, 0, 1), steps: 4, want: "at the end: the goal is not met: goal all t: Thing { at[t] == east } (line 13)"},
		{moves: cross(2, 0, 2), steps: 3, want: "step 3, cross(goat): does not apply: it needs at[cargo] == at[farmer] (line 6)"},
		{moves: cross(2, 0, 1, 0), steps: 5, want: "step 4, cross(farmer): breaks the wolf eats the goat (line 11)"},
		{moves: cross(0), steps: 2, want: "step 1, cross(farmer): breaks the wolf eats the goat (line 11); the goat eats the cabbage (line 12)"},
		{moves: cross(7), steps: 1, want: "step 1, cross: there is no such move"},
		{moves: []*model.Move{call("fly", 0)}, steps: 1, want: "step 1, fly: there is no such move"},
		{moves: []*model.Move{{Schema: &model.Schema{Name: "cross"}}}, steps: 1, want: "step 1, cross: there is no such move"},
		{find: []int64{1}, want: "at the start: 0 find values are needed, 1 are given"},
	} {
		steps, cost, err := j.Verify(c.find, c.moves, !c.free)
		got := fmt.Sprint(cost)
		if err != nil {
			got = err.Error()
		}
		if got != c.want || len(steps) != c.steps {
			t.Errorf("%v: %d steps, %s; want %d, %s", c.moves, len(steps), got, c.steps, c.want)
		}
	}
	if loose := j.Without([]model.Pos{{Line: 11, Col: 1}, {Line: 6, Col: 5}}).(*judge.Judge); loose != nil {
		if _, _, err := loose.Verify(nil, cross(2, 0, 2), false); err != nil {
			t.Error(err)
		}
		if _, _, err := loose.Verify(nil, cross(1), false); err == nil || !strings.Contains(err.Error(), "cabbage") {
			t.Error("a rule that was not left out: ", err)
		}
	}
}

// TestUnknowns validates assignments, and the start of plans.
func TestUnknowns(t *testing.T) {
	for _, c := range []struct {
		text string
		find []int64
		want string
	}{
		{"find x: 1..9\nrequire x > 3\n", []int64{4}, "0"},
		{"find x: 1..9\nrequire x > 3\n", []int64{3}, "at the start: the values found break require x > 3 (line 2)"},
		{"find x: 1..9\nrequire \"more\": 1 / (x - 3) > 0\n", []int64{3}, "at the start: the values found break more (line 2)"},
		{"find x: 1..9\nmaximize 6 / x\n", []int64{2}, "3"},
		{"find x: 0..9\nminimize 6 / x\n", []int64{0}, "at the end: the objective has no value"},
		{"find x: 0..9\nminimize x + 9223372036854775800\n", []int64{8}, "test.far:2:10: the value does not fit 64 bits"},
		{"find x: 0..9\nstate y: 0..5 = x\ngoal y == 5\n", []int64{5}, "0"},
		{"find x: 0..9\nstate y: 0..5 = x\n", []int64{6}, "at the start: the values found give no start"},
		{"find x: 0..9\nstate y[k: 1..2]: 0..5 = k / x\n", []int64{0}, "at the start: the values found give no start"},
		{"find x: 0..9\nstate y: 0..9 = x\nnever \"too much\": y > 3\n", []int64{4}, "at the start: breaks too much (line 3)"},
		{"enum E { a, b }\nfind x[E, 1..2]: (bool, 1..2)\n", []int64{0, 1, 0, 1, 0, 1, 0, 3}, "at the start: x[b, 2].2 cannot be 3"},
		{"enum E { a, b }\nfind x[E]: set of E\n", []int64{0, 1, 0, 2}, "at the start: b in x[b] cannot be 2"},
		{"find x: 1..9\ngoal x == 3\nmove m() { }\n", []int64{2}, "at the end: the goal is not met: goal x == 3 (line 2)"},
	} {
		_, cost, err := newJudge(t, c.text, judge.Options{}).Verify(c.find, nil, true)
		got := fmt.Sprint(cost)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s%v: %s, want %s", c.text, c.find, got, c.want)
		}
	}
}

// TestGround enumerates all arguments of all moves, and all starts.
func TestGround(t *testing.T) {
	j := newJudge(t, "find x: 0..3\nfind y: 1..2\nrequire x > y\nstate z: 0..1 = x - 2\nmove m(s: set of 1..2, p: (bool, 5..6)) { }\nmove n() { }\n", judge.Options{})
	var moves, starts []string
	if err := j.GroundMoves(func(mv judge.Move) bool { moves = append(moves, j.Written(mv)); return len(moves) < 18 }); err != nil {
		t.Fatal(err)
	}
	got := strings.Join(moves, " ")
	if !strings.HasPrefix(got, "m({}, (false, 5)) m({}, (false, 6)) m({}, (true, 5)) m({}, (true, 6)) m({1}, (false, 5))") || !strings.HasSuffix(got, "m({2}, (true, 6)) n()") || len(moves) != 17 {
		t.Errorf("%d moves: %s", len(moves), got)
	}
	if err := j.Starts(func(s judge.State) bool { starts = append(starts, fmt.Sprint(j.Leaves(s))); return true }); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(starts, " "); got != "[2 1 0] [3 1 1] [3 2 1]" {
		t.Errorf("starts %s", got)
	}
}

// TestEnds checks that a limit or a cancelled context ends an endless evaluation.
func TestEnds(t *testing.T) {
	endless := "find x: 0..9223372036854775807\nstate y: 0..1 = 0\nmove m(k: 0..9223372036854775807) { }\ngoal all k: 0..9223372036854775807, p: (bool, bool) { k >= 0 }\n"
	j := newJudge(t, endless, judge.Options{Limit: 100_000})
	s, err := j.Found([]int64{1})
	if err != nil {
		t.Fatal(err)
	}
	if s, err = j.Begin(s); err != nil {
		t.Fatal(err)
	}
	var limit *judge.Limit
	if _, err := j.Missed(s); !errors.As(err, &limit) || !strings.HasPrefix(err.Error(), "test.far:4:") {
		t.Error(err)
	}
	if err := j.Starts(func(judge.State) bool { return true }); !errors.As(err, &limit) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := j.WithContext(ctx).Missed(s); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	n := 0
	if err := j.GroundMoves(func(judge.Move) bool { n++; return n < 10 }); err != nil || n != 10 {
		t.Error(n, err)
	}
}

// TestConcurrent uses one judge from several goroutines.
func TestConcurrent(t *testing.T) {
	j := newJudge(t, wolf, judge.Options{})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				moves := []*model.Move{call("cross", 2), call("cross", 0), call("cross", 1), call("cross", 2), call("cross", 3), call("cross", 0), call("cross", 2)}
				if _, cost, err := j.Verify(nil, moves, true); err != nil || cost != 7 {
					t.Error(cost, err)
				}
			}
		})
	}
	wg.Wait()
}

// TestMisuse checks that incorrect arguments are errors.
func TestMisuse(t *testing.T) {
	j := newJudge(t, wolf, judge.Options{})
	if _, err := j.Apply(nil, judge.Move{}); err == nil {
		t.Error("the empty move")
	}
	if _, err := j.Broken(nil); err == nil {
		t.Error("the empty state")
	}
	if _, err := j.State([]int64{0, 0, 0, 2}); err == nil {
		t.Error("a bank that does not exist")
	}
	if _, err := j.State([]int64{0}); err == nil {
		t.Error("too few leaves")
	}
	if _, _, err := j.Objective(only(t, j)); err == nil {
		t.Error("no objective")
	}
}

// TestBoards checks the examples of section 9 on boards.
func TestBoards(t *testing.T) {
	j := newJudge(t, wolf, judge.Options{})
	all, err := j.Show(only(t, j))
	want := "[{Left bank false 1 1 [farmer, wolf, goat, cabbage] false} {bank true 2 4 [farmer wolf goat cabbage · · · ·] false}]"
	if got := fmt.Sprint(all); err != nil || got != want {
		t.Errorf("%s %v", got, err)
	}
	j = newJudge(t, "state x: 0..1 = 0\nshow row[k: 1..3] = 6 / (k - x - 1)\nshow \"x\" = [k: 0..1 -> 1 / k]\nmove m() { x = 1 }\n", judge.Options{})
	all, err = j.Show(only(t, j))
	if got := fmt.Sprint(all); err != nil || got != "[{row true 1 3 [? 6 3] false} {x false 1 1 [?] false}]" {
		t.Errorf("%s %v", got, err)
	}
}
