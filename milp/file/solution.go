package file

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"farbank/milp/problem"
)

// WriteSolution writes a solution as text for people and for [ReadSolution]:
//
//	solution of plan
//	status optimal
//	objective 296.2166
//	bound 296.2166
//	columns 2
//	bin1 0
//	bin2 665.3429
//
// It lists all columns, including those that are zero. Without values the line "columns" and all
// following lines are missing. Numbers read back exactly.
func WriteSolution(w io.Writer, p *problem.Problem, s problem.Solution) error {
	if s.Values != nil && len(s.Values) != len(p.Columns) {
		return fmt.Errorf("the solution has %d values, the problem %d columns", len(s.Values), len(p.Columns))
	}
	out := &writer{w: bufio.NewWriter(w)}
	put := func(name, value string) {
		out.text(name + " " + value)
		out.end()
	}
	title := legalTitle(p.Name)
	if title == "" {
		title = "a problem without a name"
	}
	put("solution of", title)
	put("status", s.Status.String())
	if s.Values != nil || s.Status == problem.Optimal {
		put("objective", anyNumber(s.Objective))
	}
	if s.Status == problem.Optimal || s.Status == problem.Feasible || s.Status == problem.Unknown {
		put("bound", anyNumber(s.Bound))
	}
	if s.Values != nil {
		put("columns", strconv.Itoa(len(p.Columns)))
	}
	for j, v := range s.Values {
		put(nameOf("x", legalTitle(p.Columns[j].Name), j), anyNumber(v))
	}
	return out.w.Flush()
}

// anyNumber formats a number, infinity or NaN.
func anyNumber(v float64) string {
	if finite(v) {
		return string(appendNumber(nil, v))
	}
	return strings.ToLower(strconv.FormatFloat(v, 'g', -1, 64))
}

// ReadSolution reads a solution of p in the format of WriteSolution, of glpsol -w (by the order of
// columns), or of cbc, scip and highs (by names; columns that are not listed are zero). It detects
// the format from the first lines. It also reads a list of names and values, as in MIPLIB, as a
// feasible solution.
//
// ReadSolution does not check that the values are feasible, and computes the objective from them.
// The error is of type [Errors].
func ReadSolution(r io.Reader, name string, p *problem.Problem) (problem.Solution, error) {
	s := &solutionReader{report: report{file: name}, in: bufio.NewReader(r), p: p}
	s.solution.Bound = math.NaN()
	if !s.next() {
		if s.err == nil {
			s.add(1, 0, "the file is empty")
		}
	} else {
		s.read()
	}
	if s.err != nil {
		return problem.Solution{}, s.err
	}
	if err := s.report.err(); err != nil {
		return problem.Solution{}, err
	}
	s.settle()
	return s.solution, nil
}

// A solutionReader reads a file line by line.
type solutionReader struct {
	report
	in       *bufio.Reader
	p        *problem.Problem
	line     int
	text     string   // of the line
	words    []string // of the line
	columns  map[string]int
	given    []bool
	solution problem.Solution
	err      error
}

// next goes to the next line that is not empty.
func (s *solutionReader) next() bool {
	for {
		text, err := s.in.ReadString('\n')
		if err != nil && err != io.EOF {
			s.err = err
			return false
		}
		if text == "" {
			return false
		}
		s.line++
		s.text = strings.TrimSpace(text)
		if s.words = strings.Fields(text); len(s.words) > 0 {
			return true
		}
	}
}

// read detects the format and reads the file.
func (s *solutionReader) read() {
	switch first := s.words[0]; {
	case strings.HasPrefix(s.text, "solution of "):
		s.own()
	case strings.HasPrefix(s.text, "solution status:"):
		s.scip()
	case s.text == "Model status":
		s.highs()
	case first == "c" || first == "s" && len(s.words) >= 5:
		s.glpk()
	case s.cbcStatus():
		s.cbc()
	default:
		s.solution.Status = problem.Feasible
		s.list()
	}
}

// values allocates a value for each column.
func (s *solutionReader) values() {
	if s.solution.Values == nil {
		s.solution.Values = make([]float64, len(s.p.Columns))
		s.given = make([]bool, len(s.p.Columns))
	}
}

// set sets the value of the named column.
func (s *solutionReader) set(name, value string) {
	if s.columns == nil {
		s.columns = make(map[string]int, len(s.p.Columns))
		for j, c := range s.p.Columns {
			s.columns[nameOf("x", legalTitle(c.Name), j)] = j
		}
	}
	j, ok := s.columns[name]
	if !ok {
		s.add(s.line, 0, "no column is called %q", name)
		return
	}
	s.setAt(j, value)
}

func (s *solutionReader) setAt(j int, value string) {
	v, ok := s.number(value)
	if !ok {
		return
	}
	s.values()
	if s.given[j] {
		s.add(s.line, 0, "column %q has two values", s.p.Columns[j].Name)
	}
	s.given[j] = true
	s.solution.Values[j] = v
}

// number parses a number as Go does, including infinities and NaN.
func (s *solutionReader) number(text string) (float64, bool) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s.add(s.line, 0, "%q is not a number", text)
	}
	return v, err == nil
}

// own reads the format of WriteSolution.
func (s *solutionReader) own() {
	count := -1
	for count < 0 && !s.full() && s.next() {
		if len(s.words) != 2 {
			s.add(s.line, 0, "a word and its value must stand here")
			continue
		}
		switch s.words[0] {
		case "status":
			s.ownStatus()
		case "objective":
			s.number(s.words[1])
		case "bound":
			s.solution.Bound, _ = s.number(s.words[1])
		case "columns":
			n, err := strconv.Atoi(s.words[1])
			if err != nil || n != len(s.p.Columns) {
				s.add(s.line, 0, "the problem has %d columns, not %s", len(s.p.Columns), s.words[1])
				return
			}
			count = n
		default:
			s.add(s.line, 0, "status, objective, bound or columns must stand here, not %q", s.words[0])
		}
	}
	if count < 0 {
		return
	}
	s.values()
	for !s.full() && s.next() {
		s.pair()
		count--
	}
	if count != 0 && len(s.errors) == 0 {
		s.add(s.line, 0, "values of %d columns are missing", count)
	}
}

// pair reads a line with a name, which may contain blanks, and a value.
func (s *solutionReader) pair() {
	value := s.words[len(s.words)-1]
	name := strings.TrimSpace(strings.TrimSuffix(s.text, value))
	if name == "" {
		s.add(s.line, 0, "the name of a column and its value must stand here")
		return
	}
	s.set(name, value)
}

func (s *solutionReader) ownStatus() {
	for _, status := range []problem.Status{problem.Unknown, problem.Feasible, problem.Optimal, problem.Infeasible, problem.Unbounded} {
		if status.String() == s.words[1] {
			s.solution.Status = status
			return
		}
	}
	s.add(s.line, 0, "there is no status %q", s.words[1])
}

// settle computes the objective, and the bound if the status implies it.
func (s *solutionReader) settle() {
	solution := &s.solution
	if solution.Values == nil {
		switch solution.Status {
		case problem.Optimal, problem.Feasible:
			solution.Values = make([]float64, len(s.p.Columns)) // all of them zero
		default:
			return
		}
	}
	solution.Objective = Objective(s.p, solution.Values)
	if math.IsNaN(solution.Bound) {
		switch {
		case solution.Status == problem.Optimal:
			solution.Bound = solution.Objective
		case s.p.Maximize:
			solution.Bound = problem.Infinity
		default:
			solution.Bound = -problem.Infinity
		}
	}
}

// Objective returns the objective of the values, one for each column.
func Objective(p *problem.Problem, values []float64) float64 {
	sum := p.Offset
	for j, v := range values {
		if c := p.Columns[j].Cost; c != 0 {
			sum += c * v
		}
	}
	for _, d := range p.Products {
		sum += d.Coefficient * values[d.A] * values[d.B]
	}
	return sum
}
