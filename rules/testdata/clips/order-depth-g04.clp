; Made at random: activations compete under depth.
(set-strategy depth)
(defrule r1
   ?f <- (elm ?u 3)
   (oak ?u ~2)
   =>
   (printout t "r1" " " ?u crlf)
   (retract ?f))
(reset)
(assert (oak 3 1))
(assert (fir 2))
(assert (fir 2))
(assert (oak 1 2))
(defrule r2 (declare (salience -5))
   ?f <- (fir ?u)
   (oak ? ?u)
   =>
   (printout t "r2" " " ?u crlf)
   (retract ?f))
(defrule r3
   (fir 2)
   (fir ?)
   =>
   (printout t "r3" crlf))
(assert (fir 3))
(assert (oak 3 2))
(assert (fir 1))
(assert (oak 3 2))
(agenda)
(run 2)
(agenda)
(run 30)
(facts)
(exit)
