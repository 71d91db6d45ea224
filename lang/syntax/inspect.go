package syntax

// Inspect visits the nodes of an expression, a binder or a statement, parents first. It does
// not visit the children of a node for which f returns false.
func Inspect(n Node, f func(Node) bool) {
	if !f(n) {
		return
	}
	for _, c := range children(n) {
		Inspect(c, f)
	}
}

// children returns the parts of an expression or a binder, in source order.
func children(n Node) []Node {
	switch n := n.(type) {
	case *UnaryExpr:
		return nodes(n.X)
	case *BinaryExpr:
		return nodes(n.X, n.Y)
	case *CompareExpr:
		return nodes(n.Xs...)
	case *IfExpr:
		return nodes(n.Cond, n.Then, n.Else)
	case *LetExpr:
		return append(nodes(n.Type, n.Value), n.Name, n.Body)
	case *CallExpr:
		return append(nodes(n.Fun), nodes(n.Args...)...)
	case *IndexExpr:
		return append(nodes(n.X), nodes(n.Index...)...)
	case *SelectExpr:
		return nodes(n.X)
	case *TupleExpr:
		return nodes(n.Elems...)
	case *ParenExpr:
		return nodes(n.X)
	case *ListExpr:
		return nodes(n.Elems...)
	case *SetExpr:
		return nodes(n.Elems...)
	case *MapExpr:
		var all []Node
		for i := range n.Keys {
			all = append(all, nodes(n.Keys[i], n.Values[i])...)
		}
		return all
	case *StringLit:
		var all []Node
		for _, p := range n.Parts {
			all = append(all, nodes(p.Expr)...)
		}
		return all
	case *Comprehension:
		var all []Node
		for _, b := range n.Binders {
			all = append(all, b)
		}
		return append(all, nodes(n.Where, n.Body)...)
	case *Binder:
		var all []Node
		for _, id := range n.Names {
			all = append(all, id)
		}
		return append(all, nodes(n.Domain)...)
	case *SetType:
		return nodes(n.Elem)
	case Stmt:
		return partsOf(n)
	}
	return nil
}

// partsOf returns the parts of a statement.
func partsOf(s Stmt) []Node {
	var all []Node
	block := func(b *Block) {
		if b != nil {
			all = append(all, b)
		}
	}
	switch s := s.(type) {
	case *Block:
		for _, x := range s.Stmts {
			all = append(all, x)
		}
	case *RequireStmt:
		return nodes(s.Cond)
	case *LetStmt:
		return nodes(s.Type, s.Value)
	case *AssignStmt:
		return nodes(s.Target, s.Value)
	case *IfStmt:
		all = nodes(s.Cond)
		block(s.Then)
		if s.Else != nil {
			all = append(all, s.Else)
		}
	case *ForStmt:
		for _, b := range s.Binders {
			all = append(all, b)
		}
		all = append(all, nodes(s.Where)...)
		block(s.Body)
	case *TogetherStmt:
		block(s.Body)
	case *WhileStmt:
		return nodes(s.Cond)
	case *EndStmt:
		block(s.Body)
	}
	return all
}

func nodes(es ...Expr) []Node {
	var out []Node
	for _, e := range es {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}
