package decision_test

import (
	"encoding/xml"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"farbank/rules/decision"
)

var tck = flag.String("tck", "", "a folder of the DMN TCK, such as TestCases/compliance-level-2, to run")

// tckCases is a file of test cases of the TCK.
type tckCases struct {
	Model string `xml:"modelName"`
	Cases []struct {
		ID      string     `xml:"id,attr"`
		Inputs  []tckValue `xml:"inputNode"`
		Results []struct {
			Name     string   `xml:"name,attr"`
			Error    bool     `xml:"errorResult,attr"`
			Expected tckValue `xml:"expected"`
		} `xml:"resultNode"`
	} `xml:"testCase"`
}

// tckValue is a value of the TCK: a simple one, a list or the components of a context.
type tckValue struct {
	Name  string `xml:"name,attr"`
	Value *struct {
		Type string `xml:"http://www.w3.org/2001/XMLSchema-instance type,attr"`
		Nil  bool   `xml:"http://www.w3.org/2001/XMLSchema-instance nil,attr"`
		Text string `xml:",chardata"`
	} `xml:"value"`
	List *struct {
		Items []tckValue `xml:"item"`
	} `xml:"list"`
	Components []tckValue `xml:"component"`
}

// decoded returns the Go value.
func (v tckValue) decoded() any {
	switch {
	case v.List != nil:
		list := []any{}
		for _, item := range v.List.Items {
			list = append(list, item.decoded())
		}
		return list
	case len(v.Components) > 0:
		m := map[string]any{}
		for _, c := range v.Components {
			m[c.Name] = c.decoded()
		}
		return m
	case v.Value == nil || v.Value.Nil:
		return nil
	}
	switch _, kind, _ := strings.Cut(v.Value.Type, ":"); kind {
	case "boolean":
		return v.Value.Text == "true"
	case "decimal", "double", "integer", "int", "long", "float":
		f, _ := strconv.ParseFloat(strings.TrimSpace(v.Value.Text), 64)
		return f
	}
	return v.Value.Text
}

// same compares results; numbers may differ as far as the TCK's decimals do.
func same(a, b any) bool {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		return ok && math.Abs(x-y) <= 1e-8*max(1, math.Abs(x))
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !same(x[i], y[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for name := range x {
			if !same(x[name], y[name]) {
				return false
			}
		}
		return true
	}
	return a == b
}

// TestTCK runs the models of a folder of the DMN TCK and reports which of them are refused. A wrong
// result is a failure. The TCK is not part of the repository.
func TestTCK(t *testing.T) {
	if *tck == "" {
		t.Skip("no -tck DIR")
	}
	models, _ := filepath.Glob(filepath.Join(*tck, "*", "*.dmn"))
	passed, refused := 0, 0
	for _, path := range models {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := decision.Read(filepath.Base(path), string(text))
		if err != nil {
			refused++
			t.Logf("refused: %v", err)
			continue
		}
		wrong := ""
		tests, _ := filepath.Glob(strings.TrimSuffix(path, ".dmn") + "*.xml")
		for _, test := range tests {
			wrong += runCases(t, m, test)
		}
		if wrong != "" {
			t.Errorf("%s:\n%s", filepath.Base(path), wrong)
			continue
		}
		passed++
	}
	t.Logf("%d models pass, %d are refused, of %d", passed, refused, len(models))
}

func runCases(t *testing.T, m *decision.Model, path string) (wrong string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var x tckCases
	if err := xml.Unmarshal(text, &x); err != nil {
		t.Fatal(path, err)
	}
	for _, c := range x.Cases {
		data := map[string]any{}
		for _, in := range c.Inputs {
			data[in.Name] = in.decoded()
		}
		for _, r := range c.Results {
			want := r.Expected.decoded()
			got, err := m.Decide(r.Name, data)
			if err != nil && r.Error {
				continue
			}
			if err != nil || !same(got.Value, want) {
				wrong += fmt.Sprintf("case %s, %s: %+v, %v, not %v\n", c.ID, r.Name, got, err, want)
			}
		}
	}
	return wrong
}
