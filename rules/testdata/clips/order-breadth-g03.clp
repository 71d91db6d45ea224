; Made at random: activations compete under breadth.
(set-strategy breadth)
(reset)
(assert (bag b a))
(assert (bag c a))
(assert (cap c a))
(assert (cap c b))
(assert (bag b b))
(assert (hat c a))
(assert (bag b a))
(defrule r1
   (hat ? ?u)
   (cap ?y&~?u ?v)
   (hat ?z&~?u ?v)
   =>
   (printout t "r1" " " ?u " " ?y " " ?v " " ?z crlf))
(defrule r2
   ?f <- (bag b ?)
   (bag c|a ~b)
   =>
   (printout t "r2" crlf)
   (assert (cap b c)))
(defrule r3
   ?f <- (cap ?x c)
   (or (bag ?x ?) (hat ?y ?u))
   =>
   (printout t "r3" " " ?x crlf)
   (retract ?f))
(defrule r4 (declare (salience 5))
   (cap ?x a)
   (bag ?v ?v)
   =>
   (printout t "r4" " " ?x " " ?v crlf)
   (assert (cap c ?x)))
(agenda)
(retract 1)
(agenda)
(run 3)
(assert (hat a b))
(agenda)
(run 30)
(facts)
(exit)
