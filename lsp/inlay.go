package lsp

import (
	"encoding/json"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// inlayHints returns the inferred types: of constants, results of functions, let, and variables
// bound in sets.
func (r *request) inlayHints() (any, error) {
	var p struct {
		Range *Range `json:"range"`
	}
	if err := json.Unmarshal(r.params, &p); err != nil {
		return nil, failed(invalidParams, "%v", err)
	}
	s := r.snap
	h := &hinting{s: s, k: s.look(), from: 0, to: len(s.source), out: []inlayHint{}}
	if p.Range != nil {
		h.from, h.to = s.offset(p.Range.Start), s.offset(p.Range.End)
	}
	for _, d := range h.k.own.Decls {
		h.declaration(d)
	}
	return h.out, nil
}

type hinting struct {
	s        *snapshot
	k        *reading
	from, to int
	out      []inlayHint
}

// hint shows a type after a byte.
func (h *hinting) hint(at int, t *types.Type) {
	if t == nil || t.Kind == types.Bad || at < h.from || at > h.to {
		return
	}
	name := t.Plain()
	if r := []rune(name); len(r) > 40 {
		name = string(r[:39]) + "…"
	}
	h.out = append(h.out, inlayHint{Position: h.s.position(at), Label: ": " + name, Kind: 1})
}

func (h *hinting) declaration(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.ValueDecl:
		if o := h.k.info.Uses[d.Name]; o != nil && d.Type == nil && d.Value != nil && o.Type != nil {
			t := o.Type
			if d.Index != nil && t.Kind == types.Array {
				t = t.Elem()
			}
			h.hint(h.beforeAssign(d.Name.To.Offset, d.Value.Pos().Offset), t)
		}
	case *syntax.DefDecl:
		if o := h.k.info.Uses[d.Name]; o != nil && d.Body != nil {
			h.hint(h.beforeAssign(d.Name.To.Offset, d.Body.Pos().Offset), o.Type)
		}
	}
	syntax.InspectDecl(d, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LetStmt:
			if n.Type == nil {
				h.name(n.Name)
			}
		case *syntax.LetExpr:
			if n.Type == nil {
				h.name(n.Name)
			}
		case *syntax.Binder:
			for _, id := range n.Names {
				if n.In {
					h.name(id)
				}
			}
		}
		return true
	})
}

func (h *hinting) name(id *syntax.Ident) {
	if o := h.k.info.Uses[id]; o != nil {
		h.hint(id.To.Offset, o.Type)
	}
}

// beforeAssign returns the end of the text before the = of a declaration.
func (h *hinting) beforeAssign(from, to int) int {
	end := from
	for l := range h.k.own.Lexemes() {
		switch {
		case l.From.Offset >= to:
			return end
		case l.From.Offset >= from && l.Token == syntax.Assign:
			return end
		case l.To.Offset >= from && l.Token != syntax.Newline:
			end = l.To.Offset
		}
	}
	return end
}
