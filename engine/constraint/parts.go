package constraint

import (
	"errors"
	"math/big"

	"farbank/engine"
	"farbank/model"
)

// A part is a set of unknowns that no condition connects with others.
type part struct {
	cells      []int
	has        map[int]bool
	conditions []*model.Expr
}

// count returns the number of solutions: the product over the parts. further is an additional
// condition, or nil.
func (f *finder) count(further *model.Expr) error {
	conditions := f.conditions()
	if further != nil {
		conditions = append(conditions, further)
	}
	total := big.NewInt(1)
	parts, possible := f.parts(conditions)
	if !possible {
		total.SetInt64(0)
	}
	for i := range parts {
		n, err := f.countPart(&parts[i], len(parts) == 1)
		if err != nil {
			if len(parts) == 1 {
				f.a.Count = n // so far
			}
			return err
		}
		if total.Mul(total, n); n.Sign() == 0 {
			break
		}
	}
	f.a.Count = total
	return nil
}

// parts partitions the unknowns. possible is false if a condition never holds.
func (f *finder) parts(conditions []*model.Expr) (parts []part, possible bool) {
	leader := make([]int, f.p.NumFind)
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	first := make([]int, len(conditions))
	for k, c := range conditions {
		first[k] = noCell
		c.Cells(func(cell int) {
			if first[k] == noCell {
				first[k] = cell
			}
			leader[find(cell)] = find(first[k])
		})
		if first[k] == noCell && !c.IsTrue() {
			return nil, false
		}
	}
	number := map[int]int{}
	for i := range leader {
		l := find(i)
		if _, ok := number[l]; !ok {
			number[l] = len(parts)
			parts = append(parts, part{has: map[int]bool{}})
		}
		p := &parts[number[l]]
		p.cells, p.has[i] = append(p.cells, i), true
	}
	for k, c := range conditions {
		if first[k] != noCell {
			p := &parts[number[find(first[k])]]
			p.conditions = append(p.conditions, c)
		}
	}
	return parts, true
}

// countPart counts the assignments of a part. If it is the only part, they are verified as plans.
func (f *finder) countPart(p *part, alone bool) (*big.Int, error) {
	n, one := new(big.Int), big.NewInt(1)
	if len(p.conditions) == 0 {
		n.SetInt64(1)
		for _, c := range p.cells {
			info := &f.p.Cells[c]
			span := new(big.Int).Sub(big.NewInt(info.Hi), big.NewInt(info.Lo))
			n.Mul(n, span.Add(span, one))
		}
		return n, nil
	}
	f.write(p)
	n, err := f.countSolutions(nil, alone, f.mayBeSymmetric())
	if !errors.Is(err, errMany) {
		return n, err
	}
	f.write(p)
	return f.countSolutions(f.orbits(p), alone, false)
}

// errMany reports that there are more than a few solutions.
var errMany = errors.New("more than a few solutions")

// countSolutions counts the solutions of the model, with all of their orbits if o is not nil. With few it ends with
// errMany after f.few.
func (f *finder) countSolutions(o *orbitCounter, alone, few bool) (*big.Int, error) {
	n, one := new(big.Int), big.NewInt(1)
	found := 0
	for sol, err := range f.m.Solutions(f.ctx) {
		if err != nil {
			return n, f.failure(err)
		}
		if found++; few && found > f.few {
			return nil, errMany
		}
		if alone {
			if _, err := f.take(sol); err != nil {
				return n, err
			}
		}
		if o == nil {
			n.Add(n, one)
		} else {
			n.Add(n, o.size(sol))
		}
	}
	return n, nil
}

// mayBeSymmetric reports whether solutions may be counted by orbits.
func (f *finder) mayBeSymmetric() bool { return f.q.Symmetry && f.q.First == engine.AnyFirst }
