package constraint_test

import (
	"context"
	"os"
	"testing"
	"time"

	"farbank"
	"farbank/engine/constraint"
)

func TestZZ(t *testing.T) {
	name := os.Getenv("ZZ")
	if name == "" {
		t.Skip()
	}
	text, _ := os.ReadFile(name)
	var params []farbank.Option
	if n := os.Getenv("ZN"); n != "" {
		params = append(params, farbank.WithParam("n", n))
	}
	if d := os.Getenv("ZD"); d != "" {
		data, _ := os.ReadFile(d)
		params = append(params, farbank.WithData(d, data))
	}
	p, err := farbank.Parse("x.far", string(text), params...)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	begun := time.Now()
	a, err := farbank.SolveWith(ctx, constraint.New(), p, farbank.Question{}, nil)
	t.Log(time.Since(begun), a.Status, a.Stats.Notes, err)
}
