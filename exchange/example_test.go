package exchange_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"farbank"
	"farbank/exchange"
	"farbank/exchange/pddl"
)

func ExampleLanguage_Write() {
	p, err := farbank.Parse("coin.far", "puzzle \"A coin\"\nstate up: bool = false\nmove turn() { up = not up }\ngoal up\n")
	if err != nil {
		log.Fatal(err)
	}
	lang, err := exchange.Find("pddl")
	if err != nil {
		log.Fatal(err)
	}
	var text strings.Builder
	if err := lang.Write(context.Background(), p, exchange.Options{}, &text); err != nil {
		log.Fatal(err)
	}
	_, problem := pddl.Split([]byte(text.String()))
	fmt.Printf("%s", problem)
	// Output:
	// (define (problem a-coin-problem)
	//   (:domain a-coin)
	//   (:init (up false) (running))
	//   (:goal (and (running) (up true))))
}
