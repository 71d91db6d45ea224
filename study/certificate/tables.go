package certificate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"farbank/model"
)

// writeTables writes the tables.
func writeTables(b *bufio.Writer, c *Certificate) {
	fmt.Fprintf(b, "tables %d %d\n", len(c.Tables), c.Met)
	for i := range c.Tables {
		fmt.Fprintln(b, &c.Tables[i])
	}
}

// String returns the line of a table.
func (t *Table) String() string {
	b := &strings.Builder{}
	numbers(b, "table array", t.Array)
	numbers(b, " values", t.Values)
	numbers(b, " shared", t.Shared)
	numbers(b, " cells", t.Cells)
	return b.String()
}

func numbers[T int | int64](b *strings.Builder, name string, list []T) {
	b.WriteString(name)
	for _, x := range list {
		fmt.Fprintf(b, " %d", x)
	}
}

// tables reads the tables; the line after them becomes the current line.
func (r *reader) tables(c *Certificate, rest string) {
	tables, met, _ := strings.Cut(rest, " ")
	n := r.number(tables)
	c.Met = place(r.number(met))
	if n < 1 || n > maxTables {
		r.fail("there must be 1 to %d tables", maxTables)
	}
	for range n {
		r.next()
		r.keep()
		t, ok := parseTable(string(r.text))
		if !ok || t.String() != string(r.text) {
			r.fail("this is not a table")
		}
		c.Tables = append(c.Tables, t)
	}
	r.next()
}

func parseTable(text string) (t Table, ok bool) {
	words := strings.Split(text, " ")
	if words[0] != "table" {
		return t, false
	}
	var into func(n int64)
	for _, w := range words[1:] {
		switch w {
		case "array":
			into = func(n int64) { t.Array = append(t.Array, place(n)) }
		case "values":
			into = func(n int64) { t.Values = append(t.Values, n) }
		case "shared":
			into = func(n int64) { t.Shared = append(t.Shared, n) }
		case "cells":
			into = func(n int64) { t.Cells = append(t.Cells, place(n)) }
		default:
			n, err := strconv.ParseInt(w, 10, 64)
			if err != nil || into == nil {
				return t, false
			}
			into(n)
		}
	}
	return t, true
}

// place returns n as the number of a cell, or -1 if it is out of range.
func place(n int64) int {
	if n < 0 || n > math.MaxInt32 {
		return -1
	}
	return int(n)
}

// checkTables checks a certificate with tables whose plan was validated.
func checkTables(ctx context.Context, p *model.Problem, c *Certificate) (*Verdict, error) {
	limit := int64(math.MaxInt64)
	if c.Claim == Least {
		limit = c.Plan.Cost
	}
	b, err := searchWithin(ctx, p, c.Tables, limit, c.Met)
	if errors.Is(err, errTooMany) {
		return nil, &Error{Why: fmt.Sprintf("with the tables there are more states than the %d claimed", c.Met)}
	}
	if err != nil {
		return nil, err
	}
	return &Verdict{Claim: c.Claim, Cost: c.Plan.Cost, Length: len(c.Plan.Moves), States: b.looked, Tables: len(c.Tables)}, nil
}
