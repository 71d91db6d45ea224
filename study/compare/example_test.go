package compare_test

import (
	"context"
	"fmt"
	"log"

	"farbank"
	"farbank/study/compare"
)

func ExampleRun() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	report, err := compare.Run(context.Background(), p, farbank.Question{}, farbank.Engines, compare.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(report.Disagreements), "disagreements")
	// Output:
	// 0 disagreements
}
