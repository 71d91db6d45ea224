; Made at random: activations compete under lex.
(set-strategy lex)
(defrule r1
   (cat ?z)
   (cat ?v)
   (not (owl ~1 ?z))
   =>
   (printout t "r1" " " ?z " " ?v crlf)
   (assert (fox 1 2)))
(defrule r2
   ?f <- (fox ~1 2)
   =>
   (printout t "r2" crlf)
   (retract ?f))
(defrule r3
   (cat ?y)
   (exists (cat 2))
   (forall (fox ?u 1|3) (owl ~?u ?x&~?y))
   (cat ?y)
   =>
   (printout t "r3" " " ?y crlf)
   (assert (fox ?y 1)))
(reset)
(assert (cat 3))
(assert (owl 2 1))
(assert (cat 2))
(assert (cat 1))
(agenda)
(retract 3)
(agenda)
(run 3)
(assert (cat 2))
(assert (cat 1))
(agenda)
(run 30)
(facts)
(exit)
