package layer

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs" // gs://
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // s3://
)

// A Folder is a folder of files: local, or gs://bucket/path or s3://bucket/path.
type Folder struct {
	Path string
	fs   filesystem.Interface
}

// Open opens a folder. It need not exist yet.
func Open(ctx context.Context, path string) (f *Folder, err error) {
	scheme, _, remote := strings.Cut(path, "://")
	if remote && scheme != "gs" && scheme != "s3" && scheme != "memfs" {
		return nil, fmt.Errorf("%s: folders are local, gs:// or s3://", path)
	}
	defer func() { // Beam panics if a bucket is inaccessible
		if r := recover(); r != nil {
			err = fmt.Errorf("%s: %v", path, r)
		}
	}()
	system, err := filesystem.New(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Folder{strings.TrimRight(path, "/"), system}, nil
}

// Close closes the folder.
func (f *Folder) Close() error { return f.fs.Close() }

// Local reports whether the folder is on this machine.
func (f *Folder) Local() bool { return !strings.Contains(f.Path, "://") }

func (f *Folder) name(file string) string {
	if f.Local() {
		return filepath.Join(f.Path, filepath.FromSlash(file))
	}
	return f.Path + "/" + file
}

// Has reports whether a file exists.
func (f *Folder) Has(ctx context.Context, file string) (bool, error) {
	if f.Local() {
		_, err := os.Stat(f.name(file))
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	found, err := f.fs.List(ctx, f.name(file))
	return len(found) > 0, err
}

// Read returns the contents of a file.
func (f *Folder) Read(ctx context.Context, file string) ([]byte, error) {
	return filesystem.Read(ctx, f.fs, f.name(file))
}

// A Writing is a file that is being written. It becomes visible as a whole at Commit.
type Writing struct {
	io.Writer
	ctx    context.Context
	folder *Folder
	file   io.WriteCloser
	temp   string // temporary name until Commit; "": none
	name   string
}

// Create creates a file.
func (f *Folder) Create(ctx context.Context, file string) (*Writing, error) {
	w := &Writing{ctx: ctx, folder: f, name: f.name(file)}
	open := w.name
	if f.Local() {
		w.temp = w.name + ".new-" + rand.Text()[:8]
		open = w.temp
	}
	var err error
	w.file, err = f.fs.OpenWrite(ctx, open)
	w.Writer = w.file
	return w, err
}

// Commit completes the file.
func (w *Writing) Commit() error {
	err := w.file.Close()
	if err == nil && w.temp != "" {
		err = os.Rename(w.temp, w.name)
	}
	if err != nil {
		w.remove()
	}
	return err
}

// Drop removes the file. In a bucket a file that is not closed does not exist.
func (w *Writing) Drop() {
	if w.temp != "" {
		w.file.Close()
		w.remove()
	}
}

func (w *Writing) remove() {
	if w.temp != "" {
		os.Remove(w.temp)
	}
}

// WriteFile writes a whole file.
func (f *Folder) WriteFile(ctx context.Context, file string, b []byte) error {
	w, err := f.Create(ctx, file)
	if err != nil {
		return err
	}
	if _, err := w.Write(b); err != nil {
		w.Drop()
		return err
	}
	return w.Commit()
}

// WriteJSON writes a value as JSON.
func (f *Folder) WriteJSON(ctx context.Context, file string, value any) error {
	b, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return f.WriteFile(ctx, file, append(b, '\n'))
}

// ReadJSON reads a file written by WriteJSON. If it cannot be parsed, the error is a *DamagedError.
func (f *Folder) ReadJSON(ctx context.Context, file string, value any) error {
	b, err := f.Read(ctx, file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, value); err != nil {
		return &DamagedError{f.name(file), err.Error()}
	}
	return nil
}

// A DamagedError reports a file that was damaged, or belongs to something else.
type DamagedError struct{ File, Why string }

// Error returns the file and the reason.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s cannot be used: %s; remove its layer and later ones to compute them again", e.File, e.Why)
}
