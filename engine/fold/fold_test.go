package fold_test

import (
	"errors"
	"testing"

	"farbank"
	"farbank/engine/fold"
	"farbank/model"
)

// TestEnds checks objectives near the limits of 64 bits and beyond.
func TestEnds(t *testing.T) {
	for src, want := range map[string]int64{
		"find x: -9223372036854775807 - 1..-9223372036854775806\nmaximize x\n": -9223372036854775806,
		"find x: -9223372036854775807 - 1..-9223372036854775806\nminimize x\n": -9223372036854775807 - 1,
		"find x: 9223372036854775805..9223372036854775807\nmaximize x\n":       9223372036854775807,
		"find x: 9223372036854775805..9223372036854775807\nminimize -x\n":      -9223372036854775807,
	} {
		p, err := farbank.Parse("t.far", src)
		if err != nil {
			t.Fatal(err)
		}
		a, err := farbank.SolveWith(t.Context(), fold.New(), p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != want {
			t.Errorf("%+v %v\n%s", a, err, src)
		}
	}
	p, err := farbank.Parse("t.far", "find x: 1..4\nmaximize 9223372036854775807 * x\n")
	if err != nil {
		t.Fatal(err)
	}
	var overflow *model.OverflowError
	if a, err := farbank.SolveWith(t.Context(), fold.New(), p, farbank.Question{}, nil); !errors.As(err, &overflow) {
		t.Errorf("%+v %v", a, err)
	}
}
