package syntax

// Inspect visits the nodes of an expression, or a binder, from the outside in. It
// does not go below a node for which f returns false.
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
	}
	return nil
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
