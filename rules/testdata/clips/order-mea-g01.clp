; Made at random: activations compete under mea.
(set-strategy mea)
(defrule r1 (declare (salience 5))
   (dock c)
   (exists (mill a))
   (exists (mill b))
   (dock b)
   =>
   (printout t "r1" crlf))
(defrule r2
   (mill ?v)
   (dock ?z&~?v)
   =>
   (printout t "r2" " " ?v " " ?z crlf))
(reset)
(assert (dock c))
(assert (dock a))
(assert (dock a))
(assert (inn b))
(defrule r3
   (inn ?x)
   (dock ?y)
   (mill ?u)
   =>
   (printout t "r3" " " ?x " " ?y " " ?u crlf)
   (assert (mill ?x)))
(defrule r4
   (dock ?)
   ?f <- (mill ?x)
   (exists (mill ?z))
   (inn ?v)
   =>
   (printout t "r4" " " ?x " " ?v crlf)
   (retract ?f))
(defrule r5
   (dock ?x)
   (not (inn ?x))
   ?f <- (mill ?x)
   (dock ?x)
   =>
   (printout t "r5" " " ?x crlf)
   (assert (inn ?x)))
(assert (dock c))
(assert (mill a))
(assert (inn a))
(agenda)
(retract 2)
(agenda)
(run 3)
(agenda)
(run 30)
(facts)
(exit)
