package syntax

// InspectDecl visits the expressions, binders and statements of a declaration, like Inspect. It
// does not visit declared names.
func InspectDecl(d Decl, f func(Node) bool) {
	each := func(es ...Expr) {
		for _, e := range nodes(es...) {
			Inspect(e, f)
		}
	}
	fields := func(list []*Field) {
		for _, x := range list {
			each(x.Type)
		}
	}
	label := func(s *StringLit) {
		if s != nil {
			each(s)
		}
	}
	switch d := d.(type) {
	case *ValueDecl:
		fields(d.Index)
		each(d.Type, d.Value)
	case *TypeDecl:
		each(d.Type)
		label(d.Label)
	case *DefDecl:
		fields(d.Params)
		each(d.Body)
	case *MoveDecl:
		fields(d.Params)
		each(d.Takes, d.Cost, d.When, d.Weight)
		label(d.Label)
		if d.Body != nil {
			Inspect(d.Body, f)
		}
	case *RuleDecl:
		each(d.Weight, d.Cond)
	case *ObjectiveDecl:
		for o := d; o != nil; o = o.Then {
			each(o.Value)
		}
	case *ShowDecl:
		fields(d.Index)
		each(append([]Expr{d.Value}, d.More...)...)
	}
}
