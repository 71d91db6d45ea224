package explore

import (
	"context"
	"slices"

	"farbank/distributed/cluster"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"golang.org/x/sync/errgroup"
)

func init() {
	register.DoFn3x1[context.Context, int, func(int, []byte), error](&expandFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int), error](&mergeFn{})
	register.DoFn2x1[context.Context, int, error](&backFn{})
	register.Function2x1(groupOf)
	register.Emitter1[int]()
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// An expandFn expands parts of a layer: it takes part numbers and emits blocks by part. It emits an
// empty block for each part, so that the next layer contains the part in any case.
type expandFn struct {
	Place   place
	Layer   int
	Threads int
	Groups  int
	site    *site
}

func (f *expandFn) StartBundle(ctx context.Context, _ func(int, []byte)) (err error) {
	f.site, err = f.Place.open(ctx)
	return cluster.Marked(err)
}

func (f *expandFn) ProcessElement(ctx context.Context, part int, emit func(int, []byte)) error {
	emit(key(part, f.Groups), nil)
	return cluster.Marked(f.site.expand(ctx, f.Layer, part, threads(f.Threads), func(part int, b []byte) { emit(key(part, f.Groups), b) }))
}

func (f *expandFn) FinishBundle(func(int, []byte)) error { return f.site.Close() }

// A mergeFn creates parts of a layer from blocks and emits their numbers. It works on several parts
// at a time and waits for them at the end of a bundle.
type mergeFn struct {
	Place   place
	Layer   int
	Threads int
	site    *site
	work    *errgroup.Group
	ctx     context.Context
	done    []int
}

func (f *mergeFn) StartBundle(ctx context.Context, _ func(int)) (err error) {
	f.work, f.ctx = errgroup.WithContext(ctx)
	f.work.SetLimit(threads(f.Threads))
	f.done = nil
	f.site, err = f.Place.open(ctx)
	return cluster.Marked(err)
}

func (f *mergeFn) ProcessElement(_ context.Context, part int, blocks func(*[]byte) bool, _ func(int)) error {
	part &= 1<<groupBits - 1
	var list [][]byte
	var b []byte
	for blocks(&b) {
		if len(b) > 0 {
			list = append(list, slices.Clone(b))
		}
	}
	f.done = append(f.done, part)
	f.work.Go(func() error { return f.site.merge(f.ctx, f.Layer, part, list) })
	return nil
}

func (f *mergeFn) FinishBundle(_ context.Context, emit func(int)) error {
	err := f.work.Wait()
	if err == nil {
		err = f.site.Close()
	}
	for _, part := range f.done {
		emit(part)
	}
	return cluster.Marked(err)
}

// backFn searches the parts of a layer for a predecessor of a state.
type backFn struct {
	Place  place
	Layer  int
	Target []uint64
}

func (f *backFn) ProcessElement(ctx context.Context, part int) error {
	s, err := f.Place.open(ctx)
	if err != nil {
		return cluster.Marked(err)
	}
	defer s.Close()
	return cluster.Marked(s.back(ctx, f.Layer, part, f.Target))
}

// groupBits is the position of the group in the key of a block; the part is in the bits below.
const groupBits = 24

// key returns the key of a block.
func key(part, groups int) int { return part%groups<<groupBits | part }

// groupOf returns the group of a key.
func groupOf(key int, _ []byte) int { return key >> groupBits }

// steps builds the job that computes layers layers after layer from.
func (d *Driver) steps(s beam.Scope, from, layers int) {
	groups := d.Cluster.Groups()
	parts := make([]beam.PCollection, groups) // those of the current layer, by group
	for g := range parts {
		parts[g] = d.numbers(cluster.Group(s, g), g)
	}
	for k := from; k < from+layers; k++ {
		to := make([][]beam.PCollection, groups)
		for g, list := range parts {
			in := cluster.Group(s, g)
			blocks := beam.ParDo(in, &expandFn{Place: d.place(), Layer: k, Threads: d.Threads, Groups: groups}, list)
			if groups == 1 {
				to[0] = append(to[0], blocks)
				continue
			}
			for h, b := range beam.Partition(in, groups, groupOf, blocks) {
				to[h] = append(to[h], b)
			}
		}
		for g := range parts {
			blocks := to[g][0]
			if groups > 1 {
				blocks = beam.Flatten(s, to[g]...)
			}
			parts[g] = beam.ParDo(cluster.Group(s, g), &mergeFn{Place: d.place(), Layer: k + 1, Threads: d.Threads}, beam.GroupByKey(s, blocks))
		}
	}
}

// backwards builds the job that searches for predecessors of a state.
func (d *Driver) backwards(s beam.Scope, at int, target []uint64) {
	for g := range d.Cluster.Groups() {
		in := cluster.Group(s, g)
		beam.ParDo0(in, &backFn{Place: d.place(), Layer: at, Target: target}, d.numbers(in, g))
	}
}

// numbers returns the parts of a group.
func (d *Driver) numbers(s beam.Scope, group int) beam.PCollection {
	var list []int
	for part := group; part < d.Parts; part += d.Cluster.Groups() {
		list = append(list, part)
	}
	parts := beam.CreateList(s, list)
	if !d.Cluster.Own() { // otherwise one worker would have them all
		parts = beam.Reshuffle(s, parts)
	}
	return parts
}
