package rules_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"farbank/rules"
)

func Example() {
	e := rules.New(rules.Options{Out: os.Stdout})
	err := e.Load(strings.NewReader(`
		(defrule grandparent
		   (parent ?a ?b)
		   (parent ?b ?c)
		   =>
		   (printout t ?a " is a grandparent of " ?c crlf))
		(deffacts family (parent ann bob) (parent bob cy))`), "family")
	if err == nil {
		err = e.Reset()
	}
	if err == nil {
		_, err = e.Run(context.Background(), -1)
	}
	fmt.Println(err)
	// Output:
	// ann is a grandparent of cy
	// <nil>
}

type Order struct {
	Customer string
	Amount   float64
	Items    []string
}

type Discount struct {
	Customer string
	Percent  int
}

func ExampleEnvironment_Assert() {
	e := rules.New(rules.Options{})
	check := func(err error) {
		if err != nil {
			fmt.Println(err)
		}
	}
	check(e.DefineTemplate(Order{}))
	check(e.DefineTemplate(Discount{}))
	check(e.DefineFunc("percent", func(amount float64, items int) int { return int(amount)/100 + items }))
	check(e.Load(strings.NewReader(`
		(defrule large
		   (order (customer ?c) (amount ?a&:(> ?a 100)) (items $?items))
		   =>
		   (assert (discount (customer ?c) (percent (percent ?a (length$ ?items))))))`), "discounts"))
	_, err := e.Assert(Order{"ann", 250, []string{"lamp", "desk"}})
	check(err)
	_, err = e.Assert(Order{"bob", 20, nil})
	check(err)
	_, err = e.Run(context.Background(), -1)
	check(err)
	for d, err := range rules.Select[Discount](e) {
		fmt.Println(d.Customer, d.Percent, err)
	}
	// Output: ann 4 <nil>
}

func ExampleEnvironment_Query() {
	e := rules.New(rules.Options{Dialect: rules.Jess})
	err := e.Load(strings.NewReader(`
		(deftemplate person (slot name) (slot age))
		(defquery older (declare (variables ?limit))
		   (person (name ?name) (age ?age&:(> ?age ?limit))))
		(deffacts people (person (name ann) (age 40)) (person (name bob) (age 20)))
		(reset)`), "people")
	if err != nil {
		fmt.Println(err)
	}
	for m, err := range e.Query("older", 30) {
		name, _ := m.Value("name")
		fmt.Println(name, err)
	}
	// Output: ann <nil>
}

// Meter is a Go type of which a program in the dialect of Jess creates objects.
type Meter struct {
	Name  string
	Total int
}

// Add adds n to the total.
func (m *Meter) Add(n int) error {
	if n < 0 {
		return fmt.Errorf("%s does not count back", m.Name)
	}
	m.Total += n
	return nil
}

func ExampleEnvironment_DefineType() {
	e := rules.New(rules.Options{Dialect: rules.Jess, Out: os.Stdout})
	err := e.DefineType("Meter", func(name string) *Meter { return &Meter{Name: name} })
	if err != nil {
		fmt.Println(err)
	}
	err = e.Load(strings.NewReader(`
		(bind ?m (new Meter "gas"))
		(?m add 40)
		(try (?m add -1) catch (printout t (?ERROR getMessage) crlf))
		(printout t ?m.name " " ?m.total crlf)`), "meters")
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// add: gas does not count back
	// gas 40
}

// A decision table gives the rate of a loan.
func ExampleDecide() {
	const table = `
| F | income | member | -> rate |
|---|--------|--------|---------|
|   | < 1000 | -      | null    |
|   | -      | true   | 2.5     |
|   | -      | false  | 3.75    |`
	r, err := rules.Decide("rate.md", table, "", map[string]any{"income": 2500, "member": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Value, r.Rules, r.Why)
	// Output: 2.5 [2] [rate.md:5]
}
