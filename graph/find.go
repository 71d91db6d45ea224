package graph

// A finder sets the numbers of states that are in a Store. Several goroutines may use it.
type finder func(states []uint64, ids []uint32)

// finder returns a finder for the states of the store, to which no states may be added detachContext. If the
// states are small words, it uses an array indexed by state.
func (s *Store) finder() (finder, error) {
	if s.words == 1 && s.width > 0 && s.width < 32 && 1<<s.width <= 8*s.n && s.fits(0, s.tableBytes()+4<<s.width) {
		return s.listed(), s.err
	}
	if err := s.remember(); err != nil {
		return nil, err
	}
	return s.findBatch, nil
}

// listed returns a finder that uses an array of all numbers.
func (s *Store) listed() finder {
	number := make([]uint32, 1<<s.width)
	s.eachPart(pageStates, func(from int, batch []uint64) {
		for k, x := range batch {
			number[x] = uint32(from + k)
		}
	})
	return func(states []uint64, ids []uint32) {
		for k, x := range states {
			ids[k] = number[x]
		}
	}
}

// findBatch is the finder that uses the table. The loops first touch all table entries of a group, then all
// states that are probably equal, so that cache misses overlap.
func (s *Store) findBatch(states []uint64, ids []uint32) {
	var p probes
	w := s.words
	mask := uint64(len(s.table) - 1)
	for from := 0; from < len(ids); from += probeGroup {
		group := ids[from:min(from+probeGroup, len(ids))]
		for k := range group {
			p.hash[k] = hash(states[(from+k)*w : (from+k+1)*w])
			p.slot[k] = p.hash[k] >> (64 - s.bits) & mask
		}
		for k := range group {
			p.entry[k] = s.table[p.slot[k]]
		}
		for k := range group {
			slot, e := p.slot[k], p.entry[k]
			for !s.alike(e, p.hash[k]) {
				slot = (slot + 1) & mask
				e = s.table[slot]
			}
			p.slot[k], group[k] = slot, uint32(s.number(e))
			p.word[k] = s.State(s.number(e))[0]
		}
		for k, id := range group {
			state := states[(from+k)*w : (from+k+1)*w]
			if p.word[k] != state[0] || !equal(s.State(int(id)), state) {
				slot, _ := s.find((p.slot[k]+1)&mask, p.hash[k], state)
				group[k] = uint32(s.number(s.table[slot]))
			}
		}
	}
}
