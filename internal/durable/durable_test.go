package durable_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"farbank/internal/durable"
)

var header = durable.Header{Kind: "test", Version: 3, Problem: [32]byte{1, 2}, Question: [32]byte{3}}

// put saves a text.
func put(t *testing.T, path, text string) {
	t.Helper()
	if _, err := durable.Save(path, header, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// get loads a text.
func get(path string, want durable.Header) (text string, found durable.Found, err error) {
	found, err = durable.Load(path, want, func(r io.Reader) error {
		all, err := io.ReadAll(r)
		text = string(all)
		return err
	})
	return text, found, err
}

func isText(t *testing.T, path, text string, fallback bool) {
	t.Helper()
	got, found, err := get(path, header)
	if err != nil || got != text || (found.Refused != nil) != fallback {
		t.Fatalf("%q, %v, %v; want %q", got, found, err, text)
	}
}

func TestGenerations(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if _, _, err := get(path, header); !errors.Is(err, fs.ErrNotExist) || durable.Exists(path) {
		t.Fatal(err)
	}
	put(t, path, "one")
	isText(t, path, "one", false)
	put(t, path, "two")
	put(t, path, "three")
	isText(t, path, "three", false)
	os.Rename(path, path+".away") // as if the end came between the two renames
	isText(t, path, "two", true)
	put(t, path, "four")
	os.WriteFile(path, []byte("damaged"), 0o600)
	isText(t, path, "two", true)
	put(t, path, "five") // the damaged one must not take the place of the sound one
	os.Remove(path)
	isText(t, path, "two", true)
	if err := durable.Remove(path); err != nil || durable.Exists(path) {
		t.Fatal(err)
	}
}

func TestWhatBelongsToSomethingElseIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	put(t, path, "one")
	put(t, path, "two")
	for want, h := range map[error]durable.Header{
		durable.ErrKind:     {Kind: "tests", Version: 3, Problem: header.Problem, Question: header.Question},
		durable.ErrNewer:    {Kind: "test", Version: 2, Problem: header.Problem, Question: header.Question},
		durable.ErrOlder:    {Kind: "test", Version: 4, Problem: header.Problem, Question: header.Question},
		durable.ErrProblem:  {Kind: "test", Version: 3, Question: header.Question},
		durable.ErrQuestion: {Kind: "test", Version: 3, Problem: header.Problem},
	} {
		_, _, err := get(path, h)
		var file *durable.FileError
		if !errors.Is(err, want) || !errors.As(err, &file) || file.Path != path {
			t.Errorf("%v: %v", want, err)
		}
	}
}

// file returns the bytes of a file with a text.
func file(t *testing.T, text string) []byte {
	var out bytes.Buffer
	w, err := durable.NewWriter(&out, header)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestEveryFlippedBitIsSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	put(t, path, "the one before")
	put(t, path, "the newest")
	whole := file(t, "the newest")
	for i := range whole {
		for bit := range 8 {
			flipped := bytes.Clone(whole)
			flipped[i] ^= 1 << bit
			os.WriteFile(path, flipped, 0o600)
			text, found, err := get(path, header)
			if err != nil || text != "the one before" || !(errors.Is(found.Refused, durable.ErrDamaged) || errors.Is(found.Refused, durable.ErrCut) || errors.Is(found.Refused, durable.ErrForeign)) {
				t.Fatalf("byte %d, bit %d: %q, %v, %v", i, bit, text, found, err)
			}
		}
	}
}

func TestEveryCutIsSeen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	whole := file(t, "the newest")
	for n := range whole {
		os.WriteFile(path, whole[:n], 0o600)
		_, _, err := get(path, header)
		if want := durable.ErrCut; n >= 8 && !errors.Is(err, want) || n < 8 && !errors.Is(err, durable.ErrForeign) {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
	for _, more := range []string{"\x00", "junk", string(whole)} {
		os.WriteFile(path, append(bytes.Clone(whole), more...), 0o600)
		if _, _, err := get(path, header); !errors.Is(err, durable.ErrDamaged) {
			t.Fatalf("with %q after it: %v", more, err)
		}
	}
}

func TestBlocksCannotChangePlaces(t *testing.T) {
	const most = 1 << 20
	a, b := strings.Repeat("a", most), strings.Repeat("b", most)
	whole := file(t, a+b)
	first := bytes.Index(whole, []byte("aaaaaaaa")) - 8
	swapped := bytes.Clone(whole[:first])
	swapped = append(swapped, whole[first+most+8:first+2*(most+8)]...)
	swapped = append(swapped, whole[first:first+most+8]...)
	swapped = append(swapped, whole[first+2*(most+8):]...)
	r, err := durable.NewReader(bytes.NewReader(swapped), header)
	if err != nil || len(swapped) != len(whole) {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, r); !errors.Is(err, durable.ErrDamaged) {
		t.Fatal(err)
	}
}

func TestSizes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	for _, n := range []int{0, 1, 1<<20 - 1, 1 << 20, 1<<20 + 1, 5 << 20} {
		content := make([]byte, n)
		rng := rand.NewChaCha8([32]byte{byte(n)})
		rng.Read(content)
		put(t, path, string(content))
		isText(t, path, string(content), false)
	}
}

func TestContentThatIsLeftIsChecked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	put(t, path, "before")
	put(t, path, "newest")
	whole, _ := os.ReadFile(path)
	whole[len(whole)-1] ^= 1
	os.WriteFile(path, whole, 0o600)
	calls := 0
	found, err := durable.Load(path, header, func(r io.Reader) error { calls++; return nil })
	if err != nil || calls != 2 || !errors.Is(found.Refused, durable.ErrDamaged) {
		t.Fatal(calls, found, err)
	}
}

func TestWhatTheReaderSaysIsPassedOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	put(t, path, "before")
	put(t, path, "newest")
	own := errors.New("own")
	if _, err := durable.Load(path, header, func(r io.Reader) error { return own }); err != own {
		t.Fatal(err)
	}
	if _, err := durable.Save(path, header, func(io.Writer) error { return own }); !errors.Is(err, own) {
		t.Fatal(err)
	}
	isText(t, path, "newest", false)
	if left, _ := filepath.Glob(path + "*"); len(left) != 2 {
		t.Fatal(left)
	}
}

// A full is a disk with limited space.
type full int

func (f *full) Write(p []byte) (int, error) {
	if *f -= full(len(p)); *f < 0 {
		return 0, syscall.ENOSPC
	}
	return len(p), nil
}

func TestFullDisk(t *testing.T) {
	text := strings.Repeat("text", 1<<19)
	size := len(file(t, text))
	for room := 0; room < size; room++ {
		if room > 200 && room < size-100 {
			room = min(room+100_000, size-100)
		}
		disk := full(room)
		w, err := durable.NewWriter(&disk, header)
		if err == nil {
			io.WriteString(w, text)
			err = w.Close()
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("%d bytes: %v", room, err)
		}
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	put(t, path, "one")
	os.Chmod(dir, 0o500)
	defer os.Chmod(dir, 0o700)
	if f, err := os.Create(filepath.Join(dir, "y")); err == nil {
		f.Close()
		t.Skip("this user may write everywhere")
	}
	_, err := durable.Save(path, header, func(io.Writer) error { return nil })
	if !errors.Is(err, fs.ErrPermission) {
		t.Fatal(err)
	}
	isText(t, path, "one", false)
}

func TestNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "x")
	if _, err := durable.Save(path, header, func(io.Writer) error { return nil }); !errors.Is(err, fs.ErrNotExist) || strings.Count(err.Error(), path) != 1 {
		t.Fatal(err)
	}
	if _, err := durable.Load(t.TempDir(), header, func(io.Reader) error { return nil }); err == nil {
		t.Fatal("a folder was read")
	}
}

func FuzzReader(f *testing.F) {
	var out bytes.Buffer
	w, _ := durable.NewWriter(&out, header)
	fmt.Fprint(w, "text")
	w.Close()
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		if r, err := durable.NewReader(bytes.NewReader(file), header); err == nil {
			io.Copy(io.Discard, r)
		}
	})
}

func TestNothingIsLeftOfWhatCouldNotTakeItsPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.Save(path, header, func(io.Writer) error { return nil }); err == nil {
		t.Fatal("a file took the place of a folder")
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Fatal(left)
	}
}
