package rete

import (
	"container/heap"
	"math"
)

// expiry is the end of a window for a match of a pattern, or that of a fact.
type expiry struct {
	at   int64 // nanoseconds since 1970
	fact *Fact
	time uint64 // the time tag of the fact
	leaf *node  // nil: the fact itself expires
}

// expiries is a heap, the earliest first; of equal ones the oldest fact.
type expiries []expiry

func (x expiries) Len() int { return len(x) }
func (x expiries) Less(i, k int) bool {
	return x[i].at < x[k].at || x[i].at == x[k].at && x[i].time < x[k].time
}
func (x expiries) Swap(i, k int) { x[i], x[k] = x[k], x[i] }
func (x *expiries) Push(e any)   { *x = append(*x, e.(expiry)) }
func (x *expiries) Pop() any {
	last := (*x)[len(*x)-1]
	*x = (*x)[:len(*x)-1]
	return last
}

// ExpireAt makes a fact expire at a time, in nanoseconds since 1970. If it is called several times, the earliest time counts.
func (n *Network) ExpireAt(f *Fact, at int64) {
	heap.Push(&n.expiries, expiry{at, f, f.Time, nil})
}

// Ends returns the times at which facts expire. Facts that do not expire are missing.
func (n *Network) Ends() map[*Fact]int64 {
	ends := map[*Fact]int64{}
	for _, x := range n.expiries {
		if x.leaf != nil || x.fact.Deleted || x.time != x.fact.Time {
			continue
		}
		if at, known := ends[x.fact]; !known || x.at < at {
			ends[x.fact] = x.at
		}
	}
	return ends
}

// After returns the sum of a time and a duration, or the greatest time if it does not fit 64 bits.
func After(time, duration int64) int64 {
	if duration > math.MaxInt64-max(time, 0) {
		return math.MaxInt64
	}
	return time + duration
}

// Expires returns the time at which the next fact or match of a window expires, or false if none does.
func (n *Network) Expires() (int64, bool) {
	if len(n.expiries) == 0 {
		return 0, false
	}
	return n.expiries[0].at, true
}

// Expire removes the matches of windows that end by now. It returns the next fact that has expired, which the caller
// retracts before it calls Expire again, or nil.
func (n *Network) Expire(now int64) *Fact {
	n.Now = max(n.Now, now)
	for len(n.expiries) > 0 && n.expiries[0].at <= n.Now {
		x := heap.Pop(&n.expiries).(expiry)
		switch {
		case x.fact.Deleted || x.fact.Time != x.time:
		case x.leaf == nil:
			return x.fact
		default:
			n.leaveWindow(x.fact, x.leaf)
		}
	}
	return nil
}

// enterWindow reports whether a fact is still in the window of a pattern, and makes its match expire.
func (n *Network) enterWindow(f *Fact, leaf *node) bool {
	at := After(f.Born, leaf.window)
	if at <= n.Now {
		return false
	}
	heap.Push(&n.expiries, expiry{at, f, f.Time, leaf})
	return true
}

// leaveWindow removes the matches of a pattern with a fact that stays.
func (n *Network) leaveWindow(f *Fact, leaf *node) {
	for t := f.matches; t != 0; {
		next := n.tokens[t].nextLeft
		if n.alphas[n.tokens[t].owner] == leaf {
			n.clearChildren(t)
			n.releaseBlocked(t, false)
			n.clearChildren(t) // those that the release has joined with it
			n.forget(f, t)
			n.dropAlpha(t)
		}
		t = next
	}
}

// clearChildren removes the tokens joined with an alpha token.
func (n *Network) clearChildren(t int32) {
	for n.tokens[t].children != 0 {
		n.retractAlphaChildren(t)
	}
}
