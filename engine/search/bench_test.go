package search_test

import (
	"context"
	"fmt"
	"testing"

	"farbank"
)

// BenchmarkSpace explores whole spaces with one worker and with two. It reports ns/state.
func BenchmarkSpace(b *testing.B) {
	for _, c := range []struct {
		name, example string
		params        map[string]string
	}{
		{"tiles3x3", "tiles", nil},
		{"tiles5x2", "tiles", map[string]string{"rows": "5", "cols": "2"}},
		{"hanoi4x11", "hanoi", map[string]string{"pegs": "4", "discs": "11"}},
		{"cube", "cube", nil},
	} {
		for workers := range 2 {
			b.Run(fmt.Sprintf("%s/%d", c.name, workers+1), func(b *testing.B) {
				var opts []farbank.Option
				for k, v := range c.params {
					opts = append(opts, farbank.WithParam(k, v))
				}
				p, err := farbank.Load(c.example, opts...)
				if err != nil {
					b.Fatal(err)
				}
				states := int64(0)
				for b.Loop() {
					s, err := farbank.Explore(context.Background(), p, farbank.Question{Workers: workers + 1})
					if err != nil {
						b.Fatal(err)
					}
					states += s.States
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(states), "ns/state")
			})
		}
	}
}
