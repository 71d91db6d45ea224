package router

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"farbank/rules/internal/fault"
)

// Routers maps the logical names of a program to the standard output and input, the output for
// errors, and files that the program opens.
//
// Routers does not buffer the standard outputs. It flushes a writer that has a method Flush (a
// bufio.Writer) before it reads input, and the output before it writes an error.
type Routers struct {
	ctx         func() context.Context // no wait outlasts it
	Out, Errors io.Writer
	in          *Source
	Reading     *Source // the current one
	Files       map[string]*File
	Dribble     *os.File // gets a copy of the standard outputs; may be nil
	Broken      error    // the first error of writing, which ends the program
}

// Written records an error of writing.
func (r *Routers) Written(err error) {
	if err != nil && r.Broken == nil {
		r.Broken = fmt.Errorf("%w: %w", fault.ErrOutput, err)
	}
}

// New returns routers without files. A nil in is an empty input.
func New(ctx func() context.Context, out, errout io.Writer, in io.Reader) *Routers {
	source := &Source{Left: math.MaxInt64, last: None}
	if in == nil {
		source.Reader = bufio.NewReaderSize(strings.NewReader(""), 16)
	} else {
		source.Reader = bufio.NewReader(in)
	}
	return &Routers{ctx: ctx, Out: out, Errors: errout, in: source, Files: map[string]*File{}}
}

// Source is an input that accepts characters put back.
type Source struct {
	*bufio.Reader
	back []byte // characters put back, the next one last
	last int    // the last byte that ReadByte took from back, or None
	Left int64  // the number of bytes that may still be read at once
}

// Begin begins to read an item of at most most bytes.
func (s *Source) Begin(most int64) { s.Left = most }

func newSource(r io.Reader) *Source {
	return &Source{Reader: bufio.NewReader(r), last: None, Left: math.MaxInt64}
}

// ReadByte reads a byte. It returns ErrLongLine beyond the limit.
func (s *Source) ReadByte() (byte, error) {
	s.last = None
	if s.Left--; s.Left < 0 {
		return 0, fault.ErrLongLine
	}
	if n := len(s.back); n > 0 {
		c := s.back[n-1]
		s.back, s.last = s.back[:n-1], int(c)
		return c, nil
	}
	return s.Reader.ReadByte()
}

// UnreadByte puts the last byte back.
func (s *Source) UnreadByte() error {
	if s.last != None {
		s.PutBack(byte(s.last))
		return nil
	}
	return s.Reader.UnreadByte()
}

// PutBack makes c the next byte to read.
func (s *Source) PutBack(c byte) {
	s.back = append(s.back, c)
	s.last = None
}

// File is an open file; in or out is nil if the mode does not allow it.
type File struct {
	*os.File
	ctx func() context.Context
	in  *Source
	out *bufio.Writer
}

// FileModes maps the modes of open to flags.
var FileModes = map[string]int{
	"r": os.O_RDONLY, "r+": os.O_RDWR,
	"w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC, "w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC,
	"a": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "a+": os.O_RDWR | os.O_CREATE | os.O_APPEND,
}

func (r *Routers) openNamed(path, mode string) (*File, error) {
	flags := FileModes[strings.Replace(mode, "b", "", 1)]
	f, err := openFile(r.ctx(), path, flags)
	if err != nil {
		return nil, err
	}
	opened := &File{File: f, ctx: r.ctx}
	if flags&os.O_WRONLY == 0 {
		opened.in = newSource(patientFile(r.ctx, f))
	}
	if flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		opened.out = bufio.NewWriter(f)
	}
	return opened, nil
}

// Settle sets the position of the operating system's file to that of the program, before a change
// between reading and writing or a seek.
func (f *File) Settle() error {
	if f.out != nil && f.out.Buffered() > 0 {
		if err := f.out.Flush(); err != nil {
			return err
		}
	}
	if f.in != nil {
		if ahead := f.in.Buffered() + len(f.in.back); ahead > 0 {
			f.Seek(int64(-ahead), io.SeekCurrent) // fails on pipes, which have no position
		}
		f.in = newSource(patientFile(f.ctx, f.File))
	}
	return nil
}

func (f *File) close() error {
	var err error
	if f.out != nil {
		err = f.out.Flush()
	}
	if e := f.File.Close(); err == nil {
		err = e
	}
	return err
}

// outputs has the predefined logical names and whether they are for errors. stderr and stdwrn are
// those of CLIPS 6.4.
var outputs = map[string]bool{
	"stdout": false, "wdialog": false, "wdisplay": false, "wtrace": false, "wclips": false, "wprompt": false,
	"werror": true, "wwarning": true, "stderr": true, "stdwrn": true,
}

// Has reports whether a logical name is defined.
func (r *Routers) Has(name string) bool {
	_, output := outputs[name]
	_, file := r.Files[name]
	return output || file || name == "stdin"
}

// Print writes to a logical name. It discards text for a name that is not open for output.
func (r *Routers) Print(name, text string) {
	if text == "" {
		return
	}
	if f := r.Files[name]; f != nil {
		if f.out != nil {
			if f.in != nil && f.out.Buffered() == 0 {
				f.Settle()
			}
			_, err := f.out.WriteString(text)
			r.Written(err)
		}
		return
	}
	forErrors, ok := outputs[name]
	if !ok {
		return
	}
	r.Record(text)
	if forErrors {
		r.Written(flushWriter(r.Out))
		_, _ = io.WriteString(r.Errors, text) // there is nowhere to report an error
		return
	}
	_, err := io.WriteString(r.Out, text)
	r.Written(err)
}

// Record adds a text to the dribble file.
func (r *Routers) Record(text string) {
	if r.Dribble != nil {
		_, err := r.Dribble.WriteString(text)
		r.Written(err)
	}
}

// Source returns the input of a logical name; one that is not open for input is empty.
func (r *Routers) Source(name string) *Source {
	if name == "stdin" {
		r.Flush()
		return r.in
	}
	f := r.Files[name]
	if f == nil || f.in == nil {
		return newSource(strings.NewReader(""))
	}
	if f.out != nil && f.out.Buffered() > 0 {
		r.Written(f.Settle())
	}
	return f.in
}

// Flush flushes the standard outputs.
func (r *Routers) Flush() {
	r.Written(flushWriter(r.Out))
	_ = flushWriter(r.Errors)
}

func flushWriter(w io.Writer) error {
	if f, ok := w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// Open opens a file under a logical name.
func (r *Routers) Open(name, path, mode string) error {
	f, err := r.openNamed(path, mode)
	if err == nil {
		r.Files[name] = f
	}
	return err
}

// CloseFile closes the file of a logical name and reports whether there was one.
func (r *Routers) CloseFile(name string) bool {
	f, ok := r.Files[name]
	if ok {
		delete(r.Files, name)
		r.Written(f.close())
	}
	return ok
}

// CloseFiles closes all files, sorted by their logical names, and reports whether there were any.
func (r *Routers) CloseFiles() bool {
	any := len(r.Files) > 0
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		r.CloseFile(name)
	}
	return any
}

// UnknownName returns the error for an undefined logical name.
func UnknownName(name string) error {
	return fmt.Errorf("[ROUTER1] Logical name %s was not recognized by any routers", name)
}

// StopDribble closes the dribble file. It reports whether there was no error.
func (r *Routers) StopDribble() bool {
	f := r.Dribble
	r.Dribble = nil
	return f == nil || f.Close() == nil
}

// None is the result of get and peek at the end of the input.
const None = -1
