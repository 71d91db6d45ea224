package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"farbank/graph/disk"
)

// A manifest is what is needed to go on at the last whole layer.
type manifest struct {
	Version int
	Digest  string
	Words   int
	All     bool
	Sure    int
	Exact   int
	Serial  int
	Looked  int64
	Files   []manifestFile
	Layers  []manifestSet
	Known   []manifestSet
	Seen    Shape
	Marks   Shape
	Stats   Stats
	Goal    []uint64
	Ended   bool
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

// manifestVersion changes with whatever is kept in a folder.
const manifestVersion = 1

const (
	manifestName = "manifest"
	manifestOld  = "manifest.old"
	filePrefix   = "set-"
)

// folder is where the files of a search lie.
func (d *Disk) folder(kind string) string {
	name := "farbank-" + kind
	if d.Digest != "" {
		name += "-" + d.Digest[:min(16, len(d.Digest))]
	}
	return filepath.Join(d.Dir, name)
}

// newFile is a file that was not there before.
func (e *external) newFile() *disk.File {
	e.serial++
	return e.room.Create(fmt.Sprintf("%s%06d", filePrefix, e.serial))
}

// save writes a manifest, if enough time has gone by since the last one, or always: what it names is on
// the disk by then, and it takes the place of the last one as a whole or not at all.
func (e *external) save(always bool) error {
	every := e.disk.Every
	if every == 0 {
		every = time.Second
	}
	if !always && time.Since(e.saved) < every || len(e.layers) == 0 {
		return nil
	}
	m := manifest{Version: manifestVersion, Digest: e.disk.Digest, Words: e.form.Words(), All: e.all, Sure: e.sure, Exact: e.exact, Serial: e.serial,
		Looked: e.looked, Seen: e.seen, Marks: e.marks, Stats: e.stats, Goal: e.goal, Ended: e.ended}
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
	for _, f := range files {
		if err := f.Sync(); err != nil {
			return err
		}
		m.Files = append(m.Files, manifestFile{f.Name, f.Size()})
	}
	text, err := json.Marshal(m)
	if err == nil {
		err = e.writeManifest(text)
	}
	if err != nil {
		return err
	}
	e.saved = time.Now()
	for _, f := range e.dead {
		f.Remove()
	}
	e.dead, e.dying = e.dying, nil
	return nil
}

// writeManifest puts a text, with its checksum before it, in the place of the last one, which is kept.
func (e *external) writeManifest(text []byte) error {
	if e.disk.fault != nil {
		if err := e.disk.fault(); err != nil {
			return err
		}
	}
	name, old := e.room.Path(manifestName), e.room.Path(manifestOld)
	temp := name + ".new"
	f, err := os.Create(temp)
	if err != nil {
		return &disk.Error{Name: temp, Err: err}
	}
	_, err = fmt.Fprintf(f, "%08x\n%s\n", crc32.ChecksumIEEE(text), text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		os.Remove(old)
		os.Link(name, old) // so that the name is never without a file
		err = os.Rename(temp, name)
	}
	if err != nil {
		os.Remove(temp)
		return &disk.Error{Name: temp, Err: err}
	}
	if dir, err := os.Open(e.room.Dir()); err == nil {
		dir.Sync() // the new name; not every system lets one ask for that
		dir.Close()
	}
	return nil
}

func (e *external) hasManifest() bool {
	_, err := os.Stat(e.room.Path(manifestName))
	return err == nil
}

// removeAll deletes what the search has written.
func (e *external) removeAll() {
	for _, set := range slices.Concat(e.layers, e.known) {
		set.File.Close()
	}
	for _, f := range append(e.dead, e.dying...) {
		f.Close()
	}
	e.room.Remove(append(e.ownFiles(nil), manifestName, manifestOld, manifestName+".new")...)
}

// ownFiles lists the files of sets in the folder but those that are needed.
func (e *external) ownFiles(needed map[string]bool) (names []string) {
	entries, _ := os.ReadDir(e.room.Dir())
	for _, x := range entries {
		if strings.HasPrefix(x.Name(), filePrefix) && !needed[x.Name()] {
			names = append(names, x.Name())
		}
	}
	return names
}

// resume goes on with what is in the folder: the last manifest, or where it or a file that it names is damaged the
// one before. Where there is none the search begins anew.
func (e *external) resume() error {
	needed := map[string]bool{}
	for _, name := range []string{manifestName, manifestOld} {
		err := e.load(name)
		if err == nil {
			for _, s := range slices.Concat(e.layers, e.known) {
				needed[s.File.Name] = true
			}
			e.disk.note("going on in %s at layer %d", e.room.Dir(), len(e.layers)-1)
			break
		}
		if !errors.Is(err, os.ErrNotExist) {
			e.disk.note("not gone on with: %v", err)
		}
		e.layers, e.known = nil, nil
	}
	for _, name := range e.ownFiles(needed) {
		os.Remove(e.room.Path(name))
	}
	return nil
}

// load reads a manifest and the files that it names.
func (e *external) load(name string) error {
	path := e.room.Path(name)
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sum, text, _ := bytes.Cut(text, []byte("\n"))
	text = bytes.TrimSuffix(text, []byte("\n"))
	var m manifest
	if fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) != string(sum) || json.Unmarshal(text, &m) != nil {
		return fmt.Errorf("%s is damaged: it has not the checksum that it was written with", path)
	}
	switch {
	case m.Version != manifestVersion:
		return fmt.Errorf("%s was written by another version", path)
	case m.Digest != e.disk.Digest || m.Words != e.form.Words():
		return fmt.Errorf("%s belongs to another problem", path)
	}
	var files []*disk.File
	for _, f := range m.Files {
		file, err := e.room.Existing(f.Name, f.Size)
		if err != nil {
			return err
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
	if err := e.checkSets(); err != nil {
		return err
	}
	e.all, e.sure, e.exact, e.serial, e.looked = m.All, m.Sure, m.Exact, m.Serial, m.Looked
	e.seen, e.marks, e.stats, e.goal, e.ended = m.Seen, m.Marks, m.Stats, m.Goal, m.Ended
	for _, n := range m.Seen.Layers {
		e.states += n
	}
	return nil
}

// checkSets reads all sets: a damaged one would be met late.
func (e *external) checkSets() error {
	for _, s := range append(slices.Clone(e.known), e.layers...) {
		if err := s.Check(); err != nil {
			return err
		}
		s.File.Close()
		if e.ctx.Err() != nil {
			return e.ctx.Err()
		}
	}
	return nil
}
