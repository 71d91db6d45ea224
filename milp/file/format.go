package file

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"farbank/milp/problem"
)

// Format is a file format.
type Format int

// The formats. A reader takes MPS for either layout and finds out which one it is; a
// writer chooses the fixed layout where everything fits into it, the free one otherwise.
const (
	Auto     Format = iota // by the name, else by the content
	LP                     // CPLEX's format, also known as CPLEX LP
	MPS                    // fixed or free
	FixedMPS               // fields begin in certain columns; names may have blanks
	FreeMPS                // fields are separated by blanks
)

var formatNames = [...]string{"auto", "lp", "mps", "fixed mps", "free mps"}

// String gives the format's name.
func (f Format) String() string { return formatNames[f] }

// ByName tells the format from a file's name: .lp; .mps, .free.mps, .qps; each also
// with .gz behind. Auto stands for anything else.
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

// byContent tells the format from the beginning of a file: the first line of an MPS file
// that is not a comment begins with the name of a section, in its first column.
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

// mark is the byte order mark that some editors put in front of a text.
const mark = "\ufeff"

// Read reads the file of that name, in the format that the name tells, else the content.
// What gzip has packed is unpacked. The error is of type [Errors] if the file has
// mistakes, and of package os if it cannot be read.
func Read(name string) (*problem.Problem, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Decode(f, name, ByName(name))
}

// Decode reads a problem. The name is for messages only. What gzip has packed is unpacked.
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

// Write writes a problem to the file of that name, in the format that the name tells: LP
// if it tells none. A name that ends in .gz is packed. See [Encode].
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

// Encode writes a problem; Auto is LP. Names that the format does not take are written
// as [Legal] makes them. Reading it again gives the problem Legal(p, f), except that
// zero coefficients are left out, and that bounds of [Huge] or more have become infinite.
// A number that is NaN or, where it must not be, infinite is an error.
func Encode(w io.Writer, p *problem.Problem, f Format) error {
	if err := check(p); err != nil {
		return err
	}
	if f == Auto {
		f = LP
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

// A writer puts text together a line at a time; it keeps errors of what is below for the
// end, as bufio does.
type writer struct {
	w    *bufio.Writer
	line []byte
}

func (w *writer) text(s string) { w.line = append(w.line, s...) }

func (w *writer) number(v float64) { w.line = appendNumber(w.line, v) }

// end writes the line.
func (w *writer) end() {
	w.line = append(w.line, '\n')
	w.w.Write(w.line)
	w.line = w.line[:0]
}
