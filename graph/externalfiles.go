package graph

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farbank/graph/disk"
	"farbank/internal/durable"
)

// A manifest holds what a search needs to resume from its last complete layer.
type manifest struct {
	All    bool
	Sure   int
	Exact  int
	Serial int
	Looked int64
	Files  []manifestFile
	Layers []manifestSet
	Known  []manifestSet
	Seen   Shape
	Marks  Shape
	Stats  Stats
	Goal   []uint64
	Paths  *big.Int
	Over   bool
	Ended  bool
	Costs  *manifestCosts `json:",omitempty"`
}

// manifestCosts is the additional data of uniform-cost search.
type manifestCosts struct {
	Open, Settled, Log       []manifestSet
	Lows                     [][]uint64 // of Open
	Cost, Round, Dear, Bound uint64
	Begun, Free              bool
}

type manifestFile struct {
	Name string
	Size int64
}

// A manifestSet is a set: its file, by number, and its extents.
type manifestSet struct {
	File    int
	Extents []disk.Extent
}

// manifestVersion is the version of the files in a folder.
const manifestVersion = 1

const (
	manifestName = "manifest"
	filePrefix   = "set-"
)

// folder returns the folder of the files of a search.
func (d *Disk) folder(kind string) string {
	both := sha256.Sum256(append(d.Problem[:], d.Question[:]...))
	return filepath.Join(d.Dir, fmt.Sprintf("farbank-%s-%x", kind, both[:8]))
}

// keepable reports whether there is something to save.
func (e *external) keepable() bool {
	if e.costs != nil {
		return e.costs.begun && !e.costs.broken
	}
	return len(e.layers) > 0
}

// where describes the progress of the search.
func (e *external) where() string {
	if e.costs != nil {
		return fmt.Sprintf("cost %d", e.costs.cost)
	}
	return fmt.Sprintf("layer %d", len(e.layers)-1)
}

// allSets returns the sets that a manifest names.
func (e *external) allSets() []*disk.Set {
	list := slices.Concat(e.layers, e.known)
	if c := e.costs; c != nil {
		for _, r := range slices.Concat(c.open.sets, c.settled.sets, []*run{c.log}) {
			list = append(list, r.set)
		}
	}
	return list
}

// writeLists writes the runs in memory of a uniform-cost search to files.
func (e *external) writeLists() error {
	if err := e.closeLog(); err != nil {
		return err
	}
	if err := e.spill(&e.costs.open); err != nil {
		return err
	}
	return e.spill(&e.costs.settled)
}

func (c *costs) manifest(sets func([]*disk.Set) []manifestSet) *manifestCosts {
	list := func(runs []*run) (out []*disk.Set) {
		for _, r := range runs {
			out = append(out, r.set)
		}
		return out
	}
	m := &manifestCosts{Cost: c.cost, Round: c.round, Dear: c.maxCost, Bound: c.bound, Begun: c.begun, Free: c.free,
		Open: sets(list(c.open.sets)), Settled: sets(list(c.settled.sets)), Log: sets([]*disk.Set{c.log.set})}
	for _, r := range c.open.sets {
		m.Lows = append(m.Lows, r.lo)
	}
	return m
}

func (c *costs) load(m *manifestCosts, files []*disk.File) {
	runs := func(f disk.Form, list []manifestSet) (out []*run) {
		for _, s := range list {
			out = append(out, &run{form: f, set: &disk.Set{Form: f, File: files[s.File], Extents: s.Extents}})
		}
		return out
	}
	c.open.sets, c.settled.sets = runs(c.open.form, m.Open), runs(c.settled.form, m.Settled)
	for i, r := range c.open.sets {
		r.lo = m.Lows[i]
	}
	if logs := runs(c.log.form, m.Log); len(logs) > 0 {
		c.log = logs[0]
	}
	c.cost, c.round, c.maxCost, c.bound, c.begun, c.free = m.Cost, m.Round, m.Dear, m.Bound, m.Begun, m.Free
}

// newFile returns a new file with an unused name.
func (e *external) newFile() *disk.File {
	e.serial++
	return e.room.Create(fmt.Sprintf("%s%06d", filePrefix, e.serial))
}

// layerFile returns the file for the next layer. Small layers share a file.
func (e *external) layerFile() *disk.File {
	if e.shared == nil || e.shared.Size() > smallFile {
		e.shared = e.newFile()
	}
	return e.shared
}

const smallFile = 1 << 20

// saveShare is the minimum ratio of the time between manifests to the time for writing one.
const saveShare = 30

// save writes a manifest if enough time has passed since the last one, or if always is set. All files that
// it names are flushed to the disk first, and it replaces the last one atomically.
func (e *external) save(always bool) error {
	every := e.disk.Every
	if every == 0 { // limits the share of the time spent waiting for the disk
		every = max(time.Second, saveShare*e.saving)
	}
	begun := time.Now()
	if !always && time.Since(e.saved) < every || !e.keepable() {
		return nil
	}
	if e.costs != nil {
		if err := e.writeLists(); err != nil {
			return err
		}
	}
	m := manifest{All: e.all, Sure: e.sure, Exact: e.exact, Serial: e.serial,
		Looked: e.looked, Seen: e.seen, Marks: e.marks, Stats: e.stats, Goal: e.goal, Paths: e.paths, Over: e.over, Ended: e.ended}
	number := map[*disk.File]int{}
	var files []*disk.File
	sets := func(list []*disk.Set) (out []manifestSet) {
		for _, s := range list {
			n, ok := number[s.File]
			if !ok {
				n = len(files)
				number[s.File] = n
				files = append(files, s.File)
			}
			out = append(out, manifestSet{n, s.Extents})
		}
		return out
	}
	m.Layers, m.Known = sets(e.layers), sets(e.known)
	if e.costs != nil {
		m.Costs = e.costs.manifest(sets)
	}
	ends := make([]int64, len(files)) // a file may be longer after a failed write
	for _, s := range e.allSets() {
		n := number[s.File]
		ends[n] = max(ends[n], s.End())
	}
	for i, f := range files {
		if err := f.Sync(); err != nil {
			return err
		}
		m.Files = append(m.Files, manifestFile{f.Name, ends[i]})
	}
	if err := e.writeManifest(&m); err != nil {
		return err
	}
	if e.kept == 0 { // no earlier manifest needs them
		e.dead, e.dying = append(e.dead, e.dying...), nil
	}
	e.kept, e.named = max(len(e.layers), 1), [2][]manifestFile{e.named[1], m.Files}
	e.saved = time.Now()
	e.saving = e.saved.Sub(begun)
	for _, f := range e.dead {
		f.Remove()
	}
	e.dead, e.dying = e.dying, nil
	return nil
}

// writeManifest replaces the last manifest, which is kept as the previous one.
func (e *external) writeManifest(m *manifest) error {
	if e.disk.fault != nil {
		if err := e.disk.fault(); err != nil {
			return err
		}
	}
	_, err := durable.Save(e.room.Path(manifestName), e.header(), func(w io.Writer) error { return json.NewEncoder(w).Encode(m) })
	return e.ofManifest(err)
}

// ofManifest returns a *disk.Error for an error of the manifest file, and other errors unchanged.
func (e *external) ofManifest(err error) error {
	var file *durable.FileError
	if errors.As(err, &file) {
		return &disk.Error{Name: file.Path, Err: file.Err}
	}
	return err
}

func (e *external) header() durable.Header {
	return durable.Header{Kind: "layers on disk", Version: manifestVersion, Problem: e.disk.Problem, Question: e.disk.Question}
}

func (e *external) hasManifest() bool { return durable.Exists(e.room.Path(manifestName)) }

// removeAll deletes all files of the search.
func (e *external) removeAll() {
	durable.Remove(e.room.Path(manifestName))
	e.room.Remove(e.ownFiles(nil)...)
}

// leave unlocks the folder. It keeps the files that the last two manifests name and deletes the other files
// of the search.
func (e *external) leave() {
	needed := map[string]bool{}
	for _, f := range slices.Concat(e.named[0], e.named[1]) {
		needed[f.Name] = true
	}
	for _, name := range e.ownFiles(needed) {
		os.Remove(e.room.Path(name))
	}
	e.room.Close()
}

// ownFiles lists the set files in the folder that are not needed.
func (e *external) ownFiles(needed map[string]bool) (names []string) {
	entries, _ := os.ReadDir(e.room.Dir())
	for _, x := range entries {
		if strings.HasPrefix(x.Name(), filePrefix) && !needed[x.Name()] {
			names = append(names, x.Name())
		}
	}
	return names
}

// resume reads the last manifest, or if it or a file that it names is damaged, the previous one. If there
// is no intact manifest, the search starts from the beginning.
func (e *external) resume() error {
	path := e.room.Path(manifestName)
	found, err := durable.Load(path, e.header(), e.load)
	switch {
	case err == nil:
		if found.Refused != nil {
			e.disk.warn("using the previous manifest: %v", found.Refused)
		}
		e.disk.warn("continuing in %s at %s", e.room.Dir(), e.where())
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, durable.ErrDamaged), errors.Is(err, durable.ErrCut), errors.Is(err, durable.ErrForeign):
		e.disk.warn("starting over: %v", err)
		e.layers, e.known = nil, nil
		if e.costs != nil {
			e.costs = e.newCosts()
		}
	default:
		return e.ofManifest(err)
	}
	needed := map[string]bool{}
	for _, s := range e.allSets() {
		needed[s.File.Name] = true
	}
	for _, name := range e.ownFiles(needed) {
		os.Remove(e.room.Path(name))
	}
	return nil
}

// load reads a manifest and opens the files that it names.
func (e *external) load(r io.Reader) error {
	e.layers, e.known, e.states = nil, nil, 0
	if e.costs != nil {
		e.costs = e.newCosts()
	}
	e.room.Forget() // forget the files of a damaged manifest
	var m manifest
	if err := json.NewDecoder(r).Decode(&m); err != nil {
		return err
	}
	var files []*disk.File
	for _, f := range m.Files {
		file, err := e.room.Existing(f.Name, f.Size)
		if err != nil {
			return asDamage(err)
		}
		files = append(files, file)
	}
	sets := func(list []manifestSet) (out []*disk.Set) {
		for _, s := range list {
			out = append(out, &disk.Set{Form: e.form, File: files[s.File], Extents: s.Extents})
		}
		return out
	}
	e.layers, e.known = sets(m.Layers), sets(m.Known)
	if (m.Costs != nil) != (e.costs != nil) {
		return errors.New("it was saved by another search")
	}
	if m.Costs != nil {
		e.costs.load(m.Costs, files)
	}
	if err := e.checkSets(); err != nil {
		return err
	}
	e.all, e.sure, e.exact, e.serial, e.looked = m.All, m.Sure, m.Exact, m.Serial, m.Looked
	e.seen, e.marks, e.stats, e.goal, e.ended = m.Seen, m.Marks, m.Stats, m.Goal, m.Ended
	e.paths, e.over, e.kept = m.Paths, m.Over, max(len(m.Layers), 1)
	e.named = [2][]manifestFile{1: m.Files}
	for _, n := range m.Seen.Layers {
		e.states += n
	}
	if e.costs != nil {
		e.states = e.costs.log.size()
	}
	return nil
}

// checkSets checks all sets, so that a damaged one is found before the search continues.
func (e *external) checkSets() error {
	for _, s := range e.allSets() {
		if err := s.Check(e.ctx); err != nil {
			return asDamage(err)
		}
		s.File.Close()
	}
	return nil
}

// asDamage marks err as damage if a set file does not hold what was written. Only then may the previous
// manifest be used and files be deleted. A file that cannot be read may be readable later.
func asDamage(err error) error {
	if damage := (*disk.Damage)(nil); errors.As(err, &damage) {
		return fmt.Errorf("%w: %w", durable.ErrDamaged, err)
	}
	return err
}
