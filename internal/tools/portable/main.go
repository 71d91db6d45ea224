// Command portable is the minimum that must work without an operating system, in a browser or a
// sandbox: it reads and solves an example and prints its plan.
package main

import (
	"context"
	"fmt"
	"os"

	"farbank"
)

func main() {
	p, err := farbank.Load("wolf")
	if err == nil {
		err = solve(p)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func solve(p *farbank.Problem) error {
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil {
		return err
	}
	for _, m := range a.Best.Moves {
		fmt.Println(p.Moves[m])
	}
	return nil
}
