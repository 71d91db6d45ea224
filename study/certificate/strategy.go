package certificate

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"farbank/model"
)

// BoundsMagic is the beginning of the first line of the bounds of strategies.
const BoundsMagic = "farbank bounds "

// WriteBounds writes bounds, a position a line: the bound, then the possible states, each as its values.
func WriteBounds(w io.Writer, b *model.Bounds) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s1\nabout %s\npositions %d\n", BoundsMagic, b.About, len(b.Positions))
	for _, p := range b.Positions {
		text := "never"
		if p.Value != nil {
			text = p.Value.RatString()
		}
		out.WriteString(text)
		for i, s := range p.Worlds {
			sign := byte('|')
			if i == 0 {
				sign = ' '
			}
			for _, v := range s {
				out.WriteByte(sign)
				out.WriteString(strconv.FormatInt(v, 10))
				sign = ','
			}
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// maxBoundDigits is the maximum length of a bound in a file.
const maxBoundDigits = 100_000

// maxBoundLine is the maximum length of a line of bounds, in bytes.
const maxBoundLine = 1 << 26

// ReadBounds reads bounds. The error is an *Error, or that of the reader.
func ReadBounds(r io.Reader) (*model.Bounds, error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 1<<16), maxBoundLine)
	line := 0
	wrong := func(format string, args ...any) error { return &Error{Line: line, Why: fmt.Sprintf(format, args...)} }
	next := func(prefix string) (string, error) {
		line++
		if !in.Scan() {
			if err := in.Err(); err != nil && err != bufio.ErrTooLong {
				return "", err
			}
			return "", wrong("%q is missing", prefix)
		}
		text, ok := strings.CutPrefix(in.Text(), prefix)
		if !ok {
			return "", wrong("%q is missing", prefix)
		}
		return text, nil
	}
	version, err := next(BoundsMagic)
	if err != nil {
		return nil, err
	}
	if version != "1" {
		return nil, wrong("the version %q is not known", version)
	}
	about, err := next("about ")
	if err != nil {
		return nil, err
	}
	b := &model.Bounds{}
	found := false
	for _, a := range []model.Bounded{model.LeastCost, model.LeastExpected, model.MostProbable, model.WorstValue, model.MeanValue} {
		if a.String() == about {
			b.About, found = a, true
		}
	}
	if !found {
		return nil, wrong("bounds are about cost, expected, probability, value or expected-value, not %q", about)
	}
	count, err := next("positions ")
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 {
		return nil, wrong("%q is not a number of positions", count)
	}
	for range n {
		text, err := next("")
		if err != nil {
			return nil, err
		}
		p, why := position(text)
		if why != "" {
			return nil, wrong("%s", why)
		}
		b.Positions = append(b.Positions, p)
	}
	line++
	if in.Scan() {
		return nil, wrong("there is text behind the last position")
	}
	return b, in.Err()
}

// position reads a line of a position, or returns what is wrong with it.
func position(text string) (p model.BoundedPosition, why string) {
	value, states, ok := strings.Cut(text, " ")
	if !ok {
		return p, "a position is a bound, a blank and states"
	}
	if value != "never" {
		if len(value) <= maxBoundDigits && strings.Trim(value, "-/0123456789") == "" { // before the work of reading it
			p.Value, _ = new(big.Rat).SetString(value)
		}
		if p.Value == nil {
			return p, fmt.Sprintf("%.40q is not a bound", value)
		}
	}
	for s := range strings.SplitSeq(states, "|") {
		var w model.State
		for v := range strings.SplitSeq(s, ",") {
			n, err := strconv.ParseInt(v, 10, 64)
			if err != nil {
				return p, fmt.Sprintf("%.40q is not a value", v)
			}
			w = append(w, n)
		}
		p.Worlds = append(p.Worlds, w)
	}
	return p, ""
}
