package branch

// links are what the value of one binary column implies for others: an implication
// graph and a table of cliques, sets of literals of which at most one is true. A
// literal is 2*column for the value 1 and 2*column+1 for the value 0.
type links struct {
	implied [][]implication // by literal
	cliques [][]int32       // literals
	of      [][]int32       // cliques of a literal
}

// implication bounds a column.
type implication struct {
	col   int32
	upper bool
	value float64
}

func literal(j int32, one bool) int32 {
	if one {
		return 2 * j
	}
	return 2*j + 1
}

// follow applies to a domain what it means that column j has a value.
func (l *links) follow(d *domain, j int32, one bool) {
	lit := literal(j, one)
	for _, m := range l.implied[lit] {
		if m.upper {
			d.setUpper(m.col, m.value)
		} else {
			d.setLower(m.col, m.value)
		}
	}
	for _, c := range l.of[lit] {
		for _, other := range l.cliques[c] {
			if other == lit {
				continue
			}
			if other&1 == 0 {
				d.setUpper(other>>1, 0)
			} else {
				d.setLower(other>>1, 1)
			}
		}
	}
}
