package builtin

import (
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// argumentCodes lists the functions of CLIPS 6.30 by the code of their arguments: the least and greatest
// number, the kind of all, and the kinds of the first ones.
const argumentCodes = `
**: timer
*1: close get-char read read-number readline set-locale
*1i: exit run
*1w: remove-break
*3w: instances
*4iu: facts
0**: active-duplicate-instance active-initialize-instance active-make-instance active-message-duplicate-instance
  active-message-modify-instance active-modify-instance any-factp any-instancep assert bind break create$
  delayed-do-for-all-facts delayed-do-for-all-instances do-for-all-facts do-for-all-instances do-for-fact
  do-for-instance duplicate duplicate-instance find-all-facts find-all-instances find-fact find-instance foreach if
  initialize-instance loop-for-count make-instance message-duplicate-instance message-modify-instance modify
  modify-instance mv-append object-pattern-match-delay override-next-handler override-next-method progn progn$ return
  switch while
0**w: list-watch-items
00: call-next-handler call-next-method clear clear-focus-stack delete-instance dribble-off gensym gensym*
  get-auto-float-dividend get-beta-memory-resizing get-class-defaults-mode get-current-module get-defmodule-list
  get-dynamic-constraint-checking get-fact-duplication get-focus get-focus-stack get-function-list
  get-incremental-reset get-profile-percent-threshold get-reset-globals get-salience-evaluation
  get-sequence-operator-recognition get-static-constraint-checking get-strategy halt init-slots join-activity-reset
  list-defmodules list-focus-stack mem-requests mem-used next-handlerp next-methodp operating-system options pi
  pop-focus ppinstance profile-reset release-mem reset time
01: get-defclass-list get-deffunction-list get-defgeneric-list get-definstances-list list-defclasses list-deffunctions
  list-defgenerics list-definstances
01w: agenda browse-classes get-deffacts-list get-defglobal-list get-defmethod-list get-defrule-list
  get-deftemplate-list get-fact-list list-deffacts list-defglobals list-defmethods list-defrules list-deftemplates
  profile-info refresh-agenda rules show-breaks show-defglobals
02i: random
02w: get-defmessage-handler-list list-defmessage-handlers
1*: printout str-cat sym-cat
1**k: funcall get-region
1**w: dynamic-put preview-generic put sort unwatch watch
1*e: unmake-instance
1*k: system
1*u: call
1*uw: new
1*w: focus
1*wk: bsave-instances save-facts save-instances
1*z: retract
11: class floatp instance-addressp instance-namep instancep integerp lexemep multifieldp not numberp pointerp
  sequencep set-auto-float-dividend set-beta-memory-resizing set-dynamic-constraint-checking set-fact-duplication
  set-incremental-reset set-reset-globals set-static-constraint-checking stringp symbolp wordp
11e: instance-existp instance-name
11h: dependencies dependents timetag
11i: evenp oddp seed setgen
11j: lowcase str-length string-to-field upcase
11k: batch batch* bload bload-instances bsave build dribble-on eval fetch load load* load-facts load-instances remove
  restore-instances save toss
11m: expand$ first$ implode$ rest$ str-implode
11n: abs acos acosh acot acoth acsc acsch asec asech asin asinh atan atanh cos cosh cot coth csc csch deg-grad deg-rad
  exp float grad-deg integer log log10 rad-deg round sec sech set-profile-percent-threshold sin sinh sqrt tan tanh
11p: instance-name-to-symbol
11q: length length$
11s: assert-string check-syntax explode$ str-assert str-explode
11u: type
11w: apropos class-abstractp class-existp class-reactivep conserve-mem defclass-module deffacts-module
  deffunction-module defgeneric-module defglobal-module definstances-module defrule-module deftemplate-module
  describe-class dynamic-get get get-function-restrictions get-watch-item ppdefclass ppdeffacts ppdeffunction
  ppdefgeneric ppdefglobal ppdefinstances ppdefmodule ppdefrule ppdeftemplate profile refresh set-break
  set-class-defaults-mode set-current-module set-salience-evaluation set-sequence-operator-recognition set-strategy
  symbol-to-instance-name undefclass undeffacts undeffunction undefgeneric undefglobal undefinstances undefrule
  undeftemplate
11y: fact-index
11z: deftemplate-slot-names fact-existp fact-relation fact-slot-names
12: put-char
12eep: instance-address
12w: class-slots class-subclasses class-superclasses join-activity matches
13*z: ppfact
2*: and eq neq or
2**us: format
2**wi: call-specific-method
2**wk: print-region
2*n: != * + - / < <= <> = > >= div max min
2*um: delete-member$
2*uuw: send
22*im: mv-delete nth nth$
22*mm: subset subsetp
22*um: member member$
22*wg: undefmethod
22*wi: ppdefmethod
22*zw: fact-slot-value
22iw: get-method-restrictions
22j: str-index
22k: rename
22n: ** mod
22w: deftemplate-slot-allowed-values deftemplate-slot-cardinality deftemplate-slot-default-value
  deftemplate-slot-defaultp deftemplate-slot-existp deftemplate-slot-multip deftemplate-slot-range
  deftemplate-slot-singlep deftemplate-slot-types preview-send slot-allowed-classes slot-allowed-values
  slot-cardinality slot-default-value slot-direct-accessp slot-facets slot-initablep slot-publicp slot-range
  slot-sources slot-types slot-writablep subclassp superclassp
23*jji: str-compare
23*k: open
23w: message-handler-existp ppdefmessage-handler slot-existp undefmessage-handler
24*kiki: constructs-to-c
3**mi: insert$
3**wi: direct-mv-insert slot-direct-insert$
3*um: replace-member$
33*iij: sub-string
33*iim: mv-subseq
33*im: mv-replace
33im: delete$ subseq$
33iw: direct-mv-delete slot-direct-delete$
33w: deftemplate-slot-facet-existp deftemplate-slot-facet-value
4**mii: replace$
4**wii: direct-mv-replace slot-direct-replace$
4*uewi: mv-slot-insert slot-insert$
44iew: mv-slot-delete slot-delete$
5*uewii: mv-slot-replace slot-replace$
`

// argumentCode returns the code of a function.
func argumentCode(c *core.Call) (value.Value, error) {
	name, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	code := ""
	for word := range strings.FieldsSeq(argumentCodes) {
		switch of, found := strings.CutSuffix(word, ":"); {
		case found:
			code = of
		case word == name:
			return value.String(code), nil
		}
	}
	return value.False, fault.Missing("function", name)
}
