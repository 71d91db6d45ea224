package graph_test

import (
	"fmt"
	"testing"

	"farbank/graph"
)

// tangle is a graph of up to 1<<17 states of bits bits. Most states have three pseudorandom successors,
// some are dead ends. Its layers are wide.
type tangle struct{ bits uint }

func (tangle) Words() int  { return 1 }
func (g tangle) Bits() int { return int(g.bits) }

func (g tangle) at(k uint64) uint64 { return k & (1<<17 - 1) * 0x9E3779B97F4A7C15 & (1<<g.bits - 1) }

func (g tangle) Starts(yield func([]uint64) error) error { return yield([]uint64{g.at(1)}) }

func (g tangle) Expand(batch []uint64, out *graph.Successors) error {
	for i, s := range batch {
		for label := range uint64(3) {
			if s%11 == 10 && s != g.at(1) {
				break
			}
			h := (s + label) * 0xD6E8FEB86659FD93
			out.States = append(out.States, g.at(h>>32^h))
			out.From, out.Label = append(out.From, int32(i)), append(out.Label, int32(label))
		}
	}
	out.Cost = nil
	return nil
}

func (g tangle) Goals(batch []uint64, goal []bool) error {
	for i, s := range batch {
		goal[i] = s%1000 == 7
	}
	return nil
}

func (g tangle) Fork() (graph.Graph, error) { return g, nil }

// TestConcurrentInsert checks that the shape of a space does not depend on the number of workers, with a bitmap and
// with a compact set, with and without a memory limit.
func TestConcurrentInsert(t *testing.T) {
	for _, bits := range []uint{18, 22, 30, 36, 40, 47} {
		for _, memory := range []int64{0, 5 << 20} {
			want := ""
			for workers := 1; workers <= 5; workers++ {
				s, err := graph.Explore(t.Context(), tangle{bits}, graph.Options{Workers: workers, Memory: memory})
				if err != nil {
					t.Fatal(err)
				}
				got := fmt.Sprint(s.States, s.Layers, s.Edges, s.DeadEnds, s.GoalStates, s.FirstGoal, s.Branching, s.Reason)
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%d bits, memory %d: %d workers find %s, one finds %s", bits, memory, workers, got, want)
				}
			}
		}
	}
}
