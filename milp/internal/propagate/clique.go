package propagate

import (
	"math"
	"slices"

	"farbank/milp/internal/program"
	"farbank/milp/simplex"
)

// WidenRows replaces set packing rows by larger cliques that contain them, and removes rows that
// these dominate. Columns that exclude all columns of an equality are fixed at zero.
func (l *ConflictGraph) WidenRows(p *program.Program) {
	if l.near == nil {
		return
	}
	type packing struct {
		row  int
		lits []int32
	}
	var packs []packing
	for i := range p.Rows {
		if lits, ok := p.Packing(i); ok && len(lits) <= 100 {
			packs = append(packs, packing{i, lits})
		}
	}
	dropped := make([]bool, len(p.Rows))
	changed := false
	slices.SortStableFunc(packs, func(a, b packing) int { return len(b.lits) - len(a.lits) })
	var large [][]int32
	of := map[int32][]int{} // large cliques of a literal
	for _, k := range packs {
		if contained(k.lits, large, of) {
			dropped[k.row], changed = true, true
			continue
		}
		wide := l.Extend(slices.Clone(k.lits), p)
		if len(wide) > len(k.lits) {
			row := CliqueRow(wide)
			if len(row.Index) == len(wide) {
				p.Rows[k.row] = row
				changed = true
			} else {
				wide = k.lits
			}
		}
		for _, a := range wide {
			of[a] = append(of[a], len(large))
		}
		large = append(large, wide)
	}
	if !changed {
		return
	}
	rows := p.Rows[:0:0]
	for i := range p.Rows {
		if !dropped[i] {
			rows = append(rows, p.Rows[i])
		}
	}
	p.Rows = rows
	p.Index()
}

func contained(lits []int32, large [][]int32, of map[int32][]int) bool {
	for _, c := range of[lits[0]] {
		all := true
		for _, a := range lits {
			if !slices.Contains(large[c], a) {
				all = false
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

// CliqueRow returns the row that allows at most one literal of a clique to be true.
func CliqueRow(clique []int32) simplex.Row {
	row := simplex.Row{Lower: math.Inf(-1), Upper: 1}
	coef := map[int32]float64{}
	for _, a := range clique {
		j := a >> 1
		if a&1 == 0 {
			coef[j]++
		} else {
			coef[j]--
			row.Upper--
		}
	}
	for _, a := range clique {
		j := a >> 1
		if v := coef[j]; v != 0 {
			row.Index, row.Value = append(row.Index, j), append(row.Value, v)
			coef[j] = 0
		}
	}
	return row
}
