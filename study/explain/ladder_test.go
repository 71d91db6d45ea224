package explain

import (
	"slices"
	"testing"

	"farbank/model"
)

// A number changes by whole steps where its range has them.
func TestLadder(t *testing.T) {
	for _, c := range []struct {
		set  model.Setting
		way  int64
		want []string
	}{
		{model.Setting{Value: 5}, 1, []string{"6", "7", "8"}},
		{model.Setting{Value: 1, Bounded: true, Hi: 9}, -1, []string{"0"}},
		{model.Setting{Value: 275, Digits: 2}, 1, []string{"3", "4", "5"}},
		{model.Setting{Value: 275, Digits: 2}, -1, []string{"2", "1", "0"}},
		{model.Setting{Value: -15, Digits: 1}, 1, []string{"-1", "0", "1"}},
		{model.Setting{Value: -15, Digits: 1}, -1, []string{"-2", "-3", "-4"}},
		{model.Setting{Value: 30, Digits: 1}, 1, []string{"4", "5", "6"}},
		{model.Setting{Value: 5, Digits: 1, Bounded: true, Hi: 9}, 1, []string{"0.6", "0.7", "0.8"}},
		{model.Setting{Value: 98, Digits: 2, Bounded: true, Hi: 99}, 1, []string{"0.99"}},
		{model.Setting{Value: 9, Digits: 1, Bounded: true, Hi: 9}, 1, nil},
	} {
		var got []string
		for _, it := range ladder(Item{}, c.set, 3, c.way) {
			got = append(got, it.number(it.To))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v by %d: %v, want %v", c.set, c.way, got, c.want)
		}
	}
}
