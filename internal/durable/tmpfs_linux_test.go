package durable_test

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"farbank/internal/durable"
)

func TestFullFileSystem(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k"); err != nil {
		t.Skip("no file system of its own: ", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	path := filepath.Join(dir, "x")
	put(t, path, "one")
	put(t, path, "two")
	for range 3 {
		_, err := durable.Save(path, header, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("much", 100_000))
			return err
		})
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	isText(t, path, "two", false)
	put(t, path, "three")
	isText(t, path, "three", false)
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	if _, err := durable.Save(path, header, func(io.Writer) error { return nil }); !errors.Is(err, syscall.EROFS) {
		t.Fatal(err)
	}
	isText(t, path, "three", false)
}
