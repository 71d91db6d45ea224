; Made at random: activations compete under breadth.
(set-strategy breadth)
(deftemplate jug (slot k) (slot w))
(reset)
(assert (lid jet jet))
(assert (pot jet))
(assert (jug (k red) (w tan)))
(assert (pot red))
(assert (pot tan))
(assert (jug (k jet) (w red)))
(defrule r1
   ?f <- (jug (k jet|red) (w ?))
   (not (pot ?u))
   =>
   (printout t "r1" crlf)
   (assert (jug (k jet) (w jet))))
(defrule r2
   (pot ?)
   ?f <- (lid ? tan)
   =>
   (printout t "r2" crlf)
   (assert (pot jet)))
(defrule r3
   (lid jet ?)
   ?f <- (pot jet)
   =>
   (printout t "r3" crlf)
   (retract ?f))
(defrule r4
   (pot tan)
   (jug (k red) (w ?))
   (jug (k ?v) (w ?z))
   (jug (k ?) (w ?x))
   =>
   (printout t "r4" " " ?v " " ?z " " ?x crlf)
   (assert (jug (k ?x) (w jet))))
(defrule r5
   (or (lid ?u ?) (jug (k ?u) (w ?y)))
   (test (neq ?u tan))
   =>
   (printout t "r5" " " ?u crlf))
(agenda)
(run 2)
(assert (lid jet red))
(agenda)
(run 30)
(facts)
(exit)
