package recognise

import (
	"math/rand/v2"
	"testing"
)

// TestCliques checks that the cliques cover all edges and contain no non-edges.
func TestCliques(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		n := 2 + r.IntN(8)
		var g graph
		for range r.IntN(30) {
			if a, b := r.IntN(n), r.IntN(n); a != b {
				g.add(a, b, int64(r.IntN(3)-1))
			}
		}
		covered := map[edge]bool{}
		for _, set := range g.cliques() {
			for i, a := range set {
				for j, b := range set {
					e := edge{a.node, b.node, b.height - a.height}
					if covered[e] = true; i != j && !g.has(e) {
						t.Fatalf("%v: no edge %v", set, e)
					}
				}
			}
		}
		for _, e := range g.edges {
			if !covered[e] {
				t.Fatalf("%v is not covered", e)
			}
		}
	}
}
