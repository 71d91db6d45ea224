package rules_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/rules"
)

// program returns a program with n rules about loans.
func program(n int) string {
	var b strings.Builder
	b.WriteString(`(deftemplate loan (slot id) (slot kind) (slot amount) (slot region))
(deftemplate person (slot id) (slot level) (slot age))
(deftemplate decision (slot loan) (slot rule) (slot rate))
(defglobal ?*seen* = 0)
(deffunction rate (?a ?n) (+ (* ?a 0.01) ?n))
`)
	for i := range n {
		fmt.Fprintf(&b, `(defrule rule-%d
   (loan (id ?o) (kind k%d) (amount ?a&:(> ?a %d)) (region r%d))
   (person (id ?o) (level l%d) (age ?g&:(< ?g %d)))
   (not (decision (loan ?o) (rule rule-%d)))
   =>
   (bind ?*seen* (+ ?*seen* 1))
   (assert (decision (loan ?o) (rule rule-%d) (rate (rate ?a %d)))))
`, i, i%7, i, i%3, i%5, 18+i%60, i, i, i)
	}
	return b.String()
}

// TestSessions runs many sessions of one base at the same time and compares them with environments.
func TestSessions(t *testing.T) {
	text := program(120)
	base, err := rules.Compile(rules.Text("loans", text))
	if err != nil {
		t.Fatal(err)
	}
	facts := func(i int) []string {
		return []string{fmt.Sprintf("(loan (id a) (kind k%d) (amount %d) (region r%d))", i%7, 20*i, i%3),
			fmt.Sprintf("(person (id a) (level l%d) (age %d))", i%5, 18+i%40)}
	}
	want := make([]string, 20)
	for i := range want {
		e := rules.New(rules.Options{})
		if err := e.Load(strings.NewReader(text), "loans"); err != nil {
			t.Fatal(err)
		}
		if err := e.Reset(); err != nil {
			t.Fatal(err)
		}
		want[i] = outcome(t, e, facts(i))
	}
	var wait sync.WaitGroup
	for i := range 1000 {
		wait.Go(func() {
			s, err := base.NewSession(rules.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			if got := outcome(t, s.Environment, facts(i%len(want))); got != want[i%len(want)] {
				t.Errorf("session %d:\n%s\nnot\n%s", i, got, want[i%len(want)])
			}
		})
	}
	wait.Wait()
}

// outcome asserts facts, runs the rules and returns the facts and the global then.
func outcome(t *testing.T, e *rules.Environment, facts []string) string {
	for _, f := range facts {
		if _, err := e.AssertString(f); err != nil {
			t.Error(err)
		}
	}
	r, err := e.Run(context.Background(), -1)
	if err != nil {
		t.Error(err)
	}
	v, err := e.Eval("?*seen*")
	if err != nil {
		t.Error(err)
	}
	var b strings.Builder
	fmt.Fprintln(&b, r.Fired, v)
	for f := range e.Facts() {
		fmt.Fprintln(&b, f.Index, rules.FactText(f))
	}
	return b.String()
}

// TestSessionsOfObjects runs sessions whose programs use most of the language at the same time.
func TestSessionsOfObjects(t *testing.T) {
	base, err := rules.Compile(rules.GoFunc("twice", func(ctx context.Context, x int) (int, error) {
		if ctx == nil {
			return 0, errors.New("no context")
		}
		return 2 * x, nil
	}), rules.Text("objects", `
(set-strategy breadth)
(defclass ACCOUNT (is-a USER) (role concrete) (pattern-match reactive)
   (slot balance (create-accessor read-write) (default 0)) (slot count (storage shared) (default 0) (create-accessor read-write)))
(defmessage-handler ACCOUNT deposit (?x) (bind ?self:balance (+ ?self:balance ?x)) (bind ?self:count (+ ?self:count 1)))
(definstances some ([a] of ACCOUNT) ([b] of ACCOUNT (balance 5)))
(defgeneric size)
(defmethod size ((?x NUMBER)) (* ?x 2))
(defmethod size ((?x LEXEME)) (str-length ?x))
(deffunction sum ($?x) (bind ?s 0) (foreach ?y ?x (bind ?s (+ ?s ?y))) ?s)
(deffacts start (go 1) (go 2) (go 3))
(defrule go (go ?n) (test (> (sum 1 ?n) 1)) => (send [a] deposit (twice (size ?n))))
(defrule poor (declare (salience (- 0 5))) (object (is-a ACCOUNT) (name ?n) (balance ?b&:(> ?b 10)) (count 3)) => (assert (rich ?n ?b (size abc))))
(defrule none (not (missing)) (exists (go ?)) => (do-for-all-facts ((?f go)) TRUE (assert (seen (fact-index ?f)))))
(deffunction show () (str-cat (send [a] get-balance) " " (send [b] get-count) " " (eval "(sum 1 2 3)")))`))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	results := make([]string, 200)
	for i := range results {
		wait.Go(func() {
			s, err := base.NewSession(rules.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			results[i] = outcomeOf(t, s)
			if err := s.Reset(); err != nil {
				t.Error(err)
			}
			if again := outcomeOf(t, s); again != results[i] {
				t.Errorf("after reset:\n%s\nnot\n%s", again, results[i])
			}
		})
	}
	wait.Wait()
	const want = `5 "24 3 6"` + "\n" + `0 (initial-fact)
1 (go 1)
2 (go 2)
3 (go 3)
4 (seen 1)
5 (seen 2)
6 (seen 3)
7 (rich [a] 24 3)
`
	for i, got := range results {
		if got != want {
			t.Fatalf("session %d:\n%s\nnot\n%s", i, got, want)
		}
	}
}

func outcomeOf(t *testing.T, s *rules.Session) string {
	r, err := s.Run(context.Background(), -1)
	if err != nil {
		t.Error(err)
	}
	v, err := s.Eval("(show)")
	if err != nil {
		t.Error(err)
	}
	var b strings.Builder
	fmt.Fprintln(&b, r.Fired, v)
	for f := range s.Facts() {
		fmt.Fprintln(&b, f.Index, rules.FactText(f))
	}
	return b.String()
}

// TestSessionOfJess runs sessions in the dialect of Jess.
func TestSessionOfJess(t *testing.T) {
	base, err := rules.Compile(rules.InDialect(rules.Jess), rules.Text("jess", `
(deftemplate n (slot x))
(defquery larger (declare (variables ?l)) (n (x ?x&:(> ?x ?l))))
(defrule try (n (x ?x)) => (try (throw (new RuntimeException (str-cat "e" ?x))) catch (assert (caught ((?ERROR getCause) getMessage)))))
(deffacts f (n (x 1)) (n (x 2)))`))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 100 {
		wait.Go(func() {
			s, err := base.NewSession(rules.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			if _, err := s.Run(context.Background(), -1); err != nil {
				t.Error(err)
			}
			n := 0
			for range s.Query("larger", 1) {
				n++
			}
			var last string
			for f := range s.Facts() {
				last = rules.FactText(f)
			}
			if n != 1 || last != `(caught "e1")` {
				t.Error(n, last)
			}
		})
	}
	wait.Wait()
}

// A Payment has fields of all kinds that Insert converts.
type Payment struct {
	ID     int
	At     time.Time
	Wait   time.Duration
	Note   *string
	Limit  *float64 `rules:"most"`
	Tags   []string
	Rates  map[string]float64
	Status rules.Symbol
	Audit
}

// Audit is embedded.
type Audit struct{ By string }

func TestInsertUpdateRetract(t *testing.T) {
	base, err := rules.Compile(rules.Type(Payment{}), rules.Text("payments", `
(defrule late (payment (id ?i) (wait ?w&:(> ?w 60000000000)) (note nil) (status new)) => (assert (late ?i)))
(defrule euro (payment (id ?i) (rates $? "EUR" ?r $?)) => (assert (euro ?i ?r)))`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := base.NewSession(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var events []string
	stop := s.Listen(rules.Hooks{Fire: func(r string, _ []*rules.Fact) { events = append(events, "fire "+r) },
		Assert:     func(f *rules.Fact) { events = append(events, "assert "+f.Relation.Name) },
		Retract:    func(f *rules.Fact) { events = append(events, "retract "+f.Relation.Name) },
		Activate:   func(r string, _ []*rules.Fact) { events = append(events, "activate "+r) },
		Deactivate: func(r string, _ []*rules.Fact) { events = append(events, "deactivate "+r) }})
	most := 2.5
	p := Payment{ID: 1, At: time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC), Wait: 2 * time.Minute, Limit: &most, Tags: []string{"a", "b"},
		Rates: map[string]float64{"USD": 1.1, "EUR": 1}, Status: "new", Audit: Audit{"ann"}}
	h, err := s.Insert(p)
	if err != nil {
		t.Fatal(err)
	}
	const want = `(payment (id 1) (at 1767323045000000006) (wait 120000000000) (note nil) (most 2.5) (tags "a" "b") (rates "EUR" 1.0 "USD" 1.1) (status new) (by "ann"))`
	if got := rules.FactText(h.Fact()); got != want {
		t.Errorf("%s, not %s", got, want)
	}
	for _, back := range rules.Handles[Payment](s) {
		if !reflect.DeepEqual(p, back) {
			t.Errorf("%+v, not %+v", back, p)
		}
	}
	if again, err := s.Insert(&p); err != nil || again.Fact() != h.Fact() {
		t.Error("an equal fact:", again, err)
	}
	if err := s.Update(h, func(p *Payment) { p.Status = "old"; note := "x"; p.Note = &note }); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	if err := s.Update(h, func(p *Payment) error { p.ID = 7; return refused }); err != refused {
		t.Error(err)
	}
	if err := s.UpdateMap(h, map[string]any{"tags": []string{}, "by": rules.Symbol("bob")}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Run(context.Background(), -1); err != nil {
		t.Fatal(err)
	}
	if err := s.Retract(h); err != nil || h.Live() || s.Retract(h) != nil {
		t.Error(err, h.Live())
	}
	stop()
	if _, err := s.InsertMap("payment", map[string]any{"id": 9, "wait": time.Second, "rates": []any{"EUR", 3}}); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(events, ", "), "assert payment, activate euro, activate late, retract payment, deactivate late, deactivate euro, assert payment, activate euro, "+
		"retract payment, deactivate euro, assert payment, activate euro, fire euro, assert euro, retract payment"; got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
	for i, err := range []error{s.Update(h, func(*Payment) {}), s.Update(nil, nil), s.Load(strings.NewReader("(defrule r =>)"), "r"), s.Clear(), s.DefineTemplate(Audit{}),
		s.DefineFunc("f", func() {}), s.Watch("facts"), s.Load(strings.NewReader("(assert (unknown 1))"), "r"), s.Load(strings.NewReader("(undefrule late)"), "r")} {
		if err == nil {
			t.Errorf("case %d: no error", i)
		}
	}
}

// TestSessionLimits ends runs by each limit.
func TestSessionLimits(t *testing.T) {
	base, err := rules.Compile(rules.Text("endless", "(defrule more ?f <- (n ?x) => (retract ?f) (assert (n (+ ?x 1))))(deffacts f (n 0))"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := base.NewSession(rules.Options{Firings: 10})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := s.Run(context.Background(), -1); err != nil || r.Fired != 10 || !errors.Is(r.Reason, rules.ErrLimit) {
		t.Error(r, err)
	}
	if s, err = base.NewSession(rules.Options{Time: time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Run(context.Background(), -1); err != nil || !errors.Is(r.Reason, rules.ErrTime) {
		t.Error(r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := s.Run(ctx, -1); err != nil || !errors.Is(r.Reason, context.Canceled) {
		t.Error(r, err)
	}
}

// TestHolder replaces a base while sessions run.
func TestHolder(t *testing.T) {
	compiled := func(n int) *rules.Base {
		b, err := rules.Compile(rules.Text("v", fmt.Sprintf("(defrule r (go) => (assert (version %d)))", n)))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	h := rules.NewHolder(compiled(0))
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			last := int64(-1)
			for range 200 {
				s, err := h.NewSession(rules.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := s.AssertString("(go)"); err != nil {
					t.Error(err)
				}
				if _, err := s.Run(context.Background(), -1); err != nil {
					t.Error(err)
				}
				for f := range s.Facts() {
					if f.Relation.Name == "version" {
						n := f.Slots[0].Items()[0].Int()
						if n < last {
							t.Error("an older base after a newer one")
						}
						last = n
					}
				}
			}
		})
	}
	for i := range 20 {
		h.Replace(compiled(i + 1))
	}
	wait.Wait()
}

func BenchmarkNewSession(b *testing.B) {
	base, err := rules.Compile(rules.Text("loans", program(500)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	const most = 10_000
	var kept [most]*rules.Session // as in a service
	i := 0
	for b.Loop() {
		s, err := base.NewSession(rules.Options{})
		if err != nil {
			b.Fatal(err)
		}
		kept[i%most] = s
		i++
	}
	runtime.KeepAlive(kept)
}

// TestSharedIndex looks rules up in sessions of a base whose last rule replaces another one. The race detector finds
// sessions that write to what they share.
func TestSharedIndex(t *testing.T) {
	var text strings.Builder
	for i := range 20 {
		fmt.Fprintf(&text, "(defrule r%d (a %d) => (assert (b)))\n", i, i)
	}
	text.WriteString("(defrule r0 (c) => (assert (d)))")
	base, err := rules.Compile(rules.Text("many", text.String()))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			s, err := base.NewSession(rules.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			for _, name := range []string{"r0", "r1", "r19"} {
				if m, err := s.WhyNot(name); err != nil || m.Rule != name {
					t.Error(name, m, err)
				}
			}
		})
	}
	wait.Wait()
}
