package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// Suffixes of the other files of a name.
const (
	before    = ".before" // the previous generation
	unfinish  = ".part"   // a file being written
	ownerOnly = 0o600     // the question may be private
)

// Endings are the suffixes of the files of a name.
var Endings = []string{"", before, unfinish}

// Kind returns the kind of a file, or "" if it is not a file of this package.
func Kind(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h, _, err := readHeader(f)
	if err != nil {
		return ""
	}
	return h.Kind
}

// Save writes a file, and returns its size in bytes. If it returns nil, the file is on disk under
// its name, and the old file has become the previous generation if it was sound. Otherwise the old
// file is unchanged. The error is a [*FileError]: of package os, or that of write.
func Save(path string, h Header, write func(io.Writer) error) (int64, error) {
	size, err := save(path, h, write)
	if err != nil {
		return 0, named(path, err)
	}
	return size, nil
}

func save(path string, h Header, write func(io.Writer) error) (int64, error) {
	part := path + unfinish
	size, err := create(part, h, write)
	if err != nil {
		os.Remove(part)
		return 0, err
	}
	moved := seen(path) || isSound(path)
	if moved {
		if err := os.Rename(path, path+before); err != nil {
			os.Remove(part)
			return 0, err
		}
	}
	if err := os.Rename(part, path); err != nil {
		os.Remove(part)
		if moved {
			err = errors.Join(err, os.Rename(path+before, path))
		}
		return 0, err
	}
	note(path)
	return size, syncFolder(filepath.Dir(path))
}

// create writes a file and syncs it to disk.
func create(path string, h Header, write func(io.Writer) error) (size int64, err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, ownerOnly)
	if err != nil {
		return 0, err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	w, err := NewWriter(f, h)
	if err != nil {
		return 0, err
	}
	if err := write(w); err != nil {
		return 0, err
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	if err := f.Sync(); err != nil {
		return 0, err
	}
	return f.Seek(0, io.SeekCurrent)
}

// whole holds the metadata of files that this process has written, or read to the end. As long as
// the metadata is unchanged, the files need not be checked again.
var whole sync.Map

// note records that a file is sound.
func note(path string) {
	if info, err := os.Stat(path); err == nil {
		whole.Store(path, info)
	}
}

// seen reports whether a file is known to be sound.
func seen(path string) bool {
	before, ok := whole.Load(path)
	info, err := os.Stat(path)
	if !ok || err != nil {
		return false
	}
	was := before.(os.FileInfo)
	return os.SameFile(was, info) && was.Size() == info.Size() && was.ModTime().Equal(info.ModTime())
}

// isSound reports whether a file can be read to its end. A damaged file must not replace the
// previous generation, which may be the only sound one.
func isSound(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	_, header, err := readHeader(f)
	if err != nil {
		return false
	}
	return sound(f, newTally(header)) == io.EOF
}

// sound reads a file to its end.
func sound(f io.Reader, t tally) error {
	r := Reader{from: f, tally: t}
	for {
		if err := r.next(); err != nil {
			return err
		}
	}
}

// syncFolder syncs the entries of a folder to disk, which Windows does by itself.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	return errors.Join(err, d.Close())
}

// Found describes which generation was read.
type Found struct {
	Path    string
	Refused error // why the newest was not read; nil: it was
}

// Load reads a file with read. If the newest generation is damaged, truncated or missing, Load
// calls read again for the previous one, from the start. It also checks content that read leaves
// unread. The error is a [*FileError] of the newest file, or that of read.
func Load(path string, want Header, read func(io.Reader) error) (Found, error) {
	err := load(path, want, read)
	if err == nil {
		return Found{Path: path}, nil
	}
	missing := errors.Is(err, fs.ErrNotExist)
	if !missing && !spoilt(err) {
		return Found{}, err
	}
	older := path + before
	switch again := load(older, want, read); {
	case again == nil:
		return Found{older, err}, nil
	case errors.Is(again, fs.ErrNotExist):
		return Found{}, err
	case missing:
		return Found{}, again
	default:
		return Found{}, fmt.Errorf("%w; and the previous file: %w", err, again)
	}
}

func load(path string, want Header, read func(io.Reader) error) error {
	f, err := os.Open(path)
	if err != nil {
		return named(path, err)
	}
	defer f.Close()
	r, err := NewReader(f, want)
	if err != nil {
		return named(path, err)
	}
	err = read(r)
	if err == nil {
		_, err = io.Copy(io.Discard, r)
	}
	if r.err != nil && r.err != io.EOF {
		return named(path, r.err)
	}
	if err == nil {
		note(path)
	}
	return err
}

// named adds the name of the file to an error, once.
func named(path string, err error) error {
	var of *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &of) && (of.Path == path || of.Path == path+unfinish):
		err = of.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &FileError{path, err}
}

// Exists reports whether the file or its previous generation exists, sound or not.
func Exists(path string) bool {
	for _, name := range []string{path, path + before} {
		if _, err := os.Lstat(name); err == nil {
			return true
		}
	}
	return false
}

// Remove removes a file, its previous generation and its temporary file.
func Remove(path string) error {
	var all error
	for _, name := range []string{path + before, path + unfinish, path} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}
