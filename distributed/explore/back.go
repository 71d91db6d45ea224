package explore

import (
	"context"
	"fmt"
	"slices"

	"farbank/distributed/layer"
	"farbank/graph"
	"farbank/model"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// A Before is a predecessor of a state, with the move between them.
type Before struct {
	Target []uint64 `json:"target"`
	State  []uint64 `json:"state,omitempty"` // nil if the part has no predecessor
	Label  int32    `json:"label"`
}

func backFile(at, part int) string { return fmt.Sprintf("layer-%06d/back-%04d.json", at, part) }

// back searches a part of a layer for the first predecessor of a target.
func (s *site) back(ctx context.Context, at, part int, target []uint64) error {
	found := &Before{Target: target}
	w := s.Words()
	err := s.Each(ctx, layer.States(at, part), s.ID(at, part), func(list []uint64) (bool, error) {
		e, err := s.Expander(list)
		if err != nil {
			return false, err
		}
		defer s.Return(e)
		var succ graph.Successors
		for batch := range slices.Chunk(list, e.Batch()*w) {
			succ.Reset()
			if err := e.Expand(batch, &succ); err != nil {
				return false, err
			}
			for k, from := range succ.From {
				if !slices.Equal(succ.States[k*w:(k+1)*w], target) {
					continue
				}
				state := batch[int(from)*w : (int(from)+1)*w]
				if c := slices.Compare(state, found.State); found.State == nil || c < 0 || c == 0 && succ.Label[k] < found.Label {
					found.State, found.Label = slices.Clone(state), succ.Label[k]
				}
			}
			if found.State != nil {
				return false, nil
			}
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	return s.WriteJSON(ctx, backFile(at, part), found)
}

// Plan returns a plan to a goal in layer at. It goes back with one job for each layer.
func (d *Driver) Plan(ctx context.Context, at int, goal []uint64) (model.Plan, error) {
	moves := make([]int, at)
	target := goal
	for k := at - 1; k >= 0; k-- {
		if err := d.Cluster.Run(ctx, func(s beam.Scope) { d.backwards(s, k, target) }); err != nil {
			return model.Plan{}, err
		}
		var first *Before
		for part := range d.Parts {
			var b Before
			if err := d.folder.ReadJSON(ctx, backFile(k, part), &b); err != nil {
				return model.Plan{}, err
			}
			if !slices.Equal(b.Target, target) {
				return model.Plan{}, fmt.Errorf("%s has another state", backFile(k, part))
			}
			if b.State != nil && (first == nil || slices.Compare(b.State, first.State) < 0) {
				first = &b
			}
		}
		if first == nil {
			return model.Plan{}, fmt.Errorf("no state of layer %d leads to one of layer %d; its files are damaged", k, k+1)
		}
		moves[k], target = int(first.Label), first.State
	}
	state := make(model.State, len(d.Problem.Cells))
	d.worker.Layout.Unpack(target, state)
	n := d.Problem.NumFind
	return model.Plan{Find: state[:n:n], Moves: moves, Cost: int64(at)}, nil
}
