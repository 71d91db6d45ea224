package lang_test

import (
	"slices"
	"testing"

	"farbank/lang"
)

// TestBoundOrNone checks that a bound name can have the type T or none, without brackets.
func TestBoundOrNone(t *testing.T) {
	p, err := lang.Parse("x.far", `
enum A { x, y, z }
state n: 0..9 = count(a: A or none where a != x)
state k: 0..9 = size({a: A or none -> ord(a)})
state b: bool = any a, c: A or none, i: 1..2 { a == none and c == z and i == 2 }
state e[a: A or none]: 0..9 = sum(c: A or none where c <= a -> 1)
`, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start, ok, err := p.Begin(nil)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if want := []int64{3, 4, 1, 1, 2, 3, 4}; !slices.Equal(start, want) {
		t.Errorf("start is %v, want %v", start, want)
	}
}
