; Made at random: activations compete under mea.
(set-strategy mea)
(defrule r1
   (mill ?v ?)
   =>
   (printout t "r1" " " ?v crlf))
(defrule r2
   (dock b ?y)
   ?f <- (inn ?y ?y)
   =>
   (printout t "r2" " " ?y crlf))
(reset)
(assert (inn a a))
(assert (inn a b))
(assert (dock c b))
(assert (mill c c))
(defrule r3
   (inn ? a)
   (mill a ?u)
   =>
   (printout t "r3" " " ?u crlf))
(defrule r4 (declare (salience 5))
   (dock ?z c|a)
   (dock ? ?)
   (dock ?z c|a)
   (forall (dock ?x ?z) (inn ~?z ?v))
   =>
   (printout t "r4" " " ?z crlf)
   (assert (inn c a)))
(defrule r5
   (inn ?z b)
   (exists (inn ?y ?))
   =>
   (printout t "r5" " " ?z crlf))
(assert (inn a b))
(assert (mill c a))
(assert (mill b b))
(assert (dock c a))
(agenda)
(run 2)
(assert (dock b c))
(agenda)
(run 30)
(facts)
(exit)
