package model_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"farbank/lang"
	"farbank/model"
)

const decoded = `
enum Thing { wolf, goat }
enum Bank { west, east }
state at[Thing]: Bank = {wolf: west, goat: east}
state grid[1..2, Thing]: 0..9 = [r: 1..2, t: Thing -> if t == wolf then r else 7]
state pos: (1..3, Bank) = (2, east)
state seen: set of Thing = {goat}
state pairs: set of (1..2, bool) = {(1, true)}
state big: -300..300 = -200
state on: bool = true
state by_pair[(1..2, bool)]: bool = [p: (1..2, bool) -> p == (2, true)]
state far_away: 0..1 = 1
move go(t: Thing, s: set of 1..2) { at[t] = east }
`

func decodedState(t *testing.T) (*model.Problem, model.State) {
	t.Helper()
	p, err := lang.Parse("d.far", decoded, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := p.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

type bank string

type shore struct{ east bool }

func (s *shore) UnmarshalText(b []byte) error {
	if s.east = string(b) == "east"; !s.east && string(b) != "west" {
		return errors.New("neither bank")
	}
	return nil
}

func TestDecode(t *testing.T) {
	p, s := decodedState(t)
	var v struct {
		At    map[string]bank
		Same  map[string]shore    `farbank:"at"`
		Rows  [2]map[string]uint8 `farbank:"grid"`
		Cells [][]int             `farbank:"grid"`
		ByRow map[int]any         `farbank:"grid"`
		Pos   struct {
			Row  int
			Bank string
		}
		Seen  []string
		In    map[string]bool `farbank:"seen"`
		Pairs []struct {
			N   int
			Yes bool
		}
		Set     map[[2]any]struct{} `farbank:"pairs"`
		Big     *int16
		On      bool
		Where   map[string]bool `farbank:"by_pair"`
		FarAway any
		Other   string
		Never   int `farbank:"-"`
		hidden  int
	}
	if err := p.Decode(s, &v); err != nil {
		t.Fatal(err)
	}
	_ = v.hidden
	for name, ok := range map[string]bool{
		"at": v.At["wolf"] == "west" && v.At["goat"] == "east", "text": v.Same["goat"].east && !v.Same["wolf"].east,
		"rows": v.Rows[1]["wolf"] == 2, "cells": reflect.DeepEqual(v.Cells, [][]int{{1, 7}, {2, 7}}),
		"by row": reflect.DeepEqual(v.ByRow[1], map[string]any{"wolf": int64(1), "goat": int64(7)}),
		"pos":    v.Pos.Row == 2 && v.Pos.Bank == "east", "seen": reflect.DeepEqual(v.Seen, []string{"goat"}), "in": len(v.In) == 1 && v.In["goat"],
		"pairs": len(v.Pairs) == 1 && v.Pairs[0].N == 1 && v.Pairs[0].Yes, "set": len(v.Set) == 1, "big": *v.Big == -200, "on": v.On,
		"by pair": v.Where["(2, true)"] && !v.Where["(1, true)"], "far away": v.FarAway == int64(1),
	} {
		if !ok {
			t.Errorf("%s: %+v", name, v)
		}
	}
	var all map[string]any
	if err := p.Decode(s, &all); err != nil || !reflect.DeepEqual(all, p.State(model.Step{State: s})) {
		t.Error(all, err)
	}
}

func TestDecodeErrors(t *testing.T) {
	p, s := decodedState(t)
	for want, into := range map[string]any{
		"a pointer is needed":              struct{}{},
		"cannot be put into a int":         new(int),
		"-200 does not fit a int8":         &struct{ Big int8 }{},
		"-200 does not fit a uint":         &struct{ Big uint }{},
		"at[wolf]: a value of Bank cannot": &struct{ At map[string]int }{},
		"there is no such variable; there are at": &struct {
			X int `farbank:"x"`
		}{},
		"pos: a value of (1..3, Bank) cannot":  &struct{ Pos [3]any }{},
		"is not exported":                      &struct{ Pos struct{ a, b int } }{},
		"seen: a value of set of Thing cannot": &struct{ Seen map[string]int }{},
		"grid[1]: a value of":                  &struct{ Grid []int }{},
	} {
		var e *model.DecodeError
		if err := p.Decode(s, into); !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%T: %v, want %s", into, err, want)
		}
	}
}

func TestGet(t *testing.T) {
	p, s := decodedState(t)
	for _, c := range []struct {
		want any
		name string
		at   []any
	}{
		{"west", "at", []any{"wolf"}}, {int64(7), "grid", []any{2, "goat"}}, {map[string]any{"wolf": int64(2), "goat": int64(7)}, "grid", []any{2}},
		{true, "by_pair", []any{[]any{2, true}}}, {int64(-200), "big", nil}, {[]any{int64(2), "east"}, "pos", nil},
	} {
		if got, err := p.Get(s, c.name, c.at...); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s%v: %v, %v", c.name, c.at, got, err)
		}
	}
	for want, at := range map[string][]any{"cow is not in Thing": {"at", "cow"}, "it has 0 indices, 1 are given": {"on", 1}, "no such variable": {"no"}, "it has 1 indices, 2": {"at", "wolf", 2}} {
		var e *model.DecodeError
		if _, err := p.Get(s, at[0].(string), at[1:]...); !errors.As(err, &e) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", at, err, want)
		}
	}
}

func TestArguments(t *testing.T) {
	p, _ := decodedState(t)
	m := p.Moves[len(p.Moves)-1]
	if got := m.Arguments(); m.Name() != "go" || !reflect.DeepEqual(got, map[string]any{"t": "goat", "s": []any{int64(1), int64(2)}}) {
		t.Error(m.Name(), got)
	}
	if v, ok := m.Arg("t"); !ok || v.String() != "goat" {
		t.Error(v, ok)
	}
	if _, ok := m.Arg("x"); ok {
		t.Error("there is no x")
	}
}
