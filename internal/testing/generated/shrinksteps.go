package generated

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// stepsOf returns the steps that reduce a text.
func stepsOf(f *syntax.File, source string) []step {
	p := &pruner{source: source}
	p.collect(f)
	for _, c := range f.Comments {
		p.drop(c)
	}
	for _, d := range f.Decls {
		p.decl(d)
	}
	for _, e := range p.exprs {
		p.expr(e)
	}
	return p.steps
}

// A pruner finds the steps for one text.
type pruner struct {
	source string
	steps  []step
	exprs  []syntax.Expr // of the whole text, including types
	member []string      // the first member of each enum
}

// collect lists the expressions of a file.
func (p *pruner) collect(f *syntax.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.ValueDecl:
			p.fields(d.Index)
			p.below(d.Type)
			p.below(d.Value)
		case *syntax.EnumDecl:
			if len(d.Members) > 0 {
				p.member = append(p.member, d.Members[0].Name)
			}
		case *syntax.TypeDecl:
			p.below(d.Type)
		case *syntax.DefDecl:
			p.fields(d.Params)
			p.below(d.Body)
		case *syntax.MoveDecl:
			p.fields(d.Params)
			p.below(d.Cost)
			if d.Label != nil {
				p.below(d.Label)
			}
			if d.Body != nil {
				p.inside(d.Body)
			}
		case *syntax.RuleDecl:
			p.below(d.Cond)
		case *syntax.ObjectiveDecl:
			for ; d != nil; d = d.Then {
				p.below(d.Value)
				if d.Then != nil {
					p.put(d.Value.End().Offset, d.Then.Value.End().Offset, "")
				}
			}
		case *syntax.ShowDecl:
			p.fields(d.Index)
			p.below(d.Value)
			for _, e := range d.More {
				p.below(e)
			}
		}
	}
}

func (p *pruner) fields(fs []*syntax.Field) {
	for _, f := range fs {
		p.below(f.Type)
	}
}

// below records an expression and all its subexpressions.
func (p *pruner) below(e syntax.Expr) {
	if e != nil {
		p.inside(e)
	}
}

func (p *pruner) inside(n syntax.Node) {
	syntax.Inspect(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binder:
			p.inside(n.Domain)
			return false
		case *syntax.CallExpr:
			p.exprs = append(p.exprs, n)
			for _, a := range n.Args {
				p.inside(a)
			}
			return false
		case syntax.Expr:
			p.exprs = append(p.exprs, n)
		}
		return true
	})
}

// put adds a step of one cut.
func (p *pruner) put(from, to int, text string) {
	p.steps = append(p.steps, step{{from, to, text}})
}

// replace replaces a node by a text.
func (p *pruner) replace(n syntax.Node, text string) {
	if p.text(n) != text {
		p.put(n.Pos().Offset, n.End().Offset, text)
	}
}

func (p *pruner) drop(n syntax.Node) { p.replace(n, "") }

func (p *pruner) text(n syntax.Node) string { return p.source[n.Pos().Offset:n.End().Offset] }

// dropAfter removes a node with the word before it.
func (p *pruner) dropAfter(word string, n syntax.Node) {
	if i := strings.LastIndex(p.source[:n.Pos().Offset], word); i >= 0 {
		p.put(i, n.End().Offset, "")
	}
}

// elements removes each element of a list with commas.
func elements[T syntax.Node](p *pruner, list []T) {
	for i := range list {
		if c, ok := element(list, i); ok {
			p.steps = append(p.steps, step{c})
		}
	}
}

// element returns the cut of element i of a list with commas.
func element[T syntax.Node](list []T, i int) (cut, bool) {
	switch {
	case i+1 < len(list):
		return cut{list[i].Pos().Offset, list[i+1].Pos().Offset, ""}, true
	case i > 0 && i < len(list):
		return cut{list[i-1].End().Offset, list[i].End().Offset, ""}, true
	case i < len(list):
		return cut{list[i].Pos().Offset, list[i].End().Offset, ""}, true
	}
	return cut{}, false
}

func (p *pruner) decl(d syntax.Decl) {
	p.steps = append(p.steps, step{wholeLine(p.source, d)})
	switch d := d.(type) {
	case *syntax.ValueDecl:
		p.valueDecl(d)
	case *syntax.EnumDecl:
		elements(p, d.Members)
		if d.Param && len(d.Members) > 0 {
			p.put(d.Pos().Offset, d.Pos().Offset+len("param "), "")
		}
	case *syntax.TypeDecl:
		p.inline(d, d.Name.Name, p.text(d.Type))
	case *syntax.DefDecl:
		p.parameters(d.Params)
		for i, n := 0, countNames(d.Params); i < n; i++ {
			p.parameter(d, i)
		}
		if len(d.Params) == 0 {
			p.inlineCalls(d)
		}
	case *syntax.MoveDecl:
		p.move(d)
	case *syntax.RuleDecl:
		if d.Why != nil {
			p.put(d.Why.Pos().Offset, d.Cond.Pos().Offset, "")
		}
	case *syntax.ShowDecl:
		p.parameters(d.Index)
		if d.Name != nil {
			p.put(d.Name.Pos().Offset, d.Value.Pos().Offset, `"" = `)
		} else {
			p.replace(d.Title, `""`)
		}
	}
}

func (p *pruner) parameters(fs []*syntax.Field) {
	elements(p, fs)
	for _, f := range fs {
		elements(p, f.Names)
	}
}

func countNames(fs []*syntax.Field) int {
	n := 0
	for _, f := range fs {
		n += len(f.Names)
	}
	return n
}

func (p *pruner) valueDecl(d *syntax.ValueDecl) {
	elements(p, d.Index)
	for _, f := range d.Index {
		elements(p, f.Names)
	}
	if d.Kind == syntax.Param && d.Value != nil {
		p.put(d.Pos().Offset, d.Pos().Offset+len("param"), "const")
	}
	if d.Type != nil && d.Kind == syntax.Const && d.Value != nil {
		p.put(d.Type.Pos().Offset-2, d.Type.End().Offset, "")
	}
	if len(d.Index) > 0 {
		p.scalarized(d)
	} else if d.Value != nil && d.Kind <= syntax.Const {
		p.inline(d, d.Name.Name, p.text(d.Value))
		p.inline(d, d.Name.Name, "("+p.text(d.Value)+")")
	}
}

// scalarized converts an array to a scalar variable: it removes the index here and at all uses.
func (p *pruner) scalarized(d *syntax.ValueDecl) {
	end := strings.IndexByte(p.source[d.Index[len(d.Index)-1].End().Offset:], ']')
	if end < 0 {
		return
	}
	cuts := step{{d.Name.End().Offset, d.Index[len(d.Index)-1].End().Offset + end + 1, ""}}
	for _, e := range p.exprs {
		if x, ok := e.(*syntax.IndexExpr); ok {
			if id, ok := x.X.(*syntax.Ident); ok && id.Name == d.Name.Name {
				cuts = append(cuts, cut{id.End().Offset, x.End().Offset, ""})
			}
		}
	}
	p.steps = append(p.steps, cuts)
	var first syntax.Expr
	switch v := d.Value.(type) {
	case *syntax.ListExpr:
		if len(v.Elems) > 0 {
			first = v.Elems[0]
		}
	case *syntax.MapExpr:
		first = v.Values[0]
	}
	if first != nil {
		p.steps = append(p.steps, append(slices.Clone(cuts), cut{d.Value.Pos().Offset, d.Value.End().Offset, p.text(first)}))
	}
}

// inline removes a declaration and replaces its name by a text.
func (p *pruner) inline(d syntax.Decl, name, text string) {
	cuts := step{wholeLine(p.source, d)}
	for _, e := range p.exprs {
		if id, ok := e.(*syntax.Ident); ok && id.Name == name {
			cuts = append(cuts, cut{id.Pos().Offset, id.End().Offset, text})
		}
	}
	p.steps = append(p.steps, cuts)
}

// inlineCalls removes a def without parameters and replaces calls by its body.
func (p *pruner) inlineCalls(d *syntax.DefDecl) {
	cuts := step{wholeLine(p.source, d)}
	for _, e := range p.exprs {
		if c, ok := e.(*syntax.CallExpr); ok && c.Fun.Name == d.Name.Name {
			cuts = append(cuts, cut{c.Pos().Offset, c.End().Offset, "(" + p.text(d.Body) + ")"})
		}
	}
	p.steps = append(p.steps, cuts)
}

// parameter removes parameter i of a def, and its arguments in calls.
func (p *pruner) parameter(d *syntax.DefDecl, i int) {
	var cuts step
	k := i
	for j, f := range d.Params {
		if k < len(f.Names) {
			c, _ := element(f.Names, k)
			if len(f.Names) == 1 {
				c, _ = element(d.Params, j)
			}
			cuts = append(cuts, c)
			break
		}
		k -= len(f.Names)
	}
	for _, e := range p.exprs {
		if call, ok := e.(*syntax.CallExpr); ok && call.Fun.Name == d.Name.Name {
			if c, ok := element(call.Args, i); ok {
				cuts = append(cuts, c)
			}
		}
	}
	p.steps = append(p.steps, cuts)
}

func (p *pruner) move(d *syntax.MoveDecl) {
	p.parameters(d.Params)
	if d.Cost != nil {
		p.dropAfter("cost", d.Cost)
	}
	if d.Label != nil {
		p.drop(d.Label)
	}
	if d.Body != nil {
		p.block(d.Body)
	}
}

func (p *pruner) block(b *syntax.Block) {
	for _, s := range b.Stmts {
		p.steps = append(p.steps, step{wholeLine(p.source, s)})
		p.stmt(s)
	}
	if len(b.Stmts) > 3 {
		half := len(b.Stmts) / 2
		p.put(b.Stmts[0].Pos().Offset, b.Stmts[half-1].End().Offset, "")
		p.put(b.Stmts[half].Pos().Offset, b.Stmts[len(b.Stmts)-1].End().Offset, "")
	}
}

// inner returns the text between the braces of a block.
func (p *pruner) inner(b *syntax.Block) string {
	return strings.TrimSpace(p.source[b.Pos().Offset+1 : b.End().Offset-1])
}

func (p *pruner) stmt(s syntax.Stmt) {
	switch s := s.(type) {
	case *syntax.Block:
		p.replace(s, p.inner(s))
		p.block(s)
	case *syntax.RequireStmt:
		if s.Why != nil {
			p.put(s.Why.Pos().Offset, s.Cond.Pos().Offset, "")
		}
	case *syntax.AssignStmt:
		p.replaceOp(s)
	case *syntax.IfStmt:
		p.replace(s, p.inner(s.Then))
		p.block(s.Then)
		if s.Else != nil {
			p.dropAfter("else", s.Else)
			p.replace(s, p.text(s.Else))
			if b, ok := s.Else.(*syntax.Block); ok {
				p.replace(s, p.inner(b))
				p.block(b)
			} else {
				p.stmt(s.Else)
			}
		}
	case *syntax.ForStmt:
		p.replace(s, p.inner(s.Body))
		p.binders(s.Binders)
		if s.Where != nil {
			p.dropAfter("where", s.Where)
		}
		p.block(s.Body)
	case *syntax.TogetherStmt:
		p.replace(s, p.inner(s.Body))
		p.block(s.Body)
	}
}

// replaceOp replaces += and -= by =.
func (p *pruner) replaceOp(s *syntax.AssignStmt) {
	if s.Op != syntax.Assign {
		p.put(s.Target.End().Offset, s.Value.Pos().Offset, " = ")
	}
	if x, ok := s.Target.(*syntax.IndexExpr); ok {
		p.replace(s.Target, p.text(x.X))
	}
}

func (p *pruner) binders(bs []*syntax.Binder) {
	elements(p, bs)
	for _, b := range bs {
		elements(p, b.Names)
	}
}

// expr adds the steps that reduce one expression.
func (p *pruner) expr(e syntax.Expr) {
	below := parts(e)
	for _, x := range below {
		p.replace(e, p.text(x))
		p.replace(e, "("+p.text(x)+")")
		for _, y := range parts(x) {
			p.replace(e, p.text(y))
		}
	}
	switch e := e.(type) {
	case *syntax.IntLit:
		p.integer(e)
		return
	case *syntax.BoolLit:
		p.replace(e, "true")
		return
	case *syntax.StringLit:
		p.replace(e, `""`)
	case *syntax.TupleExpr:
		elements(p, e.Elems)
	case *syntax.ListExpr:
		elements(p, e.Elems)
	case *syntax.SetExpr:
		elements(p, e.Elems)
	case *syntax.MapExpr:
		for i := range e.Keys {
			p.entry(e, i)
		}
	case *syntax.CallExpr:
		elements(p, e.Args)
	case *syntax.CompareExpr:
		for i := range e.Ops {
			p.put(e.Xs[i].Pos().Offset, e.Xs[i+1].Pos().Offset, "")
			p.put(e.Xs[i].End().Offset, e.Xs[i+1].End().Offset, "")
			p.put(e.Xs[i].End().Offset, e.Xs[i+1].Pos().Offset, " == ")
		}
	case *syntax.Comprehension:
		p.binders(e.Binders)
		if e.Where != nil {
			p.dropAfter("where", e.Where)
		}
	}
	p.literals(e)
}

// literals replaces an expression by short values.
func (p *pruner) literals(e syntax.Expr) {
	for _, s := range slices.Concat([]string{"0", "1", "true", "false", "{}", "bool", "0..1", "1..1", "0..0"}, p.member) {
		if t := p.text(e); len(s) < len(t) || len(s) == len(t) && s < t {
			p.replace(e, s)
		}
	}
}

func (p *pruner) integer(e *syntax.IntLit) {
	for _, s := range []string{"0", "1", "2", "3", "9"} {
		if t := p.text(e); len(s) < len(t) || len(s) == len(t) && s < t {
			p.replace(e, s)
		}
	}
}

// entry removes an entry of a map.
func (p *pruner) entry(e *syntax.MapExpr, i int) {
	switch {
	case i+1 < len(e.Keys):
		p.put(e.Keys[i].Pos().Offset, e.Keys[i+1].Pos().Offset, "")
	case i > 0:
		p.put(e.Values[i-1].End().Offset, e.Values[i].End().Offset, "")
	}
}
