package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/term"
)

// faithful returns the writer for files and models that programs read: unchanged, but made visible
// on a terminal.
func (a *app) faithful() io.Writer {
	if term.IsTerminal(int(a.stdout.Fd())) {
		return a.out
	}
	return a.raw
}

// writeFile writes a file. If writing fails, the old file stays: a regular file is written to a
// temporary file, which then replaces it. Links are followed; pipes and devices are written to
// directly.
func writeFile(name string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o666)
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return unwritten(name, writeInto(name, write))
	case err == nil:
		mode = info.Mode().Perm()
	}
	tmp, err := createBeside(name, mode)
	if err != nil {
		return unwritten(name, err)
	}
	defer os.Remove(tmp.Name())
	err = write(tmp)
	if info != nil && err == nil {
		err = tmp.Chmod(mode)
	}
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return unwritten(name, err)
	}
	return os.Rename(tmp.Name(), name)
}

// unwritten returns an error of writing a file with the name that was given instead of that of the
// temporary file.
func unwritten(name string, err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return fmt.Errorf("%s cannot be written: %w", name, failed.Err)
	}
	return err
}

// createBeside creates a temporary file in the folder of another, with the permissions of a file
// created under that name.
func createBeside(name string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(name)
	for k := 0; ; k++ {
		tmp := filepath.Join(dir, fmt.Sprintf(".farbank-%d-%d-%s", os.Getpid(), k, base))
		f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if err == nil || !os.IsExist(err) {
			return f, err
		}
	}
}

// unwritable returns an error if it is known in advance that a file cannot be written. It saves
// work whose output would be lost.
func unwritable(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; the name of a file is needed", name)
	}
	info, err := os.Stat(filepath.Dir(name))
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", name, cause(err))
	}
	return nil
}

func writeInto(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

func writeBytes(name string, b []byte) error {
	return writeFile(name, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(b))
		return err
	})
}

// distinct rejects an output that is the input.
func distinct(output, input string) error {
	a, err := os.Stat(output)
	if err != nil {
		return nil
	}
	if b, err := os.Stat(input); err == nil && os.SameFile(a, b) {
		return fmt.Errorf("%s is the file that is read; it would be overwritten", output)
	}
	return nil
}
