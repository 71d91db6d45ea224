package model

import "testing"

func TestParseDecimal(t *testing.T) {
	for _, c := range []struct {
		text   string
		digits int
		want   int64
		ok     bool
	}{
		{"2.50", 1, 25, true},
		{"-2.5", 2, -250, true},
		{"-0.5", 1, -5, true},
		{"0.000", 0, 0, true},
		{"7", 2, 700, true},
		{"9223372036854775807", 0, 9223372036854775807, true},
		{"9223372036854775807", 1, 0, false},
		{"2.55", 1, 0, false},
		{"", 0, 0, false},
		{"", 2, 0, false},
		{"-", 0, 0, false},
		{"-", 2, 0, false},
		{"+1", 0, 0, false},
		{".5", 1, 0, false},
		{"-.5", 1, 0, false},
		{"5.", 1, 0, false},
		{"1e3", 0, 0, false},
		{"1.-5", 2, 0, false},
		{"--5", 1, 0, false},
		{"1_0", 1, 0, false},
	} {
		if n, ok := ParseDecimal(c.text, c.digits); ok != c.ok || ok && n != c.want {
			t.Errorf("ParseDecimal(%q, %d) = %d, %t", c.text, c.digits, n, ok)
		}
		if !c.ok {
			continue
		}
		if n, ok := ParseDecimal(Fixed(c.want, c.digits), c.digits); !ok || n != c.want {
			t.Errorf("ParseDecimal(Fixed(%d, %d)) = %d, %t", c.want, c.digits, n, ok)
		}
	}
}
