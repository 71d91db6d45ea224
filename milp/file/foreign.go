package file

import (
	"strconv"
	"strings"

	"farbank/milp/problem"
)

// glpk reads the output of glpsol -w: comment lines (c), a status line (s), and one line for each
// row (i) and column (j).
//
//	s bas ROWS COLUMNS PRIMAL DUAL OBJECTIVE
//	s mip ROWS COLUMNS STATUS OBJECTIVE
//	s ipt ROWS COLUMNS STATUS OBJECTIVE
func (s *solutionReader) glpk() {
	value := -1
	for more := true; more && !s.full(); more = s.next() {
		switch s.words[0] {
		case "s":
			if value = s.glpkStatus(); value < 0 {
				s.add(s.line, 0, "a line of status must stand here as glpsol writes it")
				return
			}
		case "j":
			if value < 0 || len(s.words) <= value {
				s.add(s.line, 0, "a line of a column must stand here as glpsol writes it")
				return
			}
			j, err := strconv.Atoi(s.words[1])
			if err != nil || j < 1 || j > len(s.p.Columns) {
				s.add(s.line, 0, "the problem has no column %q", s.words[1])
				continue
			}
			s.setAt(j-1, s.words[value])
		case "e":
			if !known(s.solution.Status) {
				s.solution.Values = nil
			}
			return
		}
	}
	if len(s.errors) == 0 {
		s.add(s.line, 0, "the file ends without a line e o f")
	}
}

// known reports whether the values of that status are a solution.
func known(status problem.Status) bool {
	return status == problem.Optimal || status == problem.Feasible
}

// glpkStatus reads the status and returns the position of the value in the lines of columns, or -1.
func (s *solutionReader) glpkStatus() int {
	w := s.words
	status := &s.solution.Status
	switch {
	case len(w) == 7 && w[1] == "bas":
		switch {
		case w[4] == "f" && w[5] == "f":
			*status = problem.Optimal
		case w[4] == "f" && w[5] == "n":
			*status = problem.Unbounded
		case w[4] == "f":
			*status = problem.Feasible
		case w[4] == "n":
			*status = problem.Infeasible
		}
		return 3
	case len(w) == 6 && (w[1] == "mip" || w[1] == "ipt"):
		switch w[4] {
		case "o":
			*status = problem.Optimal
		case "f":
			*status = problem.Feasible
		case "n":
			*status = problem.Infeasible
		}
		return 2
	}
	return -1
}

// cbcStatus reads the first line of a file of cbc, which ends in " - objective value" and the
// value. It returns false for other files.
func (s *solutionReader) cbcStatus() bool {
	text, _, ok := strings.Cut(s.text, " - objective value")
	if !ok {
		return false
	}
	status := &s.solution.Status
	text = strings.ToLower(text)
	switch {
	case strings.HasPrefix(text, "optimal"):
		*status = problem.Optimal
	case strings.Contains(text, "infeasible"): // also "integer infeasible"
		*status = problem.Infeasible
	case strings.HasPrefix(text, "unbounded"):
		*status = problem.Unbounded
	case strings.HasPrefix(text, "stopped") && !strings.Contains(text, "no integer solution"):
		*status = problem.Feasible
	}
	return true
}

// cbc reads lines of an index, a name, a value and a reduced cost, with ** before a violated bound.
// If rows are printed too, they come before the columns; cbc skips lines without the name or index
// of a column.
func (s *solutionReader) cbc() {
	if !known(s.solution.Status) {
		return
	}
	s.values()
	for !s.full() && s.next() {
		w := s.words
		if w[0] == "**" {
			w = w[1:]
		}
		if len(w) != 4 {
			s.add(s.line, 0, "an index, a name, a value and a reduced cost must stand here")
			continue
		}
		s.set(w[1], w[2])
	}
}

// scip reads the output of scip's "write solution": the status, the objective, and a line with
// name, value and cost for each nonzero column.
func (s *solutionReader) scip() {
	status := strings.TrimSpace(strings.TrimPrefix(s.text, "solution status:"))
	switch {
	case strings.HasPrefix(status, "optimal"):
		s.solution.Status = problem.Optimal
	case strings.HasPrefix(status, "infeasible or unbounded"):
	case strings.HasPrefix(status, "infeasible"):
		s.solution.Status = problem.Infeasible
	case strings.HasPrefix(status, "unbounded"):
		s.solution.Status = problem.Unbounded
	}
	for !s.full() && s.next() {
		switch {
		case strings.HasPrefix(s.text, "no solution available"):
			return
		case strings.HasPrefix(s.text, "objective value:"):
			if s.solution.Status == problem.Unknown {
				s.solution.Status = problem.Feasible
			}
			s.values()
		case len(s.words) >= 2 && s.words[0] != "quadobjvar":
			s.set(s.words[0], s.words[1])
		}
	}
	if !known(s.solution.Status) {
		s.solution.Values = nil
	}
}

// highs reads solution files of highs in their default style: the status, then the primal values of
// columns and rows, then more.
func (s *solutionReader) highs() {
	if s.next() {
		switch s.text {
		case "Optimal":
			s.solution.Status = problem.Optimal
		case "Infeasible":
			s.solution.Status = problem.Infeasible
		case "Unbounded":
			s.solution.Status = problem.Unbounded
		}
	}
	for s.next() && s.text != "# Primal solution values" {
	}
	if !s.next() || s.text != "Feasible" {
		return
	}
	if s.solution.Status == problem.Unknown {
		s.solution.Status = problem.Feasible
	}
	for !s.full() && s.next() {
		if len(s.words) == 3 && s.words[0] == "#" && s.words[1] == "Columns" {
			n, err := strconv.Atoi(s.words[2])
			if err != nil || n != len(s.p.Columns) {
				s.add(s.line, 0, "the problem has %d columns, not %s", len(s.p.Columns), s.words[2])
				return
			}
			s.values()
			for ; n > 0 && !s.full() && s.next(); n-- {
				s.pair()
			}
			break
		}
	}
	if !known(s.solution.Status) {
		s.solution.Values = nil
	}
}

// list reads names and values, with comments after # and MIPLIB's =obj=.
func (s *solutionReader) list() {
	for more := true; more && !s.full(); more = s.next() {
		switch {
		case s.words[0][0] == '#' || s.words[0] == "=obj=":
		case len(s.words) != 2:
			s.add(s.line, 0, "the name of a column and its value must stand here")
		default:
			s.set(s.words[0], s.words[1])
		}
	}
}
