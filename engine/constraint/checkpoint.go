package constraint

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"farbank/constraint"
	"farbank/model"
	"farbank/solver"
)

// A keptSearch is a checkpoint that stores the best known plan with the state of the library, from
// this or another engine: learned clauses hold for better plans only.
type keptSearch struct {
	solver.Checkpoint
	f    *finder
	plan *model.Plan // the stored plan
}

// checkpointVersion combines the format version of the library with that of the plan, in hundreds.
const checkpointVersion = 200 + constraint.CheckpointVersion

// keep returns the checkpoint of the search, or nil.
func (f *finder) keep() *keptSearch {
	c := f.q.Checkpoints.For(f.ctx, "constraint", checkpointVersion)
	if c == nil {
		return nil
	}
	return &keptSearch{Checkpoint: c, f: f}
}

// bestKnown returns the best plan of this and the other engines.
func (f *finder) bestKnown() (model.Plan, bool) {
	best, ok := f.q.Shared.Best()
	if !ok && f.a.Best != nil {
		return *f.a.Best, true
	}
	return best, ok
}

func (k *keptSearch) Save(write func(io.Writer) error) error {
	return k.Checkpoint.Save(func(w io.Writer) error {
		var plan *model.Plan
		if best, ok := k.f.bestKnown(); ok {
			plan = &best
		}
		text, err := json.Marshal(plan)
		if err != nil {
			return err
		}
		if _, err := w.Write(binary.AppendUvarint(nil, uint64(len(text)))); err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		return write(w)
	})
}

func (k *keptSearch) Restore(read func(io.Reader) error) (bool, error) {
	found, err := k.Checkpoint.Restore(func(r io.Reader) error {
		k.plan = nil
		in := bufio.NewReader(r)
		n, err := binary.ReadUvarint(in)
		if err != nil || n > 1<<30 {
			return errors.Join(err, errors.New("the plan cannot be read"))
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(in, text); err != nil {
			return err
		}
		if err := json.Unmarshal(text, &k.plan); err != nil {
			return err
		}
		return read(in)
	})
	if err != nil || !found || k.plan == nil {
		return found, err
	}
	f := k.f
	_, cost, err := f.p.VerifyGround(*k.plan, !f.q.FreeEnd)
	if err != nil {
		return false, fmt.Errorf("the stored plan is not valid: %w", err)
	}
	if cost != k.plan.Cost {
		return false, fmt.Errorf("the stored plan costs %d, not %d as stored", cost, k.plan.Cost)
	}
	f.a.Best = k.plan
	f.q.Shared.Offer(*k.plan)
	return true, nil
}
