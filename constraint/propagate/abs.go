package propagate

import "farbank/constraint/kernel"

// Abs adds z = |x|, which is the largest of x and -x.
func Abs(s *solver, z, x Var) {
	(&maximum{z: z.Lower(), list: []kernel.Side{x.Lower(), x.Upper()}}).post(s)
}
