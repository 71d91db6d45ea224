package pddl_test

import (
	"bytes"
	"flag"
	"testing"

	"farbank"
	"farbank/model"
)

var long = flag.Bool("long", false, "more made-up problems")

func write(t *testing.T, p *model.Problem, language string, o farbank.ExportOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := farbank.Export(t.Context(), p, language, o, &b); err != nil {
		t.Fatalf("%s: %v", language, err)
	}
	return b.String()
}

func load(t *testing.T, name string, opts ...farbank.Option) *model.Problem {
	t.Helper()
	p, err := farbank.Load(name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
