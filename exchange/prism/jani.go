package prism

import (
	"context"
	"encoding/json"
	"fmt"

	"farbank/exchange/writing"
	"farbank/game"
)

// JANI is the jani language (Budde, Dehnert, Hahn, Hartmanns, Junges and Turrini 2017), which Storm and the Modest Toolset read.
var JANI = &writing.Language{Name: "jani", File: "jani", Others: true,
	About: "JANI model for Storm and Modest, of problems with chance", Writes: writeJANI}

// An object is an object of JSON whose members are sorted by name.
type object = map[string]any

func writeJANI(ctx context.Context, w *writing.Writer) error {
	if w.Problem.Foe() {
		return w.Refuse(w.Place(), "a foe: JANI has no games; the language prism has them")
	}
	m, err := newWriter(ctx, w)
	if err != nil {
		return err
	}
	goal := binary("≥", "s", m.goals)
	head := func(name string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			m.Err = err
		}
		m.Printf("  %q: %s,\n", name, text)
	}
	m.Printf("{\n")
	head("jani-version", 1)
	head("name", m.Problem.Title)
	head("type", "mdp")
	about := "Written by farbank. The variable s is the number of a state; goals come last."
	expected := "expected"
	if m.pay != nil {
		expected = "value"
		about += " The value of the objective is " + m.value("the property value") + "."
	}
	head("metadata", object{"description": about})
	head("variables", []object{
		{"name": "s", "type": object{"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": max(1, m.a.Len()-1)}, "initial-value": m.place[m.start]},
		{"name": m.reward(), "type": "real", "transient": true, "initial-value": 0},
	})
	ask := func(name string, value object) object {
		return object{"name": name, "expression": object{"op": "filter", "fun": "max", "values": value, "states": object{"op": "initial"}}}
	}
	head("properties", []object{
		ask("probability", object{"op": "Pmax", "exp": object{"op": "F", "exp": goal}}),
		ask(expected, object{"op": "Emin", "exp": m.reward(), "accumulate": []string{"steps"}, "reach": goal}),
	})
	head("system", object{"elements": []object{{"automaton": "play"}}})
	m.Printf("  \"automata\": [{\"name\": \"play\", \"locations\": [{\"name\": \"here\"}], \"initial-locations\": [\"here\"], \"edges\": [")
	first := true
	for s := range m.a.Len() {
		if m.Ended() {
			return w.Err
		}
		for _, e := range m.edges(s) {
			text, err := json.Marshal(e)
			if err != nil {
				return err
			}
			if !first {
				m.Printf(",")
			}
			first = false
			m.Printf("\n    %s", text)
		}
	}
	m.Printf("]}]\n}\n")
	return w.Err
}

func binary(op string, left, right any) object {
	return object{"op": op, "left": left, "right": right}
}

// edges returns the edges of a state.
func (m *writer) edges(s int) []object {
	moves := m.a.Moves(s)
	edge := func(to []object, what string) object {
		e := object{"location": "here", "guard": object{"exp": binary("=", "s", m.place[s])}, "destinations": to}
		if what != "" {
			e["comment"] = what
		}
		return e
	}
	leads := func(to int, cost any) object {
		set := []object{{"ref": "s", "value": to}}
		if cost != int64(0) {
			set = append(set, object{"ref": m.reward(), "value": cost})
		}
		return object{"location": "here", "assignments": set}
	}
	switch kind := m.a.Kind(s); {
	case kind == game.Goal || len(moves) == 0:
		return []object{edge([]object{leads(m.place[s], int64(0))}, "")}
	case kind == game.Chance:
		weights, order, total := m.weights(s)
		var cost any = int64(0) // its mean, whatever happens
		sum := int64(0)
		for _, mv := range moves {
			sum += mv.Weight * mv.Cost
		}
		if sum > 0 {
			cost = binary("/", sum, total)
		}
		var to []object
		for _, n := range order {
			d := leads(n, cost)
			d["probability"] = object{"exp": binary("/", weights[n], total)}
			to = append(to, d)
		}
		return []object{edge(to, "")}
	}
	var list []object
	for _, mv := range moves {
		what := ""
		if !m.last(s) && len(m.keys.Key(s)) > 0 {
			what = fmt.Sprint(m.Problem.Moves[mv.Label])
		}
		list = append(list, edge([]object{leads(m.place[mv.To], mv.Cost)}, what))
	}
	return list
}
