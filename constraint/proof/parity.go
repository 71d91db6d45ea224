package proof

// An XOR states that an odd number of Atoms hold, or an even number. An atom that occurs twice counts twice.
type XOR struct {
	Atoms []Atom
	Odd   bool
}

// A Parity is a system of constraints of parity, which must all hold.
type Parity struct{ Rows []XOR }

func (c *Parity) variables() []int32 {
	var list []int32
	for _, r := range c.Rows {
		for _, a := range r.Atoms {
			list = append(list, a.X)
		}
	}
	return list
}

// refuted eliminates the undecided atoms (Gauss). The system is violated if a sum of rows without undecided atoms has
// the wrong parity.
func (c *Parity) refuted(b *box) bool {
	column := map[Atom]int{}
	type row struct {
		words []uint64
		odd   bool
	}
	var rows []row
	for _, r := range c.Rows {
		e := row{odd: r.Odd}
		for _, a := range r.Atoms {
			switch {
			case b.holds(a):
				e.odd = !e.odd
				continue
			case b.fails(a):
				continue
			case a.Most:
				a, e.odd = a.Not(), !e.odd
			}
			k, ok := column[a]
			if !ok {
				k = len(column)
				column[a] = k
			}
			for len(e.words) <= k/64 {
				e.words = append(e.words, 0)
			}
			e.words[k/64] ^= 1 << (k % 64)
		}
		rows = append(rows, e)
	}
	has := func(e row, k int) bool { return k/64 < len(e.words) && e.words[k/64]>>(k%64)&1 != 0 }
	used := make([]bool, len(rows))
	for k := range len(column) {
		pivot := -1
		for i, e := range rows {
			if !has(e, k) {
				continue
			}
			if pivot < 0 {
				if !used[i] {
					pivot, used[i] = i, true
				}
				continue
			}
			for len(rows[i].words) < len(rows[pivot].words) {
				rows[i].words = append(rows[i].words, 0)
			}
			for w, word := range rows[pivot].words {
				rows[i].words[w] ^= word
			}
			rows[i].odd = e.odd != rows[pivot].odd
		}
	}
	for i, e := range rows { // a row without a pivot is empty
		if !used[i] && e.odd {
			return true
		}
	}
	return false
}
