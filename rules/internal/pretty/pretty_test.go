package pretty_test

import (
	"testing"

	"farbank/rules/internal/pretty"
)

// TestPrint checks the format, which is that of CLIPS.
func TestPrint(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"(defrule r =>)", "(defrule M::r\n   =>)"},
		{`(defrule r "why" (declare (salience 1)) ?f <- (a ?x&~b|:(> ?x 1) $?y) (test (> 1 0)) => (assert (c 1.50) (d =(+ 1 2))) (retract ?f))`,
			"(defrule M::r \"why\"\n   (declare (salience 1))\n   ?f <- (a ?x&~b|:(> ?x 1) $?y)\n   (test (> 1 0))\n   =>\n   (assert (c 1.5)\n           (d =(+ 1 2)))\n   (retract ?f))"},
		{"(defrule r (or (a) (b)) (not (and (c) ?g <- (d))) (exists (e) (f)) => )",
			"(defrule M::r\n   (or  (a)\n        (b))\n   (not (and (c)\n             ?g <- (d)))\n   (exists\n        (e)\n        (f))\n   =>)"},
		{"(deffunction f (?x $?y) (if (> ?x 1) then 1 else 2))",
			"(deffunction M::f\n   (?x $?y)\n   (if (> ?x 1)\n      then\n      1\n      else\n      2))"},
		{"(deffunction f () (while TRUE do (f)) (while TRUE (f)) (loop-for-count (?i 1 3) do (f)) (loop-for-count 3 (f)))",
			"(deffunction M::f\n   ()\n   (while TRUE do\n      (f))\n   (while TRUE\n      (f))\n   (loop-for-count (?i 1 3)  do\n      (f))\n   (loop-for-count 3\n      (f)))"},
		{"(deffunction f () (progn (a) (b)) (progn$ (?x ?y) (a)) (progn$ ?y (a)) (foreach ?x ?y (a)) (bind ?x 1))",
			"(deffunction M::f\n   ()\n   (progn\n      (a)\n      (b))\n   (progn$ (?x ?y) \n      (a))\n   (progn$ ?y\n      (a))\n   (foreach ?x ?y\n      (a))\n   (bind ?x 1))"},
		{"(deffunction f () (switch 1 (case 1 then (a)) (default (b))) (do-for-fact ((?f g)) TRUE (a)))",
			"(deffunction M::f\n   ()\n   (switch 1\n      (case 1 then\n         (a))\n      (default \n         (b)))\n   (do-for-fact ((?f g))\n      TRUE\n      (a)))"},
		{"(deftemplate t (slot a) (multislot b (default 1 2)))", "(deftemplate M::t\n   (slot a)\n   (multislot b (default 1 2)))"},
		{"(deffacts d (a 1) (b \"x\"))", "(deffacts M::d\n   (a 1)\n   (b \"x\"))"},
		{"(defglobal N ?*g* = (+ 1 2))", "(defglobal N ?*g* = (+ 1 2))"},
		{"(defmodule r (export ?ALL))", "(defmodule r\n   (export ?ALL))"},
		{"(not closed", "(not closed"},
	} {
		name := c.source
		if i := len("(def"); len(name) > i {
			name = map[byte]string{'f': "f", 'r': "r", 't': "t"}[c.source[4]]
		}
		switch {
		case c.source[4:9] == "facts":
			name = "d"
		case c.source[4:10] == "module":
			name = "r"
		}
		if got := pretty.Print(c.source, "M", name); got != c.want {
			t.Errorf("%s is printed\n%q, not\n%q", c.source, got, c.want)
		}
	}
}
