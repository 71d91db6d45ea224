package native_test

import (
	"context"
	"testing"

	"farbank"
	"farbank/model"
	"farbank/model/native"
)

// BenchmarkExpand measures the expansion of states alone, in ns per state.
func BenchmarkExpand(b *testing.B) {
	for _, c := range []struct {
		name, example string
		params        map[string]string
	}{
		{"tiles3x3", "tiles", nil},
		{"tiles5x2", "tiles", map[string]string{"rows": "5", "cols": "2"}},
		{"hanoi4x11", "hanoi", map[string]string{"pegs": "4", "discs": "11"}},
		{"cube", "cube", nil},
		{"husbands", "husbands", map[string]string{"couples": "5", "seats": "3"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var opts []farbank.Option
			for k, v := range c.params {
				opts = append(opts, farbank.WithParam(k, v))
			}
			p, err := farbank.Load(c.example, opts...)
			if err != nil {
				b.Fatal(err)
			}
			benchExpand(b, p)
		})
	}
}

func benchExpand(b *testing.B, p *model.Problem) {
	ctx := context.Background()
	l := model.NewLayout(p)
	code, err := native.Compile(ctx, p, l)
	if err != nil {
		b.Fatal(err)
	}
	defer code.Close(ctx)
	x, err := code.Instance(ctx)
	if err != nil {
		b.Fatal(err)
	}
	s, _, _ := p.Begin(nil)
	states := make([]uint64, l.Words)
	l.Pack(s, states)
	seen := map[uint64]bool{states[0]: true}
	for i := 0; i < len(states)/l.Words && len(states) < 20_000*l.Words; i++ {
		out, err := x.Expand(states[i*l.Words : (i+1)*l.Words])
		if err != nil {
			b.Fatal(err)
		}
		for k := 0; k < len(out.From); k++ {
			w := out.States[k*l.Words : (k+1)*l.Words]
			if !seen[w[0]] {
				seen[w[0]] = true
				states = append(states, w...)
			}
		}
	}
	n := min(x.Batch(), len(states)/l.Words)
	succ := 0
	for i := 0; b.Loop(); i++ {
		from := i * 97 % (len(states)/l.Words - n + 1)
		out, err := x.Expand(states[from*l.Words : (from+n)*l.Words])
		if err != nil {
			b.Fatal(err)
		}
		succ += len(out.From)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/state")
	b.ReportMetric(float64(succ)/float64(b.N*n), "succ/state")
	b.ReportMetric(float64(code.Size()), "wasm-bytes")
}

// BenchmarkCompile measures the compilation to machine code.
func BenchmarkCompile(b *testing.B) {
	for _, name := range []string{"wolf", "tiles", "husbands", "cube", "sokoban", "klotski", "rush-hour"} {
		b.Run(name, func(b *testing.B) {
			p, err := farbank.Load(name)
			if err != nil {
				b.Fatal(err)
			}
			l := model.NewLayout(p)
			for b.Loop() {
				code, err := native.Compile(context.Background(), p, l)
				if err != nil {
					b.Fatal(err)
				}
				code.Close(context.Background())
			}
		})
	}
}
