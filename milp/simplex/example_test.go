package simplex_test

import (
	"context"
	"fmt"
	"math"

	"farbank/milp/simplex"
)

func Example() {
	inf := math.Inf(1)
	// Maximise 3x + 2y with x + y <= 4 and x + 3y <= 6.
	s := simplex.New([]float64{-3, -2}, []float64{0, 0}, []float64{inf, inf}, []simplex.Row{
		{Lower: -inf, Upper: 4, Index: []int32{0, 1}, Value: []float64{1, 1}},
		{Lower: -inf, Upper: 6, Index: []int32{0, 1}, Value: []float64{1, 3}},
	})
	fmt.Println(s.Solve(context.Background()) == simplex.Optimal, -s.Objective(), s.Value(0), s.Value(1))
	fmt.Println(s.Dual(0), s.Dual(1) == 0) // one more in the first row lowers the objective by 3
	s.SetBounds(0, 0, 3)
	fmt.Println(s.Solve(context.Background()) == simplex.Optimal, -s.Objective(), s.Value(0), s.Value(1))
	// Output:
	// true 12 4 0
	// -3 true
	// true 11 3 1
}
