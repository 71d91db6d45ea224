package model

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// A Digest identifies a problem by its content. Two problems with the same digest have the same
// cells, starts, moves, rules, goals and costs, and so the same plans.
type Digest [sha256.Size]byte

// Digest returns the digest of everything that decides which plans there are. The parameters
// are included by their effect. Titles, labels, source positions and shows are not included.
func (p *Problem) Digest() Digest {
	d := digester{h: sha256.New(), number: map[*Expr]uint64{}}
	d.text("farbank problem 1")
	d.num(len(p.Cells), p.NumFind, len(p.Vars))
	for i := range p.Vars {
		d.text(p.Vars[i].Name)
		d.num(p.Vars[i].Cells)
	}
	for i := range p.Cells {
		d.ints(p.Cells[i].Lo, p.Cells[i].Hi)
	}
	d.exprs(p.Start)
	for _, rules := range [][]Rule{p.Require, p.Safety, p.Goal} {
		d.num(len(rules))
		for i := range rules {
			d.expr(rules[i].Cond)
		}
	}
	d.num(len(p.Schemas), len(p.Moves))
	for _, m := range p.Moves {
		d.text(m.String())
		d.num(m.Locals)
		d.expr(m.Cost)
		d.stmts(m.Body)
	}
	if p.Others() {
		d.others(p)
	}
	for o := p.Goals; o != nil; o = o.Then {
		d.truth(o.Maximize)
		d.expr(o.Value)
		if o.Cost != 0 || o.Steps != 0 {
			d.ints(o.Cost, o.Steps)
		}
		if o.Time != 0 {
			d.ints(o.Time)
		}
	}
	for i := range p.Soft {
		d.ints(p.Soft[i].Weight)
		d.expr(p.Soft[i].Cond)
	}
	return Digest(d.h.Sum(nil))
}

// A digester feeds a hash with an injective encoding: the length of every list comes before it.
type digester struct {
	h      hash.Hash
	buf    [8]byte
	number map[*Expr]uint64 // numbers of the nodes that were written
}

func (d *digester) word(x uint64) {
	binary.LittleEndian.PutUint64(d.buf[:], x)
	d.h.Write(d.buf[:])
}

func (d *digester) num(ns ...int) {
	for _, n := range ns {
		d.word(uint64(n))
	}
}

func (d *digester) ints(ns ...int64) {
	for _, n := range ns {
		d.word(uint64(n))
	}
}

func (d *digester) truth(b bool) { d.word(uint64(truth(b))) }

func (d *digester) text(s string) {
	d.num(len(s))
	d.h.Write([]byte(s))
}

func (d *digester) exprs(es []*Expr) {
	d.num(len(es))
	for _, e := range es {
		d.expr(e)
	}
}

// expr writes a node in full at its first occurrence and by its number after that.
func (d *digester) expr(e *Expr) {
	if e == nil {
		d.word(0)
		return
	}
	if n := d.number[e]; n != 0 {
		d.word(1)
		d.word(n)
		return
	}
	d.word(2)
	d.num(int(e.Op))
	d.truth(e.Bool)
	d.truth(e.Locals)
	d.ints(e.Value)
	d.exprs(e.Args)
	d.num(len(e.Dims))
	for _, x := range e.Dims {
		d.ints(x.Lo, x.N, x.Stride)
	}
	d.num(len(e.Values))
	d.ints(e.Values...)
	d.number[e] = uint64(len(d.number)) + 1
}

func (d *digester) stmts(list []Stmt) {
	d.num(len(list))
	for i := range list {
		st := &list[i]
		d.num(int(st.Kind))
		d.expr(st.Target)
		d.expr(st.Value)
		d.stmts(st.Then)
		d.stmts(st.Else)
	}
}

// others writes what says who chooses, and what is seen.
func (d *digester) others(p *Problem) {
	for _, m := range p.Moves {
		d.num(int(m.Schema.By))
		d.expr(m.When)
		d.expr(m.Weight)
	}
	for i := range p.Vars {
		d.truth(p.Vars[i].Unknown)
		d.truth(p.Vars[i].Unseen)
	}
}
