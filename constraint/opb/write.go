package opb

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Write writes a problem as an OPB file, or as a WBO file if it has weights.
func (p *Problem) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", p.Variables, len(p.Constraints))
	switch {
	case p.Soft && p.Top > 0:
		fmt.Fprintf(out, "soft: %d ;\n", p.Top)
	case p.Soft:
		fmt.Fprintf(out, "soft: ;\n")
	case p.Asked && p.Maximize:
		fmt.Fprintf(out, "max:%s ;\n", sum(p.Objective))
	case p.Asked:
		fmt.Fprintf(out, "min:%s ;\n", sum(p.Objective))
	}
	for _, c := range p.Constraints {
		if c.Weight > 0 {
			fmt.Fprintf(out, "[%d]", c.Weight)
		}
		fmt.Fprintf(out, "%s %s %d ;\n", sum(c.Terms), c.Is, c.Right)
	}
	return out.Flush()
}

func sum(terms []Term) []byte {
	var b []byte
	for _, t := range terms {
		b = append(b, ' ')
		if t.Coef >= 0 {
			b = append(b, '+')
		}
		b = strconv.AppendInt(b, t.Coef, 10)
		for _, l := range t.Literals {
			if b = append(b, ' '); l < 0 {
				b = append(b, '~')
			}
			b = strconv.AppendInt(append(b, 'x'), int64(max(l, -l)), 10)
		}
	}
	return b
}

// WriteModel writes the v lines of a model. value returns the value of a variable.
func WriteModel(w io.Writer, variables int, value func(variable int) bool) error {
	out := bufio.NewWriter(w)
	line := []byte{'v'}
	for v := 1; v <= variables; v++ {
		word := "x" + strconv.Itoa(v)
		if !value(v) {
			word = "-" + word
		}
		if len(line)+1+len(word) > 78 {
			out.Write(append(line, '\n'))
			line = append(line[:0], 'v')
		}
		line = append(append(line, ' '), word...)
	}
	out.Write(append(line, '\n'))
	return out.Flush()
}
