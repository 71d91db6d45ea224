; Made at random: activations compete under mea.
(set-strategy mea)
(defrule r1 (declare (salience -5))
   ?f <- (cog ?x c)
   (cam ?z ?x)
   =>
   (printout t "r1" " " ?x " " ?z crlf))
(defrule r2
   (or (cog ?u ?v) (pin b))
   =>
   (printout t "r2" crlf)
   (assert (cog b a)))
(reset)
(assert (pin b))
(assert (pin c))
(assert (cam c a))
(assert (cam a c))
(defrule r3
   (forall (cam ?x ?z) (pin ?x))
   =>
   (printout t "r3" crlf)
   (assert (pin b)))
(defrule r4
   (pin ?z)
   (pin ?x)
   =>
   (printout t "r4" " " ?z " " ?x crlf))
(assert (pin a))
(assert (pin a))
(assert (cog c a))
(agenda)
(run 2)
(assert (cam b b))
(agenda)
(run 30)
(facts)
(exit)
