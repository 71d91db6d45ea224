package game

import (
	"context"
	"errors"
	"math"

	"farbank/solver"
)

// A Proof is the result of [Prove].
type Proof struct {
	Status solver.Status // Feasible: the goal can be forced; Infeasible: it cannot; or Unknown
	Reason error
	Arena  *Arena // if Feasible: the states that proven moves of ours can reach; [Force] gives the cheapest strategy within it
	States int64  // states met
}

// ErrCycle is the reason of a Proof that met a state again after moves from it.
var ErrCycle = errors.New("a state comes back")

// Prove decides whether the goal can be forced from the first of r.Starts, whatever it costs, by proof-number search (Allis
// 1994) depth first (df-pn, Nagai 2002): it goes on where the fewest states are left to decide. It is for games that are too
// large to be explored and in which no state comes back. States of [Chance] count as states of the foe.
func Prove(ctx context.Context, r Rules, o Options) (Proof, error) {
	if len(r.Starts) == 0 {
		return Proof{Status: solver.Infeasible}, nil
	}
	p := &proving{ctx: ctx, r: r, o: o, keys: newStore()}
	start := p.number(r.Starts[0], hash(r.Starts[0]))
	err := p.visit(start, infinite, infinite)
	out := Proof{States: int64(p.keys.len())}
	switch {
	case err != nil:
		if errors.Is(err, ErrCycle) {
			out.Reason = err
			return out, nil
		}
		var failure error
		out.Reason, failure = solver.Split(ctx, err)
		return out, failure
	case p.nodes[start].proof == 0:
		out.Status = solver.Feasible
		out.Arena, err = p.strategy(start)
		return out, err
	}
	out.Status = solver.Infeasible
	return out, nil
}

// infinite is the number of states left to decide where it is decided otherwise.
const infinite = math.MaxUint32

// numbers are the proof number and the disproof number of a state: the least number of states that must be proven to prove, or to
// disprove, that the goal can be forced from it.
type numbers struct{ proof, disproof uint32 }

type proving struct {
	ctx   context.Context
	r     Rules
	o     Options
	keys  *store
	nodes []numbers
	on    map[int]bool // on the current path
	steps int
	free  []*listed // lists of moves that are not in use
	read  uint64    // of no meaning; see store.touch
}

// listed are the moves of a state on the current path.
type listed struct {
	kind Kind
	x    explorer
	to   []int32 // the numbers of the states after the moves
	key  []uint64
}

func (p *proving) number(key []uint64, hash uint64) int {
	n, fresh := p.keys.insertHashed(key, hash)
	if fresh {
		p.nodes = append(p.nodes, numbers{1, 1})
	}
	return n
}

// list lists the moves of a state.
func (p *proving) list(n int) (*listed, error) {
	l := &listed{}
	if k := len(p.free); k > 0 {
		l, p.free = p.free[k-1], p.free[:k-1]
	}
	l.x.keys, l.x.moves, l.to = newSmallStore(l.x.keys), l.x.moves[:0], l.to[:0]
	l.key = append(l.key[:0], p.keys.key(n)...)
	at := Position{Number: n, e: &l.x}
	if err := p.r.Look(l.key, &at); err != nil {
		return l, err
	}
	l.kind = at.Kind
	if l.kind == Goal {
		return l, nil
	}
	l.x.hashes = l.x.hashes[:0]
	for i := range l.x.keys.len() {
		l.x.hashes = append(l.x.hashes, hash(l.x.keys.key(i)))
	}
	p.read |= p.keys.touch(l.x.hashes)
	for _, m := range l.x.moves {
		l.to = append(l.to, int32(p.number(l.x.keys.key(int(m.To)), l.x.hashes[m.To])))
	}
	return l, nil
}

// visit searches from a state until one of its numbers reaches its limit.
func (p *proving) visit(n int, proof, disproof uint32) error {
	if p.steps++; p.steps%every == 0 {
		used := p.keys.bytes() + int64(8*cap(p.nodes))
		if reason := over(p.ctx, used, p.keys.len(), p.o); reason != nil {
			return reason
		}
		if p.o.Progress != nil {
			p.o.Progress(Progress{Phase: "prove", States: int64(p.keys.len()), Memory: used})
		}
	}
	l, err := p.list(n)
	defer func() { p.free = append(p.free, l) }()
	if err != nil {
		return err
	}
	if l.kind == Goal {
		p.nodes[n] = numbers{0, infinite}
		return nil
	}
	if len(l.to) == 0 {
		p.nodes[n] = numbers{infinite, 0}
		return nil
	}
	if p.on == nil {
		p.on = map[int]bool{}
	}
	p.on[n] = true
	defer delete(p.on, n)
	for {
		now, best, second := p.combine(l)
		p.nodes[n] = now
		if now.proof >= proof || now.disproof >= disproof || now.proof == 0 || now.disproof == 0 {
			return nil
		}
		to := int(l.to[best])
		if p.on[to] {
			return ErrCycle
		}
		child := p.nodes[to]
		var err error
		if l.kind == Ours {
			err = p.visit(to, min(proof, wider(second)), without(disproof, now.disproof, child.disproof))
		} else {
			err = p.visit(to, without(proof, now.proof, child.proof), min(disproof, wider(second)))
		}
		if err != nil {
			return err
		}
	}
}

// combine returns the numbers of a state, its most promising move, and the number of the second one.
func (p *proving) combine(l *listed) (now numbers, best int, second uint32) {
	least, sum := uint32(infinite), uint64(0)
	second = infinite
	decided := false
	for i, to := range l.to {
		nd := p.nodes[to]
		a, b := nd.proof, nd.disproof
		if l.kind != Ours {
			a, b = b, a
		}
		if a < least {
			least, second, best = a, least, i
		} else if a < second {
			second = a
		}
		sum += uint64(b)
		decided = decided || b == infinite
	}
	all := uint32(min(sum, infinite-1))
	if decided {
		all = infinite
	}
	if least == 0 {
		all = infinite
	}
	now = numbers{least, all}
	if l.kind != Ours {
		now = numbers{all, least}
	}
	return now, best, second
}

// wider returns a limit somewhat above the number of the second move, so that the search changes between moves less often
// (Pawlewicz and Lew 2007).
func wider(second uint32) uint32 {
	return uint32(min(uint64(second)+uint64(second)/4+1, infinite))
}

// without returns the limit for a part of a sum.
func without(limit, sum, part uint32) uint32 {
	if limit == infinite {
		return infinite
	}
	return limit - sum + part
}

// strategy returns the states that proven moves can reach, the start first.
func (p *proving) strategy(start int) (*Arena, error) {
	a := &Arena{keys: newStore(), from: []int32{-1}}
	place := map[int]int32{start: 0}
	queue := []int{start}
	a.keys.insert(p.keys.key(start))
	for i := 0; i < len(queue); i++ {
		l, err := p.list(queue[i])
		if err != nil {
			return nil, err
		}
		var moves []Move
		for k, m := range l.x.moves {
			if l.kind == Goal {
				break
			}
			to := int(l.to[min(k, len(l.to)-1)])
			if l.kind == Ours && p.nodes[to].proof != 0 {
				continue
			}
			at, ok := place[to]
			if !ok {
				at = int32(len(queue))
				place[to] = at
				queue = append(queue, to)
				a.keys.insert(p.keys.key(to))
				a.from = append(a.from, int32(i))
			}
			m.To = at
			moves = append(moves, m)
		}
		a.Add(l.kind, moves...)
		p.free = append(p.free, l)
	}
	_, err := a.check()
	return a, err
}
