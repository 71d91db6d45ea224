package rules

import (
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// What functions take and give is known before they are called: an argument
// that can only be wrong is refused where the call stands in the program.

// kindSet is a set of kinds of values, a bit each.
type kindSet uint16

func kindsOf(kinds ...value.Kind) kindSet {
	var set kindSet
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

// nothing is what printout gives: no value.
const nothing kindSet = 1 << value.None

// letters stand for the sets of kinds in the tables below.
var letters = map[byte]struct {
	set   kindSet
	words string
}{
	'f': {kindsOf(value.FloatKind), "float"},
	'i': {kindsOf(value.IntegerKind), "integer"},
	'n': {kindsOf(value.IntegerKind, value.FloatKind), "integer or float"},
	'w': {kindsOf(value.SymbolKind), "symbol"},
	's': {kindsOf(value.StringKind), "string"},
	'k': {kindsOf(value.SymbolKind, value.StringKind), "symbol or string"},
	'm': {kindsOf(value.MultifieldKind), "multifield"},
	'q': {kindsOf(value.MultifieldKind, value.SymbolKind, value.StringKind), "multifield, symbol, or string"},
	'y': {kindsOf(value.FactKind), "fact-address"},
	'z': {kindsOf(value.FactKind, value.IntegerKind, value.SymbolKind), "fact-address, integer, or symbol"},
	'v': {nothing, "nothing"},
}

// parameters lists functions by what they take: a letter an argument, the last
// for all further ones, u for anything.
var parameters = byName(map[string]string{
	"z":    "dependencies dependents deftemplate-slot-names fact-existp fact-relation fact-slot-names",
	"zu":   "ppfact",
	"zwu":  "fact-slot-value",
	"y":    "fact-index",
	"i":    "evenp oddp exit random run seed setgen",
	"ui":   "facts",
	"iiku": "sub-string",
	"kkiu": "str-compare",
	"iimu": "mv-subseq",
	"imu":  "mv-delete mv-replace nth nth$",
	"k": "lowcase upcase str-index str-length string-to-field " +
		"batch batch* build eval load load* save load-facts remove rename",
	"ku":   "funcall open",
	"kw":   "save-facts",
	"m":    "expand$ first$ rest$ implode$ str-implode",
	"mi":   "delete$ subseq$",
	"miiu": "replace$",
	"miu":  "insert$",
	"mmu":  "subset subsetp",
	"mu":   "delete-member$ replace-member$",
	"umu":  "member member$",
	"q":    "length length$",
	"s":    "assert-string explode$ str-explode",
	"usu":  "format",
	"n": "+ - * / ** < <= > >= = <> != div mod abs min max integer float round sqrt exp log log10 " +
		"sin cos tan sec csc cot asin acos atan asec acsc acot sinh cosh tanh sech csch coth " +
		"asinh acosh atanh asech acsch acoth deg-rad rad-deg deg-grad grad-deg",
	"w": "agenda matches focus refresh refresh-agenda set-break remove-break show-breaks set-strategy set-salience-evaluation " +
		"set-current-module get-watch-item get-fact-list show-defglobals deftemplate-slot-existp " +
		"ppdefrule ppdeftemplate ppdeffacts ppdeffunction ppdefglobal ppdefmodule " +
		"undefrule undeftemplate undeffacts undeffunction undefglobal " +
		"defrule-module deftemplate-module deffacts-module deffunction-module defglobal-module " +
		"list-defrules list-deftemplates list-deffacts list-defglobals rules " +
		"get-defrule-list get-deftemplate-list get-deffacts-list get-defglobal-list",
	"wu": "sort watch unwatch list-watch-items",
})

// results lists functions by what they give.
var results = byName(map[string]string{
	"w": "!= < <= <> = > >= eq neq and or not any-factp evenp oddp fact-existp floatp integerp lexemep multifieldp numberp " +
		"pointerp sequencep stringp symbolp wordp subset subsetp close open remove rename load load* batch batch* build " +
		"load-facts save-facts focus deftemplate-slot-existp get-auto-float-dividend set-auto-float-dividend " +
		"defrule-module deftemplate-module deffacts-module deffunction-module defglobal-module fact-relation gensym gensym* " +
		"get-current-module set-current-module get-focus pop-focus get-strategy set-strategy get-salience-evaluation set-salience-evaluation",
	"f": "** float pi time sqrt exp log log10 sin cos tan sec csc cot asin acos atan asec acsc acot sinh cosh tanh sech csch coth " +
		"asinh acosh atanh asech acsch acoth deg-rad rad-deg deg-grad grad-deg",
	"i": "div fact-index get-char integer length length$ random round setgen str-compare str-length",
	"k": "lowcase upcase readline str-cat sym-cat",
	"m": "create$ mv-append delete$ delete-member$ explode$ str-explode find-fact find-all-facts first$ rest$ insert$ mv-delete " +
		"mv-replace mv-subseq replace$ replace-member$ subseq$ get-focus-stack get-fact-list " +
		"get-defrule-list get-deftemplate-list get-deffacts-list get-deffunction-list get-defglobal-list get-defmodule-list",
	"n": "+ - * / abs min max mod",
	"s": "format implode$ str-implode sub-string",
	"v": "agenda clear clear-focus-stack dependencies dependents exit facts halt list-deffacts list-deffunctions list-defglobals " +
		"list-defrules list-deftemplates list-focus-stack list-watch-items ppdeffacts ppdeffunction ppdefglobal ppdefrule " +
		"ppdeftemplate ppfact printout put-char refresh refresh-agenda remove-break reset run seed set-break show-breaks " +
		"show-defglobals undeffacts undeffunction undefglobal undefrule undeftemplate unwatch watch",
})

func byName(lists map[string]string) map[string]string {
	all := map[string]string{}
	for signature, names := range lists {
		for _, name := range strings.Fields(names) {
			all[name] = signature
		}
	}
	return all
}

// checkArguments refuses a call with an argument of a kind it cannot have.
func (s *scope) checkArguments(f *syntax.Form, name string) error {
	signature := parameters[name]
	if signature == "" || s.env.dialect == Jess {
		return nil
	}
	for i, item := range f.Items[1:] {
		want, ok := letters[signature[min(i, len(signature)-1)]]
		if given := s.kindsOf(item); ok && given&want.set == 0 {
			return s.at(item, "%w", &ArgumentError{Function: name, Argument: i + 1, Want: "of type " + want.words})
		}
	}
	return nil
}

const anyKind = ^kindSet(0)

// kindsOf gives the kinds of values that an expression may have.
func (s *scope) kindsOf(f *syntax.Form) kindSet {
	if v, ok := s.constant(f); ok {
		return kindsOf(v.Kind())
	}
	if f.IsVariable() {
		if set, ok := s.types[f.Text]; ok {
			return set
		}
	}
	if name := f.Head(); name != "" && s.env.findFunction(s.module, name) == nil {
		if signature := results[name]; signature != "" {
			return letters[signature[0]].set
		}
	}
	return anyKind
}
