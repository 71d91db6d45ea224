; Made at random: the strategy changes while activations wait.
(set-strategy depth)
(deftemplate pin (slot k) (slot w))
(defrule r1
   ?f <- (cam ? 3|1)
   (not (pin (k ?z) (w ?v)))
   (pin (k ?x) (w ?u))
   (not (and (pin (k ~1) (w ?)) (cam ?x ?u)))
   =>
   (printout t "r1" " " ?x " " ?u crlf)
   (retract ?f))
(defrule r2
   (cam ~1 1)
   =>
   (printout t "r2" crlf)
   (assert (cam 1 1)))
(defrule r3
   (cam ?y ?v)
   =>
   (printout t "r3" " " ?y " " ?v crlf))
(defrule r4
   (pin (k ?x) (w ?z))
   =>
   (printout t "r4" " " ?x " " ?z crlf)
   (assert (cam 1 ?x)))
(reset)
(assert (cam 3 1))
(assert (pin (k 1) (w 3)))
(assert (cam 1 3))
(assert (cog 1))
(assert (cam 2 1))
(assert (cog 3))
(assert (cam 2 1))
(agenda)
(set-strategy lex)
(agenda)
(run 2)
(assert (cam 2 1))
(assert (pin (k 3) (w 1)))
(refresh r1)
(agenda)
(set-strategy mea)
(agenda)
(run 30)
(facts)
(exit)
