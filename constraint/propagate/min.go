package propagate

// Min adds z = min(xs); there is at least one. It is the largest of the negations.
func Min(s *solver, z Var, xs ...Var) {
	p := &maximum{z: z.Upper()}
	for _, x := range xs {
		p.list = append(p.list, x.Upper())
	}
	p.post(s)
}
