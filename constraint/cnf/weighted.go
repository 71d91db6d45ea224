package cnf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
)

// A Weighted formula has hard clauses, which must be true, and soft clauses, which have a cost if they are false.
type Weighted struct {
	Formula
	Weights []int64 // by clause; 0: hard
}

// MaxWeight bounds the total weight of a formula that ReadWeighted accepts.
const MaxWeight = math.MaxInt64 / 4

// AddHard adds a clause that must be true.
func (f *Weighted) AddHard(literals ...int) {
	f.Add(literals...)
	f.Weights = append(f.Weights, 0)
}

// AddSoft adds a clause with a positive weight, which is the cost if the clause is false.
func (f *Weighted) AddSoft(weight int64, literals ...int) {
	f.Add(literals...)
	f.Weights = append(f.Weights, weight)
}

// A weighing reads a weighted formula. The format of the MaxSAT evaluations since 2022 has "h 1 -2 0" for a hard clause
// and "3 2 0" for weight 3. The older format begins with "p wcnf VARIABLES CLAUSES TOP", and clauses of weight TOP or
// more are hard.
type weighing struct {
	lines
	formula *Weighted
	total   int64
	begun   bool  // a line p or a clause has been read
	old     bool  // the file has a line p
	top     int64 // of the old format; 0: there are no hard clauses
	most    int   // the largest variable allowed
	clauses int   // number stated in the line p
	open    bool  // a clause is incomplete
	opened  int   // the line where it began
	weight  int64 // of that clause
}

// ReadWeighted reads a WCNF file in either format. The error is an [*Error] or one of r.
func ReadWeighted(r io.Reader, name string) (*Weighted, error) {
	d := &weighing{lines: newLines(r, name), formula: &Weighted{}, most: MaxVariable}
	if err := d.each(d.take); err != nil {
		return nil, err
	}
	switch {
	case d.open:
		d.line = d.opened
		return nil, d.fail("the clause that begins here does not end with 0")
	case d.old && d.formula.Len() < d.clauses:
		return nil, d.fail("the file has %d clauses, but the line p states %d", d.formula.Len(), d.clauses)
	}
	return d.formula, nil
}

func (d *weighing) take(line []byte) (bool, error) {
	switch {
	case len(line) == 0 || line[0] == 'c':
		return false, nil
	case line[0] == 'p':
		return false, d.head(line)
	}
	d.begun = true
	for len(line) > 0 {
		var next []byte
		if next, line = word(line); len(next) == 0 {
			continue
		}
		take := d.literal
		if !d.open {
			take = d.begin
		}
		if err := take(next); err != nil {
			return false, err
		}
	}
	return false, nil
}

func (d *weighing) head(line []byte) error {
	words := bytes.Fields(line)
	if d.begun {
		return d.fail("the line p must come once, before the clauses")
	}
	if len(words) < 4 || len(words) > 5 || string(words[0]) != "p" || string(words[1]) != "wcnf" {
		return d.fail("expected p wcnf VARIABLES CLAUSES TOP, not %.40q", line)
	}
	variables, e1 := strconv.Atoi(string(words[2]))
	clauses, e2 := strconv.Atoi(string(words[3]))
	if e1 != nil || e2 != nil || variables < 0 || clauses < 0 {
		return d.fail("expected two numbers after p wcnf, not %.40q", line)
	}
	if variables > MaxVariable {
		return d.fail("%d variables exceed the maximum of %d", variables, MaxVariable)
	}
	if len(words) == 5 {
		top, err := strconv.ParseUint(string(words[4]), 10, 64)
		if err != nil || top == 0 {
			return d.fail("expected a positive weight of hard clauses, not %.40q", words[4])
		}
		d.top = int64(min(top, math.MaxInt64))
	}
	d.begun, d.old, d.most, d.clauses, d.formula.Variables = true, true, variables, clauses, variables
	return nil
}

// begin reads the weight of a clause, or the letter of a hard clause.
func (d *weighing) begin(word []byte) error {
	d.open, d.opened, d.weight = true, d.line, 0
	if d.old && d.formula.Len() == d.clauses {
		return d.fail("more clauses than the %d of the line p", d.clauses)
	}
	if !d.old && string(word) == "h" {
		return nil
	}
	n, err := strconv.ParseUint(string(word), 10, 64)
	switch {
	case err != nil && d.old:
		return d.fail("expected the weight of a clause, a number from 1, not %.40q", word)
	case err != nil:
		return d.fail("expected the weight of a clause, a number from 1 or h for hard, not %.40q", word)
	case n == 0:
		return d.fail("the weight of a clause must not be 0")
	case d.top > 0 && n >= uint64(d.top):
		return nil
	case n > uint64(MaxWeight-d.total):
		return d.fail("the total weight exceeds %d", int64(MaxWeight))
	}
	d.weight = int64(n)
	d.total += d.weight
	return nil
}

func (d *weighing) literal(word []byte) error {
	n, err := strconv.Atoi(string(word))
	f := d.formula
	switch {
	case err != nil:
		return d.fail("expected a literal, not %.40q", word)
	case (n > d.most || n < -d.most) && d.old:
		return d.fail("the variable of literal %d exceeds the %d variables of the line p", n, d.most)
	case n > d.most || n < -d.most:
		return d.fail("the variable of literal %d exceeds the maximum of %d", n, d.most)
	case n == 0:
		f.ends, f.Weights, d.open = append(f.ends, len(f.lits)), append(f.Weights, d.weight), false
		return nil
	}
	f.Variables = max(f.Variables, n, -n)
	f.lits = append(f.lits, int32(n))
	return nil
}

// Write writes a formula in the format of the MaxSAT evaluations since 2022.
func (f *Weighted) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	var buf []byte
	for i := range f.Len() {
		buf = append(buf[:0], 'h')
		if f.Weights[i] > 0 {
			buf = strconv.AppendInt(buf[:0], f.Weights[i], 10)
		}
		for _, l := range f.Clause(i) {
			buf = strconv.AppendInt(append(buf, ' '), int64(l), 10)
		}
		out.Write(append(buf, " 0\n"...))
	}
	return out.Flush()
}

// WriteValues writes the v line of a model in the format of the MaxSAT evaluations since 2022: a digit for each
// variable, 1 for true.
func WriteValues(w io.Writer, variables int, value func(variable int) bool) error {
	line := make([]byte, 0, variables+3)
	line = append(line, "v "...)
	for v := 1; v <= variables; v++ {
		if value(v) {
			line = append(line, '1')
		} else {
			line = append(line, '0')
		}
	}
	_, err := fmt.Fprintf(w, "%s\n", line)
	return err
}
