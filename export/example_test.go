package export_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"farbank"
	"farbank/export"
)

func ExampleLanguage_Write() {
	p, err := farbank.Parse("coin.far", "puzzle \"A coin\"\nstate up: bool = false\nmove turn() { up = not up }\ngoal up\n")
	if err != nil {
		log.Fatal(err)
	}
	lang, err := export.Find("pddl")
	if err != nil {
		log.Fatal(err)
	}
	var text strings.Builder
	if err := lang.Write(context.Background(), p, export.Options{}, &text); err != nil {
		log.Fatal(err)
	}
	_, problem := export.SplitPDDL([]byte(text.String()))
	fmt.Printf("%s", problem)
	// Output:
	// (define (problem a-coin-problem)
	//   (:domain a-coin)
	//   (:init (up false) (running))
	//   (:goal (and (running) (up true))))
}
