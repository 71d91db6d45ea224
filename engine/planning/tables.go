package planning

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"farbank/internal/durable"
	"farbank/planning"
)

// A tableFolder stores tables in files of a folder, named by their keys.
type tableFolder struct {
	dir  string
	note func(string)
}

const tablesKind = "planning tables"

func (f *tableFolder) path(key [32]byte) string {
	return filepath.Join(f.dir, fmt.Sprintf("%x.tables", key[:12]))
}

func (f *tableFolder) header(key [32]byte) durable.Header {
	return durable.Header{Kind: tablesKind, Version: planning.TablesVersion, Problem: key}
}

// Load reads tables. It returns false if they are missing or damaged.
func (f *tableFolder) Load(key [32]byte, read func(io.Reader) error) bool {
	_, err := durable.Load(f.path(key), f.header(key), read)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false
	case err != nil:
		f.note(fmt.Sprintf("recomputing damaged tables: %v", err))
		return false
	}
	f.note("tables were read from " + f.path(key))
	return true
}

// Save writes tables, unless another process is writing.
func (f *tableFolder) Save(key [32]byte, write func(io.Writer) error) {
	err := os.MkdirAll(f.dir, 0o755)
	if err == nil {
		var lock *durable.Lock
		if lock, err = durable.LockFolder(f.dir); err == nil {
			defer lock.Unlock()
			durable.Remove(f.path(key)) // it is missing or damaged
			_, err = durable.Save(f.path(key), f.header(key), write)
		}
	}
	if err != nil && !errors.Is(err, durable.ErrBusy) {
		f.note(fmt.Sprintf("the tables were not saved: %v", err))
	}
}
