// Package problem represents a problem as it is sent to workers: its text and data only. Each
// worker process reads it once.
package problem

import (
	"context"
	"fmt"
	"strings"

	"farbank"
)

// A Problem is a text with the files that it uses, parameters and data.
type Problem struct {
	File   string            `json:"file"`
	Text   string            `json:"text"`
	Second *Second           `json:"problem,omitempty"` // PDDL: Text is the domain
	Uses   map[string]string `json:"uses,omitempty"`
	Params []Param           `json:"params,omitempty"`
	Data   []Data            `json:"data,omitempty"`
	Limit  int64             `json:"groundLimit,omitempty"` // limit of grounding steps; 0: the default
}

// Second is the PDDL file of the problem.
type Second struct {
	File string `json:"file"`
	Text string `json:"text"`
}

// A Param is a parameter as in -p name=value.
type Param struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Data is the content of a JSON file of parameters.
type Data struct {
	Name string `json:"name"`
	JSON string `json:"json"`
}

// Read grounds the problem. It takes the files that the text uses from Uses, or from load if that
// is not nil, and adds these to Uses.
func (p *Problem) Read(ctx context.Context, load func(name string) (string, error)) (*farbank.Problem, error) {
	opts := []farbank.Option{farbank.WithContext(ctx), farbank.WithLimit(p.Limit), farbank.WithLoader(p.loader(load))}
	for _, x := range p.Params {
		opts = append(opts, farbank.WithParam(x.Name, x.Value))
	}
	for _, d := range p.Data {
		opts = append(opts, farbank.WithData(d.Name, []byte(d.JSON)))
	}
	if p.Second != nil {
		return farbank.ParsePDDL(p.File, p.Text, p.Second.File, p.Second.Text, opts...)
	}
	return farbank.Parse(p.File, p.Text, opts...)
}

func (p *Problem) loader(load func(name string) (string, error)) func(name string) (string, error) {
	return func(name string) (string, error) {
		if text, ok := p.Uses[name]; ok {
			return text, nil
		}
		if load == nil {
			return "", fmt.Errorf("the file is not part of the problem")
		}
		text, err := load(name)
		if err == nil {
			if p.Uses == nil {
				p.Uses = map[string]string{}
			}
			p.Uses[strings.Clone(name)] = text
		}
		return text, err
	}
}
