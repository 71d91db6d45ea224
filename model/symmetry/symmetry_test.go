package symmetry_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/model"
	"farbank/model/symmetry"
)

func parse(t *testing.T, source string) *model.Problem {
	t.Helper()
	p, err := lang.Parse("x.far", source, lang.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return p
}

// found formats the classes as "type: size", in order.
func found(p *model.Problem) string {
	var all []string
	for _, c := range symmetry.Find(context.Background(), p) {
		all = append(all, fmt.Sprintf("%s: %d", c.Type, len(c.Columns)))
	}
	return strings.Join(all, ", ")
}

const hosts = "enum Host { a, b, c, d }\nstate up[Host]: bool = false\nstate load[Host]: 0..2 = 1\n"

func TestClasses(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"all alike", hosts + "move go(h: Host) { require not up[h]\n up[h] = true }\ngoal all h: Host { up[h] }\n", "Host: 4"},
		{"a pair moves", hosts + "move shift(h: Host, k: Host) { require h != k\n load[h] -= 1\n load[k] += 1 }\ngoal any h: Host { load[h] == 0 }\n", "Host: 4"},
		{"the goal names the first", hosts + "move go(h: Host) { up[h] = true }\ngoal up[a]\n", "Host: 3"},
		{"the goal names one in the middle", hosts + "move go(h: Host) { up[h] = true }\ngoal up[b]\n", "Host: 2"},
		{"a rule separates two classes", hosts + "move go(h: Host) { up[h] = true }\nnever up[a] and up[b]\ngoal up[c] or up[d]\n", "Host: 2, Host: 2"},
		{"costs by host", hosts + "const w[Host]: 0..9 = {a: 1, b: 1, c: 2, d: 2}\nmove go(h: Host) cost w[h] { up[h] = true }\ngoal all h: Host { up[h] }\n", "Host: 2, Host: 2"},
		{"all different", hosts + "move go(h: Host) cost ord(h) { up[h] = true }\ngoal all h: Host { up[h] }\n", ""},
		{"different starts are alike", "enum Host { a, b }\nstate up[h: Host]: bool = h == a\nmove go(h: Host) { up[h] = not up[h] }\ngoal all h: Host { up[h] }\n", "Host: 2"},
		{"members of a set", "enum Host { a, b, c }\nstate open: set of Host = {}\nmove go(h: Host) { open += h }\ngoal size(open) == 3\n", "Host: 3"},
		{"tuples in a set", "enum Host { a, b, c }\nstate open: set of (Host, bool) = {}\nmove go(h: Host, x: bool) { open += (h, x) }\ngoal size(open) == 3\n", "Host: 3"},
		{"a range as an index", "type Disk = 1..4\nstate up[Disk]: bool = false\nmove go(k: Disk) { up[k] = true }\ngoal all k: Disk { up[k] }\n", " 1..4: 4"},
		{"two types", "enum Host { a, b }\nenum Key { k, l, m }\nstate has[Host, Key]: bool = false\nmove go(h: Host, x: Key) { has[h, x] = true }\ngoal all h: Host, x: Key { has[h, x] }\n", "Host: 2, Key: 3"},
		{"a type that is stored", "enum Host { a, b }\nstate up[Host]: bool = false\nstate at: Host = a\nmove go(h: Host) { up[h] = true\n at = h }\ngoal all h: Host { up[h] }\n", ""},
		{"a type twice in an index", "enum Host { a, b }\nstate link[Host, Host]: bool = false\nmove go(h: Host, k: Host) { link[h, k] = true }\ngoal all h: Host { link[h, h] }\n", ""},
		{"unknowns", hosts + "find x: 0..1\nmove go(h: Host) { up[h] = true }\ngoal all h: Host { up[h] } and x == 1\n", ""},
		{"no index", "state x: 0..3 = 0\nmove go { x += 1 }\ngoal x == 3\n", ""},
		{"many components", "enum Host { a, b, c }\nstate x[Host]: ((bool, bool), " + strings.Repeat("bool, ", 16) + "bool) = ((false, false), " + strings.Repeat("false, ", 16) +
			"false)\nmove go(h: Host) { require not x[h].1.1\n x[h] = ((true, false), " + strings.Repeat("true, ", 16) + "false) }\ngoal all h: Host { x[h].17 }\n", "Host: 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.source)
			if got := found(p); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			check(t, p)
		})
	}
}

// TestEnded checks that no class is reported after the context is done.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := parse(t, hosts+"move go(h: Host) { up[h] = true }\ngoal all h: Host { up[h] }\n")
	if got := symmetry.Find(ctx, p); got != nil {
		t.Errorf("%v", got)
	}
}

// TestTooLarge has more moves than Find accepts.
func TestTooLarge(t *testing.T) {
	p := parse(t, "type T = 1..130\nstate x[T]: bool = false\nmove go(i: T, k: T) { x[i] = not x[k] }\ngoal all i: T { x[i] }\n")
	if got := found(p); got != "" {
		t.Errorf("%s of %d moves", got, len(p.Moves))
	}
}

// TestAddressedByState checks that moves with addresses that depend on the state are not split
// into many cases, and that different values are still distinguished.
func TestAddressedByState(t *testing.T) {
	p := parse(t, `
enum Host { a, b }
state up[Host]: bool = false
state at[1..3]: 1..12 = 1
state x[1..12]: bool = false
move go(h: Host) {
	for i: 1..3 { x[at[i]] = up[h] }
	up[h] = true
}
goal all h: Host { up[h] }
`)
	if got := found(p); got != "Host: 2" {
		t.Error(got)
	}
	check(t, p)
}

// exchanged returns a state with the cells of two values exchanged.
func exchanged(s model.State, v, w []int) model.State {
	out := slices.Clone(s)
	for i := range v {
		out[v[i]], out[w[i]] = s[w[i]], s[v[i]]
	}
	return out
}

// place describes a state: whether it is safe and a goal, and its successors with their costs,
// sorted.
func place(t *testing.T, p *model.Problem, s model.State, back func(model.State) model.State) string {
	t.Helper()
	safe, err1 := p.Safe(s)
	goal, err2 := p.AtGoal(s)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	var next []string
	for _, m := range p.Moves {
		out, err := p.Apply(m, s)
		if err != nil {
			t.Fatal(err)
		}
		if out.Next != nil {
			next = append(next, fmt.Sprint(out.Cost, back(out.Next)))
		}
	}
	slices.Sort(next)
	return fmt.Sprint(safe, goal, next)
}

// check compares the classes of a problem with their definition in random states: exchanging
// two values of a class maps the problem to itself. It returns the number of values checked.
func check(t *testing.T, p *model.Problem) int {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	n := 0
	for _, c := range symmetry.Find(context.Background(), p) {
		for i := range c.Columns {
			v, w := c.Columns[i], c.Columns[r.IntN(len(c.Columns))]
			if len(v) != len(w) || len(v) == 0 {
				t.Fatalf("%s: columns of %d and %d cells", c.Type, len(v), len(w))
			}
			n++
			for range 60 {
				s := make(model.State, len(p.Cells))
				for k, cell := range p.Cells {
					s[k] = cell.Lo + r.Int64N(cell.Span())
				}
				back := func(s model.State) model.State { return exchanged(s, v, w) }
				same := func(s model.State) model.State { return s }
				if a, b := place(t, p, s, same), place(t, p, back(s), back); a != b {
					t.Fatalf("%s: %v says %s\nexchanged %s", c.Type, s, a, b)
				}
			}
		}
	}
	return n
}

// TestGenerated checks the classes of generated problems.
func TestGenerated(t *testing.T) {
	classes, alike := 0, 0
	for seed := range long.Of[uint64](60, 150) {
		source := generate(rand.New(rand.NewPCG(seed, 3)))
		p, err := lang.Parse("x.far", source, lang.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		if n := check(t, p); n > 0 {
			classes += n
			alike++
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, source)
		}
	}
	if n := long.Of(60, 150); alike < n/5 || alike > n-n/15 {
		t.Errorf("%d of %d problems have classes", alike, n)
	}
	t.Logf("%d values of classes in %d problems", classes, alike)
}

// generate generates a problem of hosts and keys. It names few of them, so that some are
// interchangeable.
func generate(r *rand.Rand) string {
	m := maker{r}
	var b strings.Builder
	b.WriteString("enum Host { a, b, c }\nenum Key { k, l }\n")
	fmt.Fprintf(&b, "const w[Host]: 0..3 = [%d, %d, %d]\n", r.IntN(2), r.IntN(2), r.IntN(2))
	b.WriteString("state x[Host]: 0..2 = 1\nstate on[Host, Key]: bool = false\nstate s: set of Host = {}\n")
	for i := range 1 + r.IntN(3) {
		fmt.Fprintf(&b, "move m%d(h: Host, g: Host, j: Key) cost %s {\n require %s\n", i, m.one("1", "1", "x[h]", "w[h]"), m.cond())
		for range 1 + r.IntN(3) {
			b.WriteString(" " + m.effect() + "\n")
		}
		b.WriteString("}\n")
	}
	if r.IntN(2) == 0 {
		fmt.Fprintf(&b, "never all h: Host, g: Host, j: Key { %s } and x[a] + x[b] + x[c] == 6\n", m.cond())
	}
	fmt.Fprintf(&b, "goal %s h: Host, g: Host, j: Key { %s }\n", m.one("all", "any"), m.cond())
	return b.String()
}

type maker struct{ r *rand.Rand }

func (m maker) one(list ...string) string { return list[m.r.IntN(len(list))] }

func (m maker) host() string {
	if m.r.IntN(8) == 0 {
		return m.one("a", "b", "c")
	}
	return m.one("h", "g")
}

func (m maker) number() string {
	return m.one("x["+m.host()+"]", "w["+m.host()+"]", "size(s)", "count(i: Host where x[i] > 0)", "1", "sum(i: Host -> x[i] * w[i])")
}

func (m maker) cond() string {
	c := m.one(m.number()+m.one(" < ", " == ", " != ")+m.number(), "on["+m.host()+", "+m.one("j", "j", "j", "k")+"]", m.host()+" in s", "h != g")
	if m.r.IntN(3) == 0 {
		c = m.one("not ("+c+")", c+" and "+m.cond(), c+" or "+m.cond())
	}
	return "(" + c + ")"
}

func (m maker) effect() string {
	e := m.one("x["+m.host()+"] = "+m.number(), "on["+m.host()+", j] = "+m.cond(), "s += "+m.host(), "s -= "+m.host(), "x["+m.host()+"] += 1")
	if m.r.IntN(4) == 0 {
		return "if " + m.cond() + " { " + e + " }"
	}
	return e
}
