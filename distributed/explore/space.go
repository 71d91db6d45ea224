package explore

import (
	"context"
	"encoding/hex"
	"fmt"
	"runtime"

	"farbank"
	"farbank/distributed/layer"
	"farbank/distributed/problem"
	"farbank/graph/disk"
	"farbank/model"
)

// version is the version of the files of a folder.
const version = 1

// file is the name of the description in a folder.
const file = "space.json"

// A Space describes a folder of layers.
type Space struct {
	Version int              `json:"version"`
	Digest  string           `json:"digest"` // of the problem
	Title   string           `json:"title"`
	Parts   int              `json:"parts"`
	Words   int              `json:"words"`
	All     bool             `json:"all"` // all earlier layers are subtracted from the next, not two
	Problem *problem.Problem `json:"text"`
}

// digest returns the digest of the problem.
func (s *Space) digest() (d model.Digest, err error) {
	b, err := hex.DecodeString(s.Digest)
	if err == nil && len(b) != len(d) {
		err = fmt.Errorf("a digest of %d bytes", len(b))
	}
	copy(d[:], b)
	return d, err
}

// A place identifies the folder and its problem for the steps of a job.
type place struct {
	Dir    string
	Digest string
	All    bool
}

// threads returns the number of goroutines; 0 stands for the number of processors.
func threads(n int) int {
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// A site is a place that a worker has opened.
type site struct {
	*layer.Folder
	*problem.Worker
	id  layer.ID
	all bool
	n   int // number of parts
}

// open opens the folder and reads the problem, unless this process has read it before.
func (p place) open(ctx context.Context) (*site, error) {
	f, err := layer.Open(ctx, p.Dir)
	if err != nil {
		return nil, err
	}
	var s Space
	if err := f.ReadJSON(ctx, file, &s); err != nil {
		return nil, err
	}
	digest, err := s.digest()
	if err == nil && s.Digest != p.Digest {
		err = fmt.Errorf("%s now has another problem", p.Dir)
	}
	if err == nil && s.All != p.All {
		err = fmt.Errorf("%s is in use by another call, with another --undo", p.Dir)
	}
	if err != nil {
		return nil, err
	}
	w, err := problem.For(digest, func() (*farbank.Problem, error) { return s.Problem.Read(ctx, nil) })
	if err != nil {
		return nil, err
	}
	return &site{Folder: f, Worker: w, id: layer.ID{Digest: digest, Words: s.Words}, all: p.All, n: s.Parts}, nil
}

// form returns the format of states for a sorter.
func (s *site) form() disk.Form { return disk.Form{Key: s.Words()} }

// ID returns the ID of a part of a layer.
func (s *site) ID(at, part int) layer.ID {
	id := s.id
	id.Layer, id.Part = at, part
	return id
}
