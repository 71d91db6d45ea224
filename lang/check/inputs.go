package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// inputs are the values that the caller gives, by parameter.
type inputs struct {
	settings map[string]*Setting
	data     map[string]*datum
}

// A datum is a JSON value and its place: the file and the path in it.
type datum struct {
	file, path string
	scalar     any // string, bool, json.Number or nil, if it is neither list nor object
	list       []*datum
	keys       []string // object: its keys in order
	fields     []*datum
	isList     bool
	isObject   bool
}

// readInputs collects the inputs and reports those that match no parameter.
func (c *checker) readInputs() {
	c.inputs = inputs{settings: map[string]*Setting{}, data: map[string]*datum{}}
	for i := range c.opts.Params {
		s := &c.opts.Params[i]
		if c.acceptsInput(s.Name, "-p "+s.Name, "") {
			c.inputs.settings[s.Name] = s
		}
	}
	for _, d := range c.opts.Data {
		root, err := readJSON(d)
		if err != nil {
			c.InputErrorf(d.Name, "", "%s", err)
			continue
		}
		for i, key := range root.keys {
			if c.acceptsInput(key, d.Name, key) {
				c.inputs.data[key] = root.fields[i]
			}
		}
	}
}

// acceptsInput reports whether name is a parameter, and adds an error if not.
func (c *checker) acceptsInput(name, file, path string) bool {
	o := c.info.Globals[name]
	if o != nil && (o.Kind == types.Param || o.Kind == types.EnumName && o.Enum.Param) {
		return true
	}
	var known []string
	for n, o := range c.info.Globals {
		if o.Kind == types.Param || o.Kind == types.EnumName && o.Enum.Param {
			known = append(known, n)
		}
	}
	slices.SortFunc(known, func(a, b string) int { return cmp.Compare(c.info.Globals[a].ID, c.info.Globals[b].ID) })
	e := c.InputErrorf(file, path, "there is no parameter %s", name)
	e.Hint = syntax.DidYouMean(name, known)
	if e.Hint == "" && o != nil {
		e.Hint = fmt.Sprintf("%s is %s; only a param can be given", name, o.Kind)
	} else if e.Hint == "" && len(known) > 0 {
		e.Hint = "the parameters are " + strings.Join(known, ", ")
	} else if e.Hint == "" {
		e.Hint = "the file has no param"
	}
	return false
}

// readJSON parses a data file, which is one object.
func readJSON(d Data) (*datum, error) {
	dec := json.NewDecoder(bytes.NewReader(d.JSON))
	dec.UseNumber()
	root, err := readDatum(dec, d.Name, "", 0)
	if err != nil {
		return nil, jsonPlace(d.JSON, dec.InputOffset(), err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, jsonPlace(d.JSON, dec.InputOffset(), fmt.Errorf("there is more after the end of the object"))
	}
	if !root.isObject {
		return nil, fmt.Errorf("the file must hold one JSON object, from parameter names to values")
	}
	return root, nil
}

// jsonPlace adds the line and column to an error.
func jsonPlace(src []byte, off int64, err error) error {
	before := src[:min(int(off), len(src))]
	line := 1 + bytes.Count(before, []byte("\n"))
	col := len(before) - bytes.LastIndexByte(before, '\n')
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("the file ends too early")
	}
	return fmt.Errorf("not valid JSON at line %d, column %d: %w", line, col, err)
}

func readDatum(dec *json.Decoder, file, path string, depth int) (*datum, error) {
	if depth > 100 {
		return nil, fmt.Errorf("nested too deeply")
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	d := &datum{file: file, path: path}
	switch tok {
	case json.Delim('['):
		return d, d.readList(dec, depth)
	case json.Delim('{'):
		return d, d.readObject(dec, depth)
	}
	d.scalar = tok
	return d, nil
}

func (d *datum) readList(dec *json.Decoder, depth int) error {
	d.isList = true
	for dec.More() {
		x, err := readDatum(dec, d.file, fmt.Sprintf("%s[%d]", d.path, len(d.list)), depth+1)
		if err != nil {
			return err
		}
		d.list = append(d.list, x)
	}
	_, err := dec.Token()
	return err
}

func (d *datum) readObject(dec *json.Decoder, depth int) error {
	d.isObject = true
	seen := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return err
		}
		key, _ := tok.(string)
		if seen[key] {
			return fmt.Errorf("the key %q stands twice", key)
		}
		seen[key] = true
		path := key
		if d.path != "" {
			path = d.path + "." + key
		}
		x, err := readDatum(dec, d.file, path, depth+1)
		if err != nil {
			return err
		}
		d.keys = append(d.keys, key)
		d.fields = append(d.fields, x)
	}
	_, err := dec.Token()
	return err
}

// describe returns a description of a datum for messages.
func (d *datum) describe() string {
	switch s := d.scalar.(type) {
	case string:
		return fmt.Sprintf("%q", s)
	case json.Number:
		return s.String()
	case bool:
		return fmt.Sprint(s)
	}
	switch {
	case d.isList:
		return "a list"
	case d.isObject:
		return "an object"
	}
	return "null"
}
