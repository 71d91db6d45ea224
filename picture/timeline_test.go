package picture_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"farbank/picture"
)

func shop() *picture.Timeline {
	return &picture.Timeline{Title: "a <shop>", Rows: []string{"saw", "drill", "idle"}, Bars: []picture.Bar{
		{Row: 0, Group: 0, Label: "a", From: 0, To: 3}, {Row: 1, Group: 0, Label: "a", From: 3, To: 5},
		{Row: 0, Group: 1, Label: "b", From: 3, To: 4}, {Row: 1, Group: 1, Label: "b", From: 5, To: 9},
		{Row: 1, Group: 2, Label: "c", From: 0, To: 2}, {Row: 1, Group: 3, Label: "nothing", From: 7, To: 7},
	}}
}

// TestMark checks that the chain that ends last is critical, and nothing else.
func TestMark(t *testing.T) {
	s := shop()
	s.Mark()
	for i, want := range []bool{true, true, false, true, false, false} {
		if s.Bars[i].Critical != want {
			t.Errorf("bar %d: %v", i, s.Bars[i].Critical)
		}
	}
	if from, to := s.Ends(); from != 0 || to != 9 {
		t.Error(from, to)
	}
}

func TestTimelineSVG(t *testing.T) {
	wide := &picture.Timeline{Rows: []string{"x"}, Bars: []picture.Bar{{From: math.MinInt64 / 4, To: math.MaxInt64 / 4, Label: "\x1b<"}}}
	for _, s := range []*picture.Timeline{shop(), {}, {Rows: []string{"none"}}, wide} {
		s.Mark()
		var b bytes.Buffer
		if err := picture.TimelineSVG(&b, s); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.String())
		if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") || strings.Contains(b.String(), "\x1b") {
			t.Error(b.String())
		}
	}
}
