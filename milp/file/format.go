package file

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"farbank/milp/problem"
)

// Format is a file format.
type Format int

// The formats. A reader detects the layout of MPS files. A writer chooses the fixed layout if
// everything fits into it, and otherwise the free one.
const (
	Auto     Format = iota // by the name, otherwise by the content
	LP                     // CPLEX's format, also known as CPLEX LP
	MPS                    // fixed or free
	FixedMPS               // fields begin in fixed columns; names may contain blanks
	FreeMPS                // fields are separated by blanks
)

var formatNames = [...]string{"auto", "lp", "mps", "fixed mps", "free mps"}

// String returns the format's name.
func (f Format) String() string { return formatNames[f] }

// ByName returns the format for the name of a file: .lp; .mps, .free.mps, .qps; each also with .gz
// appended. It returns Auto for other names.
func ByName(name string) Format {
	base := strings.TrimSuffix(strings.ToLower(filepath.Base(name)), ".gz")
	switch filepath.Ext(base) {
	case ".lp":
		return LP
	case ".mps", ".qps", ".sif":
		return MPS
	case ".fmps":
		return FreeMPS
	}
	return Auto
}

// byContent detects the format from the beginning of a file: the first line of an MPS file that is
// not a comment begins with the name of a section, in its first column.
func byContent(head []byte) Format {
	for line := range bytes.Lines(head) {
		words := bytes.Fields(line)
		if len(words) == 0 || line[0] == '*' {
			continue
		}
		if line[0] == ' ' || line[0] == '\t' {
			return LP
		}
		switch strings.ToUpper(string(words[0])) {
		case "NAME", "ROWS", "OBJSENSE", "OBJNAME":
			return MPS
		}
		return LP
	}
	return LP
}

// mark is the byte order mark that some editors put at the beginning of a text.
const mark = "\ufeff"

// Read reads the named file, in the format of its name, or otherwise of its content. It
// decompresses gzip. The error is of type [Errors] if the file has mistakes, and of package os if
// it cannot be read.
func Read(name string) (*problem.Problem, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Decode(f, name, ByName(name))
}

// Decode reads a problem. The name is for messages only. Decode decompresses gzip.
func Decode(r io.Reader, name string, f Format) (*problem.Problem, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if head, _ := in.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		in = bufio.NewReaderSize(z, 1<<16)
	}
	if head, _ := in.Peek(len(mark)); string(head) == mark {
		in.Discard(len(mark))
	}
	if f == Auto {
		head, _ := in.Peek(1 << 12)
		f = byContent(head)
	}
	if f == LP {
		return readLP(in, name)
	}
	return readMPS(in, name, f)
}

// Write writes a problem to the named file, in the format of its name, or LP. A name that ends in
// .gz means gzip compression. See [Encode].
func Write(name string, p *problem.Problem) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			os.Remove(name)
		}
	}()
	format := ByName(name)
	if !strings.HasSuffix(strings.ToLower(name), ".gz") {
		return Encode(f, p, format)
	}
	z := gzip.NewWriter(f)
	if err := Encode(z, p, format); err != nil {
		return err
	}
	return z.Close()
}

// Encode writes a problem; Auto means LP. It writes illegal names as [Legal] changes them. Reading
// the file gives Legal(p, f), except that zero coefficients are missing, and that bounds of size
// [Huge] or more are infinite. A number that is NaN or, where not allowed, infinite is an error.
func Encode(w io.Writer, p *problem.Problem, f Format) error {
	if err := check(p); err != nil {
		return err
	}
	if f == Auto {
		f = LP
	}
	if f != LP && len(p.Then) > 0 {
		return fmt.Errorf("MPS has no form for several objectives, LP has one: %w", errors.ErrUnsupported)
	}
	out := &writer{w: bufio.NewWriterSize(w, 1<<16)}
	q := Legal(p, f)
	var err error
	if f == LP {
		writeLP(out, q)
	} else {
		err = writeMPS(out, q, f)
	}
	if err != nil {
		return err
	}
	return out.w.Flush()
}

// A writer writes text line by line. It keeps the errors of the underlying writer until the end, as
// bufio does.
type writer struct {
	w    *bufio.Writer
	line []byte
}

func (w *writer) text(s string) { w.line = append(w.line, s...) }

func (w *writer) number(v float64) { w.line = appendNumber(w.line, v) }

// end ends and writes the line.
func (w *writer) end() {
	w.line = append(w.line, '\n')
	w.w.Write(w.line)
	w.line = w.line[:0]
}
