package rules_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// TestSave saves a session after each firing and compares how the copy continues.
func TestSave(t *testing.T) {
	const text = `(set-strategy breadth)
(deftemplate order (slot who) (slot amount (default 1.5)))
(defglobal ?*n* = 0)
(defrule split (list $?a ?x $?b) => (bind ?*n* (+ ?*n* 1)) (assert (got ?x ?*n*)))
(defrule total ?t <- (accumulate (sum ?a) (order (amount ?a))) (got ?x ?n&:(< ?n 4)) => (assert (total ?x ?t)))
(defrule keep (logical (got ?x ?) (not (stop ?x))) => (assert (kept ?x)))
(defrule stop (declare (salience 5)) (kept ?x) (total ?x ?) => (assert (stop ?x)))
(defrule more (declare (salience -3)) ?f <- (kept ?x) (order (who ?w)) => (assert (seen ?x ?w (gensym))))
(deffacts f (list a b "c" 4) (order (who ann)) (order (who bob) (amount 2)))`
	base, err := rules.Compile(rules.Text("t", text))
	if err != nil {
		t.Fatal(err)
	}
	again, err := rules.Compile(rules.Text("t", text))
	if err != nil {
		t.Fatal(err)
	}
	finish := func(s *rules.Session) string {
		var fired []string
		s.Listen(rules.Hooks{Fire: func(rule string, facts []*rules.Fact) {
			line := rule
			for _, f := range facts {
				if f != nil {
					line += fmt.Sprint(" ", f.Index)
				}
			}
			fired = append(fired, line)
		}})
		if _, err := s.Run(context.Background(), -1); err != nil {
			t.Fatal(err)
		}
		for f := range s.Facts() {
			fired = append(fired, fmt.Sprint(f.Index, rules.FactText(f)))
		}
		return strings.Join(fired, "\n")
	}
	for n := int64(0); n < 30; n++ {
		s, err := base.NewSession(rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(context.Background(), n); err != nil {
			t.Fatal(err)
		}
		data, err := s.Save()
		if err != nil {
			t.Fatal(err)
		}
		back, err := again.Restore(data, rules.Options{})
		if err != nil {
			t.Fatalf("after %d: %v", n, err)
		}
		before, after, supported := strings.Cut(string(data), `"Supports":[{`)
		if supported {
			altered := before + `"Supports":[{` + strings.Replace(after, `"Part":0`, `"Part":-1`, 1)
			if _, err := again.Restore([]byte(altered), rules.Options{}); err == nil {
				t.Error("a part of a rule that does not exist is accepted")
			}
		}
		if got, want := finish(back), finish(s); got != want {
			t.Fatalf("after %d firings:\n%s\nnot\n%s", n, got, want)
		}
	}
	now := time.Unix(1e9, 0)
	clock := rules.Options{Clock: func() time.Time { return now }}
	s, err := base.NewSession(clock)
	if err != nil {
		t.Fatal(err)
	}
	h, err := s.InsertMap("order", map[string]any{"who": rules.Symbol("cy")})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Expire(h, time.Minute); err != nil {
		t.Fatal(err)
	}
	data, err := s.Save()
	if err != nil {
		t.Fatal(err)
	}
	if s, err = again.Restore(data, clock); err != nil {
		t.Fatal(err)
	}
	if at, some := s.Expires(); !some || !at.Equal(now.Add(time.Minute)) {
		t.Error(at, some)
	}
	if _, err := s.InsertMap("order", map[string]any{"who": &struct{}{}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(); err == nil {
		t.Error("a pointer is saved")
	}
	for _, text := range []string{"", "{}", `{"Format":"farbank rules session 1"}`} {
		if _, err := base.Restore([]byte(text), rules.Options{}); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// BenchmarkSupports saves and restores a session with many logically supported facts.
func BenchmarkSupports(b *testing.B) {
	base, err := rules.Compile(rules.Text("p", "(defrule r (logical (a ?x)) => (assert (b ?x)))"))
	if err != nil {
		b.Fatal(err)
	}
	s, err := base.NewSession(rules.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 20_000 {
		if _, err := s.AssertString(fmt.Sprintf("(a %d)", i)); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := s.Run(b.Context(), -1); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		data, err := s.Save()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := base.Restore(data, rules.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
