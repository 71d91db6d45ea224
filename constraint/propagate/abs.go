package propagate

import "farbank/constraint/kernel"

// Abs constrains z to be |x|, as the maximum of x and -x.
func Abs(s *solver, z, x Var) {
	(&maximum{z: z.Lower(), list: []kernel.View{x.Lower(), x.Upper()}}).post(s)
}
