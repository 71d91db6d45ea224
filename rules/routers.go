package rules

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"farbank/rules/value"
)

// routers knows where the logical names of a program lead: to the standard
// output and input, the output for errors, and files that the program opens.
//
// Nothing is held back here. A writer that holds back what it gets and has a
// method Flush (a bufio.Writer) is flushed before input is read, and the output
// before an error is written.
type routers struct {
	ctx         func() context.Context // no wait is longer than it
	out, errors io.Writer
	in          *source
	reading     *source // the one that a function reads now
	files       map[string]*file
	dribble     *os.File // gets what the standard outputs get, or nil
	broken      error    // the first that came up in writing: the program ends
}

// ErrOutput says that what a program printed could not be written.
var ErrOutput = errors.New("the output cannot be written")

// written notes an error of writing.
func (r *routers) written(err error) {
	if err != nil && r.broken == nil {
		r.broken = fmt.Errorf("%w: %w", ErrOutput, err)
	}
}

// newRouters makes routers without files. A nil in is an empty input.
func newRouters(ctx func() context.Context, out, errout io.Writer, in io.Reader) *routers {
	if in == nil {
		in = strings.NewReader("")
	}
	return &routers{ctx: ctx, out: out, errors: errout, in: newSource(in), files: map[string]*file{}}
}

// source is an input that takes back characters.
type source struct {
	*bufio.Reader
	back []byte // characters put back, the next one last
	last int    // what ReadByte took from back, or none
	left int64  // how many bytes may be read at a time
}

// begin begins to read something of at most so many bytes.
func (s *source) begin(most int64) { s.left = most }

func newSource(r io.Reader) *source {
	return &source{Reader: bufio.NewReader(r), last: none, left: math.MaxInt64}
}

func (s *source) ReadByte() (byte, error) {
	s.last = none
	if s.left--; s.left < 0 {
		return 0, ErrLongLine
	}
	if n := len(s.back); n > 0 {
		c := s.back[n-1]
		s.back, s.last = s.back[:n-1], int(c)
		return c, nil
	}
	return s.Reader.ReadByte()
}

func (s *source) UnreadByte() error {
	if s.last != none {
		s.putBack(byte(s.last))
		return nil
	}
	return s.Reader.UnreadByte()
}

func (s *source) putBack(c byte) {
	s.back = append(s.back, c)
	s.last = none
}

// file is an open file; in or out is nil when its mode does not allow it.
type file struct {
	*os.File
	ctx func() context.Context
	in  *source
	out *bufio.Writer
}

var fileModes = map[string]int{
	"r": os.O_RDONLY, "r+": os.O_RDWR,
	"w": os.O_WRONLY | os.O_CREATE | os.O_TRUNC, "w+": os.O_RDWR | os.O_CREATE | os.O_TRUNC,
	"a": os.O_WRONLY | os.O_CREATE | os.O_APPEND, "a+": os.O_RDWR | os.O_CREATE | os.O_APPEND,
}

func (r *routers) openNamed(path, mode string) (*file, error) {
	flags := fileModes[strings.Replace(mode, "b", "", 1)]
	f, err := openFile(r.ctx(), path, flags)
	if err != nil {
		return nil, err
	}
	opened := &file{File: f, ctx: r.ctx}
	if flags&os.O_WRONLY == 0 {
		opened.in = newSource(patientFile(r.ctx, f))
	}
	if flags&(os.O_WRONLY|os.O_RDWR) != 0 {
		opened.out = bufio.NewWriter(f)
	}
	return opened, nil
}

// settle brings the place of the system's file to where the program is, before
// it turns from reading to writing, or back, or moves.
func (f *file) settle() error {
	if f.out != nil && f.out.Buffered() > 0 {
		if err := f.out.Flush(); err != nil {
			return err
		}
	}
	if f.in != nil {
		if ahead := f.in.Buffered() + len(f.in.back); ahead > 0 {
			f.Seek(int64(-ahead), io.SeekCurrent) // fails on pipes, where it does not matter
		}
		f.in = newSource(patientFile(f.ctx, f.File))
	}
	return nil
}

func (f *file) close() error {
	var err error
	if f.out != nil {
		err = f.out.Flush()
	}
	if e := f.File.Close(); err == nil {
		err = e
	}
	return err
}

// The logical names that are always there, and whether they are for errors.
// stderr and stdwrn are those of 6.4.
var outputs = map[string]bool{
	"stdout": false, "wdialog": false, "wdisplay": false, "wtrace": false, "wclips": false, "wprompt": false,
	"werror": true, "wwarning": true, "stderr": true, "stdwrn": true,
}

// has reports whether a logical name leads anywhere.
func (r *routers) has(name string) bool {
	_, output := outputs[name]
	_, file := r.files[name]
	return output || file || name == "stdin"
}

// print writes to a logical name; what is not open for output swallows it.
func (r *routers) print(name, text string) {
	if text == "" {
		return
	}
	if f := r.files[name]; f != nil {
		if f.out != nil {
			if f.in != nil && f.out.Buffered() == 0 {
				f.settle()
			}
			_, err := f.out.WriteString(text)
			r.written(err)
		}
		return
	}
	forErrors, ok := outputs[name]
	if !ok {
		return
	}
	r.record(text)
	if forErrors {
		r.written(flushWriter(r.out))
		_, _ = io.WriteString(r.errors, text) // there is nowhere to tell of it
		return
	}
	_, err := io.WriteString(r.out, text)
	r.written(err)
}

// record adds a text to the dribble.
func (r *routers) record(text string) {
	if r.dribble != nil {
		_, err := r.dribble.WriteString(text)
		r.written(err)
	}
}

// source gives the input of a logical name; what is not open for input is empty.
func (r *routers) source(name string) *source {
	if name == "stdin" {
		r.flush()
		return r.in
	}
	f := r.files[name]
	if f == nil || f.in == nil {
		return newSource(strings.NewReader(""))
	}
	if f.out != nil && f.out.Buffered() > 0 {
		r.written(f.settle())
	}
	return f.in
}

// flush passes on everything written to the standard outputs.
func (r *routers) flush() {
	r.written(flushWriter(r.out))
	_ = flushWriter(r.errors)
}

func flushWriter(w io.Writer) error {
	if f, ok := w.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// open gives a file a logical name.
func (r *routers) open(name, path, mode string) error {
	f, err := r.openNamed(path, mode)
	if err == nil {
		r.files[name] = f
	}
	return err
}

// closeFile closes the file of a logical name and reports whether there was one.
func (r *routers) closeFile(name string) bool {
	f, ok := r.files[name]
	if ok {
		delete(r.files, name)
		r.written(f.close())
	}
	return ok
}

// closeFiles closes all files and reports whether there were any.
func (r *routers) closeFiles() bool {
	any := len(r.files) > 0
	for name := range r.files {
		r.closeFile(name)
	}
	return any
}

// logicalName gives the logical name that argument i is, with t for the usual
// one; without an argument i the usual one.
func (c *Call) logicalName(i int, usual string) (string, error) {
	if i >= len(c.Args) {
		return usual, nil
	}
	switch v := c.Args[i]; v.Kind() {
	case value.SymbolKind, value.StringKind:
		if name := v.Text(); name != "t" && name != "T" {
			return name, nil
		} else if usual != "" {
			return usual, nil
		}
	case value.IntegerKind, value.FloatKind:
		return v.String(), nil
	}
	return "", fmt.Errorf("[IOFUN1] Illegal logical name used for %s function.", c.Name)
}

// unknownName is the message for a logical name that leads nowhere.
func unknownName(name string) error {
	return fmt.Errorf("[ROUTER1] Logical name %s was not recognized by any routers", name)
}
