// Command services measures decisions by rules as a service makes them: a session for each request, or a stream of
// facts in one session. It prints the processor time for each decision and the peak of memory.
//
//	go run ./bench/services [-only loan]
//
// The directories drools and grule have the same programs for those engines; see their first lines. All print the same
// checksums.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"farbank/rules"
)

var only = flag.String("only", "", "only the program with this name: loan, fraud or prices")

func main() {
	flag.Parse()
	for _, p := range []struct {
		name  string
		count int
		make  func() (func(n int) int, error)
	}{{"loan", 100_000, loan}, {"fraud", 100_000, fraud}, {"prices", 20_000, prices}} {
		if *only != "" && *only != p.name {
			continue
		}
		before := processor()
		run, err := p.make()
		if err != nil {
			fmt.Fprintln(os.Stderr, "services:", err)
			os.Exit(1)
		}
		loaded := processor()
		sum := 0
		for i := range p.count {
			sum += run(i)
		}
		took := processor() - loaded
		fmt.Printf("%-7s load %7.1f ms  %8.2f µs a decision  %6.0f MB  checksum %d\n", p.name, (loaded-before).Seconds()*1e3,
			took.Seconds()*1e6/float64(p.count), memory(), sum)
	}
}

// processor returns the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// memory returns the peak of memory in MB.
func memory() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Maxrss) / 1024
}

// random returns number i of a sequence of numbers below limit.
func random(i, salt, limit int) int {
	x := uint32(i*7 + salt)
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	x ^= x >> 16
	return int(x % uint32(limit))
}

// Applicant asks for a loan.
type Applicant struct {
	Age, Income, Debt, Score int
	Status                   string
}

const loanRules = `
(defrule minor (declare (salience 40)) ?f <- (applicant (status "") (age ?a&:(< ?a 18))) => (modify ?f (status "declined")))
(defrule debt (declare (salience 30))
  ?f <- (applicant (status "") (income ?i) (debt ?d&:(> ?d (* 2 ?i)))) => (modify ?f (status "declined")))
(defrule poor (declare (salience 20)) ?f <- (applicant (status "") (score ?s&:(< ?s 450))) => (modify ?f (status "review")))
(defrule good (declare (salience 10))
  ?f <- (applicant (status "") (score ?s&:(>= ?s 700)) (income ?i&:(> ?i 3000))) => (modify ?f (status "approved")))
(defrule other ?f <- (applicant (status "")) => (modify ?f (status "review")))`

func loan() (func(int) int, error) {
	base, err := rules.Compile(rules.Type(Applicant{}), rules.Text("loan", loanRules))
	return func(i int) int {
		s := session(base)
		insert(s, Applicant{random(i, 1, 80), random(i, 2, 6000), random(i, 3, 15000), 300 + random(i, 4, 550), ""})
		for a := range rules.Select[Applicant](s.Environment) {
			return len(a.Status)
		}
		return 0
	}, err
}

func session(base *rules.Base) *rules.Session {
	s, err := base.NewSession(rules.Options{})
	check(err)
	s.Forget() // the others record no reasons
	return s
}

func insert(s *rules.Session, x any) *rules.Handle {
	h, err := s.Insert(x)
	check(err)
	_, err = s.Run(context.Background(), -1)
	check(err)
	return h
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Payment is a payment by card at a second.
type Payment struct{ Card, Amount, At, Number int }

// Alert is raised once for each card.
type Alert struct{ Card int }

const fraudRules = `
(defrule three-payments
  (payment (card ?c) (amount ?a&:(> ?a 200)) (at ?t) (number ?n))
  (payment (card ?c) (amount ?b&:(> ?b 200)) (number ?m&:(> ?m ?n)))
  (payment (card ?c) (amount ?d&:(> ?d 200)) (at ?u&:(<= ?u (+ ?t 300))) (number ?o&:(> ?o ?m)))
  (not (alert (card ?c)))
  => (assert (alert (card ?c))))`

// fraud keeps the payments of the last 300 seconds in one session, one payment in each second.
func fraud() (func(int) int, error) {
	base, err := rules.Compile(rules.Type(Payment{}), rules.Type(Alert{}), rules.Text("fraud", fraudRules))
	if err != nil {
		return nil, err
	}
	s := session(base)
	var recent []*rules.Handle
	alerts := 0
	return func(i int) int {
		if len(recent) > 300 {
			check(s.Retract(recent[0]))
			recent = recent[1:]
		}
		recent = append(recent, insert(s, Payment{random(i, 1, 2000), random(i, 2, 1000), i, i}))
		if i%1000 != 999 {
			return 0
		}
		found := 0
		for range rules.Select[Alert](s.Environment) {
			found++
		}
		new := found - alerts
		alerts = found
		return new
	}, nil
}

// Order asks for a price.
type Order struct{ Class, Product, Quantity, Price int }

// prices has a table of 2,000 rows, a rule for each.
func prices() (func(int) int, error) {
	var text strings.Builder
	for class := range 20 {
		for product := range 100 {
			fmt.Fprintf(&text, "(defrule row-%d-%d ?f <- (order (class %d) (product %d) (quantity ?q) (price 0)) => (modify ?f (price (* ?q %d))))\n",
				class, product, class, product, class*7+product+1)
		}
	}
	base, err := rules.Compile(rules.Type(Order{}), rules.Text("prices", text.String()))
	return func(i int) int {
		s := session(base)
		insert(s, Order{random(i, 1, 20), random(i, 2, 100), 1 + random(i, 3, 9), 0})
		for o := range rules.Select[Order](s.Environment) {
			return o.Price
		}
		return 0
	}, err
}
