package rete

import (
	"math"
	"slices"

	"farbank/rules/value"
)

// contents returns the tokens of a memory in the order of CLIPS: those of an alpha memory by age,
// hash by hash; those of a left memory by the bucket of their hash, the newest first. A rule
// defined after the facts matches them in this order. A negative number is that of the join of a rule.
func (n *Network) contents(number int32, keys []Ref) []int32 {
	if number < 0 {
		return n.tokensAt(-number)
	}
	m := n.memoryOr(number)
	if m == nil {
		return nil
	}
	var all []int32
	for _, t := range m.heads {
		for ; t != 0; t = n.tokens[t].next {
			all = append(all, t)
		}
	}
	if len(all) == 0 || !m.hashed {
		return all
	}
	if n.tokens[all[0]].side == alphaSide {
		return n.byFirstOfHash(all)
	}
	return n.byBucket(all, keys)
}

// tokensAt returns the tokens at the join of a rule, the newest first.
func (n *Network) tokensAt(join int32) []int32 {
	var all []int32
	for t := range n.tokens {
		if n.tokens[t].owner == join && n.tokens[t].side == leftSide {
			all = append(all, int32(t))
		}
	}
	created := func(t int32) uint64 {
		k := &n.tokens[t]
		return uint64(k.next)<<32 | uint64(k.hash)
	}
	slices.SortFunc(all, func(a, b int32) int { return compare(created(b), created(a)) })
	return all
}

// byFirstOfHash sorts tokens by the age of the oldest token with the same hash, then by age.
func (n *Network) byFirstOfHash(all []int32) []int32 {
	time := func(t int32) uint64 { return n.facts[n.tokens[t].fact].Time }
	slices.SortStableFunc(all, func(a, b int32) int { return compare(time(a), time(b)) })
	groups := map[uint32]int{}
	for _, t := range all {
		if _, known := groups[n.tokens[t].hash]; !known {
			groups[n.tokens[t].hash] = len(groups)
		}
	}
	slices.SortStableFunc(all, func(a, b int32) int { return groups[n.tokens[a].hash] - groups[n.tokens[b].hash] })
	return all
}

// byBucket sorts tokens by their bucket in the hash table of CLIPS, then the newest first.
func (n *Network) byBucket(all []int32, keys []Ref) []int32 {
	const first, factor = 17, 11
	size := uint64(first)
	for uint64(len(all)) > size*factor {
		size *= factor
	}
	bucket := map[int32]uint64{}
	for _, t := range all {
		bucket[t] = n.bucketOf(t, keys) % size
	}
	slices.SortStableFunc(all, func(a, b int32) int {
		if c := compare(bucket[a], bucket[b]); c != 0 {
			return c
		}
		return compare(n.newest(b), n.newest(a))
	})
	return all
}

// newest returns the time tag of the newest fact of a token.
func (n *Network) newest(t int32) uint64 {
	newest := uint64(0)
	for _, f := range n.factsOf(t) {
		if f != nil {
			newest = max(newest, f.Time)
		}
	}
	return newest
}

// bucketOf returns the hash of CLIPS for the keys of a token, the last key first.
func (n *Network) bucketOf(t int32, keys []Ref) uint64 {
	sum, multiplier := uint64(0), uint64(1)
	for i := len(keys) - 1; i >= 0; i-- {
		sum += bucketOfValue(n.read(&keys[i], n.at(t, keys[i].Level))) * multiplier
		multiplier *= 509
	}
	return sum
}

// bucketOfValue returns the hash of CLIPS for a value.
func bucketOfValue(v value.Value) uint64 {
	const symbols, numbers = 63559, 8191
	switch v.Kind() {
	case value.SymbolKind, value.StringKind:
		tally := uint64(0)
		for _, c := range []byte(v.Text()) {
			tally = tally*127 + uint64(int64(int8(c)))
		}
		return tally % symbols
	case value.IntegerKind:
		i := v.Int()
		if i < 0 {
			i = -i
		}
		return uint64(uint32(i)) % numbers
	case value.FloatKind:
		tally, bits := uint64(0), math.Float64bits(v.Number())
		for shift := 0; shift < 64; shift += 8 {
			tally = tally*127 + uint64(int64(int8(bits>>shift)))
		}
		return tally % numbers
	}
	return 0
}
