; Made at random: activations compete under depth.
(set-strategy depth)
(reset)
(assert (jug 2 1))
(assert (lid 1 a))
(assert (jug a 1))
(assert (jug a a))
(assert (jug 2 a))
(assert (jug 1 a))
(assert (pot a 1))
(defrule r1
   (jug 2|1 ~2)
   (not (and (jug a 1) (jug ?u ~2)))
   ?f <- (jug ~a 1)
   =>
   (printout t "r1" crlf)
   (retract ?f))
(defrule r2
   (pot 1 2)
   =>
   (printout t "r2" crlf)
   (assert (lid a a)))
(defrule r3 (declare (salience 5))
   (jug ? ?z)
   =>
   (printout t "r3" " " ?z crlf)
   (assert (jug ?z 1)))
(defrule r4
   (pot ~1 ?y)
   (not (lid ?u ?y))
   =>
   (printout t "r4" " " ?y crlf)
   (assert (jug 1 a)))
(defrule r5
   (or (lid a|2 ?) (jug 2 ?v))
   =>
   (printout t "r5" crlf)
   (assert (jug 1 a)))
(agenda)
(run 1)
(assert (lid 2 2))
(assert (jug a 2))
(refresh r1)
(agenda)
(run 30)
(facts)
(exit)
