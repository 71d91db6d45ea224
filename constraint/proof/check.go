package proof

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// An Error is an invalid step.
type Error struct {
	Name    string
	Line    int // from 1
	Message string
}

// Error returns the position and the message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Message) }

// A Report counts the steps of a proof.
type Report struct {
	Learned, Root, Defined, Deleted int64
	Inequalities                    int64
	Hints                           map[string]int64 // by kind: clause, channel, or the type of a constraint
	// Assumed is the strongest assumption, or nil. The proof shows only that no solution satisfies it.
	Assumed *Atom
}

// A checker checks a proof.
type checker struct {
	statement    *Statement
	better       *Atom // only solutions with this atom are refuted; nil: all
	open         *Atom // not nil: any bound of the same variable and direction may be assumed
	box          *box
	clauses      map[int64][]Atom
	inequalities map[int64]*inequality
	report       Report
	done         bool

	name string
	line int
	rest string // rest of the line
}

// Check checks a proof that a statement has no solution or, if better is not nil, no solution with that atom. The error
// is an [*Error] if the proof is invalid, that of the context, or one of r.
func Check(ctx context.Context, s *Statement, better *Atom, r io.Reader, name string) (Report, error) {
	return (&checker{statement: s, better: better, name: name}).check(ctx, r)
}

// CheckBound is like Check for a bound that is not known in advance: [Report.Assumed] returns it. bound selects the
// variable and the direction; its value is ignored.
func CheckBound(ctx context.Context, s *Statement, bound Atom, r io.Reader, name string) (Report, error) {
	return (&checker{statement: s, open: &bound, name: name}).check(ctx, r)
}

func (c *checker) check(ctx context.Context, r io.Reader) (Report, error) {
	s := c.statement
	if err := s.validate(); err != nil {
		return Report{}, err
	}
	c.box, c.clauses, c.report.Hints = newBox(s), map[int64][]Atom{}, map[string]int64{}
	c.inequalities = map[int64]*inequality{}
	for i, clause := range s.Clauses {
		c.clauses[int64(i)+1] = clause
	}
	in := bufio.NewReaderSize(r, 1<<16)
	for !c.done {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return c.report, err
		}
		if c.line++; c.line&255 == 0 && ctx.Err() != nil {
			return c.report, context.Cause(ctx)
		}
		if bad := c.step(strings.TrimSpace(line)); bad != nil {
			return c.report, bad
		}
		if err == io.EOF {
			break
		}
	}
	if !c.done {
		return c.report, c.fail("the proof ends without a conflict")
	}
	return c.report, ctx.Err()
}

func (c *checker) fail(format string, args ...any) error {
	return &Error{c.name, c.line, fmt.Sprintf(format, args...)}
}

// step checks one line.
func (c *checker) step(line string) error {
	if c.line == 1 {
		if line != c.statement.Header() {
			return c.fail("not a proof of the problem: the first line is not %q", c.statement.Header())
		}
		c.done = c.box.empty
		return nil
	}
	if line == "" {
		return nil
	}
	kind, rest, _ := strings.Cut(line, " ")
	c.rest = rest
	switch kind {
	case "a":
		return c.assume()
	case "e":
		return c.defineStep()
	case "r":
		return c.root()
	case "l":
		return c.learn()
	case "d":
		return c.forget()
	case "q":
		return c.inequalityStep()
	case "u":
		return c.dropInequality()
	case "x":
		return c.end()
	}
	return c.fail("unknown step %.20q", kind)
}

// Header returns the first line of a proof of s.
func (s *Statement) Header() string { return "farbank proof 1 " + s.Digest() }

func (c *checker) assume() error {
	a, err := c.atom(c.rest)
	if err != nil {
		return err
	}
	asked := c.better
	if c.open != nil {
		asked = &Atom{c.open.X, c.open.Most, a.Value}
	}
	if asked == nil || asked.X != a.X || asked.Most != a.Most || !follows(*asked, a) {
		return c.fail("the assumption %v is not allowed here", a)
	}
	if old := c.report.Assumed; old == nil || follows(a, *old) {
		c.report.Assumed = &a
	}
	c.keep(a)
	return nil
}

// follows reports whether from implies a; both bound the same variable in the same direction.
func follows(from, a Atom) bool {
	if a.Most {
		return from.Value <= a.Value
	}
	return from.Value >= a.Value
}

// keep makes a hold permanently.
func (c *checker) keep(a Atom) {
	c.box.raise(a)
	c.box.trail = c.box.trail[:0]
	c.done = c.done || c.box.empty
}

func (c *checker) defineStep() error {
	words := strings.Fields(c.rest)
	if len(words) != 2 {
		return c.fail("expected a variable and a value")
	}
	x, e1 := strconv.ParseInt(words[0], 10, 32)
	v, e2 := strconv.ParseInt(words[1], 10, 64)
	if e1 != nil || e2 != nil || x < 0 || int(x) >= len(c.box.lo) || !near(v) {
		return c.fail("expected a variable and a value, not %.60q", c.rest)
	}
	if _, ok := c.box.equal[x][v]; ok {
		return c.fail("an equality variable for %d = %d exists already", x, v)
	}
	c.box.add(0, 1)
	c.box.define(Equality{int32(len(c.box.lo) - 1), int32(x), v})
	c.report.Defined++
	return nil
}

func (c *checker) root() error {
	c.report.Root++
	a, err := c.draw(c.rest)
	if err != nil {
		return err
	}
	if a == nil {
		return c.end()
	}
	c.keep(*a)
	return nil
}

func (c *checker) learn() error {
	parts := strings.Split(c.rest, ";")
	words := strings.Fields(parts[0])
	if len(words) < 2 {
		return c.fail("expected a number and atoms of a clause")
	}
	id, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil || id < 1 || c.clauses[id] != nil {
		return c.fail("%.20q is not the number of a new clause", words[0])
	}
	clause := make([]Atom, len(words)-1)
	for i, w := range words[1:] {
		if clause[i], err = c.atom(w); err != nil {
			return err
		}
	}
	if err := c.derive(clause, parts[1:]); err != nil {
		return err
	}
	c.report.Learned++
	if len(clause) == 1 {
		c.keep(clause[0])
	}
	c.clauses[id] = clause
	return nil
}

// derive checks that the hints lead to a conflict if all atoms of the clause are false.
func (c *checker) derive(clause []Atom, hints []string) error {
	defer c.box.back(0)
	for _, a := range clause {
		c.box.raise(a.Not())
	}
	for _, h := range hints {
		if c.box.empty {
			return nil
		}
		a, err := c.draw(strings.TrimSpace(h))
		if err != nil {
			return err
		}
		if a == nil {
			return nil
		}
		c.box.raise(*a)
	}
	if !c.box.empty {
		return c.fail("the clause does not follow: its hints do not lead to a conflict")
	}
	return nil
}

func (c *checker) forget() error {
	id, err := strconv.ParseInt(c.rest, 10, 64)
	if err != nil || c.clauses[id] == nil {
		return c.fail("clause %.20q does not exist", c.rest)
	}
	delete(c.clauses, id)
	c.report.Deleted++
	return nil
}

func (c *checker) end() error {
	if c.box.empty {
		c.done = true
		return nil
	}
	a, err := c.draw(c.rest)
	if err != nil {
		return err
	}
	if a != nil {
		if c.keep(*a); !c.box.empty {
			return c.fail("%v is not a conflict", *a)
		}
	}
	c.done = true
	return nil
}

// draw returns the conclusion of a hint, or nil for a conflict.
func (c *checker) draw(hint string) (*Atom, error) {
	word, rest, _ := strings.Cut(hint, " ")
	switch {
	case strings.HasPrefix(word, "c"):
		return c.byClause(word[1:])
	case strings.HasPrefix(word, "p"):
		return c.byConstraint(word[1:], rest)
	case len(word) > 1 && word[0] == 'q':
		return c.byInequality(word[1:], rest)
	case word == "=":
		return c.byChannel(rest)
	}
	return nil, c.fail("%.40q is not a hint", hint)
}

func (c *checker) byClause(number string) (*Atom, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	clause, ok := c.clauses[id]
	if err != nil || !ok {
		return nil, c.fail("clause %.20q does not exist", number)
	}
	c.report.Hints["clause"]++
	var left *Atom
	for i, a := range clause {
		if c.box.fails(a) {
			continue
		}
		switch {
		case left == nil || left.X == a.X && left.Most == a.Most && follows(*left, a):
			left = &clause[i] // of two bounds of a variable the clause implies the weaker
		case left.X != a.X || left.Most != a.Most:
			return nil, c.fail("neither %[2]v nor %[3]v of clause %[1]d is false", id, *left, a)
		}
	}
	return left, nil
}

func (c *checker) byConstraint(number, rest string) (*Atom, error) {
	k, err := strconv.Atoi(number)
	if err != nil || k < 0 || k >= len(c.statement.Constraints) {
		return nil, c.fail("constraint %.20q does not exist", number)
	}
	constraint := c.statement.Constraints[k]
	c.report.Hints[strings.TrimPrefix(fmt.Sprintf("%T", constraint), "*proof.")]++
	if rest == "!" {
		if !constraint.refuted(c.box) {
			return nil, c.fail("the check does not refute constraint %d", k)
		}
		return nil, nil
	}
	a, err := c.atom(rest)
	if err != nil {
		return nil, err
	}
	mark := len(c.box.trail)
	c.box.raise(a.Not())
	ok := c.box.empty || constraint.refuted(c.box)
	if c.box.back(mark); !ok {
		return nil, c.fail("the check does not derive %v from constraint %d", a, k)
	}
	return &a, nil
}

func (c *checker) byChannel(rest string) (*Atom, error) {
	a, err := c.atom(rest)
	if err != nil {
		return nil, err
	}
	c.report.Hints["channel"]++
	x := a.X
	if e := c.box.owner[x]; e.X >= 0 {
		x = e.X
	}
	mark := len(c.box.trail)
	c.box.raise(a.Not())
	ok := c.box.empty || c.box.hopeless(x)
	if c.box.back(mark); !ok {
		return nil, c.fail("%v does not follow from the equality variables of %d", a, x)
	}
	return &a, nil
}

// near reports whether v is in the range of bounds.
func near(v int64) bool { return v >= -4*MaxValue && v <= 4*MaxValue }

func (c *checker) atom(word string) (Atom, error) {
	i := strings.IndexAny(word, "<>")
	if i < 0 || !strings.HasPrefix(word[i+1:], "=") {
		return Atom{}, c.fail("expected an atom such as 4>=7, not %.40q", word)
	}
	x, e1 := strconv.ParseInt(word[:i], 10, 32)
	v, e2 := strconv.ParseInt(word[i+2:], 10, 64)
	if e1 != nil || e2 != nil || x < 0 || int(x) >= len(c.box.lo) || !near(v) {
		return Atom{}, c.fail("unknown variable or number out of range in the atom %.40q", word)
	}
	return Atom{int32(x), word[i] == '<', v}, nil
}
