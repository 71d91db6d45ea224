package propagate

import (
	"testing"

	"farbank/constraint/kernel"
)

func TestTooLarge(t *testing.T) {
	s := kernel.New(kernel.Options{})
	x := s.NewVar(-kernel.MaxValue, kernel.MaxValue)
	for name, err := range map[string]error{
		"table": Table(s, []Var{x}, [][]int64{{-kernel.MaxValue}, {kernel.MaxValue}}), "power": Power(s, x, s.NewVar(0, 5), x), "cumulative": Cumulative(s, x, Task{x, x, x}), "nvalue": NValue(s, []Var{x}, x),
	} {
		if err == nil {
			t.Errorf("%s accepted too large a domain", name)
		}
	}
}
