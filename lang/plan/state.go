package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// ReadState reads a state: values of variables or of their elements, as in
//
//	at[goat] = east, at[farmer] = east
//
// separated by commas, semicolons or line ends. Or it reads a JSON object by variable, as space
// and solve write states, in which array elements may be omitted. Omitted values are those of
// the initial state: the one for the given find values if all of these are given, or else the
// state that first returns.
func ReadState(p *model.Problem, text string, first func() (model.State, error)) (model.State, error) {
	w := &stateReader{reader: newReader(p), cells: make(model.State, len(p.Cells)), known: make([]bool, len(p.Cells))}
	var err error
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		err = w.readJSON(text)
	} else {
		err = w.readText(text)
	}
	if err != nil {
		return nil, err
	}
	return w.complete(first)
}

// A stateReader collects the cells of a state.
type stateReader struct {
	*reader
	cells model.State
	known []bool
}

func (w *stateReader) readText(text string) error {
	d := &draft{}
	for line, rest := 1, unixLines(text); rest != ""; line++ {
		var now string
		now, rest, _ = strings.Cut(rest, "\n")
		if err := d.addState(now, line); err != nil {
			return err
		}
	}
	for _, a := range d.find {
		v, err := w.any(a.name)
		if err != nil {
			return err
		}
		t, base := v.Type, v.Base
		if a.index != nil {
			if t, base, err = element(v, a.index); err != nil {
				return err
			}
		}
		if err := w.set(a.name, t, base, a.value); err != nil {
			return err
		}
	}
	return nil
}

// addState parses the assignments of a line.
func (d *draft) addState(text string, num int) (err error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case wrong:
			err = syntax.ErrorList{failure.err}
		default:
			panic(failure)
		}
	}()
	l := &line{file: "state", text: text, num: num}
	for l.rest() != "" {
		d.find = append(d.find, l.assignment(expectedState))
		if !l.take(",") && !l.take(";") {
			l.end()
		}
	}
	return nil
}

const expectedState = "the value of a variable is needed, as in at[goat] = east"

func (w *stateReader) readJSON(text string) error {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var vars map[string]any
	if err := dec.Decode(&vars); err != nil {
		return fmt.Errorf("not the JSON of a state: %w", err)
	}
	if dec.More() {
		return errors.New("not the JSON of a state: there is more after it")
	}
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		v, err := w.any(name)
		if err != nil {
			return err
		}
		if err := w.set(name, v.Type, v.Base, integers(vars[name])); err != nil {
			return err
		}
	}
	return nil
}

// any returns a find or state variable.
func (w *stateReader) any(name string) (*model.Var, error) {
	var names []string
	for i := range w.p.Vars {
		if v := &w.p.Vars[i]; v.Name == name {
			return v, nil
		}
		names = append(names, w.p.Vars[i].Name)
	}
	return nil, fmt.Errorf("there is no variable %s%s", name, suggestion(name, names))
}

// set stores the value of a variable or an element. An object for an array may have some of its
// elements.
func (w *stateReader) set(name string, t *model.Type, base int, value any) error {
	if object, ok := value.(map[string]any); ok && t.Kind == model.Array {
		return w.setSome(name, t, t.Index, base, object)
	}
	leaves, err := leavesOf(t, value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i, x := range leaves {
		if w.known[base+i] && w.cells[base+i] != x {
			return fmt.Errorf("%s is given two values", w.p.Cells[base+i].Name)
		}
		w.cells[base+i], w.known[base+i] = x, true
	}
	return nil
}

func (w *stateReader) setSome(name string, t *model.Type, index []*model.Type, base int, object map[string]any) error {
	size := t.Elems[0].Leaves() // of an element at this level
	for _, in := range index[1:] {
		n, _ := in.Size()
		size *= int(n)
	}
	n, _ := index[0].Size()
	left := maps.Clone(object)
	for i := range n {
		key := index[0].Plain(index[0].Nth(i))
		x, some := object[key]
		if !some {
			continue
		}
		delete(left, key)
		at := base + int(i)*size
		inner, deeper := x.(map[string]any)
		var err error
		switch {
		case len(index) == 1:
			err = w.set(name, t.Elems[0], at, x)
		case deeper:
			err = w.setSome(name, t, index[1:], at, inner)
		default:
			err = w.setAll(name, t, index[1:], at, x)
		}
		if err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(left)) {
		return fmt.Errorf("%s has no element %s", name, strconv.Quote(key))
	}
	return nil
}

// setAll stores a row of an array of several indices, given as a list.
func (w *stateReader) setAll(name string, t *model.Type, index []*model.Type, at int, x any) error {
	leaves, err := arrayLeaves(t, index, x)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i, v := range leaves {
		w.cells[at+i], w.known[at+i] = v, true
	}
	return nil
}

// complete fills in the omitted values.
func (w *stateReader) complete(first func() (model.State, error)) (model.State, error) {
	if !slices.Contains(w.known, false) {
		return w.cells, nil
	}
	found, missing := 0, ""
	for i, ok := range w.known[:w.p.NumFind] {
		if ok {
			found++
		} else if missing == "" {
			missing = w.p.Cells[i].Name
		}
	}
	base, err := first, error(nil)
	if found > 0 {
		if missing != "" {
			return nil, fmt.Errorf("there is no value for %s; give all find variables or none of them", missing)
		}
		base = func() (model.State, error) {
			s, ok, err := w.p.Begin(w.cells[:w.p.NumFind])
			if err == nil && !ok {
				err = errors.New("there is no start with these values; give the state in full")
			}
			return s, err
		}
	}
	s, err := base()
	if err != nil {
		return nil, err
	}
	for i, ok := range w.known {
		if !ok {
			w.cells[i] = s[i]
		}
	}
	return w.cells, nil
}
