package cnf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// lines reads the lines of a file, of any length, without surrounding blanks.
type lines struct {
	name string
	line int
	in   *bufio.Reader
}

func newLines(r io.Reader, name string) lines {
	return lines{name: name, in: bufio.NewReaderSize(r, 1<<16)}
}

func (l *lines) fail(format string, args ...any) error {
	return &Error{l.name, l.line, fmt.Sprintf(format, args...)}
}

// each calls take with each line until take returns last or an error.
func (l *lines) each(take func(line []byte) (last bool, err error)) error {
	for {
		l.line++
		line, err := l.in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			line, err = l.long(line)
		}
		if err != nil && err != io.EOF {
			return err
		}
		last, bad := take(bytes.TrimSpace(line))
		if bad != nil || last || err == io.EOF {
			return bad
		}
	}
}

// long reads the rest of a line that is longer than the buffer.
func (l *lines) long(line []byte) ([]byte, error) {
	line = bytes.Clone(line)
	for {
		rest, err := l.in.ReadSlice('\n')
		line = append(line, rest...)
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// word splits off the first word of a line.
func word(line []byte) (first, rest []byte) {
	n := bytes.IndexAny(line, " \t\v\f\r")
	if n < 0 {
		return line, nil
	}
	return line[:n], bytes.TrimLeft(line[n:], " \t\v\f\r")
}
