package temporal

import "math/rand/v2"

// A types holds entries by their estimate and the length of the plan to their parent. It returns a random entry of a random pair,
// so that a search leaves plateaus (type-based exploration: Xie, Müller, Holte, Imai 2014).
type types struct {
	lists [][]entry
	keys  [][2]int32
	place map[[2]int32]int
	r     *rand.Rand
}

func newTypes() *types {
	return &types{place: map[[2]int32]int{}, r: rand.New(rand.NewPCG(36, 36))}
}

func (t *types) push(h, length int32, e entry) {
	k := [2]int32{h, length}
	i, ok := t.place[k]
	if !ok {
		i = len(t.lists)
		t.place[k] = i
		t.lists, t.keys = append(t.lists, nil), append(t.keys, k)
	}
	t.lists[i] = append(t.lists[i], e)
}

// pop removes an entry. There must be one.
func (t *types) pop() entry {
	i := t.r.IntN(len(t.lists))
	list := t.lists[i]
	k := t.r.IntN(len(list))
	e, last := list[k], len(list)-1
	list[k] = list[last]
	if t.lists[i] = list[:last]; last == 0 {
		end := len(t.lists) - 1
		delete(t.place, t.keys[i])
		if i != end {
			t.lists[i], t.keys[i] = t.lists[end], t.keys[end]
			t.place[t.keys[i]] = i
		}
		t.lists, t.keys = t.lists[:end], t.keys[:end]
	}
	return e
}
