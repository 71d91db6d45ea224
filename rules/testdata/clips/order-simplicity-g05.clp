; Made at random: activations compete under simplicity.
(set-strategy simplicity)
(deftemplate dock (slot k) (slot w))
(defrule r1
   (inn ?y ?u)
   (inn ?v a|b)
   =>
   (printout t "r1" " " ?y " " ?u " " ?v crlf)
   (assert (mill c a)))
(defrule r2
   (dock (k ?v) (w ?z))
   ?f <- (dock (k ?v) (w ?v))
   =>
   (printout t "r2" " " ?v " " ?z crlf)
   (retract ?f))
(defrule r3
   (dock (k a|c) (w c))
   (or (inn ? ?u) (inn a a))
   (not (mill ?y b))
   =>
   (printout t "r3" crlf)
   (assert (dock (k a) (w a))))
(defrule r4
   ?f <- (mill c b)
   =>
   (printout t "r4" crlf)
   (retract ?f))
(defrule r5
   (inn ? ~a)
   (not (dock (k b) (w ?u)))
   =>
   (printout t "r5" crlf)
   (assert (mill a c)))
(reset)
(assert (inn a a))
(assert (dock (k b) (w b)))
(assert (inn a c))
(assert (inn b b))
(assert (inn a a))
(assert (mill b c))
(assert (dock (k a) (w b)))
(agenda)
(run 1)
(assert (dock (k c) (w c)))
(assert (inn b a))
(refresh r5)
(agenda)
(run 30)
(facts)
(exit)
