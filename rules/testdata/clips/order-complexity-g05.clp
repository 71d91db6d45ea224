; Made at random: activations compete under complexity.
(set-strategy complexity)
(reset)
(assert (cog 1))
(assert (pin a a))
(assert (cam 2 1))
(assert (cog 2))
(assert (pin a 2))
(assert (cog a))
(defrule r1
   (cam a ?z)
   ?f <- (cog ?x)
   (exists (pin ?v ~?z))
   (pin ~2 ?z)
   =>
   (printout t "r1" " " ?z " " ?x crlf)
   (retract ?f))
(defrule r2
   ?f <- (pin 2 1)
   =>
   (printout t "r2" crlf)
   (retract ?f))
(defrule r3 (declare (salience 5))
   (or (cam ?u 1|2) (pin ?u ?))
   (cog a)
   =>
   (printout t "r3" " " ?u crlf)
   (assert (cam a ?u)))
(defrule r4
   (cog ?)
   ?f <- (cam ?y ?v)
   =>
   (printout t "r4" " " ?y " " ?v crlf))
(agenda)
(run 1)
(assert (cog 1))
(agenda)
(run 30)
(facts)
(exit)
