package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// document is the part of solve's JSON that has a plan.
type document struct {
	Find map[string]any `json:"find"`
	Plan *[]struct {
		Move     string       `json:"move"`
		End      string       `json:"end"`
		Args     []any        `json:"args"`
		Time     *json.Number `json:"time"`
		Duration *json.Number `json:"duration"`
	} `json:"plan"`
	Status string `json:"status"`
}

// readJSON reads a sequence of objects. It skips objects without a plan, such as the verdict
// after a stream of plans.
func (r *reader) readJSON(name, text string) ([]Reading, error) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var readings []Reading
	for {
		var d document
		err := dec.Decode(&d)
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, jsonError(name, text, dec.InputOffset(), err)
		}
		if d.Plan != nil || d.Find != nil {
			readings = append(readings, r.resolve(d.draft(r.p.Unit > 0, r.p.TimeDigits)))
		}
	}
	if len(readings) == 0 {
		return nil, syntax.ErrorList{{File: name, Msg: "the text has no plan"}}
	}
	return readings, nil
}

func (d *document) draft(timed bool, digits int) *draft {
	out := &draft{}
	for name, x := range d.Find {
		out.find = append(out.find, assignment{name: name, value: integers(x)})
	}
	slices.SortFunc(out.find, func(a, b assignment) int { return bytes.Compare([]byte(a.name), []byte(b.name)) })
	if d.Plan != nil {
		for _, m := range *d.Plan {
			args, _ := integers(m.Args).([]any)
			c := call{name: m.Move, args: args}
			if m.End != "" {
				c.name, c.when.end = m.End, true
			}
			if m.Time != nil {
				n, ok := model.ParseDecimal(m.Time.String(), digits)
				c.when.given, c.when.time = ok, n
			}
			if m.Duration != nil && timed {
				if n, ok := model.ParseDecimal(m.Duration.String(), digits); ok {
					c.when.takes = &n
				}
			}
			out.moves = append(out.moves, c)
		}
	}
	return out
}

// integers replaces the numbers of a JSON value by int64 or decimal. A number with an exponent
// stays, and does not fit any type.
func integers(x any) any {
	switch x := x.(type) {
	case json.Number:
		if n, err := x.Int64(); err == nil {
			return n
		}
		if !strings.ContainsAny(x.String(), "eE") {
			return decimal(x.String())
		}
	case []any:
		for i := range x {
			x[i] = integers(x[i])
		}
	case map[string]any:
		for k := range x {
			x[k] = integers(x[k])
		}
	}
	return x
}

func jsonError(name, text string, off int64, err error) syntax.ErrorList {
	var syn *json.SyntaxError
	if errors.As(err, &syn) {
		off = syn.Offset
	}
	before := text[:min(int(off), len(text))]
	line := 1 + bytes.Count([]byte(before), []byte("\n"))
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the text ends too early")
	}
	return syntax.ErrorList{{File: name, Msg: fmt.Sprintf("not the JSON of a plan, at line %d: %v", line, err)}}
}
