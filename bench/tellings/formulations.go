package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
)

// A familyReport is the result of a family. A ratio is a lower bound if a formulation has no conclusive
// answer.
type familyReport struct {
	Family       string      `json:"family"`
	Question     string      `json:"question"`
	Formulations []rowReport `json:"formulations"`
	Ratio        float64     `json:"ratio"`                 // slowest by fastest
	RatioBefore  float64     `json:"ratioBefore,omitempty"` // the same of the other program
	AtLeast      bool        `json:"atLeast,omitempty"`     // Ratio is a lower bound
	Disagreement string      `json:"disagreement,omitempty"`
}

type rowReport struct {
	Name   string  `json:"name"`
	Now    result  `json:"result"`
	Before *result `json:"before,omitempty"`
}

// A formulationsReport is the result of all families.
type formulationsReport struct {
	Families []familyReport `json:"families"`
	Mean     float64        `json:"mean"` // the geometric mean of the ratios
	Most     float64        `json:"most"`
}

func (r *formulationsReport) disagrees() bool {
	return slices.ContainsFunc(r.Families, func(f familyReport) bool { return f.Disagreement != "" })
}

// measureFamilies measures the families and prints the table of each when it is complete.
func measureFamilies(ctx context.Context, path string, families []family) (*formulationsReport, error) {
	programs := []string{path}
	if *before != "" {
		programs = append(programs, *before)
	}
	printHeading(os.Stdout)
	all := &formulationsReport{}
	for _, f := range families {
		f.problems = slices.DeleteFunc(f.problems, func(p problem) bool { return !selected(p.name) })
		if len(f.problems) == 0 {
			continue
		}
		results, err := inTurn(ctx, len(f.problems)*len(programs), *runs, func(k int) result {
			return solve(ctx, programs[k%len(programs)], *limit, f.problems[k/len(programs)].args...)
		})
		if err != nil {
			return nil, err
		}
		r := reportFamily(f, results)
		r.print(os.Stdout)
		all.Families = append(all.Families, r)
	}
	all.summarize()
	all.print(os.Stdout)
	return all, nil
}

// reportFamily returns the report of a family. The results of a formulation follow each other: one, or two
// with another program.
func reportFamily(f family, results []result) familyReport {
	r := familyReport{Family: f.name, Question: f.question}
	each := len(results) / len(f.problems)
	var names []string
	var now, earlier []result
	for k, p := range f.problems {
		row := rowReport{Name: p.formulation(), Now: results[k*each]}
		names = append(names, row.Name)
		now = append(now, row.Now)
		if each > 1 {
			row.Before = &results[k*each+1]
			names = append(names, row.Name+" before")
			earlier = append(earlier, *row.Before)
		}
		r.Formulations = append(r.Formulations, row)
	}
	r.Disagreement = disagreement(names, results)
	r.Ratio = spread(now)
	r.AtLeast = slices.ContainsFunc(now, func(x result) bool { return !x.solved() })
	if each > 1 {
		r.RatioBefore = spread(earlier)
	}
	return r
}

// spread returns the ratio of the slowest to the fastest result.
func spread(list []result) float64 {
	least, most := math.Inf(1), 0.0
	for _, r := range list {
		least, most = min(least, r.seconds()), max(most, r.seconds())
	}
	return ratio(most, least)
}

// summarize computes the mean and the maximum of the ratios.
func (r *formulationsReport) summarize() {
	var ratios []float64
	for _, f := range r.Families {
		ratios = append(ratios, f.Ratio)
	}
	if len(ratios) > 0 {
		r.Mean, r.Most = geometric(ratios), slices.Max(ratios)
	}
}

func printHeading(w io.Writer) {
	fmt.Fprintf(w, "median %s of %s, at most %v\n", unit(), plural(*runs, "run"), *limit)
	fmt.Fprintf(w, "%-12s%-12s%-12s%9s%7s", "family", "formulation", "engine", "seconds", "MiB")
	if *before != "" {
		fmt.Fprintf(w, "%9s%7s", "before", "ratio")
	}
	fmt.Fprintln(w, "  answer")
}

func unit() string {
	if *clock {
		return "elapsed seconds"
	}
	return "processor seconds"
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprint(n, " ", word)
}

// print prints a line for each formulation, and one for the family.
func (r familyReport) print(w io.Writer) {
	for _, row := range r.Formulations {
		fmt.Fprintf(w, "%-12s%-12s%-12s%9s%7.0f", r.Family, row.Name, row.Now.Answer.Engine, row.Now.time(), row.Now.MiB)
		if b := row.Before; b != nil {
			fmt.Fprintf(w, "%9s%7.2f", b.time(), ratio(b.seconds(), row.Now.seconds()))
		}
		fmt.Fprintf(w, "  %v\n", row.Now.Answer)
	}
	text := fmt.Sprintf("slowest by fastest: %s%.1f", atLeast(r.AtLeast), r.Ratio)
	if r.RatioBefore > 0 {
		text += fmt.Sprintf(", before %.1f", r.RatioBefore)
	}
	fmt.Fprintf(w, "%-12s%-12s%s\n", r.Family, r.Question, text)
	if r.Disagreement != "" {
		fmt.Fprintf(w, "%-12sDISAGREE: %s\n", r.Family, r.Disagreement)
	}
}

func atLeast(yes bool) string {
	if yes {
		return "at least "
	}
	return ""
}

// print prints the summary.
func (r *formulationsReport) print(w io.Writer) {
	if len(r.Families) == 0 {
		fmt.Fprintln(w, "no family is selected")
		return
	}
	bound := slices.ContainsFunc(r.Families, func(f familyReport) bool { return f.AtLeast })
	worst := r.Families[slices.IndexFunc(r.Families, func(f familyReport) bool { return f.Ratio == r.Most })]
	fmt.Fprintf(w, "slowest by fastest: geometric mean of %s %s%.2f, maximum %s%.1f (%s, %s)\n",
		plural(len(r.Families), "ratio"), atLeast(bound), r.Mean, atLeast(worst.AtLeast), r.Most, worst.Family, worst.Question)
	var earlier, gains []float64
	for _, f := range r.Families {
		if f.RatioBefore > 0 {
			earlier = append(earlier, f.RatioBefore)
		}
		for _, row := range f.Formulations {
			if b := row.Before; b != nil && row.Now.Error == "" && b.Error == "" {
				gains = append(gains, ratio(b.seconds(), row.Now.seconds()))
			}
		}
	}
	if len(gains) > 0 {
		fmt.Fprintf(w, "before: geometric mean of the ratios %.2f, maximum %.1f; its times by the present ones: geometric mean %.2f\n",
			geometric(earlier), slices.Max(earlier), geometric(gains))
	}
}

// geometric returns the geometric mean.
func geometric(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(list)))
}
