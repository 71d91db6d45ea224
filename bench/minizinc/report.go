package main

import (
	"fmt"
	"math"
	"strings"
)

// report prints a row for each instance, the number of instances that each solver finishes, and a
// comparison of the times.
func report(names []string, known map[string]result) {
	list := strings.Split(*solvers, ",")
	fmt.Printf("\n%-48s", "")
	for _, s := range list {
		fmt.Printf(" %22s", s)
	}
	fmt.Println()
	ended := map[string]int{}
	for _, name := range names {
		fmt.Printf("%-48s", brief(name))
		best := map[string]bool{}
		for _, s := range list {
			r, ok := known[name+" "+s+" "+library(s)]
			switch {
			case !ok:
				fmt.Printf(" %22s", "-")
			case r.Ended:
				ended[s]++
				best[r.Objective] = true
				fmt.Printf(" %11s %10.2f", r.Objective, r.Seconds)
			default:
				fmt.Printf(" %11s %10s", r.Objective, fmt.Sprintf(">%.0f", r.Limit))
			}
		}
		if len(best) > 1 {
			fmt.Print("  DIFFERENT")
		}
		fmt.Println()
	}
	fmt.Printf("%-48s", "ended")
	for _, s := range list {
		fmt.Printf(" %22d", ended[s])
	}
	fmt.Println()
	for _, s := range list[1:] {
		compare(names, known, list[0], s)
	}
}

func library(solver string) string {
	if *own {
		solver, _, _ = strings.Cut(solver, "-")
		return solver
	}
	return "std"
}

// compare prints the geometric mean of the ratios of times for instances that both solvers finish. Times
// below a hundredth of a second are rounded up to it.
func compare(names []string, known map[string]result, a, b string) {
	n, sum := 0, 0.0
	for _, name := range names {
		x, y := known[name+" "+a+" "+library(a)], known[name+" "+b+" "+library(b)]
		if x.Ended && y.Ended {
			n++
			sum += math.Log(max(x.Seconds, 0.01) / max(y.Seconds, 0.01))
		}
	}
	if n > 0 {
		fmt.Printf("%s to %s: geometric mean of times %.2f over %d that both finish\n", a, b, math.Exp(sum/float64(n)), n)
	}
}
