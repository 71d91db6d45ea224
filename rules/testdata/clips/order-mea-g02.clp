; Made at random: activations compete under mea.
(set-strategy mea)
(reset)
(assert (cam 1 1))
(assert (pin 3))
(assert (pin 2))
(assert (pin 3))
(assert (cog 2))
(defrule r1
   (or (cam ?y 2) (pin ?u))
   ?f <- (pin ?y)
   =>
   (printout t "r1" " " ?y crlf))
(defrule r2
   ?f <- (pin ?u)
   (cam ?u ~3)
   (pin ?x)
   (cog ?x)
   =>
   (printout t "r2" " " ?u " " ?x crlf)
   (retract ?f))
(defrule r3
   (cam ?x 1)
   (not (and (cam ?x ?x) (cog 1)))
   (cog ?x)
   =>
   (printout t "r3" " " ?x crlf))
(defrule r4
   (cog ?y)
   (pin ?z&~?y)
   =>
   (printout t "r4" " " ?y " " ?z crlf)
   (assert (cog ?y)))
(agenda)
(run 1)
(assert (cog 3))
(assert (cog 1))
(agenda)
(run 30)
(facts)
(exit)
