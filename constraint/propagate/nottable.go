package propagate

// NotTable constrains xs to equal none of the rows, with a clause for each row (negative tables: Bessière and Régin
// 1997).
func NotTable(s *solver, xs []Var, rows [][]int64) error {
	for _, row := range rows {
		clause := make([]Atom, len(xs))
		for j, x := range xs {
			clause[j] = s.Equal(x, row[j]).Not()
		}
		s.AddClause(clause...)
	}
	return nil
}
