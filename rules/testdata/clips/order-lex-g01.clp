; Made at random: activations compete under lex.
(set-strategy lex)
(defrule r1
   (fir ~3)
   (elm 1 1)
   (forall (elm ? ?v) (elm ?y ~2))
   =>
   (printout t "r1" crlf))
(defrule r2
   (oak ? 1)
   (fir ?)
   =>
   (printout t "r2" crlf)
   (assert (fir 2)))
(reset)
(assert (elm 3 1))
(assert (elm 2 1))
(assert (oak 1 2))
(defrule r3
   ?f <- (elm ?x ?)
   =>
   (printout t "r3" " " ?x crlf)
   (assert (oak 3 ?x)))
(defrule r4
   (elm ~3 ?)
   (or (fir 2) (oak 2 3))
   =>
   (printout t "r4" crlf)
   (assert (elm 3 3)))
(defrule r5
   (fir ?u)
   (oak ?v ?x)
   ?f <- (fir ?x)
   =>
   (printout t "r5" " " ?u " " ?v " " ?x crlf))
(assert (oak 3 1))
(assert (fir 1))
(assert (elm 3 3))
(agenda)
(retract 2)
(agenda)
(run 1)
(assert (fir 1))
(assert (fir 2))
(agenda)
(run 30)
(facts)
(exit)
