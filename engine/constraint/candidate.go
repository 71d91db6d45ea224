package constraint

import (
	"fmt"
	"math/big"

	"farbank/model"
)

const (
	sampled       = 1000    // maximum number of states in a sample
	tried         = 1 << 17 // maximum number of moves that are tried to find them
	maxFacts      = 160     // maximum number of pairs (cell, value) that are combined
	maxCandidates = 2000
	maxMod        = 12
	maxWhole      = 1 << 10
)

// sample returns reachable states, nearest first; nil if the problem has unknowns.
func (in *induction) sample() ([]model.State, error) {
	p := in.p
	if p.NumFind > 0 {
		return nil, nil
	}
	start, ok, err := p.Begin(nil)
	if !ok || err != nil {
		return nil, err
	}
	list, seen := []model.State{start}, map[string]bool{fmt.Sprint(start): true}
	st, next, left := p.NewStepper(), make(model.State, len(start)), tried
	for at := 0; at < len(list) && len(list) < sampled; at++ {
		if in.ctx.Err() != nil {
			return nil, in.ctx.Err()
		}
		for _, m := range p.Moves {
			if left--; left < 0 || len(list) >= sampled {
				return list, nil
			}
			_, ok, err := st.Step(m, list[at], next)
			if err != nil {
				return nil, refused("%v", err)
			}
			if !ok || seen[fmt.Sprint(next)] {
				continue
			}
			if safe, err := p.Safe(next); err != nil || !safe {
				continue
			}
			seen[fmt.Sprint(next)] = true
			list = append(list, append(model.State(nil), next...))
		}
	}
	return list, nil
}

// candidates returns conditions that hold in all states of a sample, in groups that are checked one
// after another.
func (in *induction) candidates(sample []model.State) [][]*invariant {
	changed := map[int]bool{}
	for _, o := range in.sys.Operators {
		for _, u := range o.Updates {
			changed[u.Cell] = true
		}
	}
	var cells []int
	for c := range in.p.Cells {
		if changed[c] {
			cells = append(cells, c)
		}
	}
	small := in.small(cells)
	return [][]*invariant{append(in.constantSums(sample, cells), in.rests(sample, small)...), bounds(sample, small), in.exclusions(sample, cells)}
}

// maxSpan limits the domains of cells whose bounds and residues are candidates: propagation may
// creep through all values of a larger one.
const maxSpan = 1 << 20

// small returns the cells with small domains of small numbers.
func (in *induction) small(cells []int) (list []int) {
	for _, c := range cells {
		if info := &in.p.Cells[c]; info.Lo >= -maxSum && info.Hi <= maxSum && info.Hi-info.Lo < maxSpan {
			list = append(list, c)
		}
	}
	return list
}

// maxBounded is the maximum number of cells for which sums of pairs are bounded.
const maxBounded = 20

// bounds returns the upper and lower bounds of cells, and of sums and differences of two.
func bounds(sample []model.State, cells []int) (list []*invariant) {
	add := func(cells []int, coefs ...int64) {
		v := &invariant{cells: cells, coefs: coefs, most: true, rest: -maxSum}
		for _, st := range sample {
			sum := int64(0)
			for i, c := range cells {
				if st[c] > maxSum/2 || st[c] < -maxSum/2 {
					return
				}
				sum += coefs[i] * st[c]
			}
			v.rest = max(v.rest, sum)
		}
		list = append(list, v)
	}
	for k, c := range cells {
		add([]int{c}, 1)
		add([]int{c}, -1)
		for _, d := range cells[:k] {
			if len(cells) <= maxBounded {
				for _, coefs := range [][]int64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					add([]int{c, d}, coefs...)
				}
			}
		}
	}
	return list
}

// exclusions returns the values that no cell has, and the pairs of values that two cells do not
// have at once (mutexes).
func (in *induction) exclusions(sample []model.State, cells []int) (list []*invariant) {
	type fact struct {
		cell  int
		value int64
	}
	var facts []fact
	for _, c := range cells {
		info := &in.p.Cells[c]
		if info.Span() > maxFacts {
			continue
		}
		had := map[int64]bool{}
		for _, st := range sample {
			had[st[c]] = true
		}
		for v := range info.Values() {
			if had[v] {
				facts = append(facts, fact{c, v})
			} else {
				list = append(list, &invariant{cells: []int{c}, values: []int64{v}})
			}
		}
	}
	if len(facts) > maxFacts {
		return list
	}
	together := map[[2]int]bool{}
	for _, st := range sample {
		var have []int
		for i, f := range facts {
			if st[f.cell] == f.value {
				have = append(have, i)
			}
		}
		for k, i := range have {
			for _, j := range have[:k] {
				together[[2]int{j, i}] = true
			}
		}
	}
	for i, f := range facts {
		for j, g := range facts[:i] {
			if f.cell != g.cell && !together[[2]int{j, i}] && len(list) < maxCandidates {
				list = append(list, &invariant{cells: []int{g.cell, f.cell}, values: []int64{g.value, f.value}})
			}
		}
	}
	return list
}

// rests returns the cells whose residue modulo a small number is constant; also for the sum of all
// cells.
func (in *induction) rests(sample []model.State, cells []int) (list []*invariant) {
	if len(cells) == 0 {
		return nil
	}
	sets := [][]int{cells}
	for _, c := range cells {
		sets = append(sets, []int{c})
	}
	for _, set := range sets {
		for mod := int64(2); mod <= maxMod; mod++ {
			v := &invariant{cells: set, mod: mod}
			for _, c := range set {
				v.coefs, v.rest = append(v.coefs, 1), v.rest+sample[0][c]
			}
			v.rest %= mod
			if v.fits(in.p.Cells) && allHave(sample, v) {
				list = append(list, v)
			}
		}
	}
	return list
}

func allHave(sample []model.State, v *invariant) bool {
	for _, st := range sample {
		if !v.holds(st) {
			return false
		}
	}
	return true
}

// constantSums returns the weighted sums of cells that are constant: a basis of the vectors that
// are orthogonal to all differences of states.
func (in *induction) constantSums(sample []model.State, cells []int) (list []*invariant) {
	n := len(cells)
	if n > maxFacts {
		return nil
	}
	var rows [][]*big.Rat // reduced row echelon form
	var lead []int
	for _, st := range sample[1:] {
		row := make([]*big.Rat, n)
		for i, c := range cells {
			row[i] = new(big.Rat).SetInt64(st[c] - sample[0][c])
		}
		for k, r := range rows {
			subtract(row, r, new(big.Rat).Set(row[lead[k]]))
		}
		at := 0
		for at < n && row[at].Sign() == 0 {
			at++
		}
		if at == n {
			continue
		}
		scale := new(big.Rat).Inv(row[at])
		for _, x := range row {
			x.Mul(x, scale)
		}
		for _, r := range rows {
			subtract(r, row, new(big.Rat).Set(r[at]))
		}
		rows, lead = append(rows, row), append(lead, at)
	}
	leads := map[int]bool{}
	for _, l := range lead {
		leads[l] = true
	}
	for free := range n {
		if leads[free] {
			continue
		}
		sum := make([]*big.Rat, n)
		for i := range sum {
			sum[i] = new(big.Rat)
		}
		sum[free].SetInt64(1)
		for k, r := range rows {
			sum[lead[k]].Neg(r[free])
		}
		if v := wholeSum(sum, cells, sample[0]); v != nil && v.fits(in.p.Cells) && allHave(sample, v) {
			list = append(list, v)
		}
	}
	return list
}

// subtract subtracts a multiple of a row from a row.
func subtract(row, r []*big.Rat, times *big.Rat) {
	if times.Sign() == 0 {
		return
	}
	for i, x := range r {
		row[i].Sub(row[i], new(big.Rat).Mul(times, x))
	}
}

// wholeSum scales a sum to integer coefficients. It returns nil if they are too large.
func wholeSum(sum []*big.Rat, cells []int, st model.State) *invariant {
	common := big.NewInt(1)
	for _, x := range sum {
		g := new(big.Int).GCD(nil, nil, common, x.Denom())
		common.Mul(common, new(big.Int).Div(x.Denom(), g))
	}
	v := &invariant{}
	for i, x := range sum {
		n := new(big.Int).Mul(x.Num(), new(big.Int).Div(common, x.Denom()))
		switch {
		case n.Sign() == 0:
			continue
		case !n.IsInt64() || n.Int64() > maxWhole || n.Int64() < -maxWhole || st[cells[i]] > maxSum/maxWhole || st[cells[i]] < -maxSum/maxWhole:
			return nil
		}
		v.cells, v.coefs = append(v.cells, cells[i]), append(v.coefs, n.Int64())
		v.rest += n.Int64() * st[cells[i]]
	}
	return v
}
