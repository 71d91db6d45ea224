package strategy_test

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/model"
	"farbank/study/certificate"
)

// bounds returns the bounds of a problem and what the judge says of them, after they were written and read.
func bounds(t *testing.T, p *model.Problem, luck strategy.Luck) (*model.Bounds, *big.Rat) {
	t.Helper()
	a, err := strategy.NewAdviser(context.Background(), p, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, want, err := a.Bounds(context.Background(), luck)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := certificate.WriteBounds(&text, b); err != nil {
		t.Fatal(err)
	}
	if b, err = certificate.ReadBounds(&text); err != nil {
		t.Fatal(err)
	}
	got, err := p.Judge.(model.BoundsJudge).Bound(b)
	if err != nil {
		t.Fatal(err)
	}
	if (got == nil) != (want == nil) || got != nil && got.Cmp(want) != 0 {
		t.Fatalf("the judge finds %v, not %v", got, want)
	}
	return b, got
}

// better reports whether a bound claims more than is true.
func better(about model.Bounded, maximize bool, claim, value *big.Rat) bool {
	switch {
	case about == model.MostProbable:
		return claim.Cmp(value) < 0
	case about.OfObjective() && maximize:
		return value != nil && (claim == nil || claim.Cmp(value) < 0)
	case value == nil:
		return false
	}
	return claim == nil || claim.Cmp(value) > 0
}

// forge changes some bounds at random, and fails the test if the judge then believes in something false.
func forge(t *testing.T, r *rand.Rand, p *model.Problem, b *model.Bounds, value *big.Rat) {
	t.Helper()
	if len(b.Positions) == 0 {
		return
	}
	for range 10 {
		forged := &model.Bounds{About: b.About, Positions: append([]model.BoundedPosition(nil), b.Positions...)}
		for range 1 + r.IntN(3) {
			x := &forged.Positions[r.IntN(len(forged.Positions))]
			switch {
			case r.IntN(4) == 0 && (b.About == model.LeastCost || b.About == model.WorstValue):
				x.Value = nil
			case r.IntN(2) == 0 && x.Value != nil && b.About.OfObjective():
				x.Value = new(big.Rat).Add(x.Value, big.NewRat(r.Int64N(9)-4, 2))
			case b.About == model.MostProbable:
				x.Value = big.NewRat(int64(r.IntN(5)), 4)
			case r.IntN(2) == 0 && x.Value != nil:
				x.Value = new(big.Rat).Add(x.Value, big.NewRat(1, 2))
			default:
				x.Value = big.NewRat(int64(r.IntN(10)), 1)
			}
		}
		got, err := p.Judge.(model.BoundsJudge).Bound(forged)
		var wrong *model.BoundError
		if err != nil && !errors.As(err, &wrong) {
			t.Fatal(err)
		}
		if err == nil && better(b.About, p.Goals != nil && p.Goals.Maximize, got, value) {
			t.Fatalf("the judge believes in %v, and the value is %v: %v", got, value, forged.Positions)
		}
	}
}

// bounded checks and forges the bounds of a text whose answer is known.
func bounded(t *testing.T, r *rand.Rand, source string, a *engine.Answer, luck strategy.Luck) {
	t.Helper()
	p, err := farbank.Parse("x.far", source)
	if err != nil {
		t.Fatal(err)
	}
	b, value := bounds(t, p, luck)
	want := value
	switch o := a.Others; {
	case o == nil && b.About == model.MostProbable && p.Goals != nil: // no strategy reaches the goal surely
		if value.Cmp(big.NewRat(1, 1)) >= 0 {
			t.Fatalf("the bounds show %v:\n%s", value, source)
		}
	case o == nil && p.Chance() && luck == strategy.Lucky:
		want = new(big.Rat)
	case o == nil:
		want = nil
	case o.Value != nil:
		want = o.Value.Exact
	case o.Expected != nil:
		want = o.Expected.Exact
	case o.Probability != nil:
		want = o.Probability.Exact
	case o.Cost != nil:
		want = new(big.Rat).SetInt64(*o.Cost)
	}
	if (value == nil) != (want == nil) || value != nil && value.Cmp(want) != 0 {
		t.Fatalf("the bounds show %v, the answer is %v:\n%s", value, want, source)
	}
	forge(t, r, p, b, value)
}

func TestBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for name, source := range map[string]string{"nim": nim, "tictactoe": tictactoe, "craps": craps} {
		p, err := farbank.Parse(name+".far", source)
		if err != nil {
			t.Fatal(err)
		}
		b, value := bounds(t, p, strategy.Lucky)
		forge(t, r, p, b, value)
		if name == "craps" {
			b, value = bounds(t, p, strategy.Unlucky)
			forge(t, r, p, b, value)
		}
	}
}

func TestDamagedBounds(t *testing.T) {
	for text, want := range map[string]string{
		"":                                `line 1: "farbank bounds " is missing`,
		"farbank bounds 2\n":              `line 1: the version "2" is not known`,
		"farbank bounds 1\nabout money\n": `line 2: bounds are about`,
		"farbank bounds 1\nabout cost\n":  `line 3: "positions " is missing`,
		"farbank bounds 1\nabout cost\npositions -1\n":           `line 3: "-1" is not a number`,
		"farbank bounds 1\nabout cost\npositions 2\n1 0,0\n":     `line 5: "" is missing`,
		"farbank bounds 1\nabout cost\npositions 1\n1\n":         `line 4: a position is`,
		"farbank bounds 1\nabout cost\npositions 1\n1e9 0\n":     `line 4: "1e9" is not a bound`,
		"farbank bounds 1\nabout cost\npositions 1\n1 0,x\n":     `line 4: "x" is not a value`,
		"farbank bounds 1\nabout cost\npositions 1\n1 0\nmore\n": `line 5: there is text`,
	} {
		_, err := certificate.ReadBounds(strings.NewReader(text))
		var bad *certificate.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
	p, err := farbank.Parse("x.far", craps)
	if err != nil {
		t.Fatal(err)
	}
	for want, b := range map[string]*model.Bounds{
		"2 values are needed":    {About: model.MostProbable, Positions: []model.BoundedPosition{{Worlds: []model.State{{1}}, Value: new(big.Rat)}}},
		"it has no states":       {About: model.MostProbable, Positions: []model.BoundedPosition{{Value: new(big.Rat)}}},
		"its bound is negative":  {Positions: []model.BoundedPosition{{Worlds: []model.State{{0, 0}}, Value: big.NewRat(-1, 1)}}},
		"a value is missing":     {About: model.LeastExpected, Positions: []model.BoundedPosition{{Worlds: []model.State{{0, 0}}}}},
		"cannot be 99":           {Positions: []model.BoundedPosition{{Worlds: []model.State{{0, 99}}}}},
		"do not look alike":      {Positions: []model.BoundedPosition{{Worlds: []model.State{{0, 0}, {0, 1}}}}},
		"it is listed twice":     {Positions: []model.BoundedPosition{{Worlds: []model.State{{0, 0}}}, {Worlds: []model.State{{0, 0}}}}},
		"the goal is reached in": {Positions: []model.BoundedPosition{{Worlds: []model.State{{2, 0}}}}},
	} {
		if _, err := p.Judge.(model.BoundsJudge).Bound(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
