; Made at random: activations compete under breadth.
(set-strategy breadth)
(defrule r1
   (cat ?z ?v)
   (fox ?v)
   (or (fox ?) (cat red ?u&~?v))
   =>
   (printout t "r1" " " ?z " " ?v crlf))
(defrule r2 (declare (salience -5))
   ?f <- (owl ? ?y)
   (cat tan|jet ?y)
   (cat ?x ?)
   (forall (cat ?x ?x) (owl ~red ?v))
   =>
   (printout t "r2" " " ?y " " ?x crlf)
   (retract ?f))
(reset)
(assert (cat jet red))
(assert (fox red))
(assert (owl tan jet))
(assert (owl tan tan))
(defrule r3
   (fox ?u)
   (owl tan tan|jet)
   =>
   (printout t "r3" " " ?u crlf)
   (assert (owl ?u jet)))
(defrule r4
   (fox tan)
   (not (owl red|jet ?x))
   =>
   (printout t "r4" crlf))
(assert (cat tan red))
(assert (fox tan))
(assert (cat red red))
(agenda)
(retract 1)
(agenda)
(run 2)
(agenda)
(run 30)
(facts)
(exit)
