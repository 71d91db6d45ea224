package certificate

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"farbank/model"
)

// Write writes a certificate for p. It does not check the claim. The error is a *RefusalError or
// that of w.
func Write(w io.Writer, p *model.Problem, c *Certificate) error {
	if c.Proof != nil {
		t := begin(w, p)
		t.Write(c.Proof)
		return t.end()
	}
	if err := Possible(p, c.Claim, c.Plan.Cost); err != nil {
		return err
	}
	t := begin(w, p)
	b := t.Writer
	l := model.NewLayout(p)
	if c.Claim == None {
		fmt.Fprintf(b, "claim none\n")
	} else {
		fmt.Fprintf(b, "claim least %d\n", c.Plan.Cost)
	}
	fmt.Fprintf(b, "words %d\n", l.Words)
	switch {
	case len(c.Tables) > 0:
		writeTables(b, c)
	case c.Layers != nil:
		if err := writeLayers(b, c, l.Words); err != nil {
			return err
		}
	default:
		writeStates(b, c, l.Words)
	}
	if c.Claim == Least {
		writePlan(b, p, c.Plan)
	}
	return t.end()
}

// A text writes a certificate and computes its checksum.
type text struct {
	*bufio.Writer
	w   io.Writer
	sum hash.Hash
}

// begin writes the header.
func begin(w io.Writer, p *model.Problem) *text {
	sum := sha256.New()
	t := &text{bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16), w, sum}
	digest := p.Digest()
	fmt.Fprintf(t, "%s%s\nproblem %x\ntitle %s\n", Magic, version, digest[:], oneLine(p.Title))
	return t
}

// end writes the last line.
func (t *text) end() error {
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(t.w, "%s\n", checksum(t.sum.Sum(nil)))
	return err
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// writeStates writes the states by distance, each layer sorted.
func writeStates(b *bufio.Writer, c *Certificate, words int) {
	order := make([]int, len(c.States)/max(words, 1))
	for i := range order {
		order[i] = i
	}
	state := func(i int) []uint64 { return c.States[i*words : (i+1)*words] }
	distance := func(i int) int64 {
		if c.Claim == None {
			return 0
		}
		return c.Distances[i]
	}
	slices.SortFunc(order, func(i, j int) int {
		if d := cmp.Compare(distance(i), distance(j)); d != 0 {
			return d
		}
		return slices.Compare(state(i), state(j))
	})
	var line []byte
	for from := 0; from < len(order); {
		d := distance(order[from])
		to := from
		for to < len(order) && distance(order[to]) == d {
			to++
		}
		writeHead(b, c.Claim, d, int64(to-from))
		for _, i := range order[from:to] {
			line = appendState(line[:0], state(i))
			b.Write(line)
		}
		from = to
	}
}

// writeHead writes the line before the states of a distance.
func writeHead(b *bufio.Writer, claim Claim, distance, n int64) {
	if claim == None {
		fmt.Fprintf(b, "closed %d\n", n)
	} else {
		fmt.Fprintf(b, "distance %d %d\n", distance, n)
	}
}

// writeLayers writes the states in the order of c.Layers.
func writeLayers(b *bufio.Writer, c *Certificate, words int) error {
	var line []byte
	c.Listed = 0
	return c.Layers(func(distance, n int64) error {
		writeHead(b, c.Claim, distance, n)
		c.Listed += n
		return nil
	}, func(states []uint64) error {
		for at := 0; at < len(states); at += words {
			line = appendState(line[:0], states[at:at+words])
			if _, err := b.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
}

// appendState appends the line of a state: its words in hexadecimal, without leading
// zeros.
func appendState(line []byte, state []uint64) []byte {
	for i, w := range state {
		if i > 0 {
			line = append(line, ' ')
		}
		line = strconv.AppendUint(line, w, 16)
	}
	return append(line, '\n')
}

func writePlan(b *bufio.Writer, p *model.Problem, plan model.Plan) {
	fmt.Fprintf(b, "plan %d\n", len(plan.Moves))
	writeFind(b, p, plan)
	for _, m := range plan.Moves {
		fmt.Fprintln(b, p.Moves[m])
	}
}

func writeFind(w io.Writer, p *model.Problem, plan model.Plan) {
	if p.NumFind == 0 {
		return
	}
	line := []byte("find")
	for _, v := range plan.Find {
		line = strconv.AppendInt(append(line, ' '), v, 10)
	}
	w.Write(append(line, '\n'))
}

// checksum returns the last line, over all lines before it.
func checksum(sum []byte) string { return "end " + hex.EncodeToString(sum) }
