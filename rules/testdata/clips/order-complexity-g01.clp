; Made at random: activations compete under complexity.
(set-strategy complexity)
(defrule r1
   (bag ~2 ?)
   =>
   (printout t "r1" crlf)
   (assert (bag a a)))
(defrule r2
   (hat a 2)
   (cap a 1)
   (forall (bag 2 ?z) (cap a ?z))
   =>
   (printout t "r2" crlf)
   (assert (cap 2 a)))
(defrule r3 (declare (salience 5))
   (or (bag 2 ?z) (cap ? 1))
   (or (cap 1 ?z) (cap ?x ?y))
   =>
   (printout t "r3" crlf))
(defrule r4
   (cap ?y ?v)
   ?f <- (bag ?x ?y)
   (not (cap ?y ~?x))
   =>
   (printout t "r4" " " ?y " " ?v " " ?x crlf))
(defrule r5
   (cap 2 ?y)
   (bag ?y ?y)
   (bag ?z a)
   (bag ?z ~a)
   =>
   (printout t "r5" " " ?y " " ?z crlf)
   (assert (cap 1 2)))
(reset)
(assert (cap 1 1))
(assert (hat 1 a))
(assert (hat 1 a))
(assert (hat 2 2))
(assert (cap 1 2))
(agenda)
(retract 2)
(agenda)
(run 1)
(assert (bag 2 a))
(assert (bag 1 1))
(agenda)
(run 30)
(facts)
(exit)
