package lsp

import (
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A calling is an open bracket, with the name before it.
type calling struct {
	open syntax.Token
	name string
	args int // commas so far
}

// calling returns the innermost call or index around a byte, or nil.
func (s *snapshot) calling(at int) *calling {
	var stack []calling
	last := ""
	for l := range s.look().own.Lexemes() {
		if l.To.Offset > at {
			break
		}
		switch l.Token {
		case syntax.LParen, syntax.LBracket, syntax.LBrace:
			stack = append(stack, calling{open: l.Token, name: last})
		case syntax.RParen, syntax.RBracket, syntax.RBrace:
			stack = stack[:max(0, len(stack)-1)]
		case syntax.Comma:
			if n := len(stack); n > 0 {
				stack[n-1].args++
			}
		}
		last = ""
		if l.Token == syntax.IdentToken {
			last = l.Text
		}
	}
	if n := len(stack); n > 0 && stack[n-1].name != "" && stack[n-1].open != syntax.LBrace {
		return &stack[n-1]
	}
	return nil
}

// signatureHelp returns the parameters of the call or the index around the cursor.
func (r *request) signatureHelp() (any, error) {
	c := r.snap.calling(r.snap.offset(r.Position))
	if c == nil {
		return nil, nil
	}
	k := r.snap.look()
	o := k.info.Globals[c.name]
	switch {
	case c.open == syntax.LBracket && o != nil && o.Type != nil && o.Type.Kind == types.Array:
		return signatureHelp{[]signature{index(o)}, 0, c.args}, nil
	case c.open == syntax.LBracket:
		return nil, nil
	case o != nil && o.Kind == types.Def:
		return signatureHelp{[]signature{k.fields(o.Name, o.Def.Params, ": "+plain(o.Type))}, 0, c.args}, nil
	case o != nil && o.Kind == types.Move:
		if m, ok := k.declaration(o).(*syntax.MoveDecl); ok {
			return signatureHelp{[]signature{k.fields(o.Name, m.Params, "")}, 0, c.args}, nil
		}
	case o == nil && builtin.Lookup(c.name) != nil:
		return builtinHelp(builtin.Lookup(c.name), c.args), nil
	}
	return nil, nil
}

// builtinHelp returns the signatures of all forms of a built-in function.
func builtinHelp(f *builtin.Function, args int) any {
	if !f.Callable() {
		return nil
	}
	help := signatureHelp{ActiveParameter: args}
	for i := range f.Forms {
		form := &f.Forms[i]
		var parts []string
		for _, p := range form.Params {
			parts = append(parts, p.Name)
		}
		tail := ")"
		if form.More {
			tail = ", ...)"
		}
		sig := written(f.Name+"(", parts, tail)
		sig.Doc = markdown(aboutFunction(f))
		help.Signatures = append(help.Signatures, sig)
		if args >= len(form.Params) && form.More {
			help.ActiveParameter = len(form.Params) - 1
		}
		if args < len(form.Params) && args >= len(f.Forms[help.ActiveSignature].Params) || form.More && args > 0 {
			help.ActiveSignature = i
		}
	}
	return help
}

// fields returns the signature of a function or a move, as declared.
func (r *reading) fields(name string, params []*syntax.Field, tail string) signature {
	var parts []string
	for _, f := range params {
		for _, id := range f.Names {
			text := id.Name
			if f.Type != nil {
				text += ": " + strings.Join(strings.Fields(r.file.Source[f.Type.Pos().Offset:f.Type.End().Offset]), " ")
			}
			parts = append(parts, text)
		}
	}
	return written(name+"(", parts, ")"+tail)
}

// index returns the signature of the index of an array.
func index(o *types.Object) signature {
	var parts []string
	for _, t := range o.Type.Index {
		parts = append(parts, plain(t))
	}
	return written(o.Name+"[", parts, "]: "+plain(o.Type.Elem()))
}

// written returns a signature with its parameters.
func written(head string, parts []string, tail string) signature {
	sig := signature{Label: head, Parameters: []parameter{}}
	for i, p := range parts {
		if i > 0 {
			sig.Label += ", "
		}
		from := units(sig.Label)
		sig.Label += p
		sig.Parameters = append(sig.Parameters, parameter{[2]int{from, units(sig.Label)}})
	}
	sig.Label += tail
	return sig
}
