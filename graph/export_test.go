package graph

import "testing"

// SetMaxWays sets the maximum number of simple paths that are enumerated, until the test ends.
func SetMaxWays(t *testing.T, n int) {
	old := maxWays
	maxWays = n
	t.Cleanup(func() { maxWays = old })
}
