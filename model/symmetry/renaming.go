package symmetry

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"farbank/model"
)

// A numbering numbers expressions up to the order of commutative operands.
type numbering struct {
	ctx  context.Context
	keys map[string]int
	left int // the visits that remain before the search gives up
}

func (n *numbering) ended() bool { return n.left <= 0 || n.ctx.Err() != nil }

// A renaming applies an exchange to expressions. A nil exchange is the identity.
type renaming struct {
	*numbering
	x    *Exchange
	memo model.Memo[renamed]
}

// A renamed is the image of an expression. Expressions that differ only in the order of
// commutative operands have the same number.
type renamed struct {
	number int
	value  bool // its value is that of expression number with V and W exchanged
	failed bool // the image cannot be expressed so
}

func (r *renaming) of(e *model.Expr) renamed {
	if r.ended() {
		return renamed{failed: true}
	}
	return r.memo.Of(e, r.become)
}

func (r *renaming) become(e *model.Expr) renamed {
	switch e.Op {
	case model.Cell:
		return r.cell(int(e.Value))
	case model.At, model.Table, model.Select:
		return r.lookup(e)
	}
	parts := make([]renamed, len(e.Args))
	for i, a := range e.Args {
		parts[i] = r.of(a)
	}
	value := false
	switch e.Op {
	case model.Eq, model.Ne, model.Distinct:
		if !r.alike(parts, e.Args) {
			return renamed{failed: true}
		}
	case model.If:
		if parts[0].failed || parts[0].value || !r.alike(parts[1:], e.Args[1:]) {
			return renamed{failed: true}
		}
		value = parts[1].value
	default:
		if slices.ContainsFunc(parts, func(p renamed) bool { return p.failed || p.value }) {
			return renamed{failed: true}
		}
	}
	return renamed{number: r.numbered(e, parts), value: value}
}

// alike reports whether either all parts or none have renamed values. Among renamed parts it
// exchanges constants.
func (r *renaming) alike(parts []renamed, args []*model.Expr) bool {
	some := false
	for _, p := range parts {
		if p.failed {
			return false
		}
		some = some || p.value
	}
	for i, a := range args {
		switch {
		case !some || parts[i].value:
		case !a.IsConst():
			return false
		default:
			parts[i] = renamed{number: r.constant(r.x.value(a.Value), a.Bool), value: true}
		}
	}
	return true
}

func (r *renaming) cell(c int) renamed {
	if r.x == nil {
		return renamed{number: r.id(fmt.Append(nil, "cell ", c))}
	}
	return renamed{number: r.id(fmt.Append(nil, "cell ", r.x.cell(c))), value: r.x.Renamed[c]}
}

func (r *renaming) constant(v int64, truth bool) int {
	return r.id(fmt.Append(nil, "const ", v, truth))
}

// lookup returns the image of an At, Table or Select. A renamed index permutes the elements.
func (r *renaming) lookup(e *model.Expr) renamed {
	if e.Op == model.At && e.Locals {
		return renamed{failed: true}
	}
	key := fmt.Append(nil, "lookup", e.Bool)
	turned := make([]bool, len(e.Dims))
	for k, a := range e.Indices() {
		p := r.of(a)
		d := &e.Dims[k]
		if p.failed || p.value && d.Has(r.x.V) != d.Has(r.x.W) {
			return renamed{failed: true}
		}
		turned[k] = p.value && d.Has(r.x.V)
		key = fmt.Append(key, " ", p.number, ":", d.Lo, "+", d.N)
	}
	offsets := r.offsets(e.Dims, turned)
	r.left -= len(offsets) / 8
	if e.Op == model.Table {
		key = append(key, " values"...)
		for _, offset := range offsets {
			key = binary.AppendVarint(key, e.Values[offset])
		}
		return renamed{number: r.id(key)}
	}
	var parts []renamed
	var args []*model.Expr
	for _, offset := range offsets {
		p, arg := renamed{}, notConst
		if e.Op == model.At {
			p = r.cell(int(e.Value + offset))
		} else {
			arg = e.Elems()[offset]
			p = r.of(arg)
		}
		parts, args = append(parts, p), append(args, arg)
	}
	if r.ended() || !r.alike(parts, args) {
		return renamed{failed: true}
	}
	key = append(key, " parts"...)
	for _, p := range parts {
		key = binary.AppendVarint(key, int64(p.number))
	}
	return renamed{number: r.id(key), value: len(parts) > 0 && parts[0].value}
}

// notConst is the argument of elements that are no constants to be exchanged.
var notConst = &model.Expr{Op: model.Cell}

// offsets returns the offsets of all indices in order, with V and W exchanged in the turned
// ones.
func (r *renaming) offsets(dims []model.Dim, turned []bool) []int64 {
	all := []int64{0}
	for k, d := range dims {
		var next []int64
		for _, o := range all {
			for i := range d.N {
				if turned[k] {
					i = r.x.value(i+d.Lo) - d.Lo
				}
				next = append(next, o+i*d.Stride)
			}
		}
		all = next
	}
	return all
}

// numbered returns the number of an expression with these parts.
func (r *renaming) numbered(e *model.Expr, parts []renamed) int {
	args := make([]int, len(parts))
	for i, p := range parts {
		args[i] = p.number
	}
	switch {
	case e.Op == model.Const:
		return r.constant(e.Value, e.Bool)
	case commutes(e.Op):
		slices.Sort(args)
	}
	key := append(make([]byte, 0, 32), "op  "...)
	key[2] = byte(e.Op)
	if e.Bool {
		key[3] = '?'
	}
	key = binary.AppendVarint(key, e.Value)
	for _, a := range args {
		key = binary.AppendVarint(key, int64(a))
	}
	return r.id(key)
}

// id returns the number of a key, a new one at its first use.
func (n *numbering) id(key []byte) int {
	n.left--
	number, ok := n.keys[string(key)]
	if !ok {
		number = len(n.keys)
		n.keys[string(key)] = number
	}
	return number
}
