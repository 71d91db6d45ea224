package real_test

import (
	"fmt"

	"farbank/rules/real"
)

func ExamplePow() {
	fmt.Printf("%.15g\n", real.Pow(1.1, 100))
	// Output: 13780.6123398224
}
