package api

import (
	"net/http"
	"time"
)

// A recorder records the status of an answer, and limits the time for reading it.
type recorder struct {
	http.ResponseWriter
	control *http.ResponseController
	reading time.Duration // for a piece
	status  int
	written bool
}

// piece is the number of bytes written at once.
const piece = 256 << 10

func (w *recorder) WriteHeader(status int) {
	if !w.written {
		w.status, w.written = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (n int, err error) {
	w.written = true
	for first := true; first || len(b) > 0 && err == nil; first = false {
		k := 0
		w.hurry()
		k, err = w.ResponseWriter.Write(b[:min(len(b), piece)])
		n, b = n+k, b[k:]
	}
	return n, err
}

// hurry sets the deadline for a piece. The underlying writer may not support deadlines.
func (w *recorder) hurry() { w.control.SetWriteDeadline(time.Now().Add(w.reading)) }

// Unwrap returns the underlying writer, for http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush is like FlushError but ignores errors.
func (w *recorder) Flush() { w.FlushError() }

// FlushError sends what was written and removes the deadline, since no data waits to be read.
func (w *recorder) FlushError() error {
	w.hurry()
	err := w.control.Flush()
	w.control.SetWriteDeadline(time.Time{})
	return err
}
