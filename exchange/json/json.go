// Package json writes the flat model of a problem as a JSON document.
package json

import (
	"bufio"
	"context"
	"encoding/json"

	"farbank/exchange/writing"
	"farbank/model"
)

// Language is the json language.
var Language = &writing.Language{Name: "json", File: "json", About: "the ground model as a JSON document: cells, expressions, moves, rules", Writes: writeJSON}

// The document; docs/json.md describes it.
type (
	problemJSON struct {
		Format      string         `json:"format"`
		File        string         `json:"file"`
		Title       string         `json:"title,omitempty"`
		Variables   []variableJSON `json:"variables"`
		Cells       []cellJSON     `json:"cells"`
		FindCells   int            `json:"findCells"`
		Expressions []exprJSON     `json:"expressions"`
		Start       []int          `json:"start"`
		Require     []ruleJSON     `json:"require"`
		Safety      []ruleJSON     `json:"safety"`
		Goal        []ruleJSON     `json:"goal"`
		Moves       []moveJSON     `json:"moves"`
		Objective   *objectiveJSON `json:"objective,omitempty"`
		CostDigits  int            `json:"costDigits,omitempty"`
	}
	variableJSON struct {
		Name string `json:"name"`
		Type string `json:"type"`
		Find bool   `json:"find"`
		Base int    `json:"base"`
		N    int    `json:"cells"`
		Line int    `json:"line"`
	}
	cellJSON struct {
		Name   string   `json:"name"`
		Type   string   `json:"type"`
		Lo     int64    `json:"lo"`
		Hi     int64    `json:"hi"`
		Digits int      `json:"digits,omitempty"`
		Values []string `json:"values,omitempty"`
	}
	exprJSON struct {
		Op     string    `json:"op"`
		Truth  bool      `json:"truth,omitempty"`
		Value  *int64    `json:"value,omitempty"`
		Locals bool      `json:"locals,omitempty"`
		Args   []int     `json:"args,omitempty"`
		Dims   []dimJSON `json:"dims,omitempty"`
		Values []int64   `json:"values,omitempty"`
	}
	dimJSON struct {
		Lo     int64 `json:"lo"`
		N      int64 `json:"n"`
		Stride int64 `json:"stride"`
	}
	ruleJSON struct {
		Kind  string `json:"kind"`
		Label string `json:"label,omitempty"`
		Text  string `json:"text"`
		Cond  int    `json:"cond"`
		Line  int    `json:"line"`
	}
	moveJSON struct {
		Name   string     `json:"name"`
		Move   string     `json:"move"`
		Args   []any      `json:"args"`
		Cost   int        `json:"cost"`
		Locals int        `json:"locals"`
		Body   []stmtJSON `json:"body"`
	}
	stmtJSON struct {
		Kind   string     `json:"kind"`
		Target *int       `json:"target,omitempty"`
		Value  int        `json:"value"`
		Then   []stmtJSON `json:"then,omitempty"`
		Else   []stmtJSON `json:"else,omitempty"`
		Label  string     `json:"label,omitempty"`
		Text   string     `json:"text,omitempty"`
		Line   int        `json:"line,omitempty"`
	}
	objectiveJSON struct {
		Maximize bool `json:"maximize"`
		Value    int  `json:"value"`
		Digits   int  `json:"digits,omitempty"`
	}
)

// flattener numbers the expressions of a problem, operands first.
type flattener struct {
	list []exprJSON
	ids  map[*model.Expr]int
}

func writeJSON(_ context.Context, w *writing.Writer) error {
	p := w.Problem
	f := &flattener{ids: map[*model.Expr]int{}}
	doc := problemJSON{Format: "farbank model 1", File: p.File, Title: p.Title, FindCells: p.NumFind, CostDigits: p.CostDigits,
		Variables: []variableJSON{}, Cells: []cellJSON{}, Start: []int{}, Moves: []moveJSON{}}
	for i := range p.Vars {
		v := &p.Vars[i]
		doc.Variables = append(doc.Variables, variableJSON{v.Name, v.Type.String(), v.Find, v.Base, v.Cells, v.Pos.Line})
	}
	for i := range p.Cells {
		doc.Cells = append(doc.Cells, cellDocument(&p.Cells[i]))
	}
	for _, e := range p.Start {
		doc.Start = append(doc.Start, f.expr(e))
	}
	doc.Require, doc.Safety, doc.Goal = f.rules(p.Require), f.rules(p.Safety), f.rules(p.Goal)
	for _, m := range p.Moves {
		move := moveJSON{Name: m.Schema.Name, Move: m.String(), Args: []any{}, Cost: f.expr(m.Cost), Locals: m.Locals, Body: f.body(m.Body)}
		for _, a := range m.Args {
			move.Args = append(move.Args, a.Type.JSON(a.Leaves))
		}
		doc.Moves = append(doc.Moves, move)
	}
	if p.Goals != nil {
		doc.Objective = &objectiveJSON{p.Goals.Maximize, f.expr(p.Goals.Value), p.Goals.Digits}
	}
	doc.Expressions = f.list
	if doc.Expressions == nil {
		doc.Expressions = []exprJSON{}
	}
	out := bufio.NewWriter(w.Out)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	return out.Flush()
}

func cellDocument(c *model.CellInfo) cellJSON {
	doc := cellJSON{Name: c.Name, Type: c.Type.String(), Lo: c.Lo, Hi: c.Hi, Digits: c.Type.Digits}
	if c.Type.Kind == model.Enum {
		doc.Values = c.Type.Members
	}
	return doc
}

func (f *flattener) expr(e *model.Expr) int {
	if id, ok := f.ids[e]; ok {
		return id
	}
	doc := exprJSON{Op: e.Op.String(), Truth: e.Bool, Locals: e.Locals, Values: e.Values}
	for _, a := range e.Args {
		doc.Args = append(doc.Args, f.expr(a))
	}
	for _, d := range e.Dims {
		doc.Dims = append(doc.Dims, dimJSON{d.Lo, d.N, d.Stride})
	}
	switch e.Op {
	case model.Const, model.Cell, model.Local, model.At:
		doc.Value = &e.Value
	}
	f.ids[e] = len(f.list)
	f.list = append(f.list, doc)
	return f.ids[e]
}

func (f *flattener) rules(rules []model.Rule) []ruleJSON {
	list := []ruleJSON{}
	for i := range rules {
		r := &rules[i]
		list = append(list, ruleJSON{r.Kind.String(), r.Label, r.Text, f.expr(r.Cond), r.Pos.Line})
	}
	return list
}

func (f *flattener) body(body []model.Stmt) []stmtJSON {
	list := []stmtJSON{}
	for i := range body {
		st := &body[i]
		doc := stmtJSON{Kind: [...]string{"guard", "let", "assign", "branch"}[st.Kind], Value: f.expr(st.Value), Label: st.Label, Text: st.Text, Line: st.Pos.Line}
		if st.Target != nil {
			target := f.expr(st.Target)
			doc.Target = &target
		}
		if st.Kind == model.Branch {
			doc.Then, doc.Else = f.body(st.Then), f.body(st.Else)
		}
		list = append(list, doc)
	}
	return list
}
