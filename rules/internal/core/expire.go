package core

import (
	"time"

	"farbank/rules/rete"
)

// Now returns the time of the clock, in nanoseconds since 1970.
func (e *Environment) Now() int64 {
	if e.clock == nil {
		return time.Now().UnixNano()
	}
	return e.clock().UnixNano()
}

// Expire removes what has expired by the clock: facts, and matches of windows.
func (e *Environment) Expire() error {
	if _, some := e.Network.Expires(); !some {
		return nil
	}
	now := e.Now()
	for {
		var f *Fact
		if err := e.WhileMatching(func() { f = e.Network.Expire(now) }); Fatal(err) {
			return err
		}
		e.retractOrphans()
		if f == nil {
			return nil
		}
		if err := e.Retract(f); Fatal(err) {
			return err
		}
	}
}

// born records when a fact is asserted, and when it expires.
func (e *Environment) born(f *Fact) {
	life := f.Relation.Data.(*Template).Life
	if !e.Network.Windows && life == 0 {
		return
	}
	f.Born = e.Now()
	e.Network.Now = max(e.Network.Now, f.Born)
	if life > 0 {
		e.Network.ExpireAt(f, rete.After(f.Born, int64(life)))
	}
}

// ExpireAfter makes a fact expire after a time, unless it expires before.
func (e *Environment) ExpireAfter(f *Fact, life time.Duration) {
	e.Network.ExpireAt(f, rete.After(e.Now(), int64(life)))
}
