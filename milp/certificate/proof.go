package certificate

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// A Proof is a certificate of a program.
type Proof struct {
	Status    problem.Status // Optimal, Infeasible or Unbounded
	Objective *big.Rat       // of Optimal: without the offset of the program
	q         *program
	solutions []map[int]*big.Rat
	steps     []step
}

// A step is a derived constraint with its reason.
type step struct {
	constraint
	kind string // asm, lin, rnd or uns
	refs []ref
}

// Derivations returns the number of derived constraints.
func (p *Proof) Derivations() int { return len(p.steps) }

// Write writes the certificate. The error is that of w.
func (p *Proof) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "VER 1.0\nVAR %d\n", len(p.q.names))
	var integers []string
	for j, name := range p.q.names {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r == 0x7f }) || name[0] == '%' {
			name = fmt.Sprintf("x%d", j)
		}
		fmt.Fprintln(b, name)
		if p.q.integer[j] {
			integers = append(integers, fmt.Sprint(j))
		}
	}
	direction := "min"
	if p.q.maximize {
		direction = "max"
	}
	fmt.Fprintf(b, "INT %d\n%s\nOBJ %s\n%s\n", len(integers), strings.Join(integers, " "), direction, termsText(p.q.objective))
	all := p.q.all()
	fmt.Fprintf(b, "CON %d %d\n", len(all), len(p.q.bounds))
	for k, c := range all {
		fmt.Fprintf(b, "C%d %s\n", k, p.text(c))
	}
	switch p.Status {
	case problem.Optimal:
		fmt.Fprintf(b, "RTP range %[1]s %[1]s\n", p.Objective.RatString())
	case problem.Unbounded: // not a part of VIPR, which cannot state it
		fmt.Fprintln(b, "RTP unbounded")
	default:
		fmt.Fprintln(b, "RTP infeas")
	}
	fmt.Fprintf(b, "SOL %d\n", len(p.solutions))
	for k, s := range p.solutions {
		fmt.Fprintf(b, "S%d %d", k, len(s))
		for _, j := range slices.Sorted(maps.Keys(s)) {
			fmt.Fprintf(b, " %d %s", j, s[j].RatString())
		}
		fmt.Fprintln(b)
	}
	p.writeSteps(b, len(all))
	return b.Flush()
}

// writeSteps writes the derivations; first is the index of the first one.
func (p *Proof) writeSteps(b *bufio.Writer, first int) {
	last := make([]int, len(p.steps)) // by step: the index of the last one that needs it
	for k, s := range p.steps {
		last[k] = -1
		for _, r := range s.refs {
			if r.index >= first {
				last[r.index-first] = first + k
			}
		}
	}
	fmt.Fprintf(b, "DER %d\n", len(p.steps))
	for k, s := range p.steps {
		fmt.Fprintf(b, "D%d %s { %s", first+k, p.text(&s.constraint), s.kind)
		if s.kind == "lin" || s.kind == "rnd" {
			fmt.Fprintf(b, " %d", len(s.refs))
		}
		for _, r := range s.refs {
			if fmt.Fprintf(b, " %d", r.index); r.by != nil {
				fmt.Fprintf(b, " %s", r.by.RatString())
			}
		}
		fmt.Fprintf(b, " } %d\n", last[k])
	}
}

// text returns the sense, the side and the terms of a constraint.
func (p *Proof) text(c *constraint) string {
	terms := "OBJ"
	if len(c.terms) == 0 || len(p.q.objective) == 0 || &c.terms[0] != &p.q.objective[0] {
		terms = termsText(c.terms)
	}
	return c.sense.String() + " " + c.side.RatString() + " " + terms
}

func termsText(terms []term) string {
	var b strings.Builder
	fmt.Fprint(&b, len(terms))
	for _, t := range terms {
		fmt.Fprintf(&b, " %d %s", t.column, t.coefficient.RatString())
	}
	return b.String()
}

// anySolution returns a solution of the program without its objective, or nil.
func (f *search) anySolution() map[int]*big.Rat {
	p := *f.p
	p.Columns = slices.Clone(p.Columns)
	for j := range p.Columns {
		p.Columns[j].Cost = 0
	}
	s, err := branch.Solve(f.ctx, &p, branch.Options{})
	if err != nil || s.Values == nil {
		return nil
	}
	free := *f
	free.p = &p
	return free.exactSolution(s.Values)
}

// objectiveDifference is the relative difference of objectives from which a result contradicts a proof.
const objectiveDifference = 1e-6

// Corrects replaces a result of p that contradicts the proof, which is exact, by what is proven. It reports whether it did.
func (p *Proof) Corrects(of *problem.Problem, s *problem.Solution) bool {
	right := problem.Solution{Status: p.Status, Statistics: s.Statistics}
	if p.Status == problem.Optimal {
		best, _ := p.Objective.Float64()
		right.Objective = best + of.Offset
		if s.Status == p.Status && math.Abs(s.Objective-right.Objective) <= objectiveDifference*max(1, math.Abs(right.Objective)) {
			return false
		}
		right.Bound, right.Values = right.Objective, make([]float64, len(of.Columns))
		for j, v := range p.solutions[len(p.solutions)-1] {
			right.Values[j], _ = v.Float64()
		}
	} else {
		if s.Status == p.Status {
			return false
		}
		right.Objective, right.Bound = s.Objective, s.Bound
	}
	*s = right
	return true
}
