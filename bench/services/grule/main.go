//go:build ignore

// Command grule is ../main.go for github.com/hyperjumptech/grule-rule-engine. It needs a module of its own: copy it,
// then
//
//	go mod init grulebench && go get github.com/hyperjumptech/grule-rule-engine@v1.20.4 && go run main.go
//
// grule has no patterns over sets of facts, so that the window of fraud is computed here, in Go.
package main

import (
	"fmt"
	"strings"
	"syscall"
	"time"

	"github.com/hyperjumptech/grule-rule-engine/ast"
	"github.com/hyperjumptech/grule-rule-engine/builder"
	"github.com/hyperjumptech/grule-rule-engine/engine"
	"github.com/hyperjumptech/grule-rule-engine/pkg"
)

func main() {
	for _, p := range []struct {
		name  string
		count int
		make  func() func(n int) int
	}{{"loan", 100_000, loan}, {"fraud", 100_000, fraud}, {"prices", 200, prices}} {
		before := processor()
		run := p.make()
		loaded := processor()
		sum := 0
		for i := range p.count {
			sum += run(i)
		}
		took := processor() - loaded
		fmt.Printf("%-7s load %7.1f ms  %8.2f µs a decision  %6.0f MB  checksum %d of %d\n", p.name, (loaded-before).Seconds()*1e3,
			took.Seconds()*1e6/float64(p.count), memory(), sum, p.count)
	}
}

func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func memory() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return float64(u.Maxrss) / 1024
}

func random(i, salt, limit int) int {
	x := uint32(i*7 + salt)
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	x ^= x >> 16
	return int(x % uint32(limit))
}

// compile returns a function that executes rules on a value of the name A.
func compile(text string) func(a any) {
	library := ast.NewKnowledgeLibrary()
	check(builder.NewRuleBuilder(library).BuildRuleFromResource("b", "1", pkg.NewBytesResource([]byte(text))))
	base, err := library.NewKnowledgeBaseInstance("b", "1")
	check(err)
	e := engine.NewGruleEngine()
	return func(a any) {
		data := ast.NewDataContext()
		check(data.Add("A", a))
		check(e.Execute(data, base))
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// Applicant asks for a loan.
type Applicant struct {
	Age, Income, Debt, Score int
	Status                   string
}

func loan() func(int) int {
	execute := compile(`
rule Minor "" salience 40 { when A.Status == "" && A.Age < 18 then A.Status = "declined"; }
rule Debt "" salience 30 { when A.Status == "" && A.Debt > 2 * A.Income then A.Status = "declined"; }
rule Poor "" salience 20 { when A.Status == "" && A.Score < 450 then A.Status = "review"; }
rule Good "" salience 10 { when A.Status == "" && A.Score >= 700 && A.Income > 3000 then A.Status = "approved"; }
rule Other "" salience 0 { when A.Status == "" then A.Status = "review"; }`)
	return func(i int) int {
		a := &Applicant{random(i, 1, 80), random(i, 2, 6000), random(i, 3, 15000), 300 + random(i, 4, 550), ""}
		execute(a)
		return len(a.Status)
	}
}

// Window is the number of recent payments of a card.
type Window struct {
	Large int
	Known bool
	Alert bool
}

func fraud() func(int) int {
	execute := compile(`rule Three "" salience 0 { when A.Large >= 3 && !A.Known && !A.Alert then A.Alert = true; }`)
	large := map[int][]int{} // the seconds of large payments by card
	alerts := map[int]bool{}
	return func(i int) int {
		card, amount := random(i, 1, 2000), random(i, 2, 1000)
		for len(large[card]) > 0 && large[card][0] < i-300 {
			large[card] = large[card][1:]
		}
		if amount > 200 {
			large[card] = append(large[card], i)
		}
		w := &Window{Large: len(large[card]), Known: alerts[card]}
		execute(w)
		if w.Alert {
			alerts[card] = true
			return 1
		}
		return 0
	}
}

// Order asks for a price.
type Order struct{ Class, Product, Quantity, Price int }

func prices() func(int) int {
	var text strings.Builder
	for class := range 20 {
		for product := range 100 {
			fmt.Fprintf(&text, "rule R%dx%d \"\" salience 0 { when A.Price == 0 && A.Class == %d && A.Product == %d then A.Price = A.Quantity * %d; }\n",
				class, product, class, product, class*7+product+1)
		}
	}
	execute := compile(text.String())
	return func(i int) int {
		o := &Order{random(i, 1, 20), random(i, 2, 100), 1 + random(i, 3, 9), 0}
		execute(o)
		return o.Price
	}
}
