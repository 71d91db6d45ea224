; Made at random: activations compete under depth.
(set-strategy depth)
(defrule r1 (declare (salience 5))
   (inn ? ?u)
   (not (dock 3|1 ?u))
   ?f <- (dock ~1 ?z&~?u)
   =>
   (printout t "r1" " " ?u " " ?z crlf)
   (retract ?f))
(defrule r2
   (inn 2 ?y)
   ?f <- (mill 2 ?y)
   =>
   (printout t "r2" " " ?y crlf)
   (assert (mill ?y 2)))
(defrule r3
   (inn ?x ?y)
   (inn 1|3 ?z)
   =>
   (printout t "r3" " " ?x " " ?y " " ?z crlf)
   (assert (dock ?z 1)))
(defrule r4
   (dock ?z ?y)
   (dock ?u ?y)
   =>
   (printout t "r4" " " ?z " " ?y " " ?u crlf)
   (assert (mill ?y ?y)))
(reset)
(assert (mill 3 2))
(assert (dock 3 2))
(assert (dock 1 3))
(assert (inn 3 2))
(assert (mill 3 1))
(assert (mill 2 3))
(assert (inn 3 3))
(agenda)
(retract 3)
(agenda)
(run 1)
(agenda)
(run 30)
(facts)
(exit)
