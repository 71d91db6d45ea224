package states

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"farbank/engine"
	"farbank/graph"
	"farbank/model"
	"farbank/model/symmetry"
)

// A Symmetry maps a state to the representative of all states that differ by renaming
// interchangeable values: the one in which the columns of each class are sorted. The number of
// paths from a state to goals is the same for the whole orbit. Successors that become equal are not
// merged, so that counts are those of the full space.
type Symmetry struct {
	layout  *model.Layout
	classes []symmetry.Class
	columns [][][]cell // by class and column
	keys    []uint64   // of the columns of a class
	sorted  []uint64
}

// A cell is where a cell of a column is in a packed state.
type cell struct {
	mask        uint64
	word        int
	shift, bits uint8
}

// place sets columns.
func (s *Symmetry) place() {
	s.columns = make([][][]cell, len(s.classes))
	for k, class := range s.classes {
		for _, column := range class.Columns {
			var list []cell
			for _, c := range column {
				f := s.layout.Fields[c]
				list = append(list, cell{f.Mask, int(f.Word), uint8(f.Shift), uint8(bits.Len64(f.Mask))})
			}
			s.columns[k] = append(s.columns[k], list)
		}
	}
}

// minSymmetryBits is the minimum number of bits of a state for which symmetries are searched.
const minSymmetryBits = 8

// FindSymmetry returns the symmetry of a problem if the question can use it, else nil.
func FindSymmetry(ctx context.Context, p *model.Problem, q engine.Question, l *model.Layout) *Symmetry {
	switch {
	case !q.Symmetry || q.Plans != engine.Shortest || q.Want == engine.All || q.Prefer != engine.NoPreference:
		return nil
	case l.Words == 1 && l.Bits < minSymmetryBits:
		return nil
	case q.Want == engine.Count && p.MayBeFree():
		return nil // a cheapest plan may pass two states of the same orbit
	}
	return Interchangeable(ctx, p, l)
}

// Interchangeable returns the symmetry of a problem, or nil if there is no symmetry or ctx ends.
func Interchangeable(ctx context.Context, p *model.Problem, l *model.Layout) *Symmetry {
	classes, _ := until(ctx, func() []symmetry.Class { return symmetry.Find(ctx, p) }, func([]symmetry.Class) {})
	s := &Symmetry{layout: l, classes: classes}
	s.classes = slices.DeleteFunc(s.classes, func(c symmetry.Class) bool { return s.width(c.Columns[0]) > 64 })
	s.place()
	s.fixStart(p)
	s.place()
	if len(s.classes) == 0 {
		return nil
	}
	return s
}

// fixStart splits the classes into values that are equal in the initial state. Then renaming
// preserves reachability, and the number of states in the full space is known.
func (s *Symmetry) fixStart(p *model.Problem) {
	state, ok, err := p.Begin(nil)
	if !ok || err != nil {
		s.classes = nil
		return
	}
	words := make([]uint64, s.layout.Words)
	s.layout.Pack(state, words)
	var alike []symmetry.Class
	for k, class := range s.classes {
		s.read(k, words)
		columns := map[uint64][][]int{}
		for i, key := range s.keys {
			columns[key] = append(columns[key], class.Columns[i])
		}
		for _, key := range slices.Sorted(maps.Keys(columns)) {
			if len(columns[key]) > 1 {
				alike = append(alike, symmetry.Class{Type: class.Type, Columns: columns[key]})
			}
		}
	}
	s.classes = alike
}

func (s *Symmetry) width(column []int) int {
	n := 0
	for _, c := range column {
		n += bits.Len64(s.layout.Fields[c].Mask)
	}
	return n
}

// String describes the symmetry.
func (s *Symmetry) String() string {
	parts := make([]string, len(s.classes))
	for i, c := range s.classes {
		parts[i] = fmt.Sprintf("%d values of %s", len(c.Columns), strings.Fields(c.Type)[0])
	}
	return "interchangeable: " + strings.Join(parts, ", ")
}

// canonical replaces a packed state by its representative.
func (s *Symmetry) canonical(words []uint64) {
	for k := range s.classes {
		s.read(k, words)
		if slices.IsSorted(s.keys) {
			continue
		}
		s.sorted = append(s.sorted[:0], s.keys...)
		sortKeys(s.sorted)
		for i, key := range s.sorted {
			if key != s.keys[i] {
				write(s.columns[k][i], words, key)
			}
		}
	}
}

// sortKeys sorts keys of which most are in their places: a move changes few columns.
func sortKeys(keys []uint64) {
	if len(keys) > 64 {
		slices.Sort(keys)
		return
	}
	for i := 1; i < len(keys); i++ {
		x, j := keys[i], i
		for ; j > 0 && keys[j-1] > x; j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = x
	}
}

// read packs each column of a class into a key.
func (s *Symmetry) read(class int, words []uint64) {
	s.keys = s.keys[:0]
	for _, column := range s.columns[class] {
		key := uint64(0)
		for _, c := range column {
			key = key<<(c.bits&63) | words[c.word]>>(c.shift&63)&c.mask
		}
		s.keys = append(s.keys, key)
	}
}

func write(column []cell, words []uint64, key uint64) {
	for i := len(column) - 1; i >= 0; i-- {
		c := &column[i]
		words[c.word] = words[c.word]&^(c.mask<<c.shift) | key&c.mask<<c.shift
		key >>= c.bits
	}
}

// Stands returns the number of states that a packed state represents.
func (s *Symmetry) Stands(words []uint64) *big.Int {
	n := big.NewInt(1)
	for k := range s.classes {
		s.read(k, words)
		slices.Sort(s.keys)
		n.Mul(n, factorial(len(s.keys)))
		for i := 0; i < len(s.keys); {
			j := i
			for j < len(s.keys) && s.keys[j] == s.keys[i] {
				j++
			}
			n.Div(n, factorial(j-i))
			i = j
		}
	}
	return n
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// fork returns a symmetry for another goroutine.
func (s *Symmetry) fork() *Symmetry {
	if s == nil {
		return nil
	}
	return &Symmetry{layout: s.layout, classes: s.classes, columns: s.columns}
}

// replay converts a path through representatives to a path from the initial state. Where classes
// share cells, two states of one orbit may have different representatives. So the renaming that
// leads from a representative to the state of the path is kept.
func (s *Space) replay(path *graph.Path) (*graph.Path, error) {
	at := slices.Clone(path.Start)
	state := slices.Clone(s.start)
	from := make([]int, len(s.Layout.Fields)) // by cell: the cell of the representative with its value
	for c := range from {
		from[c] = c
	}
	out := &graph.Path{Start: slices.Clone(s.start)}
	for _, e := range path.Edges {
		next, _, err := s.follow(at, func(x edgeTo) bool { return x.label == e.Label })
		if err != nil {
			return nil, err
		}
		want := s.Symmetry.renamed(next, from)
		to, label, err := s.follow(state, func(x edgeTo) bool { return x.cost == e.Cost && slices.Equal(x.words, want) })
		if err != nil {
			return nil, err
		}
		out.Edges = append(out.Edges, graph.Edge{Label: label, Cost: e.Cost})
		inverse := make([]int, len(from))
		for c, old := range s.Symmetry.order(next) {
			inverse[old] = c
		}
		for c, old := range from {
			from[c] = inverse[old]
		}
		s.Symmetry.canonical(next)
		at, state = next, to
	}
	return out, nil
}

// renamed returns the state in which each cell has the value that the cell from[c] has in words.
func (s *Symmetry) renamed(words []uint64, from []int) []uint64 {
	out := slices.Clone(words)
	for c, old := range from {
		to, f := s.layout.Fields[c], s.layout.Fields[old]
		out[to.Word] = out[to.Word]&^(to.Mask<<to.Shift) | words[f.Word]>>f.Shift&f.Mask<<to.Shift
	}
	return out
}

// order returns, by cell of the representative of a state, the cell of the state with its value.
func (s *Symmetry) order(words []uint64) []int {
	from := make([]int, len(s.layout.Fields))
	for c := range from {
		from[c] = c
	}
	words = slices.Clone(words)
	for k, class := range s.classes {
		s.read(k, words)
		columns := make([]int, len(s.keys))
		for i := range columns {
			columns[i] = i
		}
		slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(s.keys[a], s.keys[b]) })
		before := slices.Clone(from)
		for i, k := range columns {
			for j, c := range class.Columns[i] {
				from[c] = before[class.Columns[k][j]]
			}
		}
		slices.Sort(s.keys)
		for i, column := range s.columns[k] {
			write(column, words, s.keys[i])
		}
	}
	return from
}

// An edgeTo is a successor; words is a copy.
type edgeTo struct {
	words []uint64
	label int32
	cost  int64
}

// follow returns the first successor of a state, by the interpreter, for which wanted reports true.
func (s *Space) follow(state []uint64, wanted func(edgeTo) bool) ([]uint64, int32, error) {
	var out graph.Successors
	if err := s.interpret(state, &out); err != nil {
		return nil, 0, err
	}
	w := s.Layout.Words
	for k, label := range out.Label {
		words := out.States[k*w : (k+1)*w]
		if wanted(edgeTo{slices.Clone(words), label, out.Cost[k]}) {
			return words, label, nil
		}
	}
	return nil, 0, errors.New("a symmetry led to a state that no move leads to")
}
