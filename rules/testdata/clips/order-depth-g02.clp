; Made at random: activations compete under depth.
(set-strategy depth)
(reset)
(assert (cap 2 2))
(assert (cap a a))
(assert (hat 2 a))
(assert (cap a 1))
(assert (bag a))
(assert (cap 1 a))
(defrule r1
   (cap ?y ?)
   (cap ?y a|2)
   =>
   (printout t "r1" " " ?y crlf)
   (assert (hat a 2)))
(defrule r2
   (forall (hat 1 ~a) (bag 2))
   =>
   (printout t "r2" crlf)
   (assert (hat 1 a)))
(defrule r3
   (hat ? 2)
   ?f <- (cap ?z a)
   =>
   (printout t "r3" " " ?z crlf)
   (retract ?f))
(agenda)
(run 1)
(assert (hat 1 a))
(assert (cap a 2))
(agenda)
(run 30)
(facts)
(exit)
