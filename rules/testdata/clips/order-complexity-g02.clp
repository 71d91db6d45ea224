; Made at random: activations compete under complexity.
(set-strategy complexity)
(defrule r1
   (inn 1)
   (not (mill ~a))
   =>
   (printout t "r1" crlf)
   (assert (dock 1 2)))
(defrule r2 (declare (salience 5))
   (inn ?)
   =>
   (printout t "r2" crlf))
(defrule r3
   (mill a)
   (not (mill ?v))
   (mill 2)
   =>
   (printout t "r3" crlf)
   (assert (inn a)))
(defrule r4
   (inn 1)
   (inn ~2)
   =>
   (printout t "r4" crlf))
(reset)
(assert (mill a))
(assert (inn 1))
(assert (inn 1))
(assert (mill 1))
(assert (inn 2))
(assert (inn a))
(agenda)
(retract 3)
(agenda)
(run 1)
(agenda)
(run 30)
(facts)
(exit)
