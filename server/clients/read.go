package clients

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A description is the part of an OpenAPI document that the clients need.
type description struct {
	Paths      map[string]map[string]operation `json:"paths"`
	Components struct {
		Schemas map[string]schema `json:"schemas"`
	} `json:"components"`
}

type operation struct {
	ID        string              `json:"operationId"`
	Summary   string              `json:"summary"`
	Responses map[string]response `json:"responses"`
	Body      *response           `json:"requestBody"`
}

type response struct {
	Content map[string]struct {
		Schema schema `json:"schema"`
	} `json:"content"`
}

type schema struct {
	Ref         string            `json:"$ref"`
	Type        kinds             `json:"type"`
	Format      string            `json:"format"`
	Description string            `json:"description"`
	Items       *schema           `json:"items"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
	Additional  json.RawMessage   `json:"additionalProperties"`
}

// kinds lists the types of a value. In JSON it is a string or a list of strings.
type kinds []string

func (k *kinds) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*k = kinds{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(k))
}

// name returns the name of the referenced schema.
func (s *schema) name() string { return s.Ref[strings.LastIndexByte(s.Ref, '/')+1:] }

// A Type is the type of a document.
type Type struct {
	Name   string
	About  string
	Fields []Field
}

// A Field is a field of a Type.
type Field struct {
	Name     string // in JSON
	About    string
	Optional bool
	Of       schema
}

// A Question is an operation that takes a request and returns a document.
type Question struct {
	Name   string // such as solve
	About  string
	Answer string // the name of its Type
}

// API holds the data for the templates of the clients.
type API struct {
	Types     []Type
	Questions []Question
}

// Read parses an OpenAPI document in JSON.
func Read(openAPI []byte) (*API, error) {
	var d description
	if err := json.Unmarshal(openAPI, &d); err != nil {
		return nil, err
	}
	api := &API{}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		api.Types = append(api.Types, typeOf(name, d.Components.Schemas[name]))
	}
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		op, ok := d.Paths[path]["post"]
		if !ok || op.Responses["200"].Content == nil || op.Body == nil {
			continue
		}
		of := op.Responses["200"].Content["application/json"].Schema
		if of.Ref == "" {
			return nil, fmt.Errorf("%s: the schema of the answer has no name", path)
		}
		api.Questions = append(api.Questions, Question{op.ID, op.Summary, of.name()})
	}
	return api, nil
}

func typeOf(name string, s schema) Type {
	t := Type{Name: name, About: s.Description}
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		if field == "$schema" {
			continue
		}
		p := s.Properties[field]
		t.Fields = append(t.Fields, Field{field, p.Description, !slices.Contains(s.Required, field), p})
	}
	return t
}

// words gives the notation of types in a language.
type words struct {
	integer, number, decimal, boolean, text, any, nothing string
	list, table                                           func(of string) string
	ref                                                   func(name string) string
}

// write returns the notation of the type of a schema.
func (w *words) write(s schema) string {
	if s.Ref != "" {
		return w.ref(s.name())
	}
	for _, kind := range s.Type {
		switch kind {
		case "integer":
			return w.integer
		case "number":
			if s.Format == "decimal" {
				return w.decimal
			}
			return w.number
		case "boolean":
			return w.boolean
		case "string":
			return w.text
		case "array":
			if s.Items == nil {
				return w.list(w.any)
			}
			return w.list(w.write(*s.Items))
		case "object":
			var of schema
			if len(s.Additional) > 0 && s.Additional[0] == '{' && json.Unmarshal(s.Additional, &of) == nil {
				return w.table(w.write(of))
			}
			return w.table(w.any)
		}
	}
	return w.any
}

// camel returns a name with an upper-case initial, as exported in Go.
func camel(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
