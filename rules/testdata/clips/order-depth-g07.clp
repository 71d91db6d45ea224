; Made at random: activations compete under depth.
(set-strategy depth)
(reset)
(assert (cog 3 2))
(assert (pin 2 3))
(assert (cam 1 3))
(assert (cog 3 1))
(assert (cam 1 2))
(assert (cog 1 2))
(assert (cog 3 3))
(defrule r1
   ?f <- (cog 1 2)
   (cog ?u ?)
   (not (and (pin ?u ?z&~?u) (cog ~3 ?z)))
   =>
   (printout t "r1" " " ?u crlf)
   (retract ?f))
(defrule r2
   ?f <- (cam 3|1 ?x)
   (pin ?z&~?x ?z)
   (cam ?z ?v&~?x)
   (cam ?y ?y)
   =>
   (printout t "r2" " " ?x " " ?z " " ?v " " ?y crlf)
   (retract ?f))
(defrule r3
   (pin 1|3 ?z)
   (cam ?y ~2)
   (forall (cam ?y 1) (cam 1|3 ?u))
   =>
   (printout t "r3" " " ?z " " ?y crlf)
   (assert (cam ?y ?z)))
(defrule r4 (declare (salience -5))
   (or (cog 3 ?x) (pin 3 1))
   (or (cog 1|3 1) (cam ?u ?y))
   =>
   (printout t "r4" crlf)
   (assert (cog 2 2)))
(defrule r5
   (pin 2 ?y)
   (pin ?z&~?y ?x)
   (pin ?x ?y)
   =>
   (printout t "r5" " " ?y " " ?z " " ?x crlf)
   (assert (cog 1 2)))
(agenda)
(retract 3)
(agenda)
(run 1)
(agenda)
(run 30)
(facts)
(exit)
