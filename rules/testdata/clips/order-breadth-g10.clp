; Made at random: activations compete under breadth.
(set-strategy breadth)
(reset)
(assert (owl jet red))
(assert (owl tan red))
(assert (cat tan))
(assert (cat red))
(assert (fox tan))
(assert (fox red))
(assert (owl jet red))
(defrule r1 (declare (salience -5))
   ?f <- (cat ?y)
   (forall (owl ?y tan) (fox ?z))
   =>
   (printout t "r1" " " ?y crlf)
   (retract ?f))
(defrule r2
   (owl ?z ?v)
   (cat ~?v)
   =>
   (printout t "r2" " " ?z " " ?v crlf)
   (assert (fox ?v)))
(defrule r3
   (owl red ?v)
   (not (cat ?y))
   =>
   (printout t "r3" " " ?v crlf))
(defrule r4
   ?f <- (fox red)
   (fox ?u)
   =>
   (printout t "r4" " " ?u crlf))
(agenda)
(run 3)
(assert (owl red tan))
(assert (cat red))
(agenda)
(run 30)
(facts)
(exit)
