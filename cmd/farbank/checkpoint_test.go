package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/durable"
)

// called runs the program in a folder.
func called(t *testing.T, farbank, dir string, args ...string) (code int, out, errOut string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(farbank, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// otherVersion changes the version of the format in a checkpoint file, as other releases would
// write it.
func otherVersion(t *testing.T, path string, change int) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := binary.LittleEndian.Uint32(b[12:])
	at := 20 + binary.LittleEndian.Uint32(b[16:]) // after the name of the kind
	binary.LittleEndian.PutUint32(b[at:], uint32(int(binary.LittleEndian.Uint32(b[at:]))+change))
	binary.LittleEndian.PutUint32(b[16+size:], crc32.Checksum(b[:16+size], crc32.MakeTable(crc32.Castagnoli)))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOtherVersions checks that checkpoints of a release with another format are rejected by name,
// and stay.
func TestOtherVersions(t *testing.T) {
	farbank, dir := program(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "golomb.far"), []byte(golomb), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, args string }{
		{"search", "space hanoi -p pegs=4 -p discs=13"},
		{"constraint", "solve golomb.far -p n=12 --engine constraint"},
		{"constraint", "solve golomb.far -p n=12 --engine constraint --workers 2"},
		{"milp.*", "solve golomb.far -p n=7 --engine milp"},
		{"planning.*", "solve tiles -p rows=4 -p cols=4 --engine planning --strategy uniform-cost"},
		{"generate", "generate tiles -p rows=2 -p cols=3 --walk 20 --count 100000"},
	} {
		t.Run(c.args, func(t *testing.T) {
			state := filepath.Join(t.TempDir(), "state")
			code, _, errOut := called(t, farbank, dir, append(strings.Fields(c.args), "--checkpoint", state, "--every", "20ms", "--timeout", "400ms")...)
			if code != 3 && code != 6 {
				t.Fatalf("%d %s", code, errOut)
			}
			files, _ := filepath.Glob(filepath.Join(state, c.file+".state"))
			if len(files) == 0 {
				t.Fatalf("nothing was kept: %s", errOut)
			}
			for _, change := range []int{1, -2} {
				for _, file := range files {
					otherVersion(t, file, change)
				}
				code, _, errOut := called(t, farbank, dir, "resume", state, "--timeout", "20s")
				want := map[int]string{1: "a newer version of the program wrote it", -2: "an older version of the program wrote it"}[change]
				if code != 2 || !strings.Contains(errOut, files[0]+": "+want) && len(files) == 1 || !strings.Contains(errOut, ".state: "+want) {
					t.Errorf("%d: %d %s", change, code, errOut)
				}
			}
			for _, file := range files {
				otherVersion(t, file, 1)
			}
			if code, _, errOut := called(t, farbank, dir, "resume", state, "--timeout", "100ms"); code != 3 && code != 6 {
				t.Errorf("its own version: %d %s", code, errOut)
			}
		})
	}
}

// TestOneAtATime checks that two programs cannot use the same checkpoint folder.
func TestOneAtATime(t *testing.T) {
	farbank, dir := program(t), t.TempDir()
	lock, err := durable.LockFolder(filepath.Join(dir, "d"))
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"space", "hanoi", "-p", "pegs=4", "-p", "discs=13", "--checkpoint", "d", "--timeout", "300ms"}
	if code, _, errOut := called(t, farbank, dir, args...); code != 2 || errOut != "farbank: --checkpoint: d: another process works there\n" {
		t.Errorf("%d %s", code, errOut)
	}
	lock.Unlock()
	if code, _, errOut := called(t, farbank, dir, args...); code != 3 {
		t.Fatalf("%d %s", code, errOut)
	}
	if lock, err = durable.LockFolder(filepath.Join(dir, "d")); err != nil {
		t.Fatal(err)
	}
	if code, _, errOut := called(t, farbank, dir, "resume", "d"); code != 2 || errOut != "farbank: d: another process works there\n" {
		t.Errorf("%d %s", code, errOut)
	}
	lock.Unlock()
	if code, _, errOut := called(t, farbank, dir, "resume", "d", "--timeout", "100ms"); code != 3 || !strings.Contains(errOut, "farbank resume d") {
		t.Errorf("%d %s", code, errOut)
	}
}
