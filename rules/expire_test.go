package rules_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// Card is a payment by card.
type Card struct {
	ID     string
	Amount float64
}

// TestClock moves the clock of a session over windows and the ends of facts.
func TestClock(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	base, err := rules.Compile(rules.Type(Card{}), rules.Text("fraud", `
(deftemplate alert (declare (ttl 10m)) (slot id) (slot sum))
(defrule much (card (id ?i)) ?s <- (accumulate (sum ?a) (card (id ?i) (amount ?a)) (over window 5m)) (test (> ?s 100)) (not (alert (id ?i) (sum ?s)))
   => (assert (alert (id ?i) (sum ?s))))
(defrule quiet (logical ?n <- (accumulate (count) (card) (over window 1m)) (test (= ?n 0))) => (assert (quiet)))`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := base.NewSession(rules.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	step := 0
	check := func(want string) {
		t.Helper()
		step++
		if _, err := s.Run(context.Background(), -1); err != nil {
			t.Fatal(err)
		}
		var facts []string
		for f := range s.Facts() {
			if f.Relation.Name != "initial-fact" {
				facts = append(facts, rules.FactText(f))
			}
		}
		if got := strings.Join(facts, " "); got != want {
			t.Errorf("step %d: %s\nnot %s", step, got, want)
		}
	}
	pay := func(amount float64) {
		if _, err := s.Insert(Card{"a", amount}); err != nil {
			t.Fatal(err)
		}
	}
	check("(quiet)")
	pay(60)
	now = now.Add(2 * time.Minute)
	pay(50)
	check(`(card (id "a") (amount 60.0)) (card (id "a") (amount 50.0)) (alert (id "a") (sum 110.0))`)
	now = now.Add(2 * time.Minute)
	check(`(card (id "a") (amount 60.0)) (card (id "a") (amount 50.0)) (alert (id "a") (sum 110.0)) (quiet)`)
	now = now.Add(2 * time.Minute)
	pay(40)
	pay(45)
	check(`(card (id "a") (amount 60.0)) (card (id "a") (amount 50.0)) (alert (id "a") (sum 110.0)) (card (id "a") (amount 40.0)) (card (id "a") (amount 45.0)) (alert (id "a") (sum 135.0))`)
	if at, some := s.Expires(); !some || !at.Equal(time.Date(2026, 1, 2, 3, 7, 0, 0, time.UTC)) {
		t.Error(at, some)
	}
	now = now.Add(11 * time.Minute)
	if _, err := s.InsertFor(Card{"b", 1}, time.Second); err != nil {
		t.Fatal(err)
	}
	check(`(card (id "a") (amount 60.0)) (card (id "a") (amount 50.0)) (card (id "a") (amount 40.0)) (card (id "a") (amount 45.0)) (card (id "b") (amount 1.0))`)
	now = now.Add(time.Second)
	if err := s.Advance(); err != nil {
		t.Fatal(err)
	}
	check(`(card (id "a") (amount 60.0)) (card (id "a") (amount 50.0)) (card (id "a") (amount 40.0)) (card (id "a") (amount 45.0)) (quiet)`)
	now = now.Add(time.Hour)
	check(`(card (id "a") (amount 60.0)) (card (id "a") (amount 50.0)) (card (id "a") (amount 40.0)) (card (id "a") (amount 45.0)) (quiet)`)
	for _, text := range []string{"(deftemplate t (declare (ttl 5)) (slot x))", "(defrule r (accumulate (count) (a) (over window soon)) =>)",
		"(defrule r (accumulate (count) (object (is-a USER)) (over window 5m)) =>)", "(defrule r (accumulate (count) (over window 5m)) =>)"} {
		if _, err := rules.Compile(rules.Text("t", text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

// TestLife checks the ends of the range of times, and that a failed InsertFor asserts nothing.
func TestLife(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	base, err := rules.Compile(rules.Type(Card{}), rules.Text("t", "(defrule r (accumulate (count) (card) (over window 2562047h)) => )"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := base.NewSession(rules.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	count := func() (n int) {
		for range rules.Handles[Card](s) {
			n++
		}
		return n
	}
	if _, err := s.InsertFor(Card{ID: "a"}, 0); err == nil || count() != 0 {
		t.Errorf("no life: %v, %d facts", err, count())
	}
	h, err := s.InsertFor(Card{ID: "b"}, 1<<63-1)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Advance(); err != nil || count() != 1 {
		t.Fatalf("the longest life: %v, %d facts", err, count())
	}
	// Of several ends the earliest counts, also after Save.
	for _, life := range []time.Duration{time.Hour, time.Second, time.Minute} {
		if err := s.Expire(h, life); err != nil {
			t.Fatal(err)
		}
	}
	data, err := s.Save()
	if err != nil {
		t.Fatal(err)
	}
	back, err := base.Restore(data, rules.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	if at, ok := back.Expires(); !ok || !at.Equal(now.Add(time.Second)) {
		t.Errorf("expires at %s, %v", at, ok)
	}
	if err := s.Retract(s.HandleOf(nil)); err == nil {
		t.Error("a handle of no fact")
	}
}
