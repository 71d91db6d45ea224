package clause

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// plain is a simple representation of a clause.
type plain struct {
	lits    []uint32
	glue    int
	used    uint32
	learned bool
	tried   bool
	dead    bool
}

func (p plain) String() string {
	return fmt.Sprint(p.lits, p.glue, p.used, p.learned, p.tried, p.dead)
}

func read(a *Arena, c Ref) string {
	return plain{slices.Clone(a.Clause(c)), a.Glue(c), a.Used(c), a.Learned(c), a.Flags(c)&TriedFlag != 0, a.Dead(c)}.String()
}

// change modifies a clause at random, in the arena and in its simple representation.
func change(r *rand.Rand, a *Arena, c Ref, p *plain) {
	switch r.IntN(7) {
	case 0:
		p.glue = r.IntN(1 << 20)
		a.SetGlue(c, p.glue)
	case 1:
		p.used = r.Uint32N(4)
		a.SetUsed(c, p.used)
	case 2:
		p.tried = true
		a.Set(c, TriedFlag)
	case 3:
		p.tried = false
		a.Clear(c, TriedFlag)
	case 4:
		p.learned = false
		a.Clear(c, LearnedFlag)
	case 5:
		if p.dead {
			return
		}
		p.lits = p.lits[:1+r.IntN(len(p.lits))]
		a.Shrink(c, len(p.lits))
	case 6:
		if !p.dead {
			p.dead = true
			a.Kill(c)
		}
	}
}

// TestArena compares an arena with a map while clauses are changed, deleted and moved.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var a Arena
	known := map[Ref]*plain{}
	for step := range 2000 {
		refs := slices.Sorted(maps.Keys(known))
		switch k := r.IntN(8); {
		case k < 2 || len(refs) == 0:
			p := &plain{learned: r.IntN(2) == 0}
			lits := make([]Lit, 1+r.IntN(6))
			for i := range lits {
				lits[i] = Lit(r.Uint32())
				p.lits = append(p.lits, uint32(lits[i]))
			}
			flags := uint32(0)
			if p.learned {
				flags = LearnedFlag
			}
			c := a.Add(lits, flags)
			if known[c] != nil {
				t.Fatalf("step %d: two clauses at %d", step, c)
			}
			known[c] = p
		case k < 7:
			c := refs[r.IntN(len(refs))]
			change(r, &a, c, known[c])
		case r.IntN(20) == 0:
			a, known = moved(t, &a, known)
		}
		if step%40 > 0 {
			continue
		}
		for c, p := range known {
			if got := read(&a, c); got != p.String() {
				t.Fatalf("step %d: clause at %d is %s, not %s", step, c, got, p)
			}
		}
	}
}

// moved copies the live clauses to a new arena, and checks its size.
func moved(t *testing.T, a *Arena, known map[Ref]*plain) (Arena, map[Ref]*plain) {
	t.Helper()
	var to Arena
	after := map[Ref]*plain{}
	for c, p := range known {
		if p.dead {
			continue
		}
		at := a.Move(c, &to)
		if again := a.Move(c, &to); again != at {
			t.Fatalf("moved twice: to %d and %d", at, again)
		}
		after[at] = p
	}
	if len(to.Words) != len(a.Words)-a.Wasted {
		t.Fatalf("%d words of %d live, %d are wasted", len(to.Words), len(a.Words), a.Wasted)
	}
	return to, after
}

func TestLit(t *testing.T) {
	for _, v := range []uint32{0, 1, 77, 1<<30 - 1} {
		if Lit(2*v).Var() != v || Lit(2*v+1).Var() != v {
			t.Error(v)
		}
	}
}

// TestPoor checks that Poor returns the worst three quarters of the clauses that may be deleted, and counts down Used.
func TestPoor(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		var a Arena
		var list, may []Ref
		reasons, used := map[Ref]bool{}, map[Ref]uint32{}
		for range r.IntN(30) {
			c := a.Add(make([]Lit, 2+r.IntN(5)), LearnedFlag)
			a.SetGlue(c, 1+r.IntN(9))
			used[c] = r.Uint32N(3) / 2 * (1 + r.Uint32N(3))
			a.SetUsed(c, used[c])
			reasons[c] = r.IntN(5) == 0
			list = append(list, c)
			if kept := a.Glue(c) <= CoreGlue || len(a.Clause(c)) == 2 || reasons[c]; kept {
				continue
			}
			if used[c] == 0 {
				may = append(may, c)
			} else {
				used[c]--
			}
		}
		poor := a.Poor(list, func(c Ref) bool { return reasons[c] })
		if want := (3*len(may) + 3) / 4; len(poor) != want {
			t.Fatalf("%d of %d go, not %d", len(poor), len(may), want)
		}
		for _, c := range may {
			if slices.Contains(poor, c) {
				continue
			}
			for _, p := range poor {
				if a.Glue(p) < a.Glue(c) || a.Glue(p) == a.Glue(c) && len(a.Clause(p)) < len(a.Clause(c)) {
					t.Fatalf("glue %d, %d literals is deleted before glue %d, %d literals", a.Glue(p), len(a.Clause(p)), a.Glue(c), len(a.Clause(c)))
				}
			}
		}
		for _, c := range list {
			if a.Used(c) != used[c] {
				t.Fatalf("used %d, not %d", a.Used(c), used[c])
			}
			if slices.Contains(poor, c) && !slices.Contains(may, c) {
				t.Fatal("a clause to be kept is deleted")
			}
		}
	}
}
