package farbank_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/internal/testing/long"
	"farbank/model"
	"farbank/model/symmetry"
)

var (
	timedModels = flag.Int("timed", 0, "the number of generated models in which moves take time (default 200, with -long 20,000)")
	timedFirst  = flag.Int("timedfirst", 0, "the seed of the first of them")
)

// A timedCase is a small problem in which moves take time, as plain data. Its file is written by
// source, its best plans are enumerated by best and sets, which share no code with the program.
type timedCase struct {
	start, goal [3]int // of variables 0..2; goal -1: any
	never       []timedCond
	moves       []timedMove
	deadline    int // always time <= deadline; 0: time is not used
}

type timedCond struct {
	v, k int
	eq   bool
}

type timedMove struct {
	takes     int // -1: takes no time; 10+v: as long as the value of variable v
	cost      int
	needs     []timedCond
	sets      []timedCond // at the beginning
	holds     []timedCond // while
	wants     []timedCond // at the end
	ends      []timedCond // set at the end
	remember  int         // -1: none; else the value that the variable has after the beginning is added to the next variable, modulo 3, at the end
	from, til int         // time from..til; til 0: not asked
}

func (c timedCond) String() string {
	if c.eq {
		return fmt.Sprintf("v%d == %d", c.v, c.k)
	}
	return fmt.Sprintf("v%d != %d", c.v, c.k)
}

func (c *timedCase) source() string {
	var b strings.Builder
	b.WriteString("puzzle \"timed\"\n")
	for i, x := range c.start {
		fmt.Fprintf(&b, "state v%d: 0..2 = %d\n", i, x)
	}
	for i, m := range c.moves {
		fmt.Fprintf(&b, "move m%d()", i)
		switch {
		case m.takes >= 10:
			fmt.Fprintf(&b, " takes v%d", m.takes-10)
		case m.takes >= 0:
			fmt.Fprintf(&b, " takes %d", m.takes)
		}
		fmt.Fprintf(&b, " cost %d {\n", m.cost)
		for _, x := range m.needs {
			fmt.Fprintf(&b, "    require %v\n", x)
		}
		if m.til > 0 {
			fmt.Fprintf(&b, "    require time in %d..%d\n", m.from, m.til)
		}
		for _, x := range m.sets {
			fmt.Fprintf(&b, "    v%d = %d\n", x.v, x.k)
		}
		if m.takes >= 0 {
			for _, x := range m.holds {
				fmt.Fprintf(&b, "    while \"holds\": %v\n", x)
			}
			if m.remember >= 0 {
				fmt.Fprintf(&b, "    let x = v%d\n", m.remember)
			}
			b.WriteString("    end {\n")
			for _, x := range m.wants {
				fmt.Fprintf(&b, "        require %v\n", x)
			}
			for _, x := range m.ends {
				fmt.Fprintf(&b, "        v%d = %d\n", x.v, x.k)
			}
			if m.remember >= 0 {
				n := (m.remember + 1) % 3
				fmt.Fprintf(&b, "        v%d = (v%d + x) %% 3\n", n, n)
			}
			b.WriteString("    }\n")
		}
		b.WriteString("}\n")
	}
	for _, x := range c.never {
		fmt.Fprintf(&b, "never \"broken\": %v and v0 == v1\n", x)
	}
	if c.deadline > 0 {
		fmt.Fprintf(&b, "always time <= %d\n", c.deadline)
	}
	for i, x := range c.goal {
		if x >= 0 {
			fmt.Fprintf(&b, "goal v%d == %d\n", i, x)
		}
	}
	return b.String()
}

// drawTimed draws a case.
func drawTimed(seed uint64) *timedCase {
	r := rand.New(rand.NewPCG(seed, 36))
	conds := func(most int) []timedCond {
		var list []timedCond
		for range r.IntN(most + 1) {
			list = append(list, timedCond{r.IntN(3), r.IntN(3), r.IntN(3) > 0})
		}
		return list
	}
	c := &timedCase{}
	for i := range c.start {
		c.start[i], c.goal[i] = r.IntN(3), r.IntN(4)-1
	}
	if r.IntN(3) == 0 {
		c.deadline = 2 + r.IntN(7)
	}
	scale := 1 + r.IntN(2)
	for range 1 + r.IntN(4) {
		m := timedMove{takes: scale * (r.IntN(5) - 1), cost: 1 + r.IntN(2), needs: conds(2), sets: conds(2), holds: conds(1), wants: conds(1), ends: conds(2), remember: -1}
		if r.IntN(6) == 0 {
			m.takes = 10 + r.IntN(3)
		}
		if m.takes < 0 {
			m.takes, m.holds, m.wants, m.ends = -1, nil, nil, nil
		} else if r.IntN(4) == 0 {
			m.remember = r.IntN(3)
		}
		if c.deadline > 0 && r.IntN(2) == 0 {
			m.from = r.IntN(5)
			m.til = 1 + m.from + r.IntN(3)
		}
		c.moves = append(c.moves, m)
	}
	if r.IntN(3) == 0 {
		c.never = conds(1)
	}
	return c
}

// A timedState is a state of the enumeration: the values, what is under way with the remaining time
// (-1: it is not) and the remembered value, and the time if it is used.
type timedState struct {
	v     [3]int
	left  [4]int
	kept  [4]int
	clock int
}

func meet(v [3]int, list []timedCond) bool {
	for _, x := range list {
		if (v[x.v] == x.k) != x.eq {
			return false
		}
	}
	return true
}

func (c *timedCase) safe(s timedState) bool {
	for _, x := range c.never {
		if meet(s.v, []timedCond{x}) && s.v[0] == s.v[1] {
			return false
		}
	}
	for i, m := range c.moves {
		if s.left[i] >= 0 && !meet(s.v, m.holds) {
			return false
		}
	}
	return c.deadline == 0 || s.clock <= c.deadline
}

// A timedStep is a step of the enumeration: move is the move that begins, or -1.
type timedStep struct {
	to         timedState
	move       int
	time, cost int
}

func (c *timedCase) steps(s timedState) []timedStep {
	var list []timedStep
	wait, busy := true, false
	add := func(to timedState, move, time, cost int) {
		if c.safe(to) {
			list = append(list, timedStep{to, move, time, cost})
		}
	}
	for i, m := range c.moves {
		switch {
		case s.left[i] == 0:
			wait = false
			if meet(s.v, m.wants) {
				to := s
				to.left[i] = -1
				for _, x := range m.ends {
					to.v[x.v] = x.k
				}
				if m.remember >= 0 {
					n := (m.remember + 1) % 3
					to.v[n] = (to.v[n] + s.kept[i]) % 3
				}
				to.kept[i] = 0
				add(to, -1, 0, 0)
			}
		case s.left[i] > 0:
			busy = true
		case meet(s.v, m.needs) && (m.til == 0 || m.from <= s.clock && s.clock <= m.til):
			to := s
			for _, x := range m.sets {
				to.v[x.v] = x.k
			}
			switch {
			case m.takes >= 10:
				to.left[i] = s.v[m.takes-10]
			case m.takes >= 0:
				to.left[i] = m.takes
			}
			if m.remember >= 0 {
				to.kept[i] = to.v[m.remember]
			}
			add(to, i, 0, m.cost)
		}
	}
	if wait && (busy || c.deadline > 0) {
		to := s
		for i := range to.left {
			if s.left[i] >= 0 {
				to.left[i] -= c.unit()
			}
		}
		if c.deadline > 0 {
			to.clock += c.unit()
		}
		add(to, -1, c.unit(), 0)
	}
	return list
}

// unit returns the unit of the grid.
func (c *timedCase) unit() int {
	g := c.deadline
	add := func(n int) {
		for n != 0 {
			g, n = n, g%n
		}
	}
	for _, m := range c.moves {
		switch {
		case m.takes >= 10:
			add(1)
		case m.takes > 0:
			add(m.takes)
		}
		if m.til > 0 {
			add(m.from)
			add(m.til)
		}
	}
	return max(g, 1)
}

func (c *timedCase) begin() timedState { return timedState{v: c.start, left: [4]int{-1, -1, -1, -1}} }

func (c *timedCase) done(s timedState) bool {
	for i, g := range c.goal {
		if g >= 0 && s.v[i] != g {
			return false
		}
	}
	return s.left == [4]int{-1, -1, -1, -1}
}

// best returns the least time of a plan and the least cost of such a plan, or false.
func (c *timedCase) best() (time, cost int, ok bool) {
	type entry struct{ time, cost int }
	known := map[timedState]entry{c.begin(): {}}
	queue := []timedState{c.begin()}
	less := func(a, b entry) bool { return a.time < b.time || a.time == b.time && a.cost < b.cost }
	for len(queue) > 0 { // label correcting
		s := queue[0]
		queue = queue[1:]
		for _, x := range c.steps(s) {
			e := entry{known[s].time + x.time, known[s].cost + x.cost}
			if old, seen := known[x.to]; !seen || less(e, old) {
				known[x.to] = e
				queue = append(queue, x.to)
			}
		}
	}
	b := entry{}
	for s, e := range known {
		if c.done(s) && (!ok || less(e, b)) {
			b, ok = e, true
		}
	}
	return b.time, b.cost, ok
}

// sets returns the number of sets of beginnings of the plans of this time and cost, -1 if there are
// too many.
func (c *timedCase) sets(time, cost int) int {
	found, budget := map[string]bool{}, 200_000
	var go1 func(s timedState, t, k int, made []string)
	go1 = func(s timedState, t, k int, made []string) {
		if budget--; budget < 0 || t > time || k > cost {
			return
		}
		if t == time && k == cost && c.done(s) {
			sorted := slices.Sorted(slices.Values(made))
			found[strings.Join(sorted, " ")] = true
		}
		for _, x := range c.steps(s) {
			more := made
			if x.move >= 0 {
				more = append(slices.Clip(made), fmt.Sprint(t, "m", x.move))
			}
			go1(x.to, t+x.time, k+x.cost, more)
		}
	}
	go1(c.begin(), 0, 0, nil)
	if budget < 0 {
		return -1
	}
	return len(found)
}

// TestGeneratedTimed compares all engines with the enumeration on generated problems, as many as the flag -timed says.
func TestGeneratedTimed(t *testing.T) {
	n := *timedModels
	switch {
	case n > 0:
	case long.Enabled():
		n = 20_000
	default:
		n = 200
	}
	tried, solved, counted := 0, 0, 0
	for seed := *timedFirst; seed < *timedFirst+n; seed++ {
		c := drawTimed(uint64(seed))
		if !slices.ContainsFunc(c.moves, func(m timedMove) bool { return m.takes >= 0 }) {
			continue
		}
		src := c.source()
		p, err := farbank.Parse("timed.far", src)
		if !c.safe(c.begin()) {
			if err == nil {
				t.Fatalf("seed %d: the start is not safe, and accepted\n%s", seed, src)
			}
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		tried++
		time, cost, ok := c.best()
		for _, e := range append([]farbank.Engine{nil}, farbank.Engines...) {
			name := "any"
			if e != nil {
				name = e.Name()
			}
			q := farbank.Question{Workers: 1}
			if name == "milp" || name == "fold" || name == "constraint" {
				if q.Horizon = 12; seed%10 > 0 {
					continue
				}
			}
			a, err := farbank.SolveWith(context.Background(), e, p, q, nil)
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, name, err, src)
			}
			switch {
			case a.Status == farbank.Unsupported || a.Status == farbank.NoneWithinBound || a.Status == farbank.Unknown || a.Status == farbank.Feasible && q.Horizon > 0:
				if e == nil || name == "search" || name == "planning" {
					t.Errorf("seed %d, %s: %s: %s\n%s", seed, name, a.Status, a.Reason, src)
				}
				continue
			case (a.Status == farbank.None) == ok:
				t.Fatalf("seed %d, %s: %s, want a plan: %t\n%s", seed, name, a.Status, ok, src)
			case !ok:
				continue
			}
			steps, _, err := p.Verify(*a.Best)
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", seed, name, err, src)
			}
			if spent := model.SpentBy(steps); spent.Time != int64(time) || spent.Cost != int64(cost) {
				t.Fatalf("seed %d, %s: time %d, cost %d, want %d and %d\n%s", seed, name, spent.Time, spent.Cost, time, cost, src)
			}
			solved++
		}
		if ok && time <= 6 && cost <= 5 {
			want := c.sets(time, cost)
			if want < 0 || want > 500 {
				continue
			}
			got, err := farbank.CountPlans(context.Background(), p, farbank.Question{Workers: 1})
			if err != nil || got.Int64() != int64(want) {
				t.Fatalf("seed %d: %v sets of beginnings (%v), want %d\n%s", seed, got, err, want, src)
			}
			counted++
		}
	}
	t.Logf("%d models, of these %d with a time; %d plans judged, %d counts", n, tried, solved, counted)
	if solved < n/4 || counted < n/10 {
		t.Errorf("only %d solved and %d counted", solved, counted)
	}
}

// bridge is the bridge with a torch: four people of 1, 2, 5 and 10 minutes, two at a time.
const bridge = `puzzle "Bridge and torch"
enum Person { a, b, c, d }
const pace[Person]: 1..10 = {a: 1, b: 2, c: 5, d: 10}
state over[Person]: bool = false
state torch: bool = false
state walking: bool = false
move cross(crew: set of Person) takes max(p in crew -> pace[p]) {
    require 1 <= size(crew) <= 2
    require not walking and all p in crew { over[p] == torch }
    walking = true
    end {
        for p in crew { over[p] = not torch }
        torch = not torch
        walking = false
    }
}
goal all p: Person { over[p] }
`

// train has a train at 3 and at 9 minutes, and ways of 2 and 4 minutes to it.
const train = `puzzle "A train"
state place: 0..3 = 0
move walk() takes 2 { require place == 0
    place = 1
    end { place = 2 } }
move ride() takes 4 { require place == 2 and (time == 3 or time == 9)
    place = 1
    end { place = 3 } }
always time <= 20
goal place == 3
`

// TestKnownTimes compares the least time of some problems with the known one, for all engines.
func TestKnownTimes(t *testing.T) {
	for _, c := range []struct {
		name, source string
		takes        int64 // -1: no plan
	}{
		{"bridge", bridge, 17},
		{"train", train, 7},
		{"train on even times", strings.NewReplacer("time == 3 or time == 9", "time == 2 or time == 10").Replace(train), 6},
		{"background", "state x: 0..1 = 0\nmove burn() takes 9 { }\nmove go() takes 2 { require x == 0\n end { x = 1 } }\ngoal x == 1\n", 2},
		{"required concurrency", "state a: 0..2 = 0\nstate b: bool = false\nmove long() takes 5 { require a == 0\n a = 1\n end { require b\n a = 2 } }\n" +
			"move short() takes 3 { require a == 1\n end { require a == 1\n b = true } }\ngoal a == 2\n", 5},
		{"no time for it", "state a: 0..2 = 0\nstate b: bool = false\nmove long() takes 2 { require a == 0\n a = 1\n end { require b\n a = 2 } }\n" +
			"move short() takes 3 { require a == 1\n end { require a == 1\n b = true } }\ngoal a == 2\n", -1},
		{"least time of an objective", "state x: 0..9 = 0\nmove add() takes 3 { x += 1 }\nmove double() takes 4 cost 5 { require x > 0\n x = 2 * x }\ngoal x >= 4\nminimize cost + time\n", 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := farbank.Parse("known.far", c.source)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range append([]farbank.Engine{nil}, farbank.Engines...) {
				name := "any"
				if e != nil {
					name = e.Name()
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				if must := e == nil || name == "search" || name == "planning"; !must {
					ctx, cancel = context.WithTimeout(t.Context(), time.Second/5)
				}
				a, err := farbank.SolveWith(ctx, e, p, farbank.Question{Workers: 1}, nil)
				cancel()
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case (a.Status == farbank.Unsupported || a.Status == farbank.Unknown) && e != nil:
				case a.Status == farbank.NoneWithinBound && e != nil || a.Status == farbank.Feasible && e != nil:
				case c.takes < 0 && a.Status == farbank.None:
				case a.Status != farbank.Solved:
					t.Errorf("%s: %s: %s", name, a.Status, a.Reason)
				default:
					steps, _, err := p.Verify(*a.Best)
					if err != nil {
						t.Fatal(err)
					}
					if spent := model.SpentBy(steps); spent.Time != c.takes {
						t.Errorf("%s: time %d, want %d", name, spent.Time, c.takes)
					}
				}
			}
		})
	}
}

// jobShop returns a job shop as moves that take time.
func jobShop(on, long [][]int) string {
	list := func(rows [][]int) string { return strings.ReplaceAll(fmt.Sprint(rows), " ", ", ") }
	return fmt.Sprintf(`puzzle "job shop"
type Job = 1..%d
type Nr = 1..%d
type Machine = 0..%d
const on[Job, Nr]: Machine = %s
const long[Job, Nr]: 0..99 = %s
state next[Job]: 1..%d = 1
state busy[Job]: bool = false
state used[Machine]: bool = false
move do(j: Job, n: Nr) takes long[j, n] {
    require next[j] == n and not busy[j] and not used[on[j, n]]
    busy[j] = true
    used[on[j, n]] = true
    end {
        busy[j] = false
        used[on[j, n]] = false
        next[j] += 1
    }
}
goal all j: Job { next[j] == %d }
`, len(on), len(on[0]), 9, list(on), list(long), len(on[0])+1, len(on[0])+1)
}

// TestJobShops compares the engine constraint, which sees that these are schedules, with the engine
// search on small ones, and with the known least times of two others: ft06 (Fisher, Thompson 1963)
// and la01 (Lawrence 1984).
func TestJobShops(t *testing.T) {
	patience := time.Second / 2 // of the engine constraint; if a schedule cannot be made, it takes long
	least := func(source, engine string) int64 {
		t.Helper()
		p, err := farbank.Parse("shop.far", source)
		if err != nil {
			t.Fatal(err)
		}
		e, err := farbank.Engines.Find(engine)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		if engine == "constraint" {
			ctx, cancel = context.WithTimeout(t.Context(), patience)
		}
		defer cancel()
		a, err := farbank.SolveWith(ctx, e, p, farbank.Question{Workers: 1}, nil)
		switch {
		case err != nil:
			t.Fatal(err)
		case engine == "constraint" && a.Status != farbank.Solved && ctx.Err() != nil:
			return -1
		case a.Status != farbank.Solved:
			t.Fatalf("%s: %s, %s\n%s", engine, a.Status, a.Reason, source)
		}
		return a.Best.Cost
	}
	r := rand.New(rand.NewPCG(36, 6))
	for range long.Of(12, 100) {
		var on, lasts [][]int
		for range 2 + r.IntN(2) {
			on = append(on, r.Perm(3))
			lasts = append(lasts, []int{r.IntN(4), 1 + r.IntN(4), r.IntN(4)})
		}
		source := jobShop(on, lasts)
		if r.IntN(2) == 0 { // something beside the schedule
			source += "never all j: Job { busy[j] }\n"
		}
		a, b := least(source, "constraint"), least(source, "search")
		if a < 0 && !strings.Contains(source, "never") {
			t.Fatalf("constraint does not see a schedule\n%s", source)
		}
		if a >= 0 && a != b {
			t.Fatalf("constraint: %d, search: %d\n%s", a, b, source)
		}
	}
	ft06 := jobShop([][]int{{2, 0, 1, 3, 5, 4}, {1, 2, 4, 5, 0, 3}, {2, 3, 5, 0, 1, 4}, {1, 0, 2, 3, 4, 5}, {2, 1, 4, 5, 0, 3}, {1, 3, 5, 0, 4, 2}},
		[][]int{{1, 3, 6, 7, 3, 6}, {8, 5, 10, 10, 10, 4}, {5, 4, 8, 9, 1, 7}, {5, 5, 5, 3, 8, 9}, {9, 3, 5, 4, 3, 1}, {3, 3, 9, 10, 4, 1}})
	la01 := jobShop([][]int{{1, 0, 4, 3, 2}, {0, 3, 4, 2, 1}, {3, 4, 1, 2, 0}, {1, 0, 4, 2, 3}, {0, 3, 2, 1, 4}, {1, 2, 4, 0, 3}, {3, 4, 1, 2, 0}, {2, 0, 1, 3, 4}, {3, 1, 4, 0, 2}, {4, 3, 2, 1, 0}},
		[][]int{{21, 53, 95, 55, 34}, {21, 52, 16, 26, 71}, {39, 98, 42, 31, 12}, {77, 55, 79, 66, 77}, {83, 34, 64, 19, 37}, {54, 43, 79, 92, 62}, {69, 77, 87, 87, 93}, {38, 60, 41, 24, 83}, {17, 49, 25, 44, 98}, {77, 79, 43, 75, 96}})
	patience = time.Minute
	for source, want := range map[string]int64{ft06: 55, la01: 666} {
		if got := least(source, "constraint"); got != want {
			t.Errorf("the least time is %d, want %d", got, want)
		}
	}
}

// TestJobShopInterrupted ends the search for the best schedule early: the plan so far is valid, and the bound is the least time at
// most.
func TestJobShopInterrupted(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 7))
	var on, lasts [][]int
	least := 0 // of the jobs, each alone
	for range 10 {
		on = append(on, r.Perm(10))
		var long []int
		sum := 0
		for range 10 {
			long = append(long, 1+r.IntN(99))
			sum += long[len(long)-1]
		}
		lasts, least = append(lasts, long), max(least, sum)
	}
	p, err := farbank.Parse("shop.far", jobShop(on, lasts))
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []time.Duration{200 * time.Millisecond, 500 * time.Millisecond, time.Second} {
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		a, err := farbank.Solve(ctx, p, farbank.Question{})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if a.Best != nil && (a.Bound == nil || *a.Bound < int64(least) || *a.Bound > a.Best.Cost) {
			t.Errorf("after %v: %s, the least time is at least %v and at most %d; a job takes %d", limit, a.Status, a.Bound, a.Best.Cost, least)
		}
	}
}

// TestTimedBounds ends searches early: no bound is above the enumerated least time.
func TestTimedBounds(t *testing.T) {
	ended, bounded := 0, 0
	for seed := range uint64(long.Of(150, 3000)) {
		c := drawTimed(seed)
		if !c.safe(c.begin()) || !slices.ContainsFunc(c.moves, func(m timedMove) bool { return m.takes >= 0 }) {
			continue
		}
		time1, _, ok := c.best()
		p, err := farbank.Parse("timed.far", c.source())
		if err != nil {
			t.Fatal(seed, err)
		}
		r := rand.New(rand.NewPCG(seed, 8))
		for _, name := range []string{"", "search", "planning", "constraint", "rules"} {
			e, _ := farbank.Engines.Find(name)
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(1500))*time.Microsecond)
			a, err := farbank.SolveWith(ctx, e, p, farbank.Question{Workers: 1}, nil)
			cancel()
			switch {
			case err != nil && ctx.Err() == nil:
				t.Fatalf("seed %d, %s: %v\n%s", seed, name, err, c.source())
			case err != nil:
				continue
			}
			if a.Status == farbank.Unknown || a.Status == farbank.Feasible {
				ended++
			}
			if a.Bound == nil {
				continue
			}
			bounded++
			if ok && *a.Bound > int64(time1) {
				t.Errorf("seed %d, %s: %s, no plan takes less than %d, but %d is possible\n%s", seed, name, a.Status, *a.Bound, time1, c.source())
			}
		}
	}
	t.Logf("%d ended early, %d bounds", ended, bounded)
}

// TestVerifyTimed verifies plans with times: with and without lines for ends, and invalid ones.
func TestVerifyTimed(t *testing.T) {
	const door = `puzzle "a door"
state open: bool = false
state n: 0..5 = 0
move door() takes 4 { open = true
    end { open = false } }
move through() takes 2 { require open
    while "the door is open": open
    end { n += 1 } }
goal n == 1
`
	p, err := farbank.Parse("door.far", door)
	if err != nil {
		t.Fatal(err)
	}
	for plan, want := range map[string]string{
		"0: door() [4]\n0: through() [2]\n":                                  "",
		"0: door()\n2: through()\n":                                          "", // the ends at 4 are put in order
		"0: through()\n0: door()\n":                                          "", // and so are the beginnings at 0
		"0: door() [4]\n2: through() [2]\n4: end through()\n4: end door()\n": "",
		"0: door() [4]\n2: through() [2]\n4: end door()\n4: end through()\n": "time 4, end door(): is followed by end through() at the same instant; the state between them breaks, while through() is under way, the door is open (line 7)",
		"0: door() [4]\n4: through() [2]\n":                                  "time 4, through(): does not apply: it needs open (line 6)",
		"0: door() [4]\n0: through() [4]\n":                                  "time 0, through(): it takes 2, not 4",
		"1: door() [4]\n2: through() [2]\n":                                  "time 1, door(): the time 1 is no multiple of the unit of time, 2",
		"0: door() [4]\n":                                                    "at the end: the goal is not met: goal n == 1 (line 9)",
		"door()\n":                                                           "time 0, door(): a time is needed before the move, as in 7: door()",
		"0: door()\n2: door()\n":                                             "time 2, door(): does not apply: it is under way until 4",
		"2: door()\n2: through()\n2: end door()\n":                           "time 2, end door(): it is not over before 6",
		`{"plan": [{"move": "door", "args": [], "time": 0}, {"move": "through", "args": [], "time": 0, "duration": 2}, {"end": "through", "args": [], "time": 2}]}`: "",
	} {
		got := ""
		if _, _, err := farbank.Verify(p, plan); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s\n%q, want %q", plan, got, want)
		}
	}
}

// TestTimedSymmetry compares answers with and without symmetry reduction: equal fuses are
// interchangeable, fuses of two durations are not.
func TestTimedSymmetry(t *testing.T) {
	const source = `enum Fuse { f1, f2, f3, f4 }
enum Hand { left, right }
state lit: bool = false
state busy: set of Hand = {}
state mended[Fuse]: bool = false
move light() takes 9 { require not lit
    lit = true
    end { lit = false } }
move mend(f: Fuse, h: Hand) takes DURATION { require h not in busy and not mended[f]
    while lit
    let late = LATE
    busy += h
    end { mended[f] = true
        require late or true
        busy -= h } }
goal all f: Fuse { mended[f] }
`
	for _, c := range []struct {
		takes, late string
		time        int64
		found       bool
	}{
		{"4", "mended[f1]", 9, true},
		{"if f == f3 then 7 else 4", "lit", 18, true},
		{"if h == left then 2 else 5", "size(busy) > 0", 9, true},
	} {
		src := strings.NewReplacer("DURATION", c.takes, "LATE", c.late, "h not in busy", "not (h in busy)").Replace(source)
		p, err := farbank.Parse("cellar.far", src)
		if err != nil {
			t.Fatal(err)
		}
		e, err := farbank.Engines.Find("search")
		if err != nil {
			t.Fatal(err)
		}
		classes := symmetry.Find(t.Context(), p)
		if (len(classes) > 0) != c.found {
			t.Errorf("%s: classes %v", c.takes, classes)
		}
		for _, q := range []farbank.Question{{}, {Symmetry: true}} {
			a, err := farbank.SolveWith(t.Context(), e, p, q, nil)
			if err != nil || a.Best == nil || a.Best.Cost != c.time {
				t.Errorf("%s, symmetry %v: %v %v, want time %d", c.takes, q.Symmetry, a, err, c.time)
			}
		}
	}
}
