package decision

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// The elements of DMN 1.3 to 1.5 that are read; others that would change a result are refused.
type xmlDefinitions struct {
	Inputs    []xmlNamed    `xml:"inputData"`
	Decisions []xmlDecision `xml:"decision"`
	Knowledge []*knowledge  `xml:"businessKnowledgeModel"`
	Types     []xmlType     `xml:"itemDefinition"`
	Services  []xmlNamed    `xml:"decisionService"`
	Imports   []xmlNamed    `xml:"import"`
}

type xmlNamed struct {
	Name string `xml:"name,attr"`
}

// xmlType is a type; its components are names that expressions may use.
type xmlType struct {
	Name  string    `xml:"name,attr"`
	Parts []xmlType `xml:"itemComponent"`
}

// names returns the names of all components.
func (t xmlType) names() []string {
	var list []string
	for _, p := range t.Parts {
		list = append(append(list, p.Name), p.names()...)
	}
	return list
}

type xmlDecision struct {
	Name     string `xml:"name,attr"`
	Variable struct {
		Type string `xml:"typeRef,attr"`
	} `xml:"variable"`
	boxed
}

// simple are the types without items: a list with one item is converted to it.
var simple = []string{"string", "number", "boolean", "date", "time", "date and time"}

type xmlText struct {
	ID   string `xml:"id,attr"`
	Text string `xml:"text"`
	Type string `xml:"typeRef,attr"`
}

type xmlTable struct {
	ID          string      `xml:"id,attr"`
	Policy      string      `xml:"hitPolicy,attr"`
	Aggregation string      `xml:"aggregation,attr"`
	Inputs      []xmlInput  `xml:"input"`
	Outputs     []xmlOutput `xml:"output"`
	Rules       []xmlRule   `xml:"rule"`
}

type xmlInput struct {
	Expression xmlText `xml:"inputExpression"`
}

type xmlOutput struct {
	Name    string   `xml:"name,attr"`
	Values  *xmlText `xml:"outputValues"`
	Default *xmlText `xml:"defaultOutputEntry"`
}

type xmlRule struct {
	ID      string    `xml:"id,attr"`
	Tests   []xmlText `xml:"inputEntry"`
	Results []xmlText `xml:"outputEntry"`
}

// readDMN reads a model of DMN.
func (m *Model) readDMN(text string) error {
	var x xmlDefinitions
	if err := xml.Unmarshal([]byte(text), &x); err != nil {
		return errorAt(m.file, "%v", err)
	}
	for what, list := range map[string][]xmlNamed{"decision services": x.Services, "imports": x.Imports} {
		if len(list) > 0 {
			return errorAt(m.file, "%s are not supported: %s", what, list[0].Name)
		}
	}
	m.knowledge = x.Knowledge
	for _, t := range x.Types {
		m.parts = append(m.parts, t.names()...)
	}
	for _, in := range x.Inputs {
		m.inputs = append(m.inputs, in.Name)
	}
	for _, d := range x.Decisions {
		place := fmt.Sprintf("%s, decision %s", m.file, d.Name)
		switch {
		case d.Table != nil:
			t, err := m.dmnTable(d.Table, place)
			if err != nil {
				return err
			}
			m.Decisions = append(m.Decisions, &Decision{Name: d.Name, Table: t, place: place})
		case d.Literal != nil:
			m.Decisions = append(m.Decisions, &Decision{Name: d.Name, text: strings.TrimSpace(d.Literal.Text), place: place,
				single: slices.Contains(simple, d.Variable.Type[strings.LastIndex(d.Variable.Type, ":")+1:])})
		default:
			m.Decisions = append(m.Decisions, &Decision{Name: d.Name, boxed: &d.boxed, place: place})
		}
	}
	if len(m.Decisions) == 0 {
		return errorAt(m.file, "there is no decision")
	}
	return nil
}

func (m *Model) dmnTable(x *xmlTable, place string) (*Table, error) {
	t := &Table{}
	switch {
	case x.Policy == "" || x.Policy == "UNIQUE":
		t.Policy = "U"
	case x.Policy == "COLLECT":
		t.Policy = "C" + map[string]string{"SUM": "+", "MIN": "<", "MAX": ">", "COUNT": "#"}[x.Aggregation]
	default:
		names := map[string]string{"ANY": "A", "PRIORITY": "P", "FIRST": "F", "RULE ORDER": "R", "OUTPUT ORDER": "O"}
		if t.Policy = names[x.Policy]; t.Policy == "" {
			return nil, errorAt(place, "%s is no hit policy", x.Policy)
		}
	}
	for _, in := range x.Inputs {
		t.Inputs = append(t.Inputs, Input{Text: strings.TrimSpace(in.Expression.Text), Type: in.Expression.Type})
	}
	for _, out := range x.Outputs {
		o := Output{Name: out.Name}
		if out.Values != nil {
			o.Priority = splitList(out.Values.Text)
		}
		if out.Default != nil {
			o.Default = strings.TrimSpace(out.Default.Text)
		}
		t.Outputs = append(t.Outputs, o)
	}
	for i, r := range x.Rules {
		rule := Rule{Place: fmt.Sprintf("%s, rule %d", place, i+1)}
		for _, test := range r.Tests {
			rule.Tests = append(rule.Tests, strings.TrimSpace(test.Text))
		}
		for _, result := range r.Results {
			rule.Results = append(rule.Results, strings.TrimSpace(result.Text))
		}
		t.Rules = append(t.Rules, rule)
	}
	return t, nil
}

// splitList splits a list of expressions at its commas outside strings.
func splitList(text string) []string {
	var list []string
	quoted := false
	start := 0
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ',' && !quoted:
			list = append(list, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return append(list, strings.TrimSpace(text[start:]))
}
