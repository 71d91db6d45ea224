package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
)

// givens makes a set of values to be given that leaves one solution, none of which can
// be spared.
func (g *Generator) givens(ctx context.Context, inst *Instance) (*Instance, error) {
	board := g.board(inst.Data)
	if board != nil {
		inst.Data[board.param] = board.text(nil)
	}
	p, err := g.load(g.Source, inst.Data)
	if err != nil {
		return nil, err
	}
	if p.NumFind == 0 || len(p.Schemas) > 0 {
		return nil, fmt.Errorf("givens are for problems without moves, with values to be found")
	}
	given, err := g.solution(ctx, p)
	if err != nil || given == nil {
		return nil, err
	}
	for _, c := range g.shuffled(p.NumFind) {
		v := given[c]
		delete(given, c)
		n, nodes, err := g.solutions(ctx, pinned(p, given), 2)
		if err != nil {
			return nil, err
		}
		inst.Measures.Nodes += nodes
		if n != 1 {
			given[c] = v
		}
	}
	n := len(given)
	inst.Measures.Givens, inst.Measures.Nodes = &n, 0
	return g.written(inst, p, board, given)
}

// pinned is a problem whose cells have only the values given.
func pinned(p *model.Problem, given map[int]int64) *model.Problem {
	q := *p
	q.Cells = slices.Clone(p.Cells)
	for c, v := range given {
		q.Cells[c].Lo, q.Cells[c].Hi = v, v
	}
	return &q
}

// solution is a random solution: cells get random values one after another, as long as
// there is a solution with them.
func (g *Generator) solution(ctx context.Context, p *model.Problem) (map[int]int64, error) {
	given := map[int]int64{}
	var known []int64 // a solution with what is given
	for _, c := range g.shuffled(p.NumFind) {
		info := &p.Cells[c]
		for _, k := range g.shuffled(int(info.Hi - info.Lo + 1)) {
			given[c] = info.Lo + int64(k)
			if known != nil && known[c] == given[c] {
				break
			}
			a, err := g.Solve(ctx, pinned(p, given), engine.Question{Plans: engine.Any, Workers: 1}, nil)
			if err != nil {
				return nil, err
			}
			if a.Best != nil {
				known = a.Best.Find
				break
			}
			delete(given, c)
		}
		if _, ok := given[c]; !ok {
			return nil, nil
		}
	}
	return given, nil
}

// written writes the givens into the board, or else into the file as a requirement.
func (g *Generator) written(inst *Instance, p *model.Problem, board *board, given map[int]int64) (*Instance, error) {
	if board != nil && board.cells == p.NumFind {
		data := inst.Data
		data[board.param] = board.text(func(i int) string {
			if v, ok := given[i]; ok {
				return p.Cells[i].Type.Plain([]int64{v})
			}
			return "."
		})
		if q, err := g.load(g.Source, data); err == nil {
			inst.Problem = q
			return inst, nil
		}
	}
	var conds []string
	for c := range p.NumFind {
		if v, ok := given[c]; ok {
			conds = append(conds, condition(p, c, v))
		}
	}
	inst.Source = g.Source
	if len(conds) > 0 {
		inst.Source = strings.TrimRight(g.Source, "\n") + "\n\nrequire \"the givens\": " + strings.Join(conds, "\n    and ") + "\n"
	}
	q, err := g.load(inst.Source, inst.Data)
	inst.Problem = q
	return inst, err
}

// condition says in the language that a cell has a value.
func condition(p *model.Problem, c int, v int64) string {
	info := &p.Cells[c]
	if info.Type.Kind != model.Bool {
		return info.Name + " == " + info.Type.Format([]int64{v})
	}
	if v != 0 {
		return info.Name
	}
	return "not (" + info.Name + ")"
}

// A board is a parameter that is a text, a sign for each cell.
type board struct {
	param string
	lines []int // signs a line
	cells int
}

// board returns the text parameter that gives values to cells: its signs without line
// breaks, nil if no parameter looks like one.
func (g *Generator) board(data map[string]any) *board {
	f, err := syntax.Parse("", g.Source)
	if err != nil {
		return nil
	}
	for _, d := range f.Decls {
		v, ok := d.(*syntax.ValueDecl)
		if !ok || v.Kind != syntax.Param || v.Value == nil {
			continue
		}
		text, ok := v.Value.(*syntax.StringLit)
		if !ok {
			continue
		}
		value := text.Value
		if given, ok := data[v.Name.Name].(string); ok {
			value = given
		}
		b := &board{param: v.Name.Name}
		for _, line := range strings.Fields(value) {
			b.lines = append(b.lines, len(line))
			b.cells += len(line)
		}
		if p, err := g.load(g.Source, with(data, b.param, b.text(nil))); err == nil && p.NumFind == b.cells {
			return b
		}
	}
	return nil
}

func with(data map[string]any, name string, value any) map[string]any {
	out := map[string]any{name: value}
	for k, v := range data {
		if k != name {
			out[k] = v
		}
	}
	return out
}

// text writes the board with a sign for each cell, all dots where sign is nil.
func (b *board) text(sign func(i int) string) string {
	var text strings.Builder
	i := 0
	for _, n := range b.lines {
		for range n {
			if sign == nil {
				text.WriteByte('.')
			} else {
				text.WriteString(sign(i))
			}
			i++
		}
		text.WriteByte('\n')
	}
	return text.String()
}
