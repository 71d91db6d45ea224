package problem

import "testing"

func TestStatus(t *testing.T) {
	seen := map[string]bool{}
	for s := range Status(len(statusNames)) {
		if s.String() == "" || seen[s.String()] {
			t.Errorf("status %d is called %q", s, s)
		}
		seen[s.String()] = true
	}
}
