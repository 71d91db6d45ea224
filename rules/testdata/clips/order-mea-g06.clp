; Made at random: activations compete under mea.
(set-strategy mea)
(defrule r1
   ?f <- (lid ?x a)
   (exists (jug 1|a ?z&~?x))
   (pot ? ?x)
   =>
   (printout t "r1" " " ?x crlf)
   (retract ?f))
(defrule r2 (declare (salience -5))
   (or (pot a 1) (lid a ?y))
   (pot ~a ~1)
   =>
   (printout t "r2" crlf))
(defrule r3
   (lid ?z ?z)
   (pot ? ?)
   (test (neq ?z 2))
   =>
   (printout t "r3" " " ?z crlf))
(defrule r4
   (jug 2 ?x)
   (exists (pot ?x ?x))
   =>
   (printout t "r4" " " ?x crlf)
   (assert (lid 2 ?x)))
(defrule r5
   (pot ?z 2|1)
   (or (lid ?z ?z) (jug ?v ?z))
   =>
   (printout t "r5" " " ?z crlf)
   (assert (pot a ?z)))
(reset)
(assert (lid a 1))
(assert (pot 1 1))
(assert (jug a 1))
(assert (lid 1 1))
(assert (jug 2 2))
(assert (pot 2 2))
(agenda)
(retract 2)
(agenda)
(run 3)
(assert (lid a 1))
(assert (jug a a))
(agenda)
(run 30)
(facts)
(exit)
