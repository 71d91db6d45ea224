package propagate

// Min constrains z to be the minimum of xs, which must not be empty. It is the maximum of the negations.
func Min(s *solver, z Var, xs ...Var) {
	p := &maximum{z: z.Upper()}
	for _, x := range xs {
		p.list = append(p.list, x.Upper())
	}
	p.post(s)
}
