package made

import (
	"fmt"
	"math"
	"math/rand/v2"

	"farbank/milp/problem"
)

// Every returns a small problem with a bit of everything that files can express. Columns and rows
// are free, fixed, bounded on one or both sides, or infeasible. Rows, columns and objectives may be
// empty. There are constants, integer columns, numbers of very different size, and names with a
// meaning in some format. No answer depends on rounding, so that solvers should agree.
func Every(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{Name: pick(r, "", "every", "two words", "größe"), Maximize: r.IntN(2) == 0}
	if r.IntN(2) == 0 {
		p.Offset = sized(r)
	}
	costs := r.IntN(5) > 0
	inside := make([]float64, 1+r.IntN(5)) // a point within the bounds
	for j := range inside {
		c := problem.Column{Name: oddName(r, "x", j)}
		c.Integer = r.IntN(2) == 0
		if costs && r.IntN(4) > 0 {
			c.Cost = sized(r)
		}
		inside[j] = float64(r.IntN(13) - 4)
		c.Lower, c.Upper = around(r, inside[j], true)
		if c.Integer && r.IntN(3) == 0 {
			inside[j] = float64(r.IntN(2))
			c.Lower, c.Upper = 0, 1
		}
		p.Columns = append(p.Columns, c)
	}
	feasible := r.IntN(4) > 0
	for i := range r.IntN(6) {
		p.Rows = append(p.Rows, everyRow(r, i, inside, feasible))
	}
	distinctNames(p)
	return p
}

func everyRow(r *rand.Rand, i int, inside []float64, feasible bool) problem.Row {
	row := problem.Row{Name: oddName(r, "c", i)}
	scale := math.Pow(10, float64(r.IntN(6)-2))
	sum := 0.0
	for j := range inside {
		if r.IntN(3) > 0 {
			v := math.Round(coefficient(r, Shape{})*scale*1000) / 1000
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: v})
			sum += v * inside[j]
		}
	}
	sum = math.Round(sum*1000) / 1000
	if !feasible {
		sum += scale * float64(r.IntN(60)-30)
	}
	lower, upper := around(r, sum/scale, false)
	row.Lower, row.Upper = lower*scale, upper*scale
	return row
}

// around returns bounds of a random kind around a number. Those of a column are integral.
func around(r *rand.Rand, v float64, column bool) (lower, upper float64) {
	below, above := float64(r.IntN(5)), float64(r.IntN(5))
	if column {
		v = math.Round(v)
	}
	switch r.IntN(8) {
	case 0:
		return v, v
	case 1:
		return -problem.Infinity, problem.Infinity
	case 2:
		return -problem.Infinity, v + above
	case 3, 4:
		return v - below, problem.Infinity
	case 5:
		if column && v >= 0 {
			return 0, v + above
		}
	}
	return v - below, v + above + 1
}

// sized returns a nonzero number between a thousandth and a million, of few digits.
func sized(r *rand.Rand) float64 {
	v := coefficient(r, Shape{}) * math.Pow(10, float64(r.IntN(8)-3))
	return math.Round(v*1000) / 1000
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

// oddName returns a name that has a meaning in some format, or contains special characters.
func oddName(r *rand.Rand, letter string, i int) string {
	if r.IntN(3) > 0 {
		return fmt.Sprint(letter, i+1)
	}
	return pick(r, "", "obj", "neg_obj", "RHS", "RNG", "BND", "free", "inf", "nan", "end", "st", "bin", "e1", "3x", "x y", "a[1,2]", "a~", "a", "~one", "~none", "none",
		"S1", "'MARKER'", "-x", "+", "größe", "🙂", "$cost", "*", "\"q\"", "x:", "max", "Bounds", "a_very_long_name_of_forty_letters_or_more_x", ".5", "(a)", "#", "&", "?", "a;b", "{}", "a,b", "@x", "!", "a%")
}

// distinctNames renames columns and rows whose names are not unique.
func distinctNames(p *problem.Problem) {
	seen := map[string]bool{}
	for j := range p.Columns {
		distinct(&p.Columns[j].Name, seen, j)
	}
	clear(seen)
	for i := range p.Rows {
		distinct(&p.Rows[i].Name, seen, i)
	}
}

func distinct(name *string, seen map[string]bool, k int) {
	if *name != "" && seen[*name] {
		*name += fmt.Sprint("_", k)
	}
	seen[*name] = true
}
