package generate

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"time"
)

// CheckpointVersion changes whenever the format of checkpoints changes.
const CheckpointVersion = 1

// A progress is the state of a generator in a checkpoint: the instances so far and the random state.
type progress struct {
	Given []made `json:"given"`
	Tries int    `json:"tries"` // draws tried for the next instance
	Rand  []byte `json:"rand"`  // state of the generator
}

// A made is an instance without its problem.
type made struct {
	Data     map[string]any `json:"data"`
	Source   string         `json:"source,omitempty"`
	Measures Measures       `json:"measures"`
}

// mark records the state of the draw after tries draws for the next instance, and saves it if a checkpoint is due.
func (g *Generator) mark(tries int) {
	if g.Checkpoint == nil {
		return
	}
	g.done.Tries = tries
	g.done.Rand, _ = g.source.MarshalBinary()
	if g.Checkpoint.Due() {
		g.save()
	}
}

func (g *Generator) save() {
	if g.Checkpoint == nil {
		return
	}
	_ = g.Checkpoint.Save(func(w io.Writer) error { return json.NewEncoder(w).Encode(&g.done) })
}

// note records a finished instance.
func (g *Generator) note(inst *Instance) {
	if g.Checkpoint != nil {
		g.done.Given = append(g.done.Given, made{inst.Data, inst.Source, inst.Measures})
	}
}

// restore returns the instances of the checkpoint and the number of draws tried for the next
// one.
func (g *Generator) restore(ctx context.Context) (list []*Instance, tries int, err error) {
	if g.Checkpoint == nil {
		return nil, 0, nil
	}
	found, err := g.Checkpoint.Restore(func(r io.Reader) error {
		g.done = progress{}
		d := json.NewDecoder(r)
		d.UseNumber()
		return d.Decode(&g.done)
	})
	if err != nil || !found {
		return nil, 0, err
	}
	if err := g.source.UnmarshalBinary(g.done.Rand); err != nil {
		return nil, 0, err
	}
	for i := range g.done.Given {
		inst, err := g.again(ctx, &g.done.Given[i])
		if err != nil {
			return nil, 0, err
		}
		list = append(list, inst)
	}
	return list, g.done.Tries, nil
}

// again rebuilds an instance from a checkpoint.
func (g *Generator) again(ctx context.Context, of *made) (*Instance, error) {
	for name, v := range of.Data {
		if was, fixed := g.Data[name]; fixed && sameJSON(was, v) {
			of.Data[name] = was
		} else if n, ok := v.(json.Number); ok {
			of.Data[name] = number(n)
		}
	}
	inst := &Instance{Data: of.Data, Source: of.Source, Measures: of.Measures}
	source, data := of.Source, of.Data
	if source == "" {
		source = g.Source
	}
	if data == nil {
		data = g.Data
	}
	if data == nil {
		data = map[string]any{}
	}
	var err error
	inst.Problem, err = g.load(ctx, source, data)
	return inst, err
}

// number returns n as an int64 if it is an integer, else as a float64.
func number(n json.Number) any {
	if whole, err := n.Int64(); err == nil {
		return whole
	}
	x, _ := n.Float64()
	return x
}

func sameJSON(a, b any) bool {
	x, err1 := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err1 == nil && err2 == nil && bytes.Equal(x, y)
}

// seeded initializes the random generator.
func (g *Generator) seeded() {
	g.source = rand.NewPCG(g.Seed, 0x9E3779B97F4A7C15)
	g.rand = rand.New(g.source)
	g.done = progress{}
	g.begun, g.reported, g.tries, g.given = time.Now(), time.Now(), 0, 0
}
