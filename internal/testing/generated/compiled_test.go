package generated_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
	"farbank/model/native"
)

// compiled compares the compiled successor functions with the interpreter of the model, which has
// been compared with the judge before.
func (w *trial) compiled(p *model.Problem, states []model.State) {
	if len(states) == 0 || len(p.Moves) == 0 {
		return
	}
	ctx, l := context.Background(), model.NewLayout(p)
	v, err := native.NewVectorContext(ctx, p, l)
	switch {
	case errors.Is(err, native.ErrUnfit):
		w.v.Traits["unfit for compilation"] = true
		return
	case err != nil:
		w.fail("compiled: no vector: "+numbers.ReplaceAllString(err.Error(), "N"), "%v", err)
		return
	}
	w.expands("vector", v, p, l, states)
	if w.r.IntN(codeShare) > 0 {
		return
	}
	w.at("machine code")
	draft, err := native.Write(ctx, p, l)
	if errors.Is(err, native.ErrLarge) || err == nil && draft.Size() > maxCode {
		w.v.Traits["too much code"] = true
		return
	}
	if err != nil {
		w.fail("compiled: no code: "+numbers.ReplaceAllString(err.Error(), "N"), "%v", err)
		return
	}
	code, err := draft.Compile(ctx)
	switch {
	case err != nil && strings.Contains(err.Error(), "no compiler for this machine"):
		w.v.Traits["no machine code"] = true
		return
	case err != nil:
		w.fail("compiled: no code: "+numbers.ReplaceAllString(err.Error(), "N"), "%v", err)
		return
	}
	defer code.Close(ctx)
	i, err := code.Instance(ctx)
	if err != nil {
		w.fail("compiled: no instance: "+numbers.ReplaceAllString(err.Error(), "N"), "%v", err)
		return
	}
	w.expands("code", i, p, l, states)
}

// codeShare: machine code is generated for one of codeShare models, as it is slow.
const codeShare = 6

// maxCode is the maximum size of code to compile, at some hundred kilobytes a second.
const maxCode = 50_000

// expands compares batches of successors, and goals.
func (w *trial) expands(name string, x native.Expander, p *model.Problem, l *model.Layout, states []model.State) {
	for part := range slices.Chunk(states, x.Batch()) {
		batch := make([]uint64, len(part)*l.Words)
		for i, s := range part {
			l.Pack(s, batch[i*l.Words:(i+1)*l.Words])
		}
		out, err := x.Expand(batch)
		if err != nil {
			w.fail("compiled: "+name+": "+err.Error(), "%v", err)
			return
		}
		got, want := unpacked(out, p, l), interpreted(p, part)
		if !slices.Equal(got, want) {
			w.fail("compiled: other successors by "+name, "got %v\nwant %v", got, want)
			return
		}
		goals := make([]bool, len(part))
		if err := x.Goals(batch, goals); err != nil {
			w.fail("compiled: "+name+": "+err.Error(), "%v", err)
			return
		}
		for i, s := range part {
			if want, err := p.AtGoal(s); err == nil && goals[i] != want {
				w.fail("compiled: other goals by "+name, "%v: %t, want %t", s, goals[i], want)
			}
		}
	}
}

// A successor is a successor of a state, in comparable form.
type successor struct {
	from, move int
	cost       int64
	state      string
}

func sorted(list []successor) []successor {
	slices.SortFunc(list, func(a, b successor) int { return cmp.Or(a.from-b.from, a.move-b.move, cmp.Compare(a.state, b.state)) })
	return list
}

func unpacked(out native.Successors, p *model.Problem, l *model.Layout) []successor {
	var list []successor
	s := make(model.State, len(p.Cells))
	for i := range out.From {
		l.Unpack(out.States[i*l.Words:(i+1)*l.Words], s)
		cost := int64(1)
		if out.Cost != nil {
			cost = out.Cost[i]
		}
		list = append(list, successor{int(out.From[i]), int(out.Label[i]), cost, fmt.Sprint(s)})
	}
	return sorted(list)
}

func interpreted(p *model.Problem, states []model.State) []successor {
	var list []successor
	for i, s := range states {
		for n, m := range p.Moves {
			o, err := p.Apply(m, s)
			if err != nil || o.Next == nil {
				continue
			}
			if ok, err := p.Safe(o.Next); err == nil && ok {
				list = append(list, successor{i, n, o.Cost, fmt.Sprint(o.Next)})
			}
		}
	}
	return sorted(list)
}
