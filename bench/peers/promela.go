package main

import (
	"fmt"
	"strings"
)

// promelaTiles returns a SPIN model of the sliding puzzle. A move is one d_step.
func promelaTiles(rows, cols int) string {
	n := rows * cols
	var b strings.Builder
	fmt.Fprintf(&b, "byte t[%d];\nbyte gap = %d;\nactive proctype P() {\n\td_step {\n", n, n-1)
	for i := range n {
		fmt.Fprintf(&b, "\t\tt[%d] = %d;\n", i, (i+1)%n)
	}
	b.WriteString("\t}\n\tdo\n")
	for _, m := range []struct {
		guard string
		delta int
	}{
		{fmt.Sprintf("gap < %d", n-cols), cols}, {fmt.Sprintf("gap >= %d", cols), -cols},
		{fmt.Sprintf("gap %% %d < %d", cols, cols-1), 1}, {fmt.Sprintf("gap %% %d > 0", cols), -1},
	} {
		fmt.Fprintf(&b, "\t:: d_step { %s -> t[gap] = t[gap + %d]; t[gap + %d] = 0; gap = gap + %d }\n", m.guard, m.delta, m.delta, m.delta)
	}
	b.WriteString("\tod\n}\n")
	return strings.ReplaceAll(b.String(), "+ -", "- ")
}

// promelaHanoi returns a SPIN model of the tower of Hanoi, with a move for each disc and peg.
func promelaHanoi(pegs, discs int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "byte on[%d];\nactive proctype P() {\n\tdo\n", discs)
	for d := range discs {
		for p := range pegs {
			guard := []string{fmt.Sprintf("on[%d] != %d", d, p)}
			for e := range d {
				guard = append(guard, fmt.Sprintf("on[%d] != on[%d] && on[%d] != %d", e, d, e, p))
			}
			fmt.Fprintf(&b, "\t:: d_step { %s -> on[%d] = %d }\n", strings.Join(guard, " && "), d, p)
		}
	}
	b.WriteString("\tod\n}\n")
	return b.String()
}
