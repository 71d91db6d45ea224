; Made at random: the strategy changes while activations wait.
(set-strategy lex)
(deftemplate bag (slot k) (slot w))
(defrule r1
   (forall (cap 3|1) (hat ~3 ?z))
   (hat ?u ?z)
   (hat ?u ?z)
   =>
   (printout t "r1" " " ?u " " ?z crlf))
(defrule r2
   (bag (k 3) (w ?y))
   ?f <- (bag (k ?y) (w ?y))
   (hat ?x ?)
   (not (and (cap ?y) (bag (k ?z) (w ?))))
   =>
   (printout t "r2" " " ?y " " ?x crlf)
   (retract ?f))
(reset)
(assert (hat 3 1))
(assert (cap 3))
(assert (hat 1 3))
(defrule r3
   (bag (k 1|3) (w 3))
   =>
   (printout t "r3" crlf)
   (assert (hat 2 3)))
(defrule r4
   (hat 3|1 1)
   =>
   (printout t "r4" crlf)
   (assert (cap 2)))
(assert (hat 1 1))
(assert (hat 2 2))
(agenda)
(set-strategy depth)
(agenda)
(run 2)
(assert (hat 1 1))
(assert (hat 3 3))
(agenda)
(set-strategy mea)
(agenda)
(run 30)
(facts)
(exit)
