// Package cnf reads and writes formulas in conjunctive normal form in the DIMACS format (Second DIMACS Implementation
// Challenge, 1993), and writes models as the SAT competitions require.
package cnf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// A Formula is a conjunction of clauses. Literals are 1 to Variables, and negative for negations.
type Formula struct {
	Variables int
	lits      []int32
	ends      []int
}

// MaxVariable is the largest variable that Read accepts.
const MaxVariable = 1 << 28

// Len returns the number of clauses.
func (f *Formula) Len() int { return len(f.ends) }

// Clause returns the i-th clause, from 0. The caller must not modify it.
func (f *Formula) Clause(i int) []int32 {
	begin := 0
	if i > 0 {
		begin = f.ends[i-1]
	}
	return f.lits[begin:f.ends[i]:f.ends[i]]
}

// Add adds a clause.
func (f *Formula) Add(literals ...int) {
	for _, l := range literals {
		f.Variables = max(f.Variables, l, -l)
		f.lits = append(f.lits, int32(l))
	}
	f.ends = append(f.ends, len(f.lits))
}

// An Error is an error in a file.
type Error struct {
	Name    string
	Line    int // from 1
	Message string
}

// Error returns the position and the message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Message) }

// A reader reads one file.
type reader struct {
	lines
	formula *Formula
	begun   bool // the line p cnf has been read
	clauses int  // number stated in that line
	open    bool // a clause is incomplete
	opened  int  // the line where it began
}

// Read reads a DIMACS file. The error is an [*Error] or one of r.
func Read(r io.Reader, name string) (*Formula, error) {
	d := &reader{lines: newLines(r, name), formula: &Formula{}}
	if err := d.each(d.take); err != nil {
		return nil, err
	}
	return d.finish()
}

// take reads a line. It reports whether the line ends the file.
func (d *reader) take(line []byte) (bool, error) {
	switch {
	case len(line) == 0 || line[0] == 'c':
		return false, nil
	case line[0] == '%': // the end mark of SATLIB files
		return true, nil
	case line[0] == 'p':
		return false, d.head(line)
	case !d.begun:
		return false, d.fail("the line p cnf VARIABLES CLAUSES must come before the clauses")
	}
	for len(line) > 0 {
		n, length := number(line)
		next := line[:length]
		if length > 0 {
			line = line[length:]
			for len(line) > 0 && line[0] == ' ' {
				line = line[1:]
			}
		} else if next, line = word(line); len(next) > 0 {
			var err error
			if n, err = strconv.Atoi(string(next)); err != nil {
				return false, d.fail("expected a literal, not %.40q", next)
			}
		}
		if len(next) > 0 {
			if err := d.literal(n); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// number parses a short number followed by a blank or the end of the line, and returns its length. The length is 0 for
// other words.
func number(line []byte) (n, length int) {
	i := 0
	if line[0] == '-' {
		i = 1
	}
	begin := i
	for ; i < len(line) && i < 10 && line[i]-'0' <= 9; i++ {
		n = 10*n + int(line[i]-'0')
	}
	if i == begin || i < len(line) && line[i] != ' ' {
		return 0, 0
	}
	if begin == 1 {
		n = -n
	}
	return n, i
}

func (d *reader) head(line []byte) error {
	words := bytes.Fields(line)
	if d.begun {
		return d.fail("a second line p")
	}
	if len(words) != 4 || string(words[0]) != "p" || string(words[1]) != "cnf" {
		return d.fail("expected p cnf VARIABLES CLAUSES, not %.40q", line)
	}
	variables, e1 := strconv.Atoi(string(words[2]))
	clauses, e2 := strconv.Atoi(string(words[3]))
	if e1 != nil || e2 != nil || variables < 0 || clauses < 0 {
		return d.fail("expected two numbers after p cnf, not %.40q", line)
	}
	if variables > MaxVariable {
		return d.fail("%d variables exceed the maximum of %d", variables, MaxVariable)
	}
	d.begun, d.clauses, d.formula.Variables = true, clauses, variables
	return nil
}

func (d *reader) literal(n int) error {
	f := d.formula
	switch {
	case n > f.Variables || n < -f.Variables:
		return d.fail("the variable of literal %d exceeds the %d variables of the line p", n, f.Variables)
	case n == 0:
		f.ends = append(f.ends, len(f.lits))
		d.open = false
		if len(f.ends) > d.clauses {
			return d.fail("more clauses than the %d of the line p", d.clauses)
		}
		return nil
	case !d.open:
		d.open, d.opened = true, d.line
	}
	f.lits = append(f.lits, int32(n))
	return nil
}

func (d *reader) finish() (*Formula, error) {
	switch {
	case !d.begun:
		return nil, d.fail("the line p cnf VARIABLES CLAUSES is missing")
	case d.open:
		d.line = d.opened
		return nil, d.fail("the clause that begins here does not end with 0")
	case len(d.formula.ends) < d.clauses:
		return nil, d.fail("the file has %d clauses, but the line p states %d", len(d.formula.ends), d.clauses)
	}
	return d.formula, nil
}

// Write writes a formula as a DIMACS file.
func (f *Formula) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, f.Len())
	var buf []byte
	for i := range f.Len() {
		buf = buf[:0]
		for _, l := range f.Clause(i) {
			buf = append(strconv.AppendInt(buf, int64(l), 10), ' ')
		}
		out.Write(append(buf, "0\n"...))
	}
	return out.Flush()
}

// WriteModel writes the v lines of a model. value returns the value of a variable.
func WriteModel(w io.Writer, variables int, value func(variable int) bool) error {
	out := bufio.NewWriter(w)
	line := []byte{'v'}
	put := func(n int) {
		word := strconv.Itoa(n)
		if len(line)+1+len(word) > 78 {
			out.Write(append(line, '\n'))
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), word...)
	}
	for v := 1; v <= variables; v++ {
		if value(v) {
			put(v)
		} else {
			put(-v)
		}
	}
	put(0)
	out.Write(append(line, '\n'))
	return out.Flush()
}
