; Made at random: activations compete under simplicity.
(set-strategy simplicity)
(deftemplate dock (slot k) (slot w))
(defrule r1
   ?f <- (mill ~c ?x)
   (exists (dock (k ?x) (w c)))
   (inn ?y)
   (inn ?y)
   =>
   (printout t "r1" " " ?x " " ?y crlf)
   (retract ?f))
(defrule r2
   (inn ~b)
   =>
   (printout t "r2" crlf)
   (assert (inn b)))
(reset)
(assert (mill b b))
(assert (mill b c))
(assert (dock (k b) (w a)))
(defrule r3
   (or (mill c|b ?v) (dock (k ?) (w ?)))
   (inn b)
   (dock (k ?u) (w ?))
   =>
   (printout t "r3" " " ?u crlf)
   (assert (mill ?u ?u)))
(defrule r4
   (dock (k ~b) (w a))
   (inn a|b)
   =>
   (printout t "r4" crlf)
   (assert (dock (k b) (w a))))
(defrule r5 (declare (salience 5))
   (or (inn ?x) (dock (k b) (w ?z)))
   (dock (k ?x) (w a))
   =>
   (printout t "r5" " " ?x crlf)
   (assert (inn b)))
(assert (mill c c))
(assert (mill a a))
(assert (dock (k b) (w a)))
(agenda)
(run 1)
(assert (mill b a))
(agenda)
(run 30)
(facts)
(exit)
