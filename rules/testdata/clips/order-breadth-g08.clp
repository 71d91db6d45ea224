; Made at random: activations compete under breadth.
(set-strategy breadth)
(defrule r1 (declare (salience 5))
   (pot ?)
   (or (pot jet) (jug ?x))
   (pot ?u)
   =>
   (printout t "r1" " " ?u crlf)
   (assert (lid red ?u)))
(defrule r2
   (pot jet)
   (lid jet tan)
   ?f <- (jug ?z)
   =>
   (printout t "r2" " " ?z crlf)
   (retract ?f))
(defrule r3
   (jug ?)
   (exists (pot tan|red))
   =>
   (printout t "r3" crlf))
(reset)
(assert (lid red jet))
(assert (jug tan))
(assert (lid red red))
(assert (pot tan))
(assert (pot jet))
(agenda)
(run 3)
(agenda)
(run 30)
(facts)
(exit)
