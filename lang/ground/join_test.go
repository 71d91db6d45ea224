package ground

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/lang/check"
	"farbank/lang/syntax"
	"farbank/model"
)

func grounded(t *testing.T, source string, few int64) *model.Problem {
	t.Helper()
	defer func(n int64) { fewChoices = n }(fewChoices)
	fewChoices = few
	f, err := syntax.Parse("x.far", source)
	if err != nil {
		t.Fatal(err)
	}
	in, err := check.Check(f, check.Options{})
	if err != nil {
		return nil
	}
	p, err := Ground(in, Options{Limit: 10_000_000})
	if err != nil {
		return nil
	}
	return p
}

// TestJoined checks that a join finds the same moves in the same order as enumeration.
func TestJoined(t *testing.T) {
	sources := map[string]string{}
	for _, name := range examples.Names() {
		sources[name], _ = examples.Source(name)
	}
	for seed := range uint64(50) {
		sources[fmt.Sprint("generated ", seed)] = generated.New(seed, generated.Options{States: 50}).Source
	}
	sources["of all kinds"] = `puzzle "x"
enum Place { a, b, c, d, e }
enum Car { t, u }
enum Thing = Place + Car
const road: set of (Place, Place) = {(a, b), (b, c), (c, d), (d, e), (e, a)}
const home[Car]: Place = {t: a, u: c}
const some: set of Thing = {a, c, u}
type Pair = (Place, Place)
const pairs: set of Pair = {(a, b), (c, a)}
state at: Place = a
move one(x: Thing, y: Place, z: Place, k: Car) { require (x, y) in road and home[k] == z and x in some
    at = z }
move two(p: Pair, x: Place) { require p in pairs
    require x == p.1 and x != p.2
    at = x }
move three(x, y: Place, n: 0..9) { require at == x
    require (x, y) in road and n == ord(x) * 2 and 8 / n > 1
    at = y }
move four(x: Place, y: Place) { let z = at
    require (y, x) in road and z == y
    at = x }
`
	for name, source := range sources {
		want, got := grounded(t, source, 1<<62), grounded(t, source, 0)
		if (want == nil) != (got == nil) {
			t.Errorf("%s: one way is refused", name)
			continue
		}
		if want == nil {
			continue
		}
		texts := func(p *model.Problem) []string {
			var list []string
			for _, m := range p.Moves {
				list = append(list, m.String())
			}
			return list
		}
		if a, b := texts(want), texts(got); !slices.Equal(a, b) || want.Digest() != got.Digest() {
			t.Errorf("%s:\n%s\n%s", name, strings.Join(a, " "), strings.Join(b, " "))
		}
	}
}

// TestJoinedMany has 27 million choices, few of which meet the conditions.
func TestJoinedMany(t *testing.T) {
	var names, roads []string
	for i := range 300 {
		names = append(names, fmt.Sprint("p", i))
		for k := range 3 {
			roads = append(roads, fmt.Sprintf("(p%d, p%d)", i, (7*i+k*k+1)%300))
		}
	}
	p := grounded(t, fmt.Sprintf(`puzzle "x"
enum Place { %s }
const road: set of (Place, Place) = {%s}
state at: Place = p0
move ride(a, b, c: Place) {
    require at == a and (a, b) in road and (b, c) in road
    at = c
}
goal at == p277
`, strings.Join(names, ", "), strings.Join(roads, ", ")), 5000)
	if p == nil || len(p.Moves) != 2700 {
		t.Error("not written out, or not 2700 moves")
	}
}
