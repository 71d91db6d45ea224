package certificate

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"

	"farbank/milp/problem"
)

// An Error reports that a certificate is invalid.
type Error struct {
	Line int // from 1
	Msg  string
}

// Error returns the line and the message.
func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// A Verdict describes what a valid certificate proves.
type Verdict struct {
	Status      problem.Status // Optimal, Infeasible, Unbounded, or Feasible if only bounds are proven
	Lower       *big.Rat       // of the objective without its offset: no solution is below, or nil
	Upper       *big.Rat       // of the objective without its offset: no solution is above, or nil
	Objective   *big.Rat       // of Optimal: with the offset of the program
	Derivations int
}

// Check checks a certificate of a program. The error is an [*Error] if the certificate is invalid or of another
// program, [ErrUnsupported], the cause of the end of ctx, or an error of reading.
func Check(ctx context.Context, p *problem.Problem, r io.Reader) (*Verdict, error) {
	q, err := exact(p)
	if err != nil {
		return nil, err
	}
	c := &checker{q: q, in: bufio.NewReader(r), line: 1}
	v, err := c.check(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	if v.Status == problem.Optimal {
		offset := decimal(p.Offset)
		if offset == nil {
			return nil, fmt.Errorf("milp/certificate: the constant of the objective is %v", p.Offset)
		}
		v.Objective = offset.Add(offset, v.Lower)
	}
	return v, nil
}

// A checker reads a certificate.
type checker struct {
	q         *program
	in        *bufio.Reader
	line      int
	integer   []bool     // by variable: whether the certificate says that it is an integer one
	list      []*derived // by index; nil for those that are not needed any more
	solutions []map[int]*big.Rat
	best      *big.Rat // the best objective of the solutions
	goal      string   // infeas, range or unbounded
	low, high *big.Rat // of a range; nil: infinite
}

// A derived is a constraint with the assumptions that it depends on, ascending.
type derived struct {
	constraint
	under   []int
	assumed bool // it is an assumption
}

func (c *checker) fail(format string, args ...any) error {
	return &Error{c.line, fmt.Sprintf(format, args...)}
}

// check reads the sections.
func (c *checker) check(ctx context.Context) (*Verdict, error) {
	for _, part := range []func() error{c.columns, c.objective, c.constraints, c.claim, c.points} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	n, err := c.derivations(ctx)
	if err != nil {
		return nil, err
	}
	if w, err := c.word(); err == nil {
		return nil, c.fail("%q after the last derivation", w)
	}
	v, err := c.verdict()
	if v != nil {
		v.Derivations = n
	}
	return v, err
}

func (c *checker) columns() error {
	if err := c.expect("VER"); err != nil {
		return err
	}
	if v, err := c.word(); err != nil || v != "1.0" && v != "1.1" {
		return cmpError(err, c.fail("version %s in place of 1.0 or 1.1", v))
	}
	if err := c.expect("VAR"); err != nil {
		return err
	}
	n := len(c.q.names)
	if k, err := c.whole(0, 1<<31-1); err != nil || k != n {
		return cmpError(err, c.fail("%d variables; the program has %d", k, n))
	}
	for range n {
		if _, err := c.word(); err != nil {
			return err
		}
	}
	if err := c.expect("INT"); err != nil {
		return err
	}
	k, err := c.whole(0, n)
	if err != nil {
		return err
	}
	integer := make([]bool, n)
	for range k {
		j, err := c.whole(0, n-1)
		if err != nil {
			return err
		}
		integer[j] = true
	}
	for j := range integer {
		if integer[j] && !c.q.integer[j] {
			return c.fail("variable %d, %s, is not an integer one in the program", j, c.q.names[j])
		}
	}
	c.integer = integer // a proof may do with fewer
	return nil
}

// cmpError returns err, or other if it is nil.
func cmpError(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

func (c *checker) objective() error {
	if err := c.expect("OBJ"); err != nil {
		return err
	}
	want := "min"
	if c.q.maximize {
		want = "max"
	}
	if err := c.expect(want); err != nil {
		return err
	}
	m, err := c.pairs(len(c.q.names))
	if err == nil && !sameTerms(termsOf(m), c.q.objective) {
		err = c.fail("the objective is not that of the program")
	}
	return err
}

// constraints reads the constraints, each of which must be one of the program.
func (c *checker) constraints() error {
	if err := c.expect("CON"); err != nil {
		return err
	}
	n, err := c.whole(0, 1<<31-1)
	if err != nil {
		return err
	}
	if _, err := c.whole(0, n); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, x := range c.q.all() {
		known[x.key()] = true
	}
	for k := range n {
		x, err := c.constraint()
		if err != nil {
			return err
		}
		if !known[x.key()] {
			return c.fail("constraint %d is not one of the program", k)
		}
		c.list = append(c.list, &derived{constraint: *x})
	}
	return nil
}

// claim reads what is to be proven.
func (c *checker) claim() (err error) {
	if err := c.expect("RTP"); err != nil {
		return err
	}
	if c.goal, err = c.word(); err != nil {
		return err
	}
	switch c.goal {
	case "infeas", "unbounded":
		return nil
	case "range":
		for i, x := range []**big.Rat{&c.low, &c.high} {
			w, err := c.word()
			if err != nil {
				return err
			}
			if w == [...]string{"-inf", "inf"}[i] {
				continue
			}
			if *x, err = c.rational(w); err != nil {
				return err
			}
		}
		return nil
	}
	return c.fail("%q in place of infeas or range", c.goal)
}

// points reads the solutions. The second one of an unbounded program is a direction.
func (c *checker) points() error {
	if err := c.expect("SOL"); err != nil {
		return err
	}
	n, err := c.whole(0, 1<<31-1)
	if err != nil {
		return err
	}
	for k := range n {
		if _, err := c.word(); err != nil {
			return err
		}
		m, err := c.pairs(len(c.q.names))
		if err != nil {
			return err
		}
		if c.goal == "unbounded" && k == 1 {
			if !c.q.isRay(m) {
				return c.fail("direction %d leaves the program, or does not better the objective", k)
			}
		} else if broken := c.q.broken(m); broken != nil {
			return c.fail("solution %d does not satisfy %s", k, broken.key())
		}
		c.solutions = append(c.solutions, m)
		if x := value(c.q.objective, m); c.best == nil || c.q.better(x, c.best) {
			c.best = x
		}
	}
	return nil
}

// broken returns a constraint of the program that values do not satisfy, or nil.
func (q *program) broken(values map[int]*big.Rat) *constraint {
	for j, x := range values {
		if q.integer[j] && !x.IsInt() {
			return &constraint{[]term{{j, big.NewRat(1, 1)}}, 0, new(big.Rat).SetInt(nearest(x, 1))}
		}
	}
	for _, list := range [][]*constraint{q.bounds, q.rows} {
		for _, x := range list {
			if !x.holds(values) {
				return x
			}
		}
	}
	return nil
}

// isRay reports whether the objective improves without limit from any solution along a direction. Its numbers are
// rational, so that a multiple of it is whole in the integer columns.
func (q *program) isRay(direction map[int]*big.Rat) bool {
	for _, list := range [][]*constraint{q.bounds, q.rows} {
		for _, x := range list {
			if !(&constraint{x.terms, x.sense, new(big.Rat)}).holds(direction) {
				return false
			}
		}
	}
	gain := value(q.objective, direction).Sign()
	return gain < 0 && !q.maximize || gain > 0 && q.maximize
}

// derivations reads the derived constraints and returns their number.
func (c *checker) derivations(ctx context.Context) (int, error) {
	if err := c.expect("DER"); err != nil {
		return 0, err
	}
	n, err := c.whole(0, 1<<31-1)
	if err != nil {
		return 0, err
	}
	last := map[int][]int{} // by index: the constraints that are not needed beyond it
	for range n {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		x, err := c.constraint()
		if err != nil {
			return 0, err
		}
		d, err := c.reason(x)
		if err != nil {
			return 0, err
		}
		k := len(c.list)
		c.list = append(c.list, d)
		until, err := c.whole(-1, 1<<31-1)
		if err != nil {
			return 0, err
		}
		if until >= 0 {
			last[until] = append(last[until], k)
		}
		for _, i := range last[k] {
			c.list[i] = nil
		}
		delete(last, k)
	}
	return n, nil
}

// at returns the constraint with an index.
func (c *checker) at() (int, *derived, error) {
	k, err := c.whole(0, len(c.list)-1)
	if err != nil {
		return 0, nil, err
	}
	if c.list[k] == nil {
		return 0, nil, c.fail("constraint %d was said to be needed no longer", k)
	}
	return k, c.list[k], nil
}

// reason reads the reason of a constraint and checks that it follows.
func (c *checker) reason(x *constraint) (*derived, error) {
	if err := c.expect("{"); err != nil {
		return nil, err
	}
	kind, err := c.word()
	if err != nil {
		return nil, err
	}
	d := &derived{constraint: *x}
	switch kind {
	case "asm":
		d.assumed, d.under = true, []int{len(c.list)}
	case "lin", "rnd":
		d.under, err = c.combination(x, kind == "rnd")
	case "uns":
		d.under, err = c.cases(x)
	case "sol":
		if c.best == nil || c.goal == "unbounded" || !(&constraint{c.q.objective, -c.q.bound(c.best).sense, c.best}).implies(x) {
			err = c.fail("no solution has an objective as good as that")
		}
	default:
		err = c.fail("%q in place of asm, lin, rnd, uns or sol", kind)
	}
	if err != nil {
		return nil, err
	}
	return d, c.expect("}")
}

// combination reads the multipliers of a linear combination, checks that it implies x, and returns the assumptions.
func (c *checker) combination(x *constraint, rounded bool) (under []int, err error) {
	n, err := c.whole(0, len(c.list))
	if err != nil {
		return nil, err
	}
	s := newSum()
	seen := map[int]bool{}
	for range n {
		k, d, err := c.at()
		if err != nil {
			return nil, err
		}
		by, err := c.number()
		if err != nil {
			return nil, err
		}
		if seen[k] {
			return nil, c.fail("constraint %d occurs twice", k)
		}
		seen[k] = true
		if !s.add(&d.constraint, by) {
			return nil, c.fail("the multiple %s of constraint %d has the opposite sense", by.RatString(), k)
		}
		under = union(under, d.under)
	}
	got := s.constraint()
	if rounded && !got.round(c.integer) {
		return nil, c.fail("the sum cannot be rounded")
	}
	if !got.implies(x) {
		return nil, c.fail("the sum is %s, which does not imply %s", got.key(), x.key())
	}
	return under, nil
}

// cases reads two constraints that imply x, each under one of two assumptions of which one holds.
func (c *checker) cases(x *constraint) (under []int, err error) {
	var assumed [2]*derived
	for i := range assumed {
		_, d, err := c.at()
		if err != nil {
			return nil, err
		}
		k, a, err := c.at()
		if err != nil {
			return nil, err
		}
		if !a.assumed {
			return nil, c.fail("constraint %d is not an assumption", k)
		}
		if !d.implies(x) {
			return nil, c.fail("%s does not imply %s", d.key(), x.key())
		}
		assumed[i] = a
		under = union(under, slices.DeleteFunc(slices.Clone(d.under), func(u int) bool { return u == k }))
	}
	low, high := assumed[0], assumed[1]
	if low.sense > 0 {
		low, high = high, low
	}
	next := new(big.Rat).Add(low.side, big.NewRat(1, 1))
	copied := low.constraint
	if low.sense != -1 || high.sense != 1 || !sameTerms(low.terms, high.terms) || high.side.Cmp(next) != 0 || !low.side.IsInt() || !copied.round(c.integer) {
		return nil, c.fail("it is not certain that %s or %s holds", low.key(), high.key())
	}
	return under, nil
}

// union returns the union of two ascending lists.
func union(a, b []int) []int {
	if len(b) == 0 {
		return a
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// verdict compares what was derived with the claim.
func (c *checker) verdict() (*Verdict, error) {
	switch c.goal {
	case "infeas":
		if !c.proven(func(d *derived) bool { return d.falsehood() }) {
			return nil, c.fail("no constraint without assumptions is a contradiction")
		}
		return &Verdict{Status: problem.Infeasible}, nil
	case "unbounded":
		if len(c.solutions) != 2 {
			return nil, c.fail("a solution and a direction are needed")
		}
		return &Verdict{Status: problem.Unbounded}, nil
	}
	bound, reached := c.low, c.high
	if c.q.maximize {
		bound, reached = c.high, c.low
	}
	if bound != nil {
		want := c.q.bound(bound)
		if !c.proven(func(d *derived) bool { return d.implies(want) }) {
			return nil, c.fail("no constraint without assumptions bounds the objective by %s", bound.RatString())
		}
	}
	if reached != nil {
		if c.best == nil || c.q.better(reached, c.best) {
			return nil, c.fail("no solution has an objective as good as %s", reached.RatString())
		}
	}
	if bound == nil && reached == nil {
		return nil, c.fail("the certificate claims nothing")
	}
	v := &Verdict{Status: problem.Feasible, Lower: c.low, Upper: c.high}
	if c.low != nil && c.high != nil && c.low.Cmp(c.high) == 0 {
		v.Status = problem.Optimal
	}
	return v, nil
}

// proven reports whether a constraint without assumptions has a property.
func (c *checker) proven(has func(*derived) bool) bool {
	return slices.ContainsFunc(c.list, func(d *derived) bool { return d != nil && len(d.under) == 0 && has(d) })
}
