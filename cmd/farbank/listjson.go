package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"farbank/internal/visible"
)

// A field is a field of a JSON object with ordered fields.
type field struct {
	name  string
	value any
}

// A jsonList writes a document that ends with a long list, item by item.
type jsonList struct {
	w     *bufio.Writer
	some  bool
	wrong error
}

// newJSONList writes the fields before the list.
func newJSONList(w io.Writer, before []field, name string) *jsonList {
	l := &jsonList{w: bufio.NewWriterSize(w, 1<<16)}
	l.w.WriteByte('{')
	l.fields(before)
	if len(before) > 0 {
		l.w.WriteByte(',')
	}
	l.value(name)
	l.w.WriteString(":[")
	return l
}

// add writes an item.
func (l *jsonList) add(item []field) error {
	if l.some {
		l.w.WriteByte(',')
	}
	l.some = true
	l.w.WriteByte('{')
	l.fields(item)
	if err := l.w.WriteByte('}'); err != nil {
		return err
	}
	return l.wrong
}

// close writes the fields after the list.
func (l *jsonList) close(after []field) error {
	l.w.WriteString("],")
	l.fields(after)
	l.w.WriteString("}\n")
	if l.wrong != nil {
		return l.wrong
	}
	return l.w.Flush()
}

func (l *jsonList) fields(list []field) {
	for i, f := range list {
		if i > 0 {
			l.w.WriteByte(',')
		}
		l.value(f.name)
		l.w.WriteByte(':')
		l.value(f.value)
	}
}

// value writes a value with hidden characters escaped.
func (l *jsonList) value(x any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(x); err != nil {
		l.wrong = err
		return
	}
	l.w.Write(visible.JSON(bytes.TrimSuffix(b.Bytes(), []byte("\n"))))
}
