package planning

import (
	"bytes"
	"io"
	"slices"
	"testing"
	"time"
)

// TestGivenPatterns checks that pattern databases of a given collection are admissible and consistent, also
// for large patterns, and that invalid patterns are refused.
func TestGivenPatterns(t *testing.T) {
	informed := 0
	for seed := range seeds(150) {
		s := prepared(t, randomTask(seed))
		plain := explorePlainly(s.Task, 400)
		if plain == nil {
			continue
		}
		n := len(s.Task.Variables)
		all := make([]int, n)
		for v := range all {
			all[v] = v
		}
		h, err := NewPatternDatabases(t.Context(), s, [][]int{all, all[:n/2+1], {n - 1}}, time.Second)
		if err != nil {
			t.Fatal(err)
		}
		left := make([]int64, len(plain.states))
		for i, st := range plain.states {
			if left[i] = h.Estimate(stateOf(st)); left[i] > plain.left[i] {
				t.Fatalf("seed %d: estimate %d in %v, but the least cost is %d", seed, left[i], st, plain.left[i])
			}
			if left[i] > 0 && left[i] == plain.left[i] {
				informed++
			}
		}
		for _, e := range plain.edges {
			if left[e.to] < Infinite && left[e.from] > e.cost+left[e.to] {
				t.Fatalf("seed %d: estimate %d before operator %d, %d after it", seed, left[e.from], e.op, left[e.to])
			}
		}
	}
	if informed < 300 {
		t.Errorf("only %d exact estimates", informed)
	}
	s := prepared(t, randomTask(1))
	for _, pattern := range [][]int{{}, {-1}, {len(s.Task.Variables)}, {0, 0}} {
		if _, err := NewPatternDatabases(t.Context(), s, [][]int{{0}, pattern}, time.Second); err == nil {
			t.Errorf("accepted the pattern %v", pattern)
		}
	}
}

// TestAdditiveRead checks that a heuristic can be written and read, and that damaged tables are refused.
func TestAdditiveRead(t *testing.T) {
	met := 0
	for seed := uint64(0); met < 20; seed++ {
		s := prepared(t, randomTask(seed))
		var h *blankSearch
		for _, variables := range views(s) {
			if g := newBlankSearch(s, variables); g != nil {
				h = g
			}
		}
		if h == nil {
			continue
		}
		a := h.additive(t.Context())
		if a == nil {
			continue
		}
		met++
		var b bytes.Buffer
		if err := a.write(&b); err != nil {
			t.Fatal(err)
		}
		text := b.Bytes()
		back, err := h.read(bytes.NewReader(text))
		if err != nil || back.blank != a.blank || !slices.Equal(back.of, a.of) || len(back.tables) != len(a.tables) || back.Estimate(s.begin) != a.Estimate(s.begin) {
			t.Fatalf("seed %d: %+v, want %+v: %v", seed, back, a, err)
		}
		for cut := range len(text) {
			if _, err := h.read(bytes.NewReader(text[:cut])); err == nil {
				t.Fatalf("seed %d: accepted %d of %d bytes", seed, cut, len(text))
			}
		}
		for k := range text { // it is accepted or refused, but does not crash
			bad := slices.Clone(text)
			bad[k] ^= 0x15
			if a, err := h.read(bytes.NewReader(bad)); err == nil {
				a.Estimate(s.begin)
			}
		}
	}
}

// memoryStore is a table store in memory.
type memoryStore struct {
	kept                   map[[32]byte][]byte
	lookups, found, stored int
}

func (m *memoryStore) Load(key [32]byte, read func(io.Reader) error) bool {
	m.lookups++
	text, ok := m.kept[key]
	if !ok || read(bytes.NewReader(text)) != nil {
		return false
	}
	m.found++
	return true
}

func (m *memoryStore) Save(key [32]byte, write func(io.Writer) error) {
	var b bytes.Buffer
	if write(&b) == nil {
		m.kept[key] = b.Bytes()
		m.stored++
	}
}

// TestKeptTables checks that results with tables from a store are the same. Automatic search uses tables
// that are stored at once.
func TestKeptTables(t *testing.T) {
	store := &memoryStore{kept: map[[32]byte][]byte{}}
	for _, search := range []Search{ByIDAStar, ByIDAStar, Automatic} {
		before := store.found
		for seed := range seeds(60) {
			task := randomTask(seed)
			plain := explorePlainly(task, 3000)
			if plain == nil {
				continue
			}
			r, err := Solve(t.Context(), task, SolveOptions{Search: search, Tables: store})
			if err != nil || (r.Status == Infeasible) != (plain.left[0] == Infinite) || r.Plan != nil && r.Cost != plain.left[0] {
				t.Fatalf("seed %d: %+v, %v, want %d", seed, r, err, plain.left[0])
			}
		}
		if search == Automatic && store.found == before {
			t.Error("no tables were loaded")
		}
	}
	t.Log(store.lookups, store.found, store.stored)
	if store.found == 0 || store.stored == 0 {
		t.Errorf("%d lookups, %d found, %d stored", store.lookups, store.found, store.stored)
	}
}
