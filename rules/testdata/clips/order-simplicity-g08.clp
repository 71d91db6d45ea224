; Made at random: activations compete under simplicity.
(set-strategy simplicity)
(defrule r1
   (cog c)
   (not (and (pin b) (pin a)))
   =>
   (printout t "r1" crlf)
   (assert (cam a b)))
(defrule r2 (declare (salience 5))
   (cog ?x)
   (cog ?z)
   =>
   (printout t "r2" " " ?x " " ?z crlf)
   (assert (cam a b)))
(defrule r3
   (forall (pin ?) (cam b ?))
   (not (cam ?z c))
   ?f <- (pin ?x)
   =>
   (printout t "r3" " " ?x crlf))
(defrule r4
   (cam ? ?)
   (not (cam a ?z))
   =>
   (printout t "r4" crlf))
(defrule r5
   (cam b ?)
   (pin ?x)
   =>
   (printout t "r5" " " ?x crlf)
   (assert (cog a)))
(reset)
(assert (cam b a))
(assert (pin c))
(assert (pin c))
(assert (cam c c))
(assert (cam c a))
(assert (cog c))
(assert (pin a))
(agenda)
(run 1)
(refresh r1)
(agenda)
(run 30)
(facts)
(exit)
