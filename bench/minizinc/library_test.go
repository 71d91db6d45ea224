package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestRenewed(t *testing.T) {
	for _, test := range []struct {
		text  string
		asked bool
		wider bool
		want  map[string]string // files and parts of their text
	}{
		{"predicate p(array[int] of var int: x, var int: y);", true, false, map[string]string{"p.mzn": "predicate p(", "fzn_p.mzn": "p(x, y);"}},
		{"% predicate p(int: z);\npredicate p(array[int] of var int: x) = q(1, x);\npredicate q(int: k, array[int] of var int: x);", true, true,
			map[string]string{"fzn_p.mzn": "predicate fzn_p(array[int] of var int: x) = q(1, x)"}},
		{"predicate p(var int: x);", false, false, map[string]string{"p.mzn": "predicate p(var int: x);"}},
		{"predicate p(var int: x); predicate p(var bool: x);", true, false, nil},
		{"predicate p(var int: x);", true, true, nil},
	} {
		got := convertGlobal("p", test.text, test.asked, test.wider)
		if !slices.Equal(slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(test.want))) {
			t.Errorf("%s: unexpected files %v", test.text, got)
		}
		for file, part := range test.want {
			if !strings.Contains(got[file], part) {
				t.Errorf("%s: %s is %q, want a part %q", test.text, file, got[file], part)
			}
		}
	}
}
