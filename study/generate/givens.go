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

// givens generates a minimal set of givens that leaves one solution.
func (g *Generator) givens(ctx context.Context, inst *Instance) (*Instance, error) {
	board := g.board(ctx, inst.Data)
	if board != nil {
		inst.Data[board.param] = board.text(nil)
	}
	p, err := g.load(ctx, g.Source, inst.Data)
	if err != nil {
		return nil, err
	}
	if p.NumFind == 0 || len(p.Schemas) > 0 {
		return nil, fmt.Errorf("givens are for problems without moves, with values to be found")
	}
	given, err := g.solution(ctx, p)
	switch {
	case err != nil:
		return nil, err
	case given == nil && len(g.Vary) == 0:
		return nil, ErrNone
	case given == nil:
		return nil, nil
	}
	// With an objective, removing one value may make another one needless, because other solutions
	// become optimal. Repeat until nothing changes.
	for n := len(given) + 1; n > len(given); {
		n = len(given)
		if err := g.spare(ctx, p, given); err != nil {
			return nil, err
		}
	}
	n := len(given)
	inst.Measures.Givens, inst.Measures.Nodes = &n, 0
	return g.written(ctx, inst, p, board, given)
}

// spare removes, one by one, the values without which the solution is still unique.
func (g *Generator) spare(ctx context.Context, p *model.Problem, given map[int]int64) error {
	for _, c := range g.shuffled(p.NumFind) {
		v, ok := given[c]
		if !ok {
			continue
		}
		delete(given, c)
		n, _, err := g.solutions(ctx, pinned(p, given), 2)
		if err != nil {
			return err
		}
		if n != 1 {
			given[c] = v
		}
	}
	return nil
}

// pinned returns a copy of p whose cells are fixed to the given values.
func pinned(p *model.Problem, given map[int]int64) *model.Problem {
	q := *p
	q.Cells = slices.Clone(p.Cells)
	for c, v := range given {
		q.Cells[c].Lo, q.Cells[c].Hi = v, v
	}
	return &q
}

// solution returns a random solution, or nil if no solution exists. It fixes the cells to random values
// one by one, as long as a solution remains.
func (g *Generator) solution(ctx context.Context, p *model.Problem) (map[int]int64, error) {
	known, err := g.witness(ctx, p, nil) // a solution that extends given
	if err != nil || known == nil {
		return nil, err
	}
	given := map[int]int64{}
	for _, c := range g.shuffled(p.NumFind) {
		for _, v := range g.values(&p.Cells[c], known[c]) {
			given[c] = v
			if known[c] == v {
				break
			}
			found, err := g.witness(ctx, p, given)
			if err != nil {
				return nil, err
			}
			if found != nil {
				known = found
				break
			}
		}
	}
	return given, nil
}

// manyValues is the size from which the values of a cell are sampled rather than listed.
const manyValues = 1 << 16

// values returns the values of a cell in random order. For a cell with very many values it returns
// a sample, followed by known, which is feasible.
func (g *Generator) values(c *model.CellInfo, known int64) []int64 {
	var list []int64
	if span := uint64(c.Hi) - uint64(c.Lo); span < manyValues {
		for _, k := range g.shuffled(int(span) + 1) {
			list = append(list, c.Lo+int64(k))
		}
		return list
	}
	for range 20 {
		if v := c.Lo + int64(g.rand.Uint64N(uint64(c.Hi)-uint64(c.Lo))); v >= c.Lo {
			list = append(list, v)
		}
	}
	return append(list, known)
}

// witness returns a solution with the given values, or nil if no such solution exists.
func (g *Generator) witness(ctx context.Context, p *model.Problem, given map[int]int64) ([]int64, error) {
	a, err := g.Engines.Solve(ctx, nil, pinned(p, given), engine.Question{Plans: engine.Any, Workers: 1, Memory: g.Memory}, nil)
	switch {
	case err != nil:
		return nil, err
	case a.Best != nil:
		return a.Best.Find, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case a.Status != engine.None:
		return nil, fmt.Errorf("it is unknown whether a solution exists: %s", a.Reason)
	}
	return nil, nil
}

// written writes the givens into the board parameter, or into the file as a requirement.
func (g *Generator) written(ctx context.Context, inst *Instance, p *model.Problem, board *board, given map[int]int64) (*Instance, error) {
	if board != nil && board.cells == p.NumFind {
		data := inst.Data
		data[board.param] = board.text(func(i int) string {
			if v, ok := given[i]; ok {
				return p.Cells[i].Type.Plain([]int64{v})
			}
			return "."
		})
		if q, err := g.load(ctx, g.Source, data); err == nil {
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
	q, err := g.load(ctx, inst.Source, inst.Data)
	inst.Problem = q
	return inst, err
}

// condition returns the expression that a cell has a value.
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

// A board is a text parameter with a character for each cell.
type board struct {
	param string
	lines []int // characters in each line
	cells int
}

// board returns the text parameter that gives values to cells, or nil if no parameter looks like
// one.
func (g *Generator) board(ctx context.Context, data map[string]any) *board {
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
		if p, err := g.load(ctx, g.Source, with(data, b.param, b.text(nil))); err == nil && p.NumFind == b.cells {
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

// text returns the board with a character for each cell, or with dots if sign is nil.
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
