package explore

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"farbank"
	"farbank/distributed/cluster"
	"farbank/distributed/layer"
	"farbank/distributed/problem"
	"farbank/distributed/run"
	"farbank/engine/states"
	"farbank/graph/disk"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Undoing determines whether moves are assumed to be reversible.
type Undoing string

const (
	Auto Undoing = "auto" // assumed, and verified
	Yes  Undoing = "yes"  // assumed, and an error if it is false
	No   Undoing = "no"   // not assumed: all layers are subtracted from the next
)

// MostParts is the maximum number of parts.
const MostParts = 1 << 14

// A Driver explores a problem. Its fields must be set before Open.
type Driver struct {
	Cluster *cluster.Cluster
	Dir     string            // folder of the layers
	Source  *problem.Problem  // the problem as sent to workers
	Problem *farbank.Problem  // the same problem, grounded
	Parts   int               // of a layer; 0: those of the folder, or 2 for each processor of each worker
	Threads int               // of a worker process; 0: its processors
	Layers  int               // layers of a job; 0: 1
	Undo    Undoing           // "": Auto
	Tell    func(Progress)    // called after each job; may be nil
	Note    func(text string) // called with notes for the user; may be nil

	folder *layer.Folder
	worker *problem.Worker
	all    bool
	Shape
}

// A Progress describes the state of an exploration.
type Progress struct {
	Layers   int // finished layers
	States   int64
	Frontier int64 // states of the last layer
	Elapsed  time.Duration
}

// A Shape holds the counts of each layer, and those of the moves of each expanded layer.
type Shape struct {
	Found    []layer.Found
	Expanded []layer.Moves
	Kept     int // layers that existed in the folder
}

// Complete reports whether the last layer is empty.
func (s *Shape) Complete() bool {
	n := len(s.Found)
	return n > 0 && s.Found[n-1].States == 0
}

// FirstGoal returns the first layer with a goal and such a goal, or -1 if no goal was found.
func (s *Shape) FirstGoal() (int, []uint64) {
	for k := range s.Found {
		if s.Found[k].Goals > 0 {
			return k, s.Found[k].Goal
		}
	}
	return -1, nil
}

// A ForeignError reports that a folder belongs to something else.
type ForeignError struct{ Dir, Why string }

// Error returns the folder and the reason.
func (e *ForeignError) Error() string { return fmt.Sprintf("%s: %s", e.Dir, e.Why) }

// errOneWay reports an irreversible move.
var errOneWay = errors.New("not every move is reversible")

func (d *Driver) place() place {
	digest := d.Problem.Digest()
	return place{Dir: d.Dir, Digest: hex.EncodeToString(digest[:]), All: d.all}
}

func (d *Driver) note(format string, args ...any) {
	if d.Note != nil {
		d.Note(fmt.Sprintf(format, args...))
	}
}

// Open prepares the folder, or resumes from its contents.
func (d *Driver) Open(ctx context.Context) error {
	if d.Layers == 0 {
		d.Layers = 1
	}
	var err error
	if d.worker, err = problem.For(d.Problem.Digest(), func() (*farbank.Problem, error) { return d.Problem, nil }); err != nil {
		return err
	}
	if d.folder, err = layer.Open(ctx, d.Dir); err != nil {
		return err
	}
	there, err := d.folder.Has(ctx, file)
	if err != nil {
		return err
	}
	if !there {
		d.all = d.Undo == No
		return d.begin(ctx)
	}
	return d.goOn(ctx)
}

// begin writes the description of the folder, and the first layer.
func (d *Driver) begin(ctx context.Context) error {
	if d.Parts == 0 {
		d.Parts = 2 * threads(d.Threads) * d.Cluster.Groups()
	}
	s := &Space{Version: version, Digest: d.place().Digest, Title: d.Problem.Title, Parts: d.Parts, Words: d.worker.Words(), All: d.all, Problem: d.Source}
	if err := d.folder.WriteJSON(ctx, file, s); err != nil {
		return err
	}
	d.Shape = Shape{}
	at, err := d.place().open(ctx)
	if err != nil {
		return err
	}
	defer at.Close()
	lists := make([][]uint64, d.Parts)
	starts := states.New(ctx, d.Problem, false)
	defer starts.Close()
	err = starts.Starts(func(state []uint64) error {
		part := run.Part(state, d.Parts)
		lists[part] = append(lists[part], state...)
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for part, list := range lists {
		if err := at.write(ctx, 0, part, disk.NewSorter(at.form()).Unique(list)); err != nil {
			return err
		}
	}
	return d.finish(ctx, 0)
}

// goOn resumes from the folder if it has the same problem.
func (d *Driver) goOn(ctx context.Context) error {
	var s Space
	if err := d.folder.ReadJSON(ctx, file, &s); err != nil {
		return err
	}
	if s.Version != version {
		return &ForeignError{d.Dir, fmt.Sprintf("its layers have version %d; this program writes version %d", s.Version, version)}
	}
	if want := d.place().Digest; s.Digest != want {
		return &ForeignError{d.Dir, fmt.Sprintf("its layers belong to another problem or other parameters: %q with digest %.8s, not %q with %.8s",
			s.Title, s.Digest, d.Problem.Title, want)}
	}
	if d.Parts != 0 && d.Parts != s.Parts {
		return &ForeignError{d.Dir, fmt.Sprintf("its layers have %d parts, not %d", s.Parts, d.Parts)}
	}
	if s.Parts < 1 || s.Parts > MostParts || s.Words != d.worker.Words() {
		return &ForeignError{d.Dir, file + " is damaged"}
	}
	d.Parts, d.all = s.Parts, s.All
	if err := d.takeUp(ctx); err != nil {
		return err
	}
	if len(d.Found) == 0 || d.Undo == No && !d.all {
		d.all = d.all || d.Undo == No
		return d.begin(ctx)
	}
	return nil
}

// takeUp reads the finished layers: without gaps, and all but the last expanded.
func (d *Driver) takeUp(ctx context.Context) error {
	for k := 0; ; k++ {
		there, err := d.folder.Has(ctx, layer.FoundAll(k))
		if err != nil {
			return err
		}
		var found layer.Found
		if there {
			if err := d.folder.ReadJSON(ctx, layer.FoundAll(k), &found); err != nil {
				return err
			}
		}
		if !there || found.All != d.all {
			d.Kept = len(d.Found)
			d.Expanded = d.Expanded[:max(0, min(len(d.Expanded), len(d.Found)-1))]
			return nil
		}
		d.Found = append(d.Found, found)
		if there, err = d.folder.Has(ctx, layer.MovesAll(k)); err != nil || !there {
			d.Kept = len(d.Found)
			return err
		}
		var moves layer.Moves
		if err := d.folder.ReadJSON(ctx, layer.MovesAll(k), &moves); err != nil {
			return err
		}
		d.Expanded = append(d.Expanded, moves)
	}
}

// finish records that a layer is finished, with the sum of the counts of its parts.
func (d *Driver) finish(ctx context.Context, k int) error {
	found, err := d.folder.SumFound(ctx, k, d.Parts)
	if err != nil {
		return err
	}
	d.Found = append(d.Found, *found)
	return d.folder.WriteJSON(ctx, layer.FoundAll(k), found)
}

// expanded records that a layer is expanded.
func (d *Driver) expanded(ctx context.Context, k int) error {
	moves, err := d.folder.SumMoves(ctx, k, d.Parts)
	if err != nil {
		return err
	}
	if moves.OneWay && !d.all {
		return errOneWay
	}
	d.Expanded = append(d.Expanded, *moves)
	return d.folder.WriteJSON(ctx, layer.MovesAll(k), moves)
}

// Explore continues until no new states are reached, or with toGoal until a goal is found. The
// Shape is valid in any case.
func (d *Driver) Explore(ctx context.Context, toGoal bool) error {
	begun := time.Now()
	for {
		err := d.on(ctx, toGoal, begun)
		if err == nil && d.Complete() && !d.all && !d.balanced() {
			err = errOneWay
		}
		if !errors.Is(err, errOneWay) {
			return err
		}
		if d.Undo == Yes {
			return fmt.Errorf("--undo yes: %w", err)
		}
		d.note("%v: repeating with all earlier layers subtracted from each", err)
		d.all = true
		if err := d.begin(ctx); err != nil {
			return err
		}
	}
}

// on runs jobs until the exploration ends.
func (d *Driver) on(ctx context.Context, toGoal bool, begun time.Time) error {
	for {
		if at, _ := d.FirstGoal(); d.Complete() || toGoal && at >= 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		from := len(d.Found) - 1
		if err := d.Cluster.Run(ctx, func(s beam.Scope) { d.steps(s, from, d.Layers) }); err != nil {
			return err
		}
		for k := from; k < from+d.Layers && !d.Complete(); k++ {
			if err := d.expanded(ctx, k); err != nil {
				return err
			}
			if err := d.finish(ctx, k+1); err != nil {
				return err
			}
		}
		if d.Tell != nil {
			d.Tell(d.progress(time.Since(begun)))
		}
	}
}

func (d *Driver) progress(elapsed time.Duration) Progress {
	p := Progress{Layers: len(d.Found), Frontier: d.Found[len(d.Found)-1].States, Elapsed: elapsed}
	for k := range d.Found {
		p.States += d.Found[k].States
	}
	return p
}

// balanced reports whether the pairs of states connected by moves are the same forwards and
// backwards.
func (d *Driver) balanced() bool { return d.sum().Balance == [2]uint64{} }

// sum returns the total counts of all expanded layers.
func (d *Driver) sum() (sum layer.Moves) {
	for k := range d.Expanded {
		sum.Add(&d.Expanded[k])
	}
	return sum
}

// Close closes the folder.
func (d *Driver) Close() {
	if d.folder != nil {
		d.folder.Close()
	}
}
