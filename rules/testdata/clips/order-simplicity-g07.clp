; Made at random: activations compete under simplicity.
(set-strategy simplicity)
(defrule r1 (declare (salience 5))
   (inn ?)
   (not (and (inn 2) (dock 1)))
   (inn ?u)
   =>
   (printout t "r1" " " ?u crlf)
   (assert (mill ?u ?u)))
(defrule r2
   (mill a ?v)
   (mill a|2 ?y)
   =>
   (printout t "r2" " " ?v " " ?y crlf)
   (assert (inn ?v)))
(reset)
(assert (dock 1))
(assert (dock 2))
(assert (dock 1))
(assert (dock 1))
(defrule r3
   (dock a)
   ?f <- (mill ?v ?x)
   (inn ?)
   =>
   (printout t "r3" " " ?v " " ?x crlf)
   (retract ?f))
(defrule r4
   ?f <- (dock 1)
   (inn ?)
   (not (inn 1))
   =>
   (printout t "r4" crlf)
   (retract ?f))
(defrule r5
   (mill ?u 2)
   (mill ?v ~a)
   ?f <- (dock ?v)
   =>
   (printout t "r5" " " ?u " " ?v crlf)
   (assert (dock 2)))
(assert (inn a))
(assert (mill 1 2))
(assert (inn a))
(assert (inn 1))
(agenda)
(run 2)
(assert (mill 2 1))
(agenda)
(run 30)
(facts)
(exit)
