package durable_test

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"farbank/internal/durable"
)

// TestMain turns this test into a process that holds a lock.
func TestMain(m *testing.M) {
	if dir := os.Getenv("FARBANK_TEST_LOCKS"); dir != "" {
		if _, err := durable.LockFolder(dir); err != nil {
			os.Exit(1)
		}
		runtime.GC() // the lock is held although nothing refers to it
		runtime.GC()
		os.Stdout.WriteString("locked\n")
		select {}
	}
	os.Exit(m.Run())
}

func hasLocks(t *testing.T) {
	if !durable.Locks {
		t.Skip("no locks here")
	}
}

// TestLock checks that one process has a folder at a time, and that the next one gets it
// afterwards, whatever files remain.
func TestLock(t *testing.T) {
	hasLocks(t)
	dir := filepath.Join(t.TempDir(), "new", "x")
	for _, end := range []func(*durable.Lock){
		func(l *durable.Lock) { l.Unlock() },
		func(l *durable.Lock) { l.Remove(false) },
		func(l *durable.Lock) { l.Remove(true) },
	} {
		l, err := durable.LockFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := durable.LockFolder(dir); !errors.Is(err, durable.ErrBusy) {
			t.Fatal(err)
		}
		end(l)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestLockRemovesNothingElse checks that a folder with other files stays.
func TestLockRemovesNothingElse(t *testing.T) {
	dir := t.TempDir()
	l, err := durable.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(dir, "mine"), nil, 0o600)
	l.Remove(true)
	if left, _ := os.ReadDir(dir); len(left) != 1 || left[0].Name() != "mine" {
		t.Error(left)
	}
}

// TestLockOfTheDead checks that a killed process leaves its lock file, and that others can lock the
// folder.
func TestLockOfTheDead(t *testing.T) {
	hasLocks(t)
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FARBANK_TEST_LOCKS="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	defer cmd.Process.Kill()
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "locked\n" {
		t.Fatal(line, err)
	}
	if _, err := durable.LockFolder(dir); !errors.Is(err, durable.ErrBusy) {
		t.Fatal(err)
	}
	cmd.Process.Kill()
	cmd.Wait()
	if _, err := os.Stat(filepath.Join(dir, durable.LockName)); err != nil {
		t.Fatal(err)
	}
	l, err := durable.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	l.Unlock()
}

// TestLockOfAnother checks that the lock file of another process is not removed.
func TestLockOfAnother(t *testing.T) {
	hasLocks(t)
	if runtime.GOOS == "windows" {
		t.Skip("what is open cannot be replaced here")
	}
	dir := t.TempDir()
	l, err := durable.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, durable.LockName)); err != nil {
		t.Fatal(err)
	}
	other, err := durable.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	l.Remove(true)
	if _, err := durable.LockFolder(dir); !errors.Is(err, durable.ErrBusy) {
		t.Errorf("the lock of another process was removed: %v", err)
	}
	other.Remove(false)
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Error(left)
	}
}
