package milp_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"farbank"
	"farbank/engine/milp"
	"farbank/engine/search"
)

func TestMag(t *testing.T) {
	lo, _ := strconv.Atoi(os.Getenv("LO"))
	hi, _ := strconv.Atoi(os.Getenv("HI"))
	for bits := lo; bits <= hi; bits += 2 {
		r := rand.New(rand.NewPCG(uint64(bits), 3))
		bad, inv, unk, uns, errs := 0, 0, 0, 0, 0
		first := ""
		for range 40 {
			big := func() int64 { return r.Int64N(1<<bits) + 1 }
			src := ""
			for i := range 6 {
				src += fmt.Sprintf("find x%d: 0..%d\n", i, 4+r.IntN(4))
			}
			sum := func() string {
				s := ""
				for i := range 6 {
					if r.IntN(4) > 0 {
						s += fmt.Sprintf(" + %d * x%d", big(), i)
					}
				}
				if s == "" {
					return "0"
				}
				return "0" + s
			}
			switch r.IntN(3) {
			case 0:
				src += fmt.Sprintf("require %s <= %d\n", sum(), 10*big())
				src += fmt.Sprintf("maximize %s\n", sum())
			case 1:
				a, b := sum(), sum()
				src += fmt.Sprintf("require %s >= %d\nrequire x0 + x1 >= 2 implies %s == %s + %d\n", a, 5*big(), a, b, big()%100)
			case 2:
				src += fmt.Sprintf("require %s >= %s + %d\nminimize %s - %d\n", sum(), sum(), r.IntN(50), sum(), big())
			}
			p, err := farbank.Parse("t.far", src)
			if err != nil {
				continue
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			want, err := farbank.SolveWith(ctx, search.New(), p, farbank.Question{}, nil)
			if err != nil {
				cancel()
				continue
			}
			if err := milp.New().Can(p, farbank.Question{}); err != nil {
				uns++
				cancel()
				continue
			}
			got, err := farbank.SolveWith(ctx, milp.New(), p, farbank.Question{}, nil)
			cancel()
			switch {
			case err != nil:
				errs++
				if first == "" {
					first = err.Error() + "\n" + src
				}
			case got.Status == farbank.Unknown || got.Status == farbank.Feasible:
				unk++
			case got.Status == farbank.Unsupported:
				uns++
			case got.Status != want.Status || got.Best != nil && got.Best.Cost != want.Best.Cost:
				bad++
				if first == "" {
					first = fmt.Sprint(got.Status, want.Status, got.Best, want.Best, "\n", src)
				}
			}
		}
		fmt.Printf("bits %d: wrong %d invalid %d unknown %d unsupported %d errors %d\n%s\n", bits, bad, inv, unk, uns, errs, first)
	}
}
