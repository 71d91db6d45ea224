package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"farbank/milp/problem"
)

// measure runs all programs on all problems.
func measure(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "farbank-milp-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	list, err := programs(ctx, dir)
	if err != nil {
		return err
	}
	groups, err := groups()
	if err != nil {
		return err
	}
	for _, g := range groups {
		if err := g.measure(ctx, dir, list); err != nil {
			return err
		}
	}
	return nil
}

// tick is the resolution of user time. Shorter times are rounded up to it.
const tick = 0.001

// measure prints the table of a group.
func (g group) measure(ctx context.Context, dir string, list []program) error {
	fmt.Printf("%s: median user seconds of %d runs\n", g.name, *runs)
	fmt.Printf("%-16s", "problem")
	for k, p := range list {
		fmt.Printf("%10s", p.name)
		if k > 0 {
			fmt.Printf("%8s", "ratio")
		}
	}
	fmt.Println("  optimum")
	ratios := make([][]float64, len(list))
	for _, q := range g.problems {
		if ctx.Err() != nil {
			break
		}
		t, err := q.write(dir)
		if err != nil {
			return err
		}
		row := t.measure(ctx, list)
		fmt.Printf("%-16s", t.name)
		for k, r := range row {
			fmt.Printf("%10s", r)
			if k > 0 {
				if row[0].err != nil || r.err != nil || row[0].late && r.late {
					fmt.Printf("%8s", "-")
					continue
				}
				ratio := max(row[0].seconds, tick) / max(r.seconds, tick)
				fmt.Printf("%8.2f", ratio)
				ratios[k] = append(ratios[k], ratio)
			}
		}
		fmt.Printf("  %s\n", t.verdict(list, row))
	}
	for k := 1; k < len(list); k++ {
		fmt.Printf("geometric mean of %d ratios to %s: %.2f\n", len(ratios[k]), list[k].name, geometric(ratios[k]))
	}
	fmt.Println()
	return ctx.Err()
}

// A result is the result of a program for a problem.
type result struct {
	seconds   float64 // median user time
	late      bool    // it was killed at the limit
	err       error
	status    problem.Status
	objective float64
}

func (r result) String() string {
	switch {
	case r.err != nil:
		return "failed"
	case r.late:
		return fmt.Sprintf("> %.0f", r.seconds)
	}
	return fmt.Sprintf("%.3f", r.seconds)
}

// measure runs the programs in turn, so that other load affects all of them equally.
func (t task) measure(ctx context.Context, list []program) []result {
	row := make([]result, len(list))
	times := make([][]float64, len(list))
	for range *runs {
		for k, p := range list {
			if row[k].late || row[k].err != nil {
				continue // once is enough
			}
			row[k] = p.time(ctx, t)
			times[k] = append(times[k], row[k].seconds)
		}
	}
	for k := range row {
		slices.Sort(times[k])
		if !row[k].late {
			row[k].seconds = times[k][len(times[k])/2]
		}
	}
	return row
}

// verdict returns the optimum, and the programs that do not find it.
func (t task) verdict(list []program, row []result) string {
	optimum, known := published[strings.ToLower(t.name)]
	for _, r := range row {
		if !known && r.err == nil && r.status == problem.Optimal {
			optimum, known = r.objective, true
		}
	}
	if !known {
		text := "none:"
		for k, r := range row {
			text += fmt.Sprintf(" %s %v", list[k].name, r.status)
		}
		return text
	}
	text := fmt.Sprintf("%.10g", optimum)
	for k, r := range row {
		switch {
		case r.err != nil:
			text += fmt.Sprintf(" (%s: %v)", list[k].name, r.err)
		case r.late:
		case r.status != problem.Optimal:
			text += fmt.Sprintf(" (%s: %v)", list[k].name, r.status)
		case math.Abs(r.objective-optimum) > 1e-6*max(1, math.Abs(optimum)):
			text += fmt.Sprintf(" (%s: %.10g)", list[k].name, r.objective)
		}
	}
	return text
}

// geometric returns the geometric mean.
func geometric(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(max(1, len(list))))
}
