; Made at random: the strategy changes while activations wait.
(set-strategy lex)
(reset)
(assert (oak 2 3))
(assert (oak 1 2))
(assert (fir 2))
(assert (oak 1 3))
(assert (oak 3 1))
(assert (elm 2 1))
(defrule r1
   (oak ?x ?z)
   (elm ?x ?)
   (oak ?u ?v)
   =>
   (printout t "r1" " " ?x " " ?z " " ?u " " ?v crlf)
   (assert (oak ?z 3)))
(defrule r2 (declare (salience 5))
   ?f <- (elm 3 ?z)
   =>
   (printout t "r2" " " ?z crlf)
   (retract ?f))
(defrule r3
   (fir 2)
   =>
   (printout t "r3" crlf)
   (assert (oak 2 2)))
(defrule r4
   (elm ~1 ?)
   (not (elm 3 1))
   =>
   (printout t "r4" crlf)
   (assert (oak 3 1)))
(defrule r5
   ?f <- (elm 3|2 ?)
   (forall (fir ?x) (oak ?x ?x))
   =>
   (printout t "r5" crlf)
   (retract ?f))
(agenda)
(set-strategy mea)
(agenda)
(retract 2)
(agenda)
(set-strategy simplicity)
(agenda)
(run 3)
(assert (fir 3))
(refresh r2)
(agenda)
(set-strategy depth)
(agenda)
(run 30)
(facts)
(exit)
